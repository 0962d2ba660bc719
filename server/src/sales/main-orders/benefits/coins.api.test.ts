import { customerRoutes } from '@aisle/contract/customers/customers';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { expect, test } from 'vitest';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  advanceTo,
  basketOf,
  booksOf,
  cancelOrder,
  decide,
  editLines,
  everyPaymentType,
  giveCoins,
  moveTo,
  openStore,
  place,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { completeRefund } from '../../../../test/payable-builders.ts';
import { refusal } from '../../../../test/shop.ts';

const store = await openStore({
  settings: { coins: { earnPerDollar: 0, redeemCents: 2, expiryDays: null } },
  goods: { name: 'Bread', price: 301, stock: 1000 },
});
const { shop, manager, location, goods: bread, addOrder } = store;

/** Adds a customer with this many coins. */
async function saver(coins: number): Promise<string> {
  const { _id } = await addCustomer(manager);
  await giveCoins(manager, _id, coins);
  return _id;
}
const balanceOf = async (id: string) =>
  (await manager.do(customerRoutes.show, { params: { id } })).coinBalance;
const oneBread = { subProductId: bread, quantity: 1, locationId: location };
const pickup = (customerId: string, rest: object = {}) =>
  ({ customerId, fulfilment: 'pickup', quantity: 2, ...rest }) as const;

test('pays part of a cash order, collects the rest at the door and posts both', async () => {
  const customer = await saver(200);

  const order = await addOrder(pickup(customer, { coins: 150 }));
  const delivered = await advanceTo(manager, order, 'delivered');

  expect(await balanceOf(customer)).toBe(50);
  expect(order).toMatchObject({ status: 'orderPlaced', total: 602, paid: 0, coinsUsed: 150 });
  const payments = (of: typeof order) =>
    of.payments.map(({ kind, status, amount }) => `${kind} ${status} ${amount}`).sort();
  expect(payments(order)).toEqual(['cashOnDelivery due 302', 'coins authorised 300']);
  expect(payments(delivered)).toEqual(['cashOnDelivery captured 302', 'coins captured 300']);
  expect(delivered.paid).toBe(602);
  expect(await booksOf(shop, order._id)).toMatchObject({
    'customerPayments payment': 302,
    'coinsLiability coins': 300,
    'locationPayable goods': -602,
  });
});

test('takes the necessary coins for a full payment and places the order immediately', async () => {
  const customer = await saver(400);

  const quote = await manager.do(mainOrderRoutes.quote, {
    body: { customerId: customer, fulfilment: 'pickup', paymentType: 'coins', lines: [oneBread] },
  });
  const order = await addOrder(pickup(customer, { quantity: 1, paymentType: 'coins' }));

  expect(quote).toMatchObject({ possible: true, coinsUsed: 151, coinsAmount: 301, due: 0, coinBalance: 400 });
  expect(order).toMatchObject({ status: 'orderPlaced', coinsUsed: 151 });
  expect(await balanceOf(customer)).toBe(249);
});

test('waits for the card to pay the rest of a card order', async () => {
  const customer = await saver(100);
  const order = await addOrder(pickup(customer, { coins: 100, paymentType: 'card' }));

  const paid = await manager.do(paymentRoutes.take, {
    params: { id: order._id },
    body: { method: 'terminal', reference: 'T-1' },
  });

  expect(order.status).toBe('pending');
  expect(paid).toMatchObject({ status: 'orderPlaced', paid: 402 });
});

test('returns the coins of a cancelled order, regardless of who cancels it', async () => {
  const customer = await saver(100);
  const order = await addOrder(pickup(customer, { coins: 100 }));

  await cancelOrder(manager, order, 'Changed their mind');
  const called = await viewOrder(manager, order._id);

  expect(await balanceOf(customer)).toBe(100);
  expect(called.payments.map(({ status }) => status)).toEqual(['voided', 'voided']);
});

test("returns coins that unpicked items don't need", async () => {
  const customer = await saver(400);
  const order = await addOrder(pickup(customer, { paymentType: 'coins' }));
  const picking = await advanceTo(manager, order, 'processing');
  await editLines(manager, picking, { lines: [{ lineId: order.lines[0]!._id, pickedQuantity: 1 }] });

  for (const status of ['prepared', 'pickup', 'delivered']) await moveTo(manager, order, status);

  expect(await viewOrder(manager, order._id)).toMatchObject({ total: 301, paid: 301 });
  // 301 coins paid 602 cents, and half of the order was refunded.
  expect(await balanceOf(customer)).toBe(400 - 301 + 151);
});

