import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { afterEach, describe, expect, test } from 'vitest';
import { standInPublishableKey } from '../../../../tools/stripe/server.ts';
import { control } from '../../../../tools/stripe/test-client.ts';
import {
  addGoods,
  addStorefront,
  advanceTo,
  basketOf,
  editLines,
  moveTo,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { letTimePass } from '../../../test/return-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { newId } from '../../core/ids.ts';
import { deleteErasedCustomers } from '../../ledgers/gateways/delete-customers.ts';
import { renewAuthorizations } from './renew-authorizations.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, standIn, stripe, gateway, runGateway, confirm, pay, addCardOrder, deliverEvents } =
  store;
afterEach(() => standIn.clearFaults());

const view = (id: string) => viewOrder(manager, id);
/** The PaymentIntents of an order. */
const intentsOf = async (orderId: string) => {
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata.order === orderId);
};
const refundsOf = async (orderId: string) => {
  const [intent] = await intentsOf(orderId);
  const { data } = await stripe.refunds.list({ payment_intent: intent!.id });
  return data
    .filter(({ metadata }) => metadata?.order === orderId)
    .map(({ amount, status }) => ({ amount, status }));
};
/** Tries until no request waits, as the schedule does. */
async function settle() {
  for (let round = 0; round < 4; round += 1) {
    await letTimePass(shop);
    await runGateway();
  }
}
async function paidOrder(token?: string): Promise<Order> {
  const order = await addCardOrder();
  await pay(order, token);
  return view(order._id);
}
async function deliveredOrder(token?: string): Promise<Order> {
  const order = await paidOrder(token);
  await advanceTo(manager, order, 'delivered');
  await runGateway();
  return view(order._id);
}
const refundAll = (orderId: string) =>
  manager.do(refundRoutes.create, { params: { id: orderId }, body: { reason: 'Off' } });

describe('a card through Stripe', () => {
  test('is held when the shopper pays, and charged at the hand-over', async () => {
    const order = await addCardOrder();
    const { data } = await confirm(order);
    expect(data.orders[0]!.payments).toMatchObject([
      { status: 'due', underWay: 'authorise', provider: 'stripe' },
    ]);
    expect(await intentsOf(order._id)).toEqual([]);

    await runGateway();
    expect(await view(order._id)).toMatchObject({
      status: 'orderPlaced',
      payments: [{ status: 'authorised', amount: 2500, underWay: null }],
    });
    expect(await intentsOf(order._id)).toMatchObject([
      { status: 'requires_capture', amount_capturable: 2500, metadata: { checkout: order.mainOrder._id } },
    ]);

    await advanceTo(manager, order, 'delivered');
    await runGateway();
    expect(await view(order._id)).toMatchObject({ paid: 2500, payments: [{ status: 'captured' }] });
    expect(await intentsOf(order._id)).toMatchObject([{ status: 'succeeded', amount_received: 2500 }]);
    const [row] = await runSql(shop, `SELECT card, fee FROM payments WHERE order_id = '${order._id}'`);
    expect(row).toMatchObject({ card: { brand: 'visa', last4: '4242' }, fee: 103 });
  });

  test('is charged once for less if items were missing, and only that is refunded', async () => {
    const order = await paidOrder();
    const picking = await moveTo(manager, order, 'processing');
    await editLines(manager, picking, { lines: [{ lineId: order.lines[0]!._id, pickedQuantity: 1 }] });
    for (const status of ['prepared', 'pickup', 'delivered']) await moveTo(manager, order, status);
    await runGateway();
    expect(await view(order._id)).toMatchObject({ total: 1250, paid: 1250 });
    expect(await intentsOf(order._id)).toMatchObject([{ status: 'succeeded', amount_received: 1250 }]);
    const [row] = await runSql(shop, `SELECT fee FROM payments WHERE order_id = '${order._id}'`);
    expect(row).toEqual({ fee: 66 });

    await refundAll(order._id);
    await runGateway();
    expect(await view(order._id)).toMatchObject({ refunded: 1250, headlineStatus: 'refunded' });
    expect(await refundsOf(order._id)).toEqual([{ amount: 1250, status: 'succeeded' }]);
  });

  test('is released when the order is cancelled', async () => {
    const order = await paidOrder();
    await moveTo(manager, order, 'cancelled');
    await runGateway();
    expect(await view(order._id)).toMatchObject({ paid: 0, payments: [{ status: 'voided', problem: null }] });
    expect(await intentsOf(order._id)).toMatchObject([{ status: 'canceled' }]);
  });

  test('is charged again for an increase before picking', async () => {
    const order = await paidOrder();
    await editLines(manager, order, { lines: [{ lineId: order.lines[0]!._id, quantity: 3 }] });
    await runGateway();
    expect((await view(order._id)).payments).toMatchObject([
      { status: 'authorised', amount: 2500 },
      { status: 'authorised', amount: 1250 },
    ]);
    await advanceTo(manager, await view(order._id), 'delivered');
    await runGateway();
    expect(await view(order._id)).toMatchObject({ paid: 3750 });
    const received = (await intentsOf(order._id)).map(({ amount_received }) => amount_received);
    expect(received.sort()).toEqual([1250, 2500]);
  });

  test('is declined in plain words, and another card pays', async () => {
    const order = await addCardOrder();
    await pay(order, 'pm_card_visa_chargeDeclinedInsufficientFunds');
    expect(await view(order._id)).toMatchObject({
      status: 'pending',
      payments: [{ status: 'failed', problem: 'The bank declined: insufficient funds' }, { status: 'due' }],
    });
    await pay(order);
    expect((await view(order._id)).status).toBe('orderPlaced');
  });

  test('fails the order if it was reported lost', async () => {
    expect((await paidOrder('pm_card_visa_chargeDeclinedLostCard')).status).toBe('failed');
  });

  test('is refused with the reason if Stripe does not know it', async () => {
    const { payments } = await paidOrder('pm_of_another_account');
    expect(payments[0]).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/^Stripe refused: No such/),
    });
    expect(payments[0]!.problem).not.toContain('pm_of');
  });

  test('is not entered by staff', async () => {
    const order = await addCardOrder();
    const taken = await manager.call(paymentRoutes.take, {
      params: { id: order._id },
      body: { method: 'card', token: 'pm_card_visa' },
    });
    expect(refusedField(taken)).toEqual([400, 'method']);
  });
});

