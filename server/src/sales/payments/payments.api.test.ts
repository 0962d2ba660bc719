import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { expect, test } from 'vitest';
import {
  addStorefront,
  advanceTo,
  basketOf,
  editLines,
  moveTo,
  openStore,
  runSql,
  stockOf,
  viewOrder,
} from '../../../test/order-builders.ts';
import { letTimePass, runGatewayOperations, settleGateway } from '../../../test/return-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';
import { system, transaction } from '../../core/db/db.ts';
import type { Gateway } from '../../ledgers/gateways/gateway.ts';
import { claimDueOperation } from '../../ledgers/gateways/operations.queries.ts';
import { SimulatedGateway } from '../../ledgers/gateways/simulated/simulated-gateway.ts';
import { processGatewayQueue } from './work-off.ts';

const store = await openStore({
  server: { cardGateway: 'simulated' },
  goods: { name: 'Fish', price: 1250, stock: 500 },
});
const { shop, manager, location, goods: fish, addOrder } = store;

const cardOrder = () => addOrder({ paymentType: 'card', fulfilment: 'pickup' });
const take = (orderId: string, body: object) =>
  manager.call(paymentRoutes.take, { params: { id: orderId }, body: body as { method: 'cash' } });
const byCard = (orderId: string, token = 'tok_ok', rest: object = {}) =>
  take(orderId, { method: 'card', token, ...rest });
