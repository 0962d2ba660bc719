import { creditRoutes } from '@aisle/contract/customers/credits';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../../test/invariants.ts';
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
  openStore,
  payOrder,
  placeOne,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { completeRefund } from '../../../../test/payable-builders.ts';
import { refusal } from '../../../../test/shop.ts';

const { shop, manager, location, goods } = await openStore({
  goods: { name: 'Bread', price: 1000, stock: 100_000 },
});
const allow = (storeCredit: boolean) =>
  decide(shop, {
    paymentTypes: everyPaymentType,
    tenders: { storeCredit, giftCards: false },
    coins: { earnPerDollar: 0, redeemCents: 1, expiryDays: null },
  });
beforeEach(() => allow(true));

async function customerWith(amount: number): Promise<string> {
  const { _id: customerId } = await addCustomer(manager);
  await manager.do(creditRoutes.adjust, { body: { customerId, amount, reason: 'goodwill' } });
  return customerId;
}
const credit = async (customerId: string) => {
  const { balance, held } = await manager.do(creditRoutes.history, { body: { customerId } });
  return { balance, held };
};
const input = (customerId: string, more: object = {}) =>
  basketOf({
    customerId,
    fulfilment: 'pickup',
    lines: [{ subProductId: goods, locationId: location, quantity: 1 }],
    storeCredit: true,
    ...more,
  });
const order = (customerId: string, more: object = {}) =>
  placeOne(manager, location, goods, {
    customerId,
    fulfilment: 'pickup',
    quantity: 1,
    storeCredit: true,
    ...more,
  });
const paymentsOf = ({ payments }: Pick<Order, 'payments'>) =>
  payments.map(({ provider, status, amount }) => [provider, status, amount]);
const check = () => shop.look(checkInvariants);

describe('a quote with store credit', () => {
  test('uses credit after coins, up to the total', async () => {
    const customerId = await customerWith(600);
    await giveCoins(manager, customerId, 100);
    const { quotedTotal: _, ...body } = input(customerId, { coins: 100 });

    const quote = await manager.do(mainOrderRoutes.quote, { body });

    expect(quote).toMatchObject({
      possible: true,
      coinsAmount: 100,
      storeCreditUsed: 600,
      storeCreditBalance: 600,
      due: 300,
    });
  });

  test('is not possible while store credit is turned off, and nothing is placed', async () => {
    await allow(false);
    const body = input(await customerWith(600));

    const quote = await manager.do(mainOrderRoutes.quote, { body });
    const placed = await manager.call(mainOrderRoutes.create, { body });

    expect(quote).toMatchObject({ possible: false, storeCreditUsed: 0 });
    expect(quote.problems.map(({ code }) => code)).toEqual(['orders.tender-off']);
    expect(refusal(placed)).toEqual([409, 'orders.tender-off']);
  });

  test('hides credit from store users, who cannot use it', async () => {
    const customerId = await customerWith(600);
    await advanceTo(manager, await order(customerId, { storeCredit: false }), 'delivered');
    const clerk = await shop.signIn({ permissions: ['order_add'], locations: [location] });

    const plain = await clerk.do(mainOrderRoutes.quote, { body: input(customerId, { storeCredit: false }) });
    const placed = await clerk.call(mainOrderRoutes.create, { body: input(customerId) });

    expect(plain.storeCreditBalance).toBeNull();
    expect(refusal(placed)).toEqual([409, 'orders.tender-off']);
  });
});