const faults = ['answerLost', 'connectionLost', 'error500', 'error500AfterEffect', 'rateLimit'] as const;
describe.each(faults)('after the fault %s', (kind) => {
  // The package itself repeats a request once if its connection breaks.
  const times = kind.endsWith('Lost') ? 2 : 1;
  test('a card is held once', async () => {
    const order = await addCardOrder();
    standIn.fault({ kind, path: '/v1/payment_intents', method: 'POST', times });
    await pay(order);
    expect((await view(order._id)).payments).toMatchObject([{ status: 'due', underWay: 'authorise' }]);
    await settle();
    expect((await view(order._id)).status).toBe('orderPlaced');
    expect(await intentsOf(order._id)).toHaveLength(1);
  });

  test('a card is charged once', async () => {
    const order = await paidOrder();
    await advanceTo(manager, order, 'delivered');
    standIn.fault({ kind, ending: '/capture', times });
    await runGateway();
    expect((await view(order._id)).paid).toBe(0);
    await settle();
    expect(await view(order._id)).toMatchObject({ paid: 2500, payments: [{ status: 'captured' }] });
  });

  test('a card is released', async () => {
    const order = await paidOrder();
    await moveTo(manager, order, 'cancelled');
    standIn.fault({ kind, ending: '/cancel', times });
    await settle();
    expect((await view(order._id)).payments).toMatchObject([{ status: 'voided', problem: null }]);
    expect(await intentsOf(order._id)).toMatchObject([{ status: 'canceled' }]);
  });

  test('a card is refunded once', async () => {
    const order = await deliveredOrder();
    standIn.fault({ kind, path: '/v1/refunds', method: 'POST', times });
    await refundAll(order._id);
    await settle();
    expect((await view(order._id)).headlineStatus).toBe('refunded');
    expect(await refundsOf(order._id)).toEqual([{ amount: 2500, status: 'succeeded' }]);
  });
});

test('an authorization that Stripe never confirmed is released when it appears later', async () => {
  const order = await addCardOrder();
  standIn.fault({ kind: 'answerLost', path: '/v1/payment_intents' });
  await pay(order);
  await settle();
  expect((await view(order._id)).payments).toMatchObject([
    { status: 'failed', underWay: 'void' },
    { status: 'due' },
  ]);
  standIn.clearFaults();
  await settle();
  expect(await intentsOf(order._id)).toMatchObject([{ status: 'canceled' }]);
});

test('a refund that the bank takes its time with is processing until it is looked up', async () => {
  const order = await deliveredOrder('pm_card_pendingRefund');
  await refundAll(order._id);
  await runGateway();
  expect((await view(order._id)).refunds).toMatchObject([{ status: 'refundProcessing' }]);
  standIn.advance(4000);
  await settle();
  expect((await view(order._id)).refunds).toMatchObject([{ status: 'refunded' }]);
});

