import { creditRoutes } from '@aisle/contract/customers/credits';
import { bookRoutes } from '@aisle/contract/finance/books';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { reportRoutes } from '@aisle/contract/overview/reports';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import { addTax } from '../../../test/catalogue-builders.ts';
import { checkInvariants } from '../../../test/invariants.ts';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  advanceTo,
  booksOf,
  editLines,
  everyPaymentType,
  moveTo,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { completeRefund, dayAgo, recordPayout, state } from '../../../test/payable-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';

const store = await openStripeStore({
  settings: {
    paymentTypes: everyPaymentType,
    tenders: { storeCredit: true, giftCards: false },
    coins: { earnPerDollar: 1, redeemCents: 1, expiryDays: null },
  },
});
const { shop, manager, standIn, runGateway, pay, deliverEvents } = store;

const taxIds = [await addTax(shop, 8.25)];
/** A location of its own, whose statements other tests don't change. */
async function openLocation() {
  const at = await addOrderLocation(shop, { commissionRate: 12.5 });
  return { at, goods: await addGoods(shop, at, { price: 1333, taxIds }) };
}
const here = await openLocation();

const view = (order: Pick<Order, '_id'>) => viewOrder(manager, order._id);
async function deliver({ at, goods } = here, parts: object = {}): Promise<Order> {
  const order = await placeOne(manager, at, goods, {
    paymentType: 'card',
    fulfilment: 'pickup',
    quantity: 2,
    ...parts,
  });
  await pay(order);
  await advanceTo(manager, order, 'delivered');
  await runGateway();
  return view(order);
}
async function refund(order: Pick<Order, '_id'>, body: object = {}) {
  const { _id } = await manager.do(refundRoutes.create, {
    params: { id: order._id },
    body: { reason: 'Spoiled', ...body },
  });
  await runGateway();
  return _id;
}
/** The refunds of a charge at Stripe, newest first, without releases of authorizations. */
const atStripe = (order: Pick<Order, '_id'>) =>
  standIn.world.refunds.newestFirst().filter(({ metadata }) => metadata?.order === order._id);
/** The bank returns the latest refund of an order. */
async function bounce(order: Pick<Order, '_id'>, index = 0) {
  await control(standIn, 'fail-refund', { refund: atStripe(order)[index]!.id });
  await deliverEvents();
}
const retry = async (id: string, body: object = {}) => {
  await manager.do(refundRoutes.updateStatus, {
    params: { id },
    body: { status: 'refundInitiated', ...body },
  });
  await runGateway();
};
const journalsOf = async (order: Pick<Order, '_id'>) => {
  const { records } = await manager.do(bookRoutes.journals, {
    body: { filters: { orderId: order._id }, sort: { field: 'postedAt', order: 'asc' } },
  });
  return records.map(({ kind, amount, refundId }) => ({ kind, amount, refundId }));
};
const check = () => shop.look(checkInvariants);

test('reverses a refund that the bank returns, and lists it as failed', async () => {
  const order = await deliver();
  const sold = await booksOf(shop, order._id);
  const id = await refund(order);
  expect(await view(order)).toMatchObject({ refunded: order.total, headlineStatus: 'refunded' });

  await bounce(order);

  const after = await view(order);
  expect(after).toMatchObject({ refunded: 0, headlineStatus: 'refundFailed' });
  expect(after.refunds).toMatchObject([
    {
      status: 'refundFailed',
      problem: 'The bank returned the refund: lost or stolen card',
      nextTryAt: null,
      refundedAt: null,
      allowed: ['refundInitiated'],
    },
  ]);
  expect(after.events.slice(-2)).toMatchObject([
    { kind: 'refund', to: 'refunded' },
    {
      kind: 'refund',
      from: 'refunded',
      to: 'refundFailed',
      by: 'The bank',
      note: 'The bank returned the refund: lost or stolen card',
    },
  ]);
  expect(await journalsOf(order)).toMatchObject([
    { kind: 'sale', refundId: null },
    { kind: 'refund', refundId: id },
    { kind: 'refundReversal', refundId: id },
  ]);
  // The coins that the refund took stay taken; everything else is as sold.
  const { 'coinsLiability earned': _, 'discounts earned': __, ...books } = await booksOf(shop, order._id);
  const { 'coinsLiability earned': ___, 'discounts earned': ____, ...expected } = sold;
  expect(books).toEqual(expected);
  const { records } = await manager.do(refundRoutes.list, { body: { filters: { status: 'refundFailed' } } });
  expect(records.map(({ _id }) => _id)).toContain(id);
  const { groups } = await manager.do(notificationRoutes.get, {});
  expect(groups).toContainEqual(
    expect.objectContaining({ kind: 'refundFailed', locationId: here.at, isUnread: true }),
  );
  await check();
});

