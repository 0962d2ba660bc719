import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { describe, expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import {
  addGoods,
  advanceTo,
  cancelOrder,
  editLines,
  moveTo,
  payOrder,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { letTimePass } from '../../../test/return-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { authorizeLater } from './authorize-later.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, standIn, stripe, confirm, pay, runGateway, deliverEvents, addOrder } = store;

const hour = 3_600_000;
const day = 24 * hour;
const slotIn = (days: number) => {
  const from = Math.ceil(Date.now() / hour) * hour + days * day;
  return { from: new Date(from).toISOString(), to: new Date(from + 2 * hour).toISOString() };
};
const addLater = (days = 10): Promise<Order> =>
  addOrder({ paymentType: 'card', fulfilment: 'pickup', slot: slotIn(days) });
const view = (order: Pick<Order, '_id'>) => viewOrder(manager, order._id);
const verifiedOrder = async (token?: string) => {
  const order = await addLater();
  await pay(order, token);
  return view(order);
};
const intentsOf = async (order: Order) => {
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata.order === order._id);
};
const setupsOf = async (order: Order) => {
  const { data } = await stripe.setupIntents.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.order === order._id);
};
/** Lets the day come on which the card of an order is authorized. */
const comeToSlot = async (order: Order) => {
  await runSql(
    shop,
    `UPDATE payments SET authorise_at = now() WHERE order_id = '${order._id}' AND status = 'due'`,
  );
  await authorizeLater(shop.db);
  await runGateway();
};

