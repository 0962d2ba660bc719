import { expect, test } from 'vitest';
import { buyGet, checkoutOf, line, only, percent, promotion } from './engine.fixtures.ts';
import { appliedTo, priceCheckout } from './price-checkout.ts';

const price = (...checkout: Parameters<typeof checkoutOf>) =>
  priceCheckout(checkoutOf(...checkout)).orders[0]!;

test('forms the sets that save the most', () => {
  const order = price([line('a', 1000, 2), line('b', 100, 2)], [promotion(1, buyGet(1, 1))]);

  expect(order.discountTotal).toBe(1100);
  expect(order.lines.map(({ discount }) => discount)).toEqual([1000, 100]);
});

test('spreads the discount of a set over all its units', () => {
  const order = price([line('a', 399, 3)], [promotion(1, buyGet(2, 1))]);
  expect(order).toMatchObject({ discountTotal: 399, total: 798 });

  const pair = price([line('a', 1000), line('b', 500)], [promotion(1, buyGet(1, 1))]);
  expect(pair.lines.map(({ total }) => total)).toEqual([667, 333]);
});

test('limits the number of sets and never adds goods', () => {
  expect(price([line('a', 100, 9)], [promotion(1, buyGet(2, 1, { times: 2 }))]).discountTotal).toBe(200);
  expect(price([line('a', 100, 2)], [promotion(1, buyGet(2, 1))]).discountTotal).toBe(0);
});

test('reduces other goods than those bought', () => {
  const terms = { goods: only('coffee') };
  const reward = buyGet(1, 1, { percent: 50, getGoods: only('cookie', 'cake') });
  const order = price(
    [line('coffee', 300, 2), line('cookie', 200), line('cake', 500), line('tea', 100)],
    [promotion(1, reward, { terms })],
  );

  expect(order.discountTotal).toBe(350);
});

test('forms bundles only where they are cheaper', () => {
  const soup = promotion(1, { kind: 'bundle', quantity: 2, price: 500 });

  expect(price([line('a', 300, 3), line('b', 100)], [soup]).discountTotal).toBe(100);
  expect(price([line('a', 200, 2)], [soup]).discountTotal).toBe(0);
});

test('takes the best promotion for each unit', () => {
  const order = price(
    [line('a', 1000, 2), line('b', 1000)],
    [promotion(1, percent(10)), promotion(2, buyGet(1, 1), { terms: { goods: only('a') } })],
  );

  expect(order.discountTotal).toBe(1100);
  expect(appliedTo(order).map(({ number }) => number)).toEqual([1, 2]);
});

test('caps a percentage and gives its other units to other promotions', () => {
  const capped = promotion(1, percent(50, 300));
  expect(price([line('a', 1000)], [capped]).discountTotal).toBe(300);
  expect(price([line('a', 600), line('b', 1000)], [capped, promotion(2, percent(20))]).discountTotal).toBe(
    500,
  );
});

test('prices weighed goods by value and leaves them out of sets', () => {
  const weighed = line('apples', 199, 1.255, { soldByWeight: true });

  expect(price([weighed], [promotion(1, percent(20))]).discountTotal).toBe(50);
  expect(price([weighed], [promotion(1, { kind: 'price', price: 149 })]).discountTotal).toBe(63);
  expect(price([{ ...weighed, quantity: 2 }], [promotion(1, buyGet(1, 1))]).discountTotal).toBe(0);
});

test('applies the plan to the rest, then the order promotion, then tax', () => {
  const plan = {
    planId: 'plan',
    name: 'Plus',
    discountPercent: 10,
    freeDeliveryAbove: null,
    coinMultiplier: 1,
  };
  const amount = promotion(2, { kind: 'amount', amount: 100, per: 'order' });
  const order = price([line('a', 1000, 1, { taxRate: 10 })], [promotion(1, percent(20)), amount], { plan });

  expect(order).toMatchObject({ discountTotal: 380, taxTotal: 62, total: 682 });
  expect(order.lines[0]).toMatchObject({ planDiscount: 80 });
});

test('taxes the part of a discount that a vendor pays', () => {
  const funding = { marketplace: 50, location: 0, vendor: 50, vendorId: 'vendor' };
  const yogurt = promotion(1, buyGet(2, 1), { terms: { funding } });
  const lines = [line('a', 399, 3, { taxRate: 10 })];

  expect(price(lines, [yogurt]).lines[0]).toMatchObject({ discount: 399, taxBase: 997, tax: 100 });
  expect(price(lines, [yogurt], { taxOnVendorDiscounts: false }).lines[0]).toMatchObject({
    taxBase: 798,
    tax: 80,
  });
});