test('changes nothing when the provider reports the failure again', async () => {
  const order = await deliver();
  await refund(order);
  await bounce(order);
  const before = await view(order);
  const failed = standIn.world.events.newestFirst().find(({ type }) => type === 'refund.failed')!;

  await Promise.all(
    ['a', 'b', 'c'].map((copy) => store.post(JSON.stringify({ ...failed, id: `evt_${copy}` }))),
  );
  await deliverEvents();

  expect(await view(order)).toEqual(before);
  expect(await journalsOf(order)).toHaveLength(3);
});

test('posts the refund again when a retry pays it, without giving coins or uses twice', async () => {
  const order = await deliver();
  const id = await refund(order);
  const refunded = await booksOf(shop, order._id);
  await bounce(order);

  await retry(id);

  expect(await view(order)).toMatchObject({
    refunded: order.total,
    refunds: [{ status: 'refunded', problem: null }],
  });
  expect(await booksOf(shop, order._id)).toEqual(refunded);
  expect((await journalsOf(order)).map(({ kind }) => kind)).toEqual([
    'sale',
    'refund',
    'refundReversal',
    'refund',
  ]);
  expect(atStripe(order).map(({ status }) => status)).toEqual(['succeeded', 'failed']);

  await bounce(order);
  await retry(id);

  expect(await booksOf(shop, order._id)).toEqual(refunded);
  expect((await journalsOf(order)).map(({ refundId }) => refundId)).toEqual([null, id, id, id, id, id]);
  await check();
});

test('pays a returned refund in cash', async () => {
  const order = await deliver();
  const id = await refund(order);
  const refunded = await booksOf(shop, order._id);
  await bounce(order);

  await retry(id, { byHand: true });
  await completeRefund(manager, id);

  expect(await view(order)).toMatchObject({
    refunded: order.total,
    refunds: [{ status: 'refunded', byHand: true, reference: 'Till 2' }],
  });
  expect(await booksOf(shop, order._id)).toEqual(refunded);
  expect(atStripe(order).map(({ status }) => status)).toEqual(['failed']);
  await check();
});

test('reverses only the money of a refund that also returned store credit', async () => {
  const { _id: customerId } = await addCustomer(manager);
  await manager.do(creditRoutes.adjust, { body: { customerId, amount: 1000, reason: 'goodwill' } });
  const balance = async () => (await manager.do(creditRoutes.history, { body: { customerId } })).balance;
  const order = await deliver(here, { customerId, storeCredit: true });
  expect(await balance()).toBe(0);
  const id = await refund(order);
  const refunded = await booksOf(shop, order._id);
  expect(await balance()).toBe(1000);

  await bounce(order);

  expect(await balance()).toBe(1000);
  const money = order.total - 1000;
  const sales = order.total - order.taxTotal;
  const books = await booksOf(shop, order._id);
  expect(books).toMatchObject({
    'customerPayments payment': money,
    'locationPayable goods': -Math.round((sales * money) / order.total),
  });
  expect(books['refunds refund']).toBeUndefined();
  await check();

  await retry(id);

  expect(await balance()).toBe(1000);
  expect(await booksOf(shop, order._id)).toEqual(refunded);
  await check();
});

test('reverses the part of the charge whose refund the bank returned, and sends only that part again', async () => {
  const order = await placeOne(manager, here.at, here.goods, {
    paymentType: 'card',
    fulfilment: 'pickup',
    quantity: 2,
  });
  await pay(order);
  await editLines(manager, await view(order), { lines: [{ lineId: order.lines[0]!._id, quantity: 3 }] });
  await runGateway();
  await advanceTo(manager, order, 'delivered');
  await runGateway();
  const { total } = await view(order);
  const id = await refund(order);
  const refunded = await booksOf(shop, order._id);
  const amounts = atStripe(order).map(({ amount }) => amount);
  expect(amounts).toEqual([order.total, total - order.total]);

  await bounce(order, 1);
  expect(await booksOf(shop, order._id)).toMatchObject({
    'customerPayments payment': total,
    'refunds refund': -order.total,
  });
  await bounce(order, 0);
  expect((await booksOf(shop, order._id))['refunds refund']).toBeUndefined();
  expect(await view(order)).toMatchObject({ refunded: 0, refunds: [{ status: 'refundFailed' }] });
  await check();

  await retry(id);
  await bounce(order, 0);
  await retry(id);
  expect(await view(order)).toMatchObject({ refunded: total, refunds: [{ status: 'refunded' }] });
  expect(await booksOf(shop, order._id)).toEqual(refunded);
  expect(atStripe(order).filter(({ status }) => status === 'succeeded').length).toBe(2);
  expect(atStripe(order).length).toBe(5);
  await check();
});