describe('a card that has to be authenticated', () => {
  const secured = 'pm_card_authenticationRequired';
  const authenticate = async (orderId: string, succeeds = true) => {
    const { nextAction } = await view(orderId);
    await control(standIn, 'handle-next-action', { clientSecret: nextAction!.clientSecret, succeeds });
    await deliverEvents();
  };

  test('tells the shopper what to do next, and places the order after it', async () => {
    const order = await addCardOrder();
    await pay(order, secured);
    const waiting = await view(order._id);
    expect(waiting).toMatchObject({
      status: 'pending',
      payments: [{ status: 'due', underWay: 'authorise' }],
      nextAction: {
        kind: 'handleNextAction',
        clientSecret: expect.stringMatching(/^pi_.*_secret_/),
        publishableKey: standInPublishableKey,
        expiresAt: expect.any(String),
      },
    });
    await authenticate(order._id);
    expect(await view(order._id)).toMatchObject({
      status: 'orderPlaced',
      nextAction: null,
      payments: [{ status: 'authorised' }],
    });
    const [row] = await runSql(
      shop,
      `SELECT client_secret FROM gateway_operations WHERE order_id = '${order._id}'`,
    );
    expect(row).toEqual({ client_secret: null });
  });

  test('is declined if the shopper fails, and another card pays', async () => {
    const order = await addCardOrder();
    await pay(order, secured);
    await authenticate(order._id, false);
    expect(await view(order._id)).toMatchObject({
      nextAction: null,
      payments: [{ status: 'failed' }, { status: 'due' }],
    });
    await pay(order);
    expect((await view(order._id)).status).toBe('orderPlaced');
  });

  test('is looked up after ten minutes if no event came', async () => {
    const order = await addCardOrder();
    await pay(order, secured);
    const { nextAction } = await view(order._id);
    await control(standIn, 'handle-next-action', { clientSecret: nextAction!.clientSecret });
    await runGateway();
    expect((await view(order._id)).status).toBe('pending');
    const [row] = await runSql<{ seconds: number }>(
      shop,
      `SELECT extract(epoch FROM next_at - now())::int AS seconds FROM gateway_operations WHERE order_id = '${order._id}'`,
    );
    expect(row!.seconds).toBeLessThanOrEqual(600);
    await settle();
    expect((await view(order._id)).status).toBe('orderPlaced');
  });

  test('holds nothing once the order is cancelled', async () => {
    const order = await addCardOrder();
    await pay(order, secured);
    const { nextAction } = await view(order._id);
    await moveTo(manager, order, 'cancelled');
    await runGateway();
    expect(await intentsOf(order._id)).toMatchObject([{ status: 'canceled' }]);
    expect(await view(order._id)).toMatchObject({ nextAction: null, payments: [{ status: 'voided' }] });
    const late = control(standIn, 'handle-next-action', { clientSecret: nextAction!.clientSecret });
    await expect(late).rejects.toThrow();
  });

  test('is shown to the key that placed the order, and to no other', async () => {
    const [key, otherKey] = [await addStorefront(shop), await addStorefront(shop)];
    const placed = await shop.anonymous.call(mainOrderRoutes.create, {
      headers: { ...key, 'idempotency-key': newId() },
      body: basketOf({
        paymentType: 'card',
        lines: [{ subProductId: store.goods, locationId: store.location, quantity: 1 }],
      }),
    });
    const orderId = placed.data.orders[0]!._id;
    const paid = await shop.anonymous.call(paymentRoutes.confirm, {
      headers: { ...key, 'idempotency-key': newId() },
      params: { id: placed.data._id },
      body: { token: secured },
    });
    expect(paid.data.orders[0]!.nextAction).toBeNull();
    await runGateway();
    const read = (headers: Record<string, string>) =>
      shop.anonymous.call(orderRoutes.view, { headers, params: { id: orderId } });
    const action = expect.objectContaining({ kind: 'handleNextAction' });
    expect((await read(key)).data.nextAction).toEqual(action);
    expect((await read(otherKey)).status).toBe(404);

    const readCheckout = (headers: Record<string, string>) =>
      shop.anonymous.call(mainOrderRoutes.view, { headers, params: { id: placed.data._id } });
    expect((await readCheckout(key)).data.orders).toMatchObject([{ _id: orderId, nextAction: action }]);
    expect((await readCheckout(otherKey)).status).toBe(404);
  });
});