/** Takes a card payment and processes the gateway's response. */
async function charge(orderId: string, token = 'tok_ok') {
  await byCard(orderId, token);
  await runGatewayOperations(shop);
}
const view = (id: string) => viewOrder(manager, id);
/** Sums of the gateway's records for an order. */
const gatewayBooks = async (orderId: string) => {
  const rows = await runSql<{ kind: string; sum: number }>(
    shop,
    `SELECT g.kind, sum(g.amount)::int AS sum FROM simulated_gateway g JOIN payments p ON p.id = g.payment
     WHERE p.order_id = '${orderId}' AND g.accepted GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
};
async function paidAndDelivered(token = 'tok_ok') {
  const order = await cardOrder();
  await charge(order._id, token);
  await advanceTo(manager, order, 'delivered');
  await runGatewayOperations(shop);
  return view(order._id);
}
const refundAll = (orderId: string) =>
  manager.do(refundRoutes.create, { params: { id: orderId }, body: { reason: 'Off' } });

test('authorises a card when it is taken and charges it at the hand-over', async () => {
  const order = await cardOrder();
  const requested = (await byCard(order._id)).data;
  expect(requested).toMatchObject({ status: 'pending', paid: 0 });
  expect(requested.payments).toMatchObject([{ status: 'due', underWay: 'authorise', provider: 'simulated' }]);

  await runGatewayOperations(shop);
  const placed = await view(order._id);
  expect(placed).toMatchObject({ status: 'orderPlaced', paid: 0 });
  expect(placed.payments).toMatchObject([{ status: 'authorised', amount: 2500, underWay: null }]);

  await advanceTo(manager, placed, 'delivered');
  expect((await view(order._id)).payments).toMatchObject([{ status: 'authorised', underWay: 'capture' }]);
  await runGatewayOperations(shop);
  expect(await view(order._id)).toMatchObject({ paid: 2500, payments: [{ status: 'captured' }] });
  expect(await gatewayBooks(order._id)).toEqual({ authorise: 2500, capture: 2500 });
});

test("doesn't charge items that couldn't be picked", async () => {
  const order = await cardOrder();
  await charge(order._id);
  const picking = await moveTo(manager, order, 'processing');
  await editLines(manager, picking, { lines: [{ lineId: order.lines[0]!._id, pickedQuantity: 1 }] });
  for (const status of ['prepared', 'pickup', 'delivered']) await moveTo(manager, order, status);
  await runGatewayOperations(shop);

  expect(await view(order._id)).toMatchObject({ total: 1250, paid: 1250, refunds: [] });
  expect(await gatewayBooks(order._id)).toEqual({ authorise: 2500, capture: 1250 });
});

test.each(['tok_slow', 'tok_twice', 'tok_timeout'])(
  'charges and refunds the card exactly once with %s',
  async (token) => {
    const order = await cardOrder();
    await byCard(order._id, token);
    await settleGateway(shop);
    await advanceTo(manager, order, 'delivered');
    await settleGateway(shop);
    await refundAll(order._id);
    await settleGateway(shop);

    expect(await view(order._id)).toMatchObject({ paid: 2500, refunded: 2500, headlineStatus: 'refunded' });
    expect(await gatewayBooks(order._id)).toEqual({ authorise: 2500, capture: 2500, refund: 2500 });
  },
);

test('accepts another card after a declined one and fails the order after the third decline', async () => {
  const order = await cardOrder();
  await charge(order._id, 'tok_declined');
  const declined = await view(order._id);
  expect(declined.status).toBe('pending');
  expect(declined.payments).toMatchObject([
    { status: 'failed', problem: 'Declined: insufficient funds' },
    { status: 'due', amount: 2500 },
  ]);
  await charge(order._id, 'tok_declined');
  await charge(order._id, 'tok_ok');
  expect((await view(order._id)).status).toBe('orderPlaced');

  const hopeless = await cardOrder();
  for (let times = 0; times < 3; times += 1) {
    await charge(hopeless._id, 'tok_declined');
  }
  expect((await view(hopeless._id)).status).toBe('failed');
});

test('fails the order and releases its stock immediately if the card was reported lost', async () => {
  const before = await stockOf(shop, location, fish);
  const order = await cardOrder();
  await charge(order._id, 'tok_lost');

  expect((await view(order._id)).status).toBe('failed');
  expect(await stockOf(shop, location, fish)).toEqual(before);
});

test('fails a payment if the gateway never responds and voids a possible authorisation', async () => {
  const order = await cardOrder();
  await charge(order._id, 'tok_down');
  expect((await view(order._id)).payments).toMatchObject([
    { underWay: 'authorise', problem: "The payment provider isn't responding" },
  ]);
  for (let times = 0; times < 4; times += 1) {
    await letTimePass(shop);
    await runGatewayOperations(shop);
  }

  const after = await view(order._id);
  expect(after.status).toBe('pending');
  expect(after.payments).toMatchObject([{ status: 'failed', underWay: 'void' }, { status: 'due' }]);
});

test('voids the authorisation on cancellation, even if the gateway responds afterwards', async () => {
  const answered = await cardOrder();
  await charge(answered._id);
  await moveTo(manager, answered, 'cancelled');
  await runGatewayOperations(shop);
  expect((await view(answered._id)).payments).toMatchObject([{ status: 'voided', underWay: null }]);
  expect(await gatewayBooks(answered._id)).toEqual({ authorise: 2500, void: 0 });

  const late = await cardOrder();
  await byCard(late._id);
  const cancelsMeanwhile: Gateway = {
    name: 'simulated',
    perform: async (request, tell) => {
      if (request.kind === 'authorise') await moveTo(manager, late, 'cancelled');
      await new SimulatedGateway(shop.db).perform(request, tell);
    },
  };
  await processGatewayQueue(shop.db, [cancelsMeanwhile]);
  const after = await view(late._id);
  expect(after).toMatchObject({ status: 'cancelled', paid: 0, payments: [{ status: 'voided' }] });
  expect(await gatewayBooks(late._id)).toEqual({ authorise: 2500, void: 0 });
});

test('charges once with the same reference after a server dies during a request', async () => {
  const order = await cardOrder();
  await charge(order._id);
  await advanceTo(manager, order, 'delivered');
  const operation = (await transaction(shop.db, system, (tx) => claimDueOperation(tx, ['simulated'])))!;
  expect(operation.kind).toBe('capture');
  // The gateway performs the capture, but its response never arrives.
  await new SimulatedGateway(shop.db).perform({ ...operation, reference: operation.id }, async () => {});
  await letTimePass(shop);
  await Promise.all([runGatewayOperations(shop), runGatewayOperations(shop)]);

  expect(await view(order._id)).toMatchObject({ paid: 2500 });
  expect(await gatewayBooks(order._id)).toEqual({ authorise: 2500, capture: 2500 });
});

test('retries a refused refund automatically and manually', async () => {
  const order = await paidAndDelivered('tok_no_refund');
  const { _id } = await refundAll(order._id);
  await runGatewayOperations(shop);
  const failed = (await view(order._id)).refunds[0]!;
  expect(failed).toMatchObject({ status: 'refundFailed', byHand: false, allowed: ['refundInitiated'] });
  expect(failed.nextTryAt).not.toBeNull();
  expect(failed.problem).toContain('did not take the money back');

  const again = { params: { id: _id }, body: { status: 'refundInitiated' as const } };
  await manager.do(refundRoutes.updateStatus, again);
  await runGatewayOperations(shop);
  expect((await view(order._id)).headlineStatus).toBe('refundFailed');
  await letTimePass(shop);
  await runGatewayOperations(shop);
  expect(await view(order._id)).toMatchObject({ refunded: 2500, headlineStatus: 'refunded' });
  expect(await gatewayBooks(order._id)).toMatchObject({ refund: 2500 });
});

test('refunds in cash after the gateway refused, and sends no more gateway requests', async () => {
  const order = await paidAndDelivered('tok_no_refund');
  const { _id } = await refundAll(order._id);
  await runGatewayOperations(shop);
  const step = (status: 'refundInitiated' | 'refundProcessing' | 'refunded', rest: object = {}) =>
    manager.do(refundRoutes.updateStatus, { params: { id: _id }, body: { status, ...rest } });
  const byHand = await step('refundInitiated', { byHand: true });
  await letTimePass(shop);
  await runGatewayOperations(shop);
  await step('refundProcessing');
  await step('refunded', { reference: 'Till 1' });

  expect(byHand).toMatchObject({ byHand: true, status: 'refundInitiated' });
  expect((await view(order._id)).refunds).toMatchObject([{ status: 'refunded', reference: 'Till 1' }]);
  expect(await gatewayBooks(order._id)).not.toHaveProperty('refund');
});

test('lets only the gateway complete a refund that it is processing', async () => {
  const order = await paidAndDelivered();
  const { _id } = await refundAll(order._id);
  const step = (body: { status: 'refundProcessing' | 'refunded'; byHand?: boolean }) =>
    manager.call(refundRoutes.updateStatus, { params: { id: _id }, body });
  expect((await step({ status: 'refundProcessing' })).data.allowed).toEqual([]);
  expect((await step({ status: 'refunded' })).status).toBe(409);
  await runGatewayOperations(shop);

  expect((await view(order._id)).refunds).toMatchObject([{ status: 'refunded' }]);
});

test("leaves the amount due if an authorised card can't be charged, and accepts another card", async () => {
  const order = await paidAndDelivered('tok_no_capture');
  expect(order).toMatchObject({ status: 'delivered', paid: 0 });
  expect(order.payments).toMatchObject([{ status: 'failed' }, { status: 'due', amount: 2500 }]);
  await charge(order._id, 'tok_ok');

  expect(await view(order._id)).toMatchObject({ paid: 2500 });
});

test('combines several payments up to the amount due', async () => {
  const order = await cardOrder();
  const cash = await take(order._id, { method: 'cash', amount: 1000 });
  expect(cash.data).toMatchObject({ status: 'pending', paid: 1000 });
  const tooMuch = await take(order._id, { method: 'terminal', amount: 1501, reference: 'A1' });
  expect(refusal(tooMuch)).toEqual([409, 'payments.too-much']);
  await byCard(order._id, 'tok_ok', { amount: 500 });
  expect((await take(order._id, { method: 'cash' })).body.error?.code).toBe('payments.under-way');
  await runGatewayOperations(shop);
  const last = await take(order._id, { method: 'terminal', reference: 'T-4711' });
  expect(last.data).toMatchObject({ status: 'orderPlaced', paid: 2000 });
  expect((await take(order._id, { method: 'cash' })).body.error?.code).toBe('payments.nothing-due');
  await advanceTo(manager, last.data, 'delivered');
  await runGatewayOperations(shop);

  const after = await view(order._id);
  expect(after.paid).toBe(2500);
  expect(after.payments.map(({ provider, status, amount }) => [provider, status, amount])).toEqual([
    ['cash', 'captured', 1000],
    ['simulated', 'captured', 500],
    ['terminal', 'captured', 1000],
  ]);
});

test.each([
  [{ method: 'terminal' }, 'reference'],
  [{ method: 'card' }, 'token'],
  [{ method: 'cash', amount: 0 }, 'amount'],
  [{ method: 'cheque' }, 'method'],
])('rejects %j at %s', async (body, path) => {
  expect(refusedField(await take((await cardOrder())._id, body))).toEqual([400, path]);
});

test('accepts a terminal payment for a cash order before delivery', async () => {
  const order = await addOrder({ fulfilment: 'pickup' });
  await take(order._id, { method: 'terminal', reference: 'T-1' });
  const delivered = await advanceTo(manager, order, 'delivered');

  expect(delivered).toMatchObject({ paid: 2500 });
  expect(delivered.payments).toMatchObject([{ provider: 'terminal', status: 'captured', amount: 2500 }]);
});

test("pays a storefront's own checkout once with its key and rejects other checkouts", async () => {
  const [storefrontKey, otherKey] = [await addStorefront(shop), await addStorefront(shop)];
  const lines = [{ subProductId: fish, locationId: location, quantity: 1 }];
  const placed = await shop.anonymous.call(mainOrderRoutes.create, {
    body: basketOf({ paymentType: 'card', lines }),
    headers: { ...storefrontKey, 'idempotency-key': 'place-1' },
  });
  const confirm = (headers: Record<string, string>) =>
    shop.anonymous.call(paymentRoutes.confirm, {
      params: { id: placed.data._id },
      body: { token: 'tok_ok' },
      headers: { ...headers, 'idempotency-key': 'pay-1' },
    });

  expect((await confirm(otherKey)).status).toBe(404);
  const first = await confirm(storefrontKey);
  const again = await confirm(storefrontKey);
  expect(first.data.orders).toMatchObject([{ status: 'pending', payments: [{ underWay: 'authorise' }] }]);
  expect(again.data).toEqual(first.data);
  await runGatewayOperations(shop);
  expect(await view(placed.data.orders[0]!._id)).toMatchObject({ status: 'orderPlaced' });
});

test('shows the amount due and the payment methods, and finds a payment by its order', async () => {
  const order = await cardOrder();
  const details = await manager.do(orderRoutes.paymentDetails, { params: { id: order._id } });
  const list = await manager.do(paymentRoutes.list, { body: { search: order.number } });

  expect(details).toMatchObject({ due: 2500, methods: ['cash', 'terminal', 'card'] });
  expect(details.testCards.map(({ token }) => token)).toContain('tok_declined');
  expect(list.records).toMatchObject([{ orderNumber: order.number, status: 'due', amount: 2500 }]);
});

test('accepts cards only by terminal if no gateway is set up', async () => {
  const { manager: clerk, ...bare } = await openStore();
  const { _id: id } = await bare.addOrder({ paymentType: 'card' });
  const body = { method: 'card', token: 'tok_ok' } as const;
  const refused = await clerk.call(paymentRoutes.take, { params: { id }, body });

  expect(refusal(refused)).toEqual([409, 'payments.no-gateway']);
  const { methods } = await clerk.do(orderRoutes.paymentDetails, { params: { id } });
  expect(methods).toEqual(['cash', 'terminal']);
});
