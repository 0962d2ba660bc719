import { disputeRoutes } from '@aisle/contract/sales/disputes';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { describe, expect, test } from 'vitest';
import { advanceTo, moveTo, runSql, viewOrder } from '../../../test/order-builders.ts';
import { openStripeStore, signatureOf } from '../../../test/stripe-builders.ts';
import { gatewayEvents } from '../../jobs.ts';
import { applyEvents, readMissedEvents } from '../../ledgers/gateways/gateway-events.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, standIn, stripe, gateway, runGateway, pay, addCardOrder, post, deliverEvents } = store;

const view = (id: string) => viewOrder(manager, id);
async function paidOrder(token?: string) {
  const order = await addCardOrder();
  await pay(order, token);
  return view(order._id);
}
async function deliveredOrder(token?: string) {
  const order = await paidOrder(token);
  await advanceTo(manager, order, 'delivered');
  await runGateway();
  return view(order._id);
}
const intentOf = async (orderId: string) => {
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  return data.find(({ metadata }) => metadata.order === orderId)!;
};
const notices = async () => {
  const { records } = await manager.do(notificationRoutes.list, {
    body: { filters: { kind: 'cardPayments' } },
  });
  return records.map(({ text }) => text);
};
const storedEvents = async (id: string) =>
  runSql(
    shop,
    `SELECT type, applied_at IS NOT NULL AS applied, attempts FROM gateway_events WHERE id = '${id}'`,
  );
const anEvent = (parts: object = {}) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'tax.settings.updated',
    created: 1_790_000_000,
    data: { object: { id: 'tax_1', object: 'tax.settings' } },
    ...parts,
  });

describe('a message to the address of webhooks', () => {
  test('is refused if its signature is missing, wrong or old, or if it was altered', async () => {
    const body = anEvent({ id: 'evt_forged' });
    expect(await post(body, '')).toBe(400);
    expect(await post(body, signatureOf(body, { secret: 'whsec_other' }))).toBe(400);
    expect(await post(body, signatureOf(body, { ageSeconds: 301 }))).toBe(400);
    expect(await post(`${body} `, signatureOf(body))).toBe(400);
    expect(await storedEvents('evt_forged')).toEqual([]);
  });

  test('is refused if it is too large', async () => {
    const body = anEvent({ id: 'evt_large', note: 'x'.repeat(1024 * 1024) });
    expect(await post(body)).toBe(413);
  });

  test('is stored and ignored if its type is unknown', async () => {
    expect(await post(anEvent({ id: 'evt_unknown' }))).toBe(200);
    await deliverEvents();
    expect(await storedEvents('evt_unknown')).toEqual([
      { type: 'tax.settings.updated', applied: true, attempts: 1 },
    ]);
  });

  test('changes one thing, however often it comes', async () => {
    const order = await paidOrder();
    const { id } = await intentOf(order._id);
    await stripe.paymentIntents.capture(id);
    const event = standIn.world.events.newestFirst().find(({ type }) => type === 'payment_intent.succeeded')!;
    const body = JSON.stringify(event);
    for (let round = 0; round < 20; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 50 }, () => post(body)));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    await Promise.all([1, 2, 3].map(() => applyEvents(shop.db, [gateway], gatewayEvents)));
    expect(await view(order._id)).toMatchObject({ paid: 2500, payments: [{ status: 'captured' }] });
    expect(await storedEvents(event.id)).toMatchObject([{ applied: true, attempts: 1 }]);
  });
});