test('holds a margin for weighed items, and charges up to it', async () => {
  const cheese = await addGoods(shop, store.location, {
    name: 'Cheese',
    price: 2000,
    stock: 100,
    byWeight: true,
  });
  const wanted = { paymentType: 'card', fulfilment: 'pickup', quantity: 1.5 } as const;
  const quoted = await manager.do(mainOrderRoutes.quote, {
    body: {
      paymentType: 'card',
      fulfilment: 'pickup',
      lines: [
        { subProductId: cheese, locationId: store.location, quantity: 1.5 },
        { subProductId: store.goods, locationId: store.location, quantity: 1 },
      ],
    },
  });
  expect(quoted).toMatchObject({ due: 4250, hold: 4700 });
  const order = await placeOne(manager, store.location, cheese, wanted);
  await pay(order);
  expect((await view(order._id)).payments).toMatchObject([
    { status: 'authorised', amount: 3000, hold: 3450 },
  ]);
  expect(await intentsOf(order._id)).toMatchObject([{ amount_capturable: 3450 }]);

  const picking = await moveTo(manager, order, 'processing');
  const weigh = (version: number, pickedQuantity: number) =>
    manager.call(orderRoutes.editLines, {
      params: { id: order._id },
      body: { version, lines: [{ lineId: order.lines[0]!._id, pickedQuantity }] },
    });
  expect(refusal(await weigh(picking.version, 1.75))).toEqual([409, 'orders.above-authorised']);
  const { data } = await weigh(picking.version, 1.7);
  expect(data).toMatchObject({ total: 3400, payments: [{ status: 'authorised', amount: 3400, hold: 3450 }] });
  for (const status of ['prepared', 'pickup', 'delivered']) await moveTo(manager, order, status);
  await runGateway();
  expect(await view(order._id)).toMatchObject({
    paid: 3400,
    payments: [{ status: 'captured', amount: 3400 }],
  });
  expect(await intentsOf(order._id)).toMatchObject([{ amount_received: 3400 }]);
});

describe('an authorization that ends within a day', () => {
  const endSoon = async (token: string, rest: object = { saveCard: true }) => {
    const order = await addCardOrder();
    await confirm(order, token, rest);
    await runGateway();
    await runSql(
      shop,
      `UPDATE payments SET hold_until = now() + interval '20 hours' WHERE order_id = '${order._id}'`,
    );
    return order;
  };
  /** Two servers run the job twice. */
  const renew = async () => {
    await Promise.all([renewAuthorizations(shop.db), renewAuthorizations(shop.db)]);
    await renewAuthorizations(shop.db);
    await runGateway();
  };

  test('is renewed once, and then released', async () => {
    const order = await endSoon('pm_card_visa');
    await renew();
    expect((await view(order._id)).payments).toMatchObject([
      { status: 'voided', amount: 2500 },
      { status: 'authorised', amount: 2500 },
    ]);
    const statuses = (await intentsOf(order._id)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['canceled', 'requires_capture']);
    await advanceTo(manager, await view(order._id), 'delivered');
    await runGateway();
    expect(await view(order._id)).toMatchObject({ paid: 2500 });
  });

  test('remains if the card declines', async () => {
    const order = await endSoon('pm_card_visa');
    await runSql(shop, `UPDATE payments SET token = 'pm_gone' WHERE order_id = '${order._id}'`);
    await renew();
    expect((await view(order._id)).payments).toMatchObject([{ status: 'authorised' }, { status: 'failed' }]);
    await advanceTo(manager, await view(order._id), 'delivered');
    await runGateway();
    expect(await view(order._id)).toMatchObject({ paid: 2500 });
  });

  test('is charged instead if the order is handed over meanwhile', async () => {
    const order = await endSoon('pm_card_visa');
    await renewAuthorizations(shop.db);
    await advanceTo(manager, await view(order._id), 'delivered');
    await runGateway();
    expect(await view(order._id)).toMatchObject({ paid: 2500 });
    const statuses = (await intentsOf(order._id)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['canceled', 'succeeded']);
  });

  test('is not renewed without the consent of the shopper', async () => {
    const order = await endSoon('pm_card_visa', {});
    await renew();
    expect((await view(order._id)).payments).toMatchObject([{ status: 'authorised' }]);
  });
});

test('keeps a card only if the shopper agrees', async () => {
  const order = await addCardOrder();
  await confirm(order, 'pm_card_visa', { saveCard: true });
  await runGateway();
  expect(await intentsOf(order._id)).toMatchObject([{ setup_future_usage: 'off_session' }]);
  const other = await paidOrder();
  expect(await intentsOf(other._id)).toMatchObject([{ setup_future_usage: null }]);
});

test('deletes the customer and the cards at Stripe after an erasure, also if the first call fails', async () => {
  const order = await addCardOrder();
  await confirm(order, 'pm_card_visa', { saveCard: true });
  await runGateway();
  const [intent] = await intentsOf(order._id);
  const id = intent!.customer as string;
  await runSql(shop, `UPDATE gateway_customers SET delete_since = now() WHERE id = '${id}'`);
  const left = () => runSql(shop, `SELECT id FROM gateway_customers WHERE id = '${id}'`);

  standIn.fault({ kind: 'error500', path: '/v1/customers', times: 1 });
  await expect(deleteErasedCustomers(shop.db, [gateway])).rejects.toThrow();
  expect(await left()).toHaveLength(1);

  await deleteErasedCustomers(shop.db, [gateway]);
  expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
  expect(await left()).toEqual([]);
});
