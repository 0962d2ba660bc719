import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../core/for-all.fixtures.ts';
import { percentOf } from '../../../core/money.ts';
import { priceLine } from '../../orders/pricing.ts';
import type { Reward } from '../promotion-terms.ts';
import { lowestTotal } from './brute-force.fixtures.ts';
import type { Candidate, CheckoutLine } from './checkout.ts';
import { allGoods, buyGet, checkoutOf, line, only, percent, promotion } from './engine.fixtures.ts';
import { keptDiscounts } from './explain.ts';
import { goodsValue } from './goods.ts';
import { priceCheckout } from './price-checkout.ts';
import { chosenOf, isAlone, type PricedCheckoutOrder } from './price-order.ts';

/** Values that need no rounding, or any values. */
interface Scale {
  price: fc.Arbitrary<number>;
  percent: fc.Arbitrary<number>;
  taxRate: number;
  isRounded: boolean;
}
const even: Scale = {
  price: fc.integer({ min: 1, max: 20 }).map((value) => value * 1000),
  percent: fc.integer({ min: 1, max: 10 }).map((value) => value * 10),
  taxRate: 0,
  isRounded: false,
};
const ragged: Scale = {
  price: fc.integer({ min: 1, max: 2000 }),
  percent: fc.integer({ min: 1, max: 100_000 }).map((value) => value / 1000),
  taxRate: 8.25,
  isRounded: true,
};

const ids = ['a', 'b', 'c'];
const anyGoods = fc.oneof(
  fc.constant(allGoods),
  fc.subarray(ids, { minLength: 1 }).map((some) => only(...some)),
);
const anyLines = ({ price, taxRate, isRounded }: Scale, maxQuantity = 3): fc.Arbitrary<CheckoutLine[]> => {
  const quantity = fc.integer({ min: 1, max: maxQuantity });
  const weighed = fc
    .integer({ min: 1, max: 3000 })
    .map((grams) => ({ quantity: grams / 1000, soldByWeight: true }));
  const amount = isRounded ? fc.oneof({ weight: 4, arbitrary: quantity }, weighed) : quantity;
  return fc
    .tuple(
      fc.subarray(ids, { minLength: 1 }),
      fc.array(fc.tuple(price, amount), { minLength: 3, maxLength: 3 }),
    )
    .map(([used, facts]) =>
      used.map((id, index) => {
        const [unitPrice, one] = facts[index]!;
        return typeof one === 'number'
          ? line(id, unitPrice, one, { taxRate })
          : line(id, unitPrice, one.quantity, { taxRate, soldByWeight: true });
      }),
    );
};

const anyReward = ({ price, percent: rate, isRounded }: Scale): fc.Arbitrary<Reward> => {
  const count = fc.integer({ min: 1, max: 2 });
  return fc.oneof(
    rate.map((value) => percent(value)),
    fc.tuple(rate, price).map(([value, cap]) => percent(value, isRounded ? cap : null)),
    price.map((value) => ({ kind: 'price' as const, price: value })),
    fc
      .tuple(count, price)
      .map(([quantity, value]) => ({ kind: 'bundle' as const, quantity: quantity + 1, price: value })),
    fc
      .tuple(count, count, rate, fc.option(count))
      .map(([buy, get, value, times]) => buyGet(buy, get, { percent: value, times })),
    // Coffee and cookies: goods that are bought or reduced, never both.
    fc.tuple(count, rate).map(([get, value]) => buyGet(1, get, { percent: value, getGoods: only('c') })),
  );
};
const isMostly = fc.integer({ min: 0, max: 4 }).map((value) => value > 0);
const anyTerms = fc.record({
  goods: anyGoods,
  funding: fc.constantFrom(
    { marketplace: 100, location: 0, vendor: 0, vendorId: null },
    { marketplace: 0, location: 100, vendor: 0, vendorId: null },
    { marketplace: 33.3, location: 33.3, vendor: 33.4, vendorId: 'vendor' },
  ),
  combines: fc.record({ goods: isMostly, order: isMostly, delivery: isMostly, plan: isMostly }),
});
const hasOverlap = ({ terms: { reward, goods } }: Candidate): boolean =>
  reward.kind === 'buyGet' &&
  reward.getGoods !== null &&
  (goods.subProductIds.length === 0 || goods.subProductIds.includes('c'));

