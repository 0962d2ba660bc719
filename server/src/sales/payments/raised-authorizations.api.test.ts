import type { Order } from '@aisle/contract/sales/orders/order-view';
import { beforeEach, expect, test } from 'vitest';
import { advanceTo, cancelOrder, editLines, runSql, viewOrder } from '../../../test/order-builders.ts';
import { letTimePass } from '../../../test/return-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, standIn, stripe, pay, runGateway, addCardOrder } = store;
beforeEach(() => {
  standIn.clearFaults();
  standIn.world.canIncrement = true;
});

const view = (order: Order) => viewOrder(manager, order._id);
const paidOrder = async () => {
  const order = await addCardOrder();
  await pay(order);
  return view(order);
};
const raise = async (order: Order, quantity: number) =>
  editLines(manager, await view(order), { lines: [{ lineId: order.lines[0]!._id, quantity }] });
const intentsOf = async (order: Order) => {
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  return data
    .filter(({ metadata }) => metadata.order === order._id)
    .map(({ status, amount }) => ({ status, amount }));
};
const moneyOf = async (order: Order) =>
  (await view(order)).payments.map(({ status, amount, hold }) => ({ status, amount, hold }));

test('raises the authorization when the total rises, and charges it once', async () => {
  const order = await paidOrder();
  const changed = await raise(order, 3);
  expect(changed.payments).toMatchObject([{ underWay: 'increment' }, { status: 'due', amount: 1250 }]);
  await runGateway();
  expect(await moneyOf(order)).toEqual([{ status: 'authorised', amount: 3750, hold: 3750 }]);
  expect(await intentsOf(order)).toEqual([{ status: 'requires_capture', amount: 3750 }]);
  await advanceTo(manager, await view(order), 'delivered');
  await runGateway();
  expect(await view(order)).toMatchObject({ paid: 3750, payments: [{ status: 'captured' }] });
});

test('raises it again if the total rose meanwhile', async () => {
  const order = await paidOrder();
  await raise(order, 3);
  await raise(order, 4);
  await runGateway();
  expect(await moneyOf(order)).toEqual([{ status: 'authorised', amount: 5000, hold: 5000 }]);
});

test("adds a second authorization if the account or the card can't be raised", async () => {
  standIn.world.canIncrement = false;
  const order = await paidOrder();
  await raise(order, 3);
  await runGateway();
  expect(await moneyOf(order)).toEqual([
    { status: 'authorised', amount: 2500, hold: 2500 },
    { status: 'authorised', amount: 1250, hold: 1250 },
  ]);
});

test('adds a second authorization if Stripe refuses, and after ten attempts', async () => {
  const order = await paidOrder();
  await runSql(
    shop,
    `INSERT INTO gateway_operations (location_id, order_id, id, payment_id, provider, kind, amount, status)
      SELECT location_id, order_id, gen_random_uuid(), id, provider, 'increment', 1, 'done' FROM payments,
        generate_series(1, 10) WHERE order_id = '${order._id}'`,
  );
  await raise(order, 3);
  await runGateway();
  expect(await intentsOf(order)).toHaveLength(2);

  const refused = await paidOrder();
  await runSql(shop, `UPDATE payments SET can_increment = true WHERE order_id = '${refused._id}'`);
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  const intent = data.find(({ metadata }) => metadata.order === refused._id)!;
  const charge = standIn.world.charges.get(String(intent.latest_charge));
  charge.payment_method_details!.card!.incremental_authorization = { status: 'unavailable' };
  await raise(refused, 3);
  await runGateway();
  expect(await moneyOf(refused)).toEqual([
    { status: 'authorised', amount: 2500, hold: 2500 },
    { status: 'authorised', amount: 1250, hold: 1250 },
  ]);
});

test('raises it once if the answer of Stripe was lost', async () => {
  for (const kind of ['answerLost', 'error500AfterEffect'] as const) {
    const order = await paidOrder();
    await raise(order, 3);
    standIn.fault({ kind, path: '/v1/payment_intents', times: 1 });
    await runGateway();
    await letTimePass(shop);
    await runGateway();
    expect(await moneyOf(order)).toEqual([{ status: 'authorised', amount: 3750, hold: 3750 }]);
  }
});

test('releases the card if the order is cancelled meanwhile, and charges it if it is handed over', async () => {
  const cancelled = await paidOrder();
  await raise(cancelled, 3);
  await cancelOrder(manager, await view(cancelled));
  await runGateway();
  expect(await intentsOf(cancelled)).toEqual([{ status: 'canceled', amount: 3750 }]);

  const order = await paidOrder();
  await raise(order, 3);
  await advanceTo(manager, await view(order), 'delivered');
  await runGateway();
  expect(await view(order)).toMatchObject({ paid: 3750 });
});