test('combines promotions as their flags allow', () => {
  const goods = promotion(1, percent(10));
  const exclusive = { combines: { goods: false, order: true, delivery: true, plan: true } };
  const amount = promotion(2, { kind: 'amount', amount: 300, per: 'order' }, { terms: exclusive });

  // 10 % of $40 is more than $3, and 10 % of $20 is less.
  expect(price([line('a', 4000)], [goods, amount]).discountTotal).toBe(400);
  expect(price([line('a', 2000)], [goods, amount]).discountTotal).toBe(300);
});

test('applies a promotion alone if it combines with nothing', () => {
  const plan = { planId: 'plan', name: 'Plus', discountPercent: 10, freeDeliveryAbove: 0, coinMultiplier: 2 };
  const combines = { goods: false, order: false, delivery: false, plan: false };
  const alone = promotion(1, percent(50), { terms: { combines } });
  const coins = promotion(2, { kind: 'coins', multiplier: 3 });
  const order = price([line('a', 1000)], [alone, coins], { plan, fulfilment: 'delivery', deliveryFee: 300 });

  expect(order).toMatchObject({
    discountTotal: 500,
    deliveryFee: 300,
    deliverySaved: null,
    coinMultiplier: 1,
    coins: 5,
  });
});

test('takes the higher of the multipliers and adds a bonus', () => {
  const plan = {
    planId: 'plan',
    name: 'Plus',
    discountPercent: 0,
    freeDeliveryAbove: null,
    coinMultiplier: 1.5,
  };

  expect(price([line('a', 1000)], [promotion(1, { kind: 'coins', multiplier: 2 })], { plan }).coins).toBe(20);
  expect(price([line('a', 1000)], [promotion(1, { kind: 'coins', bonus: 7 })], { plan }).coins).toBe(22);
});

test('reduces the delivery fee', () => {
  const delivery = { fulfilment: 'delivery' as const, deliveryFee: 499 };

  const free = price([line('a', 1000)], [promotion(1, { kind: 'delivery', percent: 100 })], delivery);
  expect(free).toMatchObject({ deliveryFee: 0, deliveryDiscount: 499, discountTotal: 0, total: 1000 });
  expect(
    price([line('a', 1000)], [promotion(1, { kind: 'delivery', amount: 200 })], delivery).deliveryFee,
  ).toBe(299);
});

test('spreads an amount over the orders of a checkout in proportion', () => {
  const checkout = checkoutOf(
    [line('a', 3000)],
    [promotion(1, { kind: 'amount', amount: 1000, per: 'checkout' })],
  );
  const other = { ...checkout.orders[0]!, locationId: 'other', lines: [line('b', 1000)] };
  const { orders } = priceCheckout({ ...checkout, orders: [...checkout.orders, other] });

  expect(orders.map(({ discountTotal }) => discountTotal)).toEqual([750, 250]);
});

test('gives nothing if the budget covers only a part', () => {
  const limits = { usesLeft: null, budgetLeft: 150, usesPerCustomer: null, usesByCustomer: 0 };
  const checkout = checkoutOf(
    [line('a', 1000)],
    [promotion(1, percent(20), { limits }), promotion(2, percent(5))],
  );
  const { orders, eligibility } = priceCheckout(checkout);

  expect(orders[0]!.discountTotal).toBe(50);
  expect(eligibility.get(checkout.candidates[0]!)?.refusal).toEqual({ reason: 'budget-spent' });
});

test('prefers the lower number among equal promotions', () => {
  const order = price([line('a', 1000)], [promotion(2, percent(20)), promotion(1, percent(20))]);

  expect(appliedTo(order).map(({ number }) => number)).toEqual([1]);
});

test('stays fast and never negative above the bounds of the search', () => {
  const promotions = Array.from({ length: 20 }, (_, index) =>
    promotion(index + 1, index % 2 ? percent(index) : buyGet(index + 1, 1)),
  );
  const order = price([line('a', 100, 1_000_000), line('b', 37, 999_999)], promotions);

  expect(order.discountTotal).toBeGreaterThan(0);
  expect(order.total).toBeGreaterThan(0);
});