const anyCandidates = (scale: Scale, maxGoods = 3): fc.Arbitrary<Candidate[]> =>
  fc
    .tuple(
      fc.array(fc.tuple(anyReward(scale), anyTerms), { minLength: 1, maxLength: maxGoods }),
      fc.option(fc.tuple(scale.price, anyTerms)),
      fc.option(fc.tuple(scale.percent, anyTerms)),
    )
    .map(([goods, amount, delivery]) =>
      [
        ...goods.map(([reward, terms], index) => promotion(index + 1, reward, { terms })),
        ...(amount
          ? [
              promotion(
                8,
                { kind: 'amount', amount: amount[0], per: 'order' },
                { terms: { ...amount[1], goods: allGoods } },
              ),
            ]
          : []),
        ...(delivery
          ? [promotion(9, { kind: 'delivery', percent: delivery[0] }, { terms: delivery[1] })]
          : []),
      ].filter((one) => !hasOverlap(one)),
    );
const anyPlan = fc.option(
  fc.constant({
    planId: 'plan',
    name: 'Plus',
    discountPercent: 10,
    freeDeliveryAbove: 5000,
    coinMultiplier: 1,
  }),
);
const atHome = { fulfilment: 'delivery' as const, deliveryFee: 500 };

test('finds the lowest total', () => {
  forAll(anyLines(even, 2), anyCandidates(even), anyPlan, (lines, candidates, plan) => {
    const checkout = checkoutOf(lines, candidates, { ...atHome, plan });

    const [order] = priceCheckout(checkout).orders;

    expect(order!.total).toBe(lowestTotal(checkout.orders[0]!, candidates, checkout.facts));
  });
});

test('finds the lowest total up to the rounding of each line', () => {
  forAll(anyLines(ragged, 2), anyCandidates(ragged), anyPlan, (lines, candidates, plan) => {
    const checkout = checkoutOf(lines, candidates, { ...atHome, plan });

    const [order] = priceCheckout(checkout).orders;

    const lowest = lowestTotal(checkout.orders[0]!, candidates, checkout.facts);
    expect(order!.total - lowest).toBeGreaterThanOrEqual(0);
    // Discount and tax of a line are each rounded to a cent.
    expect(order!.total - lowest).toBeLessThanOrEqual(2 * lines.length);
  });
});