test('posts nothing for a refund that the bank returns before the sale is posted', async () => {
  const order = await placeOne(manager, here.at, here.goods, {
    paymentType: 'card',
    fulfilment: 'pickup',
    quantity: 2,
  });
  await pay(order);
  const { id: intent } = standIn.world.paymentIntents
    .newestFirst()
    .find(({ metadata }) => metadata.order === order._id)!;
  await store.stripe.paymentIntents.capture(intent);
  await deliverEvents();
  const ready = await advanceTo(manager, order, 'pickup');
  const id = await refund(ready, { lines: [{ lineId: ready.lines[0]!._id, amount: 500 }] });
  expect((await view(order)).refunded).toBe(500);

  await bounce(order);
  expect(await view(order)).toMatchObject({ refunded: 0, refunds: [{ status: 'refundFailed' }] });
  await moveTo(manager, order, 'delivered');
  await runGateway();
  expect((await journalsOf(order)).map(({ kind }) => kind)).toEqual(['sale']);
  await check();

  await retry(id);
  expect((await journalsOf(order)).map(({ kind }) => kind)).toEqual(['sale', 'refund']);
  await check();
});

test('notifies an operator when a refund succeeds after it had failed', async () => {
  const order = await deliver();
  await refund(order);
  const [refundAtStripe] = atStripe(order);
  await bounce(order);
  const before = await view(order);
  refundAtStripe!.status = 'succeeded';
  standIn.world.emit('refund.updated', refundAtStripe!);

  await deliverEvents();

  expect(await view(order)).toEqual(before);
  const { records } = await manager.do(notificationRoutes.list, {
    body: { filters: { kind: 'cardPayments' } },
  });
  expect(records[0]?.text).toContain(`of ${order.number} succeeded at the card provider after it had failed`);
  refundAtStripe!.status = 'failed';
});

const sumsOf = ({ goods, tax, commission, coins, refunds, corrections, total }: Statement) => ({
  goods,
  tax,
  commission,
  coins,
  refunds,
  corrections,
  total,
});
test('adds the reversal to the next statement as a correction of the paid one', async () => {
  const place = await openLocation();
  const order = await deliver(place);
  await deliver(place);
  const id = await refund(order);
  const first = await state(manager, place.at);
  await recordPayout(shop, first);

  await bounce(order);
  const second = await state(manager, place.at);

  expect(second).toMatchObject({ refunds: 0, corrections: -first.refunds, total: -first.refunds });
  const { correctionRows } = await manager.do(statementRoutes.view, { params: { id: second._id } });
  expect(correctionRows).toMatchObject([
    { cause: 'Spoiled', orderId: order._id, statementId: first._id, amount: -first.refunds },
  ]);
  const tree = await manager.do(statementRoutes.tree, {
    params: { id: second._id },
    query: { orderId: order._id },
  });
  expect(
    tree.entries!.every(({ journalKind, cause }) => journalKind === 'refundReversal' && cause === 'Spoiled'),
  ).toBe(true);
  await recordPayout(shop, second);

  await retry(id);
  expect(sumsOf(await state(manager, place.at))).toMatchObject({
    corrections: first.refunds,
    total: first.refunds,
  });
  await check();
});

test('lowers the refunds of the day on which the bank returned one', async () => {
  const place = await openLocation();
  const order = await deliver(place);
  const id = await refund(order);
  const period = { from: dayAgo(), to: dayAgo() };
  const report = async () => {
    const { records } = await manager.do(reportRoutes.store, {
      body: { ...period, groupBy: 'location', locationIds: [place.at] },
    });
    return records[0]!;
  };
  // Slow responses are cached for a moment, so each request is for another page size.
  let limit = 10;
  const products = async () => {
    limit += 1;
    const { records } = await manager.do(reportRoutes.product, {
      body: { ...period, groupBy: 'subProduct', limit, locationIds: [place.at] },
    });
    return records[0]!;
  };
  expect(await report()).toMatchObject({ refunds: order.total, payout: 0 });
  expect(await products()).toMatchObject({ refundedUnits: 2 });
  const { total } = await manager.do(statementRoutes.preview, {
    body: { locationId: place.at, to: dayAgo() },
  });
  expect(total).toBe(0);

  await bounce(order);

  const { payout, ...rest } = await report();
  expect(rest).toMatchObject({ refunds: 0, refundedSales: 0 });
  expect(payout).toBe(
    (await manager.do(statementRoutes.preview, { body: { locationId: place.at, to: dayAgo() } })).total,
  );
  expect(await products()).toMatchObject({ refundedUnits: 0 });

  await retry(id);
  expect(await report()).toMatchObject({ refunds: order.total, payout: 0 });
  await runSql(shop, `SELECT recount_figures(ARRAY['${place.at}'::uuid], ARRAY['${dayAgo()}'::date])`);
  expect(await report()).toMatchObject({ refunds: order.total, payout: 0 });
  await check();
});
