import { creditRoutes } from '@aisle/contract/customers/credits';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { describe, expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import { addTax } from '../../../test/catalogue-builders.ts';
import { checkInvariants } from '../../../test/invariants.ts';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  advanceTo,
  booksOf,
  everyPaymentType,
  moveTo,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { readBalances } from '../../finance/reconciliation/read-balances.ts';
import { gatewayEvents } from '../../jobs.ts';
import { applyEvents, readMissedEvents } from '../../ledgers/gateways/gateway-events.ts';

const store = await openStripeStore({
  settings: { paymentTypes: everyPaymentType, tenders: { storeCredit: true, giftCards: false } },
});
const { shop, manager, standIn, stripe, gateway, runGateway, pay, post, deliverEvents } = store;
const taxIds = [await addTax(shop, 8.25)];
const location = await addOrderLocation(shop, {
  commissionRate: 12.5,
  deliveryFee: { base: 499, perMile: 0 },
});
const goods = await addGoods(shop, location, { price: 1333, taxIds });

const view = (order: Pick<Order, '_id'>) => viewOrder(manager, order._id);
async function placePaid({
  token,
  ...parts
}: {
  token?: string;
  [field: string]: unknown;
} = {}): Promise<Order> {
  const order = await placeOne(manager, location, goods, { paymentType: 'card', quantity: 2, ...parts });
  await pay(order, token);
  return view(order);
}
async function deliver(parts?: Parameters<typeof placePaid>[0]): Promise<Order> {
  const order = await advanceTo(manager, await placePaid(parts), 'delivered');
  await runGateway();
  return view(order);
}
const intentOf = ({ _id }: Pick<Order, '_id'>) =>
  standIn.world.paymentIntents.newestFirst().find(({ metadata }) => metadata.order === _id)!.id;
/** Refunds a charge as a person does in the dashboard of Stripe. */
const refundAtStripe = (order: Pick<Order, '_id'>, amount?: number) =>
  control(standIn, 'refunds', { paymentIntent: intentOf(order), ...(amount && { amount }) }) as Promise<{
    id: string;
  }>;
const notices = async () => {
  const { records } = await manager.do(notificationRoutes.list, {
    body: { filters: { kind: 'cardPayments' } },
  });
  return records.map(({ text }) => text);
};
const check = () => shop.look(checkInvariants);

describe('a refund in the dashboard of the provider', () => {
  test('becomes a refund of the order, attributed to the dashboard', async () => {
    const order = await deliver();
    const before = await notices();

    await refundAtStripe(order);
    await deliverEvents();

    const after = await view(order);
    expect(after).toMatchObject({
      refunded: order.total,
      refunds: [
        { status: 'refunded', amount: order.total, reason: 'Made in Stripe dashboard', byHand: false },
      ],
    });
    const events = after.events.filter(({ kind }) => kind === 'refund');
    expect(events.map(({ to, by }) => [to, by])).toEqual([
      ['refundInitiated', 'Stripe dashboard'],
      ['refundProcessing', 'Stripe dashboard'],
      ['refunded', 'Stripe dashboard'],
    ]);
    expect(await booksOf(shop, order._id)).toMatchObject({ 'refunds refund': -order.total });
    expect((await booksOf(shop, order._id))['locationPayable goods']).toBeUndefined();
    expect(await notices()).toEqual(before);
    await check();
  });

  test('of a part takes the same share of every line and of the delivery fee', async () => {
    const order = await deliver();

    await refundAtStripe(order, 1000);
    await deliverEvents();

    const { refunds, refunded } = await view(order);
    const ofFee = Math.round((499 * 1000) / order.total);
    expect(refunded).toBe(1000);
    expect(refunds).toMatchObject([{ amount: 1000, deliveryFee: ofFee, lines: [{ amount: 1000 - ofFee }] }]);
    await check();
    const { _id } = await manager.do(refundRoutes.create, {
      params: { id: order._id },
      body: { reason: 'Rest' },
    });
    await runGateway();
    expect((await view(order)).refunds.find((one) => one._id === _id)).toMatchObject({ status: 'refunded' });
    expect((await view(order)).refunded).toBe(order.total);
    await check();
  });

  test('is taken over once, however often and late its events come', async () => {
    const order = await deliver();
    await refundAtStripe(order, 700);
    await refundAtStripe(order, 300);
    const events = standIn.world.events
      .newestFirst()
      .filter(({ type }) => type === 'refund.created')
      .slice(0, 2);
    for (const event of events) {
      for (const copy of ['a', 'b', 'c']) await post(JSON.stringify({ ...event, id: `${event.id}_${copy}` }));
    }
    await Promise.all([1, 2, 3].map(() => applyEvents(shop.db, [gateway], gatewayEvents)));
    await runSql(shop, 'UPDATE gateway_events SET next_at = now()');
    await deliverEvents();

    const { refunds, refunded } = await view(order);
    expect(refunded).toBe(1000);
    expect(refunds.map(({ amount }) => amount).sort()).toEqual([300, 700]);
    await check();
  });

  test('is found by the job that reads missed events', async () => {
    const order = await deliver();
    standIn.addWebhook({ url: 'http://localhost:9/', secret: 'whsec_unreachable' });
    await refundAtStripe(order, 250);

    await readMissedEvents(shop.db, [gateway]);
    await applyEvents(shop.db, [gateway], gatewayEvents);

    expect((await view(order)).refunded).toBe(250);
  });

  test('that is pending is looked up until it is paid', async () => {
    const order = await deliver({ token: 'pm_card_pendingRefund' });
    await refundAtStripe(order, 600);
    await deliverEvents();
    expect(await view(order)).toMatchObject({ refunded: 0, refunds: [{ status: 'refundProcessing' }] });

    standIn.advance(4000);
    await deliverEvents();

    expect(await view(order)).toMatchObject({ refunded: 600, refunds: [{ status: 'refunded' }] });
    await check();
  });

  test('can be returned by the bank and tried again', async () => {
    const order = await deliver();
    const { id } = await refundAtStripe(order);
    await deliverEvents();

    await control(standIn, 'fail-refund', { refund: id });
    await deliverEvents();
    const [failed] = (await view(order)).refunds;
    expect(failed).toMatchObject({ status: 'refundFailed' });
    await manager.do(refundRoutes.updateStatus, {
      params: { id: failed!._id },
      body: { status: 'refundInitiated' },
    });
    await runGateway();

    expect(await view(order)).toMatchObject({ refunded: order.total, refunds: [{ status: 'refunded' }] });
    await check();
  });

  test('returns only money, also if store credit paid a part', async () => {
    const { _id: customerId } = await addCustomer(manager);
    await manager.do(creditRoutes.adjust, { body: { customerId, amount: 1000, reason: 'goodwill' } });
    const order = await deliver({ customerId, storeCredit: true });
    const money = order.total - 1000;

    await refundAtStripe(order);
    await deliverEvents();

    expect((await view(order)).refunds).toMatchObject([{ amount: money, inCredit: 0, status: 'refunded' }]);
    expect(await booksOf(shop, order._id)).toMatchObject({ 'refunds refund': -money });
    await manager.do(refundRoutes.create, { params: { id: order._id }, body: { reason: 'Rest' } });
    expect((await manager.do(creditRoutes.history, { body: { customerId } })).balance).toBe(1000);
    await check();
  });

  test('of a charge before picking makes the amount due again', async () => {
    const order = await placePaid({ fulfilment: 'pickup' });
    await stripe.paymentIntents.capture(intentOf(order));
    await deliverEvents();

    await refundAtStripe(order, 900);
    await deliverEvents();

    expect(await view(order)).toMatchObject({
      refunded: 900,
      payments: [
        { status: 'captured', amount: order.total },
        { status: 'due', amount: 900 },
      ],
    });
    await advanceTo(manager, order, 'delivered');
    await runGateway();
    expect(await booksOf(shop, order._id)).toMatchObject({ 'customerPayments payment': order.total });
    await check();
  });

  test('of picked items is posted with the sale', async () => {
    const order = await placePaid({ fulfilment: 'pickup' });
    await stripe.paymentIntents.capture(intentOf(order));
    await deliverEvents();
    await advanceTo(manager, order, 'pickup');

    await refundAtStripe(order, 900);
    await deliverEvents();
    expect(await booksOf(shop, order._id)).toEqual({});
    await moveTo(manager, order, 'delivered');

    expect(await booksOf(shop, order._id)).toMatchObject({
      'customerPayments payment': order.total,
      'refunds refund': -900,
    });
    await check();
  });

  test('above the refundable amount changes nothing and notifies an operator', async () => {
    const order = await deliver();
    const { _id } = await manager.do(refundRoutes.create, {
      params: { id: order._id },
      body: { reason: 'Off' },
    });

    await refundAtStripe(order, 500);
    await deliverEvents();

    expect((await view(order)).refunds.map((refund) => refund._id)).toEqual([_id]);
    expect((await notices())[0]).toContain(`$5.00 of ${order.number} was refunded at the card provider`);
  });

  test('is matched in the reconciliation, and leaves no card money in the books', async () => {
    const order = await deliver({ token: 'pm_card_bypassPending' });
    const { id } = await refundAtStripe(order);
    await deliverEvents();
    await control(standIn, 'fail-refund', { refund: id });
    await deliverEvents();
    await readBalances(shop.db, [gateway]);
    const [failed] = (await view(order)).refunds;
    await manager.do(refundRoutes.updateStatus, {
      params: { id: failed!._id },
      body: { status: 'refundInitiated' },
    });
    await runGateway();

    await readBalances(shop.db, [gateway]);

    const refunds = standIn.world.refunds
      .newestFirst()
      .filter((one) => one.payment_intent === intentOf(order));
    const rows = await runSql<{ amount: number; state: string }>(
      shop,
      `SELECT amount::int, state FROM provider_transactions
       WHERE source_id IN (${refunds.map((one) => `'${one.id}'`).join()}) ORDER BY amount`,
    );
    expect(rows).toEqual(
      [-order.total, -order.total, order.total].map((amount) => ({ amount, state: 'matched' })),
    );
    const books = await booksOf(shop, order._id);
    expect((books['customerPayments payment'] ?? 0) + (books['refunds refund'] ?? 0)).toBe(0);
  });
});