test('refunds coins in proportion to what they paid, without remainder', async () => {
  const customer = await saver(200);
  const order = await addOrder(pickup(customer, { coins: 150 }));
  const { _id: id, lines } = await advanceTo(manager, order, 'delivered');
  const some = { lines: [{ lineId: lines[0]!._id, amount: 400 }] };

  const plan = await manager.do(refundRoutes.plan, { params: { id }, body: some });
  const first = await manager.do(refundRoutes.create, { params: { id }, body: { ...some, reason: 'Stale' } });
  await completeRefund(manager, first._id);
  const afterFirst = await balanceOf(customer);
  const second = await manager.do(refundRoutes.create, { params: { id }, body: { reason: 'All of it' } });
  await completeRefund(manager, second._id);

  expect(plan).toMatchObject({ refund: 400, inCoins: 199, coinsReturned: 100, by: 'hand' });
  expect(first).toMatchObject({ amount: 400, inCoins: 199, coinsReturned: 100 });
  expect(afterFirst).toBe(50 + 100);
  expect(second).toMatchObject({ amount: 202, inCoins: 101, coinsReturned: 50 });
  expect(await balanceOf(customer)).toBe(200);
  const books = { 'customerPayments payment': 302, 'refunds refund': -302 };
  expect(await booksOf(shop, id)).toEqual(books);
});

test.each([
  ['marketplace', 'discounts', 0],
  ['location', 'locationPayable', 6],
] as const)(
  'posts earned coins as a debt at the cost of the %s until a refund reverses them',
  async (funder, by, lessOwn) => {
    const coins = { redeemCents: 2, expiryDays: null };
    const rest = { paymentTypes: everyPaymentType };
    await decide(shop, { ...rest, discountsFundedBy: funder, coins: { ...coins, earnPerDollar: 1 } });
    const customer = await saver(1);
    const { _id: id, lines } = await addOrder({ status: 'delivered', ...pickup(customer) });
    // The value of a coin rises, but the coins earned before are reversed at their previous value.
    await decide(shop, { ...rest, coins: { ...coins, redeemCents: 5, earnPerDollar: 1 } });
    const half = { lines: [{ lineId: lines[0]!._id, amount: 301 }] };
    const sold = await booksOf(shop, id);

    const plan = await manager.do(refundRoutes.plan, { params: { id }, body: half });
    const body = { ...half, reason: 'Stale' };
    const first = await manager.do(refundRoutes.create, { params: { id }, body });
    await completeRefund(manager, first._id);
    const books = await booksOf(shop, id);
    await decide(shop, { ...rest, coins: { ...coins, earnPerDollar: 0 } });

    expect(sold).toMatchObject({ 'coinsLiability earned': -12, [`${by} earned`]: 12 });
    expect(plan).toMatchObject({ coins: 3, coinsWorth: 6, payout: -301 + plan.commission + lessOwn });
    expect(books).toMatchObject({ 'coinsLiability earned': -6, [`${by} earned`]: 6 });
    expect(await balanceOf(customer)).toBe(1 + 6 - 3);
  },
);

test('spends the same coins once in concurrent orders', async () => {
  const customer = await saver(150);
  const lines = [{ ...oneBread, quantity: 2 }];
  const body = basketOf({ customerId: customer, fulfilment: 'pickup', coins: 150, lines });
  const order = () => manager.call(mainOrderRoutes.create, { body });

  const answers = await Promise.all(Array.from({ length: 6 }, order));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(new Set(answers.map(({ body }) => body.error?.code))).toEqual(
    new Set([undefined, 'orders.coins-short']),
  );
  expect(await balanceOf(customer)).toBe(0);
});

test('rejects more coins than the customer has, and any coins if they are disabled', async () => {
  const customer = await saver(10);
  const body = basketOf({ customerId: customer, coins: 11, lines: [oneBread] });

  const short = await manager.call(mainOrderRoutes.create, { body });
  await decide(shop, { paymentTypes: { ...everyPaymentType, coins: false } });
  const off = await manager.call(mainOrderRoutes.create, { body: { ...body, coins: 5 } });
  await decide(shop, { paymentTypes: everyPaymentType });

  expect(refusal(short)).toEqual([409, 'orders.coins-short']);
  expect(short.body.message).toBe('Grace Shopper has 10 coins, worth $0.20');
  expect(refusal(off)).toEqual([409, 'orders.coins-off']);
  expect(await balanceOf(customer)).toBe(10);
});

test("spends coins on the first location's order up to its total, then on the next", async () => {
  const customer = await saver(400);
  const other = await addOrderLocation(shop);
  const jam = await addGoods(shop, other, { price: 500 });

  const main = await place(manager, {
    customerId: customer,
    fulfilment: 'pickup',
    coins: 300,
    lines: [oneBread, { subProductId: jam, locationId: other, quantity: 1 }],
  });
  const views = await Promise.all(main.orders.map(({ _id }) => viewOrder(manager, _id)));

  expect(views.reduce((sum, { coinsUsed }) => sum + coinsUsed, 0)).toBe(300);
  expect(await balanceOf(customer)).toBe(100);
});