describe('an event', () => {
  test('of a charge in the dashboard is taken over and attributed to it', async () => {
    const order = await paidOrder();
    await stripe.paymentIntents.capture((await intentOf(order._id)).id);
    await deliverEvents();
    const after = await view(order._id);
    expect(after).toMatchObject({ paid: 2500, payments: [{ status: 'captured' }] });
    expect(after.events.at(-1)).toMatchObject({ by: 'Stripe dashboard', note: '$25.00 charged to card' });
    await advanceTo(manager, after, 'delivered');
    await runGateway();
    expect(await view(order._id)).toMatchObject({ paid: 2500, refunded: 0 });
  });

  test('of a release in the dashboard makes the amount due again', async () => {
    const order = await paidOrder();
    await stripe.paymentIntents.cancel((await intentOf(order._id)).id);
    await deliverEvents();
    expect((await view(order._id)).payments).toMatchObject([
      { status: 'voided', problem: 'Released at the card provider' },
      { status: 'due', amount: 2500 },
    ]);
  });

  test('of an authorization that the bank ended makes the amount due again', async () => {
    const order = await paidOrder();
    standIn.advance(8 * 24 * 3600);
    await deliverEvents();
    expect((await view(order._id)).payments).toMatchObject([
      { status: 'voided', problem: 'The bank ended the authorization' },
      { status: 'due', amount: 2500 },
    ]);
  });

  test('of a refund completes it before it is looked up', async () => {
    const order = await deliveredOrder('pm_card_pendingRefund');
    await manager.do(refundRoutes.create, { params: { id: order._id }, body: { reason: 'Off' } });
    await runGateway();
    expect((await view(order._id)).refunds).toMatchObject([{ status: 'refundProcessing' }]);
    standIn.advance(4000);
    await deliverEvents();
    expect((await view(order._id)).refunds).toMatchObject([{ status: 'refunded' }]);
  });

  test('of the rest of a partial capture is no refund', async () => {
    const before = await notices();
    const order = await paidOrder();
    await stripe.paymentIntents.capture((await intentOf(order._id)).id, { amount_to_capture: 1000 });
    await deliverEvents();
    expect(await notices()).toEqual(before);
  });

  test('of a dispute opens it', async () => {
    const order = await deliveredOrder('pm_card_createDispute');
    await deliverEvents();
    const { records } = await manager.do(disputeRoutes.list, { body: {} });
    expect(records).toMatchObject([{ orderId: order._id, status: 'needsResponse' }]);
  });

  test('that arrives late never moves a payment backwards', async () => {
    const order = await deliveredOrder();
    await deliverEvents();
    const events = standIn.world.events.newestFirst();
    const held = events.find(
      ({ type, data }) =>
        type === 'payment_intent.amount_capturable_updated' && JSON.stringify(data).includes(order._id),
    )!;
    await post(JSON.stringify({ ...held, id: 'evt_late' }));
    await deliverEvents();
    expect(await storedEvents('evt_late')).toMatchObject([{ applied: true }]);
    expect(await view(order._id)).toMatchObject({ paid: 2500, payments: [{ status: 'captured' }] });
  });

  test('that was never delivered is read from the list', async () => {
    const order = await paidOrder();
    standIn.addWebhook({ url: 'http://localhost:9/', secret: 'whsec_unreachable' });
    await stripe.paymentIntents.cancel((await intentOf(order._id)).id);
    await readMissedEvents(shop.db, [gateway]);
    await applyEvents(shop.db, [gateway], gatewayEvents);
    expect((await view(order._id)).payments).toMatchObject([{ status: 'voided' }, { status: 'due' }]);
  });

  test('is applied again after Stripe failed', async () => {
    const order = await paidOrder();
    await stripe.paymentIntents.cancel((await intentOf(order._id)).id);
    standIn.fault({ kind: 'error500', method: 'GET', path: '/v1/payment_intents/' });
    await deliverEvents();
    standIn.clearFaults();
    expect((await view(order._id)).payments).toMatchObject([{ status: 'authorised' }]);
    await runSql(shop, 'UPDATE gateway_events SET next_at = now()');
    await deliverEvents();
    expect((await view(order._id)).payments).toMatchObject([{ status: 'voided' }, { status: 'due' }]);
  });
});

test('a late authorization of a cancelled order is released', async () => {
  const order = await addCardOrder();
  standIn.fault({ kind: 'answerLost', method: 'POST', path: '/v1/payment_intents', times: 2 });
  await pay(order);
  await moveTo(manager, order, 'cancelled');
  await deliverEvents();
  await runGateway();
  expect((await intentOf(order._id)).status).toBe('canceled');
  expect((await view(order._id)).payments).toMatchObject([{ status: 'voided', underWay: null }]);
});