/** The order without references to its promotions. */
const amountsOf = (order: PricedCheckoutOrder) => ({
  total: order.total,
  lines: order.lines
    .map(({ id, discount, tax, total, discounts }) => ({
      id,
      discount,
      tax,
      total,
      by: discounts.map(({ candidate, amount }) => [candidate.number, amount]),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1)),
});

test('depends neither on the sequence of lines nor on that of promotions', () => {
  forAll(anyLines(ragged, 12), anyCandidates(ragged, 6), (lines, candidates) => {
    const [order] = priceCheckout(checkoutOf(lines, candidates)).orders;
    const [other] = priceCheckout(checkoutOf(lines.toReversed(), candidates.toReversed())).orders;

    expect(amountsOf(other!)).toEqual(amountsOf(order!));
  });
});

test('prices a line like one whose discounts were kept with the order', () => {
  forAll(anyLines(ragged, 5), anyCandidates(ragged), anyPlan, (lines, candidates, plan) => {
    const checkout = checkoutOf(lines, candidates, { plan });
    const [order] = priceCheckout(checkout).orders;
    const kept = keptDiscounts(order!, lines, checkout.facts);
    const isPlanOff =
      [order!.choice.order].some((one) => one && !one.terms.combines.plan) || isAnyAlone(order!);

    for (const [index, one] of order!.lines.entries()) {
      const priced = priceLine(
        { ...lines[index]!, discounts: kept[index]! },
        lines[index]!.quantity,
        isPlanOff ? 0 : (plan?.discountPercent ?? 0),
      );
      expect(priced).toMatchObject({ discount: one.discount, tax: one.tax, total: one.total });
    }
  });
});

test('never makes a line or a total negative, and adds up', () => {
  forAll(anyLines(ragged, 30), anyCandidates(ragged, 9), anyPlan, (lines, candidates, plan) => {
    const checkout = checkoutOf(lines, candidates, { ...atHome, plan });

    const [order] = priceCheckout(checkout).orders;

    for (const [index, one] of order!.lines.entries()) {
      const value = goodsValue(lines[index]!);
      expect(Math.min(one.total, one.tax, one.discount)).toBeGreaterThanOrEqual(0);
      expect(one.discount).toBeLessThanOrEqual(value);
      const parts = one.discounts.reduce((sum, { amount }) => sum + amount, one.planDiscount);
      expect(parts).toBe(one.discount);
      expect(one.total).toBe(value - one.discount + one.tax);
      for (const { amount, funded } of one.discounts) {
        expect(funded.marketplace + funded.location + funded.vendor).toBe(amount);
      }
    }
    const sum = order!.lines.reduce((total, one) => total + one.total, order!.deliveryFee);
    expect(order!.total).toBe(sum);
    expect(order!.deliveryFee).toBeGreaterThanOrEqual(0);
  });
});

test('costs at most as much as the best single promotion above the bounds', () => {
  forAll(anyLines(ragged, 40), anyCandidates(ragged, 10), (lines, candidates) => {
    const total = (some: Candidate[]) => priceCheckout(checkoutOf(lines, some)).orders[0]!.total;

    const single = Math.min(...candidates.map((one) => total([one])));

    expect(total(candidates)).toBeLessThanOrEqual(single + lines.length);
  });
});

const isAnyAlone = ({ choice }: PricedCheckoutOrder): boolean => chosenOf(choice).some(isAlone);

const combining = (candidates: Candidate[]): Candidate[] =>
  candidates.map((one) => ({
    ...one,
    terms: { ...one.terms, combines: { goods: true, order: true, delivery: true, plan: true } },
  }));

test('never charges more for added goods than their price with tax', () => {
  forAll(anyLines(ragged), anyCandidates(ragged), anyLines(ragged, 1), (lines, candidates, [added]) => {
    const total = (some: CheckoutLine[]) =>
      priceCheckout(checkoutOf(some, combining(candidates))).orders[0]!.total;
    const more = lines.some(({ id }) => id === added!.id)
      ? lines.map((one) =>
          one.id === added!.id && !one.soldByWeight ? { ...one, quantity: one.quantity + 1 } : one,
        )
      : [...lines, added!];
    const value = (some: CheckoutLine[]) => some.reduce((sum, one) => sum + goodsValue(one), 0);
    const price = value(more) - value(lines);

    expect(total(more) - total(lines)).toBeLessThanOrEqual(
      price + percentOf(price, ragged.taxRate) + 2 * more.length,
    );
  });
});

test('never charges less for a basket that is split', () => {
  const isBySize = ({ terms: { reward } }: Candidate) =>
    reward.kind === 'amount' ||
    (reward.kind === 'percent' && reward.maxAmount !== null) ||
    (reward.kind === 'buyGet' && reward.times !== null);
  forAll(anyLines(ragged, 4), anyCandidates(ragged), (lines, candidates) => {
    const some = combining(candidates).filter((one) => !isBySize(one));
    const total = (part: CheckoutLine[]) => priceCheckout(checkoutOf(part, some)).orders[0]!.total;
    const split = lines.map((one) => total([one])).reduce((sum, one) => sum + one, 0);

    expect(total(lines)).toBeLessThanOrEqual(split + 2 * lines.length);
  });
});

test('spreads the discount of a set in proportion to the prices of its units', () => {
  forAll(anyLines(ragged), anyReward(ragged), (lines, reward) => {
    fc.pre(reward.kind === 'buyGet');
    const [order] = priceCheckout(checkoutOf(lines, [promotion(1, { ...reward, times: 1 })])).orders;
    const parts = order!.lines.flatMap(({ discounts: [discount] }, index) =>
      discount ? [{ amount: discount.amount, value: goodsValue(lines[index]!, discount.units) }] : [],
    );
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    const value = parts.reduce((sum, part) => sum + part.value, 0);

    for (const part of parts) {
      expect(Math.abs(part.amount - (amount * part.value) / value)).toBeLessThan(1);
    }
  });
});