describe('the card of an order for later', () => {
  test('is verified at once, authorized before the slot, and charged at the hand-over', async () => {
    const order = await addLater();
    const { data } = await confirm(order);
    expect(data.orders[0]!.payments).toMatchObject([{ status: 'due', underWay: 'verify' }]);
    await runGateway();
    const placed = await view(order);
    expect(placed).toMatchObject({
      status: 'orderPlaced',
      paid: 0,
      payments: [{ status: 'due', amount: 2500, hold: null, card: { last4: '4242' }, underWay: null }],
    });
    expect(placed.events.map(({ note }) => note)).toContainEqual(
      expect.stringMatching(/^Card verified, to be charged on \d\d\/\d\d\/\d{4}$/),
    );
    const dayBefore = Date.parse(order.slot!.from) - day;
    expect(Date.parse(placed.payments[0]!.authoriseAt!)).toBe(dayBefore);
    expect(await intentsOf(order)).toEqual([]);
    expect(await setupsOf(order)).toMatchObject([{ status: 'succeeded', usage: 'off_session' }]);

    await authorizeLater(shop.db);
    expect((await view(order)).payments).toMatchObject([{ underWay: null }]);
    await comeToSlot(order);
    expect((await view(order)).payments).toMatchObject([{ status: 'authorised', amount: 2500, hold: 2500 }]);
    expect(await intentsOf(order)).toMatchObject([{ status: 'requires_capture' }]);

    await advanceTo(manager, await view(order), 'delivered');
    await runGateway();
    expect(await view(order)).toMatchObject({ paid: 2500, payments: [{ status: 'captured' }] });
  });

  test('is authorized at once if the slot is within the time that banks hold it', async () => {
    const order = await addLater(4);
    await pay(order);
    expect((await view(order)).payments).toMatchObject([{ status: 'authorised', authoriseAt: null }]);
  });

  test('is confirmed by the shopper with the bank', async () => {
    const order = await addLater();
    await pay(order, 'pm_card_authenticationRequired');
    const { status, nextAction } = await view(order);
    expect(status).toBe('pending');
    expect(nextAction).toMatchObject({
      kind: 'handleNextAction',
      clientSecret: expect.stringMatching(/^seti_/),
    });
    await control(standIn, 'handle-next-action', { clientSecret: nextAction!.clientSecret });
    await deliverEvents();
    expect(await view(order)).toMatchObject({
      status: 'orderPlaced',
      nextAction: null,
      payments: [{ status: 'due', authoriseAt: expect.any(String) }],
    });
  });

  test("is refused if the shopper doesn't confirm it, or the bank declines it", async () => {
    const order = await addLater();
    await pay(order, 'pm_card_authenticationRequired');
    const { nextAction } = await view(order);
    await control(standIn, 'handle-next-action', { clientSecret: nextAction!.clientSecret, succeeds: false });
    await deliverEvents();
    expect(await view(order)).toMatchObject({
      status: 'pending',
      payments: [{ status: 'failed' }, { status: 'due' }],
    });
    await pay(order, 'pm_card_visa_chargeDeclinedInsufficientFunds');
    expect((await view(order)).payments[1]).toMatchObject({
      status: 'failed',
      problem: 'The bank declined: insufficient funds',
    });
    await pay(order);
    expect(await view(order)).toMatchObject({ status: 'orderPlaced' });
  });

  test("isn't verified twice after Stripe failed or lost its answer", async () => {
    for (const kind of ['error500AfterEffect', 'answerLost'] as const) {
      const order = await addLater();
      await confirm(order);
      standIn.fault({ kind, path: '/v1/setup_intents', times: 1 });
      await runGateway();
      await letTimePass(shop);
      await runGateway();
      standIn.clearFaults();
      await letTimePass(shop);
      await runGateway();
      expect(await view(order)).toMatchObject({ status: 'orderPlaced' });
      expect(await setupsOf(order)).toHaveLength(1);
    }
  });

  test('stops waiting for the shopper when the order is cancelled', async () => {
    const order = await addLater();
    await pay(order, 'pm_card_authenticationRequired');
    await cancelOrder(manager, order);
    await runGateway();
    expect(await setupsOf(order)).toMatchObject([{ status: 'canceled' }]);
    expect((await view(order)).payments).toMatchObject([{ status: 'voided' }]);
  });

  test("isn't charged if the order is cancelled before", async () => {
    const order = await verifiedOrder();
    await cancelOrder(manager, order);
    await comeToSlot(order);
    expect(await view(order)).toMatchObject({ status: 'cancelled', payments: [{ status: 'voided' }] });
    expect(await intentsOf(order)).toEqual([]);
  });

  test('pays the total as it is on that day', async () => {
    const order = await verifiedOrder();
    const bread = await addGoods(shop, store.location, { name: 'Bread', price: 300 });
    await editLines(manager, order, { add: [{ subProductId: bread, quantity: 1 }] });
    expect((await view(order)).payments).toMatchObject([{ status: 'due', amount: 2800 }]);
    await comeToSlot(order);
    expect((await view(order)).payments).toMatchObject([{ status: 'authorised', amount: 2800 }]);
  });

  test('pays only what is left after a payment in cash', async () => {
    const order = await verifiedOrder();
    await manager.do(paymentRoutes.take, {
      params: { id: order._id },
      body: { method: 'cash', amount: 1000 },
    });
    await comeToSlot(order);
    expect((await view(order)).payments).toMatchObject([
      { status: 'authorised', amount: 1500 },
      { status: 'captured', amount: 1000 },
    ]);
    const paid = await verifiedOrder();
    await payOrder(manager, paid);
    await comeToSlot(paid);
    expect((await view(paid)).payments).toMatchObject([{ status: 'voided' }, { status: 'captured' }]);
  });

  test('is authorized and charged at once if the order is handed over earlier', async () => {
    const order = await verifiedOrder();
    await advanceTo(manager, order, 'delivered');
    await runGateway();
    expect(await view(order)).toMatchObject({ paid: 2500, payments: [{ status: 'captured', amount: 2500 }] });
  });

  test('follows the slot', async () => {
    const order = await verifiedOrder();
    const slot = slotIn(20);
    await manager.do(orderDetailRoutes.edit, {
      params: { id: order._id },
      body: { version: order.version, slot },
    });
    const [payment] = (await view(order)).payments;
    expect(Date.parse(payment!.authoriseAt!)).toBe(Date.parse(slot.from) - day);
  });

  test("isn't used if the customer pays in cash instead", async () => {
    const order = await verifiedOrder();
    await manager.do(orderDetailRoutes.edit, {
      params: { id: order._id },
      body: { version: order.version, paymentType: 'cashOnDelivery' },
    });
    expect((await view(order)).payments).toMatchObject([
      { status: 'voided', amount: 2500 },
      { status: 'due', kind: 'cashOnDelivery', amount: 2500 },
    ]);
  });

  test('leaves the amount due if it is declined then, and the order goes on', async () => {
    const order = await verifiedOrder('pm_card_chargeCustomerFail');
    expect(order.status).toBe('orderPlaced');
    await comeToSlot(order);
    expect(await view(order)).toMatchObject({
      status: 'orderPlaced',
      payments: [{ status: 'failed' }, { status: 'due', amount: 2500, authoriseAt: null }],
    });
    await moveTo(manager, order, 'processing');
  });
});