describe('an order paid with store credit', () => {
  test('holds it, and captures it at delivery', async () => {
    const customerId = await customerWith(600);

    const placed = await order(customerId);
    const whilePlaced = await credit(customerId);
    const delivered = await advanceTo(manager, placed, 'delivered');

    expect(paymentsOf(placed)).toEqual(
      expect.arrayContaining([
        ['storeCredit', 'authorised', 600],
        [null, 'due', 400],
      ]),
    );
    expect(whilePlaced).toEqual({ balance: 0, held: 600 });
    expect(paymentsOf(delivered)).toEqual(
      expect.arrayContaining([
        ['storeCredit', 'captured', 600],
        ['cash', 'captured', 400],
      ]),
    );
    expect(await credit(customerId)).toEqual({ balance: 0, held: 0 });
    expect(await booksOf(shop, placed._id)).toMatchObject({
      'storeCreditLiability payment': 600,
      'customerPayments payment': 400,
    });
    await check();
  });

  test('is placed at once if nothing is due, also for payment by card', async () => {
    const customerId = await customerWith(1500);

    const main = await manager.do(mainOrderRoutes.create, {
      body: input(customerId, { paymentType: 'card', quotedDue: 0 }),
    });
    const placed = await viewOrder(manager, main.orders[0]!._id);

    expect(main).toMatchObject({ total: 1000, due: 0, status: 'orderPlaced' });
    expect(paymentsOf(placed)).toEqual([['storeCredit', 'authorised', 1000]]);
    expect(placed.events.map(({ note }) => note)).toContain('Paid with store credit');
    expect(await credit(customerId)).toEqual({ balance: 500, held: 1000 });
  });

  test('spreads over the orders of a checkout in sequence', async () => {
    const customerId = await customerWith(1300);
    const there = await addOrderLocation(shop);
    const jam = await addGoods(shop, there, { price: 1000 });
    const lines = [
      { subProductId: goods, locationId: location, quantity: 1 },
      { subProductId: jam, locationId: there, quantity: 1 },
    ];

    const main = await manager.do(mainOrderRoutes.create, { body: input(customerId, { lines }) });
    const orders = await Promise.all(main.orders.map(({ _id }) => viewOrder(manager, _id)));

    const used = orders.map(
      ({ payments }) => payments.find(({ provider }) => provider === 'storeCredit')!.amount,
    );
    expect(used).toEqual([1000, 300]);
    expect(main.due).toBe(700);
  });

  test.each(['cancelled', 'rejected'] as const)('returns it when the order is %s', async (status) => {
    const customerId = await customerWith(600);
    const placed = await order(customerId);

    if (status === 'cancelled') await cancelOrder(manager, placed);
    else {
      const body = { status, note: 'Sold out' };
      await manager.do(orderRoutes.updateStatus, { params: { id: placed._id }, body });
    }

    expect(await credit(customerId)).toEqual({ balance: 600, held: 0 });
    await check();
  });

  test('releases money first and then credit when the total falls', async () => {
    const customerId = await customerWith(1500);
    const placed = await order(customerId, { quantity: 3 });
    const [line] = placed.lines;

    const two = await editLines(manager, placed, { lines: [{ lineId: line!._id, quantity: 2 }] });
    const one = await editLines(manager, two, { lines: [{ lineId: line!._id, quantity: 1 }] });

    expect(paymentsOf(two)).toEqual(
      expect.arrayContaining([
        ['storeCredit', 'authorised', 1500],
        [null, 'due', 500],
      ]),
    );
    expect(paymentsOf(one)).toEqual([['storeCredit', 'authorised', 1000]]);
    expect(await credit(customerId)).toEqual({ balance: 500, held: 1000 });
    await check();
  });

  test('refunds money that was taken before it returns credit', async () => {
    const customerId = await customerWith(1500);
    const placed = await order(customerId, { quantity: 3 });
    const paid = await payOrder(manager, placed);
    const [line] = placed.lines;

    const one = await editLines(manager, paid, { lines: [{ lineId: line!._id, quantity: 1 }] });
    const delivered = await advanceTo(manager, await viewOrder(manager, one._id), 'delivered');

    expect(delivered.refunds.map(({ amount }) => amount)).toEqual([1500]);
    expect(paymentsOf(delivered)).toContainEqual(['storeCredit', 'captured', 1000]);
    expect(await credit(customerId)).toEqual({ balance: 500, held: 0 });
    await check();
  });

  test('is due in money when the total rises', async () => {
    const customerId = await customerWith(1000);
    const main = await manager.do(mainOrderRoutes.create, {
      body: input(customerId, { paymentType: 'card' }),
    });
    const placed = await viewOrder(manager, main.orders[0]!._id);

    const more = await editLines(manager, placed, { lines: [{ lineId: placed.lines[0]!._id, quantity: 2 }] });

    expect(paymentsOf(more)).toEqual(
      expect.arrayContaining([
        ['storeCredit', 'authorised', 1000],
        [null, 'due', 1000],
      ]),
    );
  });

  test('gets back its share of each refund, and the rest with the last one', async () => {
    const customerId = await customerWith(600);
    await giveCoins(manager, customerId, 300);
    const delivered = await advanceTo(manager, await order(customerId, { coins: 300 }), 'delivered');
    const [line] = delivered.lines;
    const refund = async (amount: number) => {
      const body = { lines: [{ lineId: line!._id, amount }], reason: 'Stale' };
      const made = await manager.do(refundRoutes.create, { params: { id: delivered._id }, body });
      if (made.status !== 'refunded') await completeRefund(manager, made._id);
      return made;
    };

    const first = await refund(333);
    const last = await refund(667);

    expect(first).toMatchObject({ inCoins: 100, inCredit: 200 });
    expect(last).toMatchObject({ inCoins: 200, inCredit: 400 });
    expect(await credit(customerId)).toEqual({ balance: 600, held: 0 });
    expect(await booksOf(shop, delivered._id)).toEqual({
      'customerPayments payment': 100,
      'refunds refund': -100,
      'storeCreditLiability payment': 600,
      'storeCreditLiability refund': -600,
    });
    await check();
  });
});

test("spends one credit's last dollar in exactly one of 50 concurrent checkouts", async () => {
  const customerId = await customerWith(1000);
  const body = input(customerId, { quotedDue: 0 });

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => manager.call(mainOrderRoutes.create, { body })),
  );

  const placed = answers.filter(({ status }) => status === 200);
  expect(placed).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map((one) => refusal(one).join(' ')))).toEqual(
    new Set(['409 mainOrders.price-changed']),
  );
  expect(await credit(customerId)).toEqual({ balance: 0, held: 1000 });
  await check();
});
