import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { control } from '../../../../tools/stripe/test-client.ts';
import { checkInvariants } from '../../../test/invariants.ts';
import { runSql, viewOrder } from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { system, transaction } from '../../core/db/db.ts';
import { gatewayEvents } from '../../jobs.ts';
import type { Gateway } from '../../ledgers/gateways/gateway.ts';
import { applyEvents, readMissedEvents } from '../../ledgers/gateways/gateway-events.ts';
import { claimDueOperation } from '../../ledgers/gateways/operations.queries.ts';
import { processGatewayQueue } from './work-off.ts';

// Random lives of orders with cards. Connections break, Stripe fails, servers die, events are late, doubled or lost. In the end
// Stripe and Aisle have charged and refunded the same, to the cent.

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 100_000 } });
const { shop, manager, standIn, gateway, confirm, addCardOrder, addPaidOrder, post } = store;

const cards = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_chargeDeclined',
  'pm_card_visa_chargeDeclinedLostCard',
  'pm_card_authenticationRequired',
  'pm_card_pendingRefund',
];
const faults = ['answerLost', 'connectionLost', 'error500', 'error500AfterEffect', 'rateLimit'] as const;
const paths = ['/v1/payment_intents', '/v1/refunds', '/v1/customers', '/v1/payment_methods', '/v1/'];
const hour = 3600;

interface Step {
  action: keyof typeof actions;
  /** Chooses an order, a card, a fault. */
  pick: number;
}
interface Life {
  orders: Order[];
  /** Events that weren't delivered yet. */
  unsent: () => Stripe.Event[];
}

const chosen = <T>(rows: readonly T[], pick: number): T => rows[pick % rows.length]!;
/** The step may be impossible by now, which changes nothing. */
const step = (order: Order, status: string) =>
  manager.call(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status: status as 'processing' },
  });
const changeLine = async (
  { _id: id, lines }: Order,
  change: { quantity: number } | { pickedQuantity: number },
) => {
  const { version } = await viewOrder(manager, id);
  const body = { version, lines: [{ lineId: lines[0]!._id, ...change }] };
  await manager.call(orderRoutes.editLines, { params: { id }, body });
};
const refund = async (order: Order, amount?: number) => {
  if (await isRefundedAtStripe(order)) return;
  await manager.call(refundRoutes.create, {
    params: { id: order._id },
    body: {
      reason: 'Off',
      ...(amount !== undefined && { lines: [{ lineId: order.lines[0]!._id, amount }] }),
    },
  });
};

const intentsOf = ({ _id }: Pick<Order, '_id'>) =>
  standIn.world.paymentIntents.newestFirst().filter(({ metadata }) => metadata.order === _id);
/** The orders whose card was charged, or all if there is none. */
const chargedOf = (orders: readonly Order[]): readonly Order[] => {
  const charged = orders.filter((order) => intentsOf(order).some(({ status }) => status === 'succeeded'));
  return charged.length > 0 ? charged : orders;
};
/** The refunds of an order at Stripe. The rest of a partial capture is a refund, too, but none that anyone made. */
const refundsOf = (order: Pick<Order, '_id'>) => {
  const ids = intentsOf(order).map(({ id }) => id);
  const rows = standIn.world.books(null).transactions.newestFirst();
  const refunded = new Set(rows.flatMap((row) => (row.reporting_category === 'refund' ? [row.source] : [])));
  return standIn.world.refunds
    .newestFirst()
    .filter(({ id, payment_intent }) => ids.includes(String(payment_intent)) && refunded.has(id));
};
/** Whether Stripe has a refund from its dashboard that Aisle doesn't know yet. Staff would see it there, and wait. */
async function isRefundedAtStripe(order: Pick<Order, '_id'>): Promise<boolean> {
  const known = await runSql<{ ref: string }>(
    shop,
    `SELECT refund_ref AS ref FROM gateway_operations WHERE order_id = '${order._id}' AND refund_ref IS NOT NULL`,
  );
  const refs = new Set(known.map(({ ref }) => ref));
  return refundsOf(order).some(
    ({ id, metadata, status }) => status !== 'failed' && !metadata?.operation && !refs.has(id),
  );
}
/** Staff try the refunds again that banks returned: nothing else does. */
async function retryFailed({ _id }: Pick<Order, '_id'>): Promise<void> {
  const { refunds } = await viewOrder(manager, _id);
  for (const { _id: id, status, nextTryAt } of refunds) {
    if (status !== 'refundFailed' || nextTryAt) continue;
    await manager.call(refundRoutes.updateStatus, { params: { id }, body: { status: 'refundInitiated' } });
  }
}

/** A server that sends a request and dies before it hears or writes the answer. */
async function dieWhileSending(): Promise<void> {
  const operation = await transaction(shop.db, system, (tx) => claimDueOperation(tx, ['stripe']));
  if (operation)
    await gateway.perform({ ...operation, reference: operation.id }, async () => {}).catch(() => {});
}
/** A server that can't reach its database when the answer comes. */
const forgetful = (pick: number): Gateway => ({
  ...gateway,
  name: 'stripe',
  perform: (request, tell) =>
    gateway.perform(request, async (answer) => {
      if (pick % 2 === 0) throw new Error('The server died');
      await tell(answer);
      await tell(answer);
    }),
});
/** All retries are due, and what a dead server leased is free. */
const letTimePass = () =>
  runSql(
    shop,
    `WITH events AS (UPDATE gateway_events SET next_at = now() WHERE applied_at IS NULL)
     UPDATE gateway_operations SET next_at = now() - interval '1 hour', leased_until = NULL,
       created_at = created_at - interval '1 hour' WHERE status = 'waiting'`,
  );
const ask = (by: Gateway = gateway) => processGatewayQueue(shop.db, [by]);

const actions = {
  place: async ({ orders }: Life) => void orders.push(await addCardOrder()),
  pay: async ({ orders }: Life, { pick }: Step) => {
    await confirm(chosen(orders, pick), chosen(cards, pick >> 3));
  },
  authenticate: async ({ orders }: Life, { pick }: Step) => {
    const { nextAction } = await viewOrder(manager, chosen(orders, pick)._id);
    if (!nextAction) return;
    const { clientSecret } = nextAction;
    await control(standIn, 'handle-next-action', { clientSecret, succeeds: pick % 4 > 0 }).catch(() => {});
  },
  more: async ({ orders }: Life, { pick }: Step) => changeLine(chosen(orders, pick), { quantity: 3 }),
  pick: async ({ orders }: Life, { pick }: Step) => void (await step(chosen(orders, pick), 'processing')),
  short: async ({ orders }: Life, { pick }: Step) => changeLine(chosen(orders, pick), { pickedQuantity: 1 }),
  deliver: async ({ orders }: Life, { pick }: Step) => {
    for (const status of ['processing', 'prepared', 'pickup', 'delivered'])
      await step(chosen(orders, pick), status);
  },
  cancel: async ({ orders }: Life, { pick }: Step) => void (await step(chosen(orders, pick), 'cancelled')),
  refund: ({ orders }: Life, { pick }: Step) => refund(chosen(chargedOf(orders), pick)),
  refundPart: async ({ orders }: Life, { pick }: Step) => {
    await refund(chosen(chargedOf(orders), pick), 1 + (pick % 700));
  },
  refundAtStripe: async ({ orders }: Life, { pick }: Step) => {
    const order = await viewOrder(manager, chosen(chargedOf(orders), pick)._id);
    const opened = sum(order.refunds, ({ amount }) => amount);
    const intents = intentsOf(order).filter(({ status }) => status === 'succeeded');
    if (intents.length === 0 || (await isRefundedAtStripe(order)) || order.paid - opened < 50) return;
    const [paymentIntent, amount] = [intents[0]!.id, 1 + (pick % (order.paid - opened))];
    await control(standIn, 'refunds', { paymentIntent, amount }).catch(() => {});
  },
  returnRefund: async ({ orders }: Life, { pick }: Step) => {
    const paid = orders.flatMap(refundsOf).filter(({ status }) => status === 'succeeded');
    if (paid.length > 0) await control(standIn, 'fail-refund', { refund: chosen(paid, pick).id });
  },
  retryRefund: async ({ orders }: Life, { pick }: Step) => retryFailed(chosen(orders, pick)),
  ask: () => ask(),
  askTwice: async () => void (await Promise.all([ask(), ask()])),
  askAndForget: (_: Life, { pick }: Step) => ask(forgetful(pick)),
  die: () => dieWhileSending(),
  wait: async () => void (await letTimePass()),
  waitLong: async (_: Life, { pick }: Step) => {
    await runSql(
      shop,
      `UPDATE gateway_operations SET key_since = now() - interval '25 hours' WHERE status = 'waiting'`,
    );
    standIn.advance((pick % 26) * hour);
  },
  fail: async (_: Life, { pick }: Step) =>
    standIn.fault({ kind: chosen(faults, pick), path: chosen(paths, pick >> 3), times: 1 + (pick % 3) }),
  deliverEvents: async ({ unsent }: Life, { pick }: Step) => {
    for (const event of unsent().filter((_, index) => (index + pick) % 3 > 0)) {
      const body = JSON.stringify(event);
      await Promise.all([post(body), post(body)]);
    }
    await applyEvents(shop.db, [gateway], gatewayEvents);
  },
};

const refunding = ['refund', 'refundPart', 'refundAtStripe', 'returnRefund', 'retryRefund'] as const;
const stepOf = (...more: readonly (keyof typeof actions)[]) =>
  fc.record({
    action: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[]), ...more),
    pick: fc.nat(10_000),
  });
const lifeOf = fc.record({
  first: fc.array(stepOf('pay', 'ask', 'ask', 'wait', 'deliver', 'deliver', 'fail', ...refunding), {
    minLength: 8,
    maxLength: 25,
  }),
  /** After everything that waited was worked off: banks return refunds that were paid for a while. */
  later: fc.array(stepOf(...refunding, 'returnRefund', 'returnRefund', 'ask', 'deliverEvents'), {
    minLength: 2,
    maxLength: 10,
  }),
});

/** The faults end, and everything that waits is worked off. */
async function settle({ orders }: Life): Promise<void> {
  standIn.clearFaults();
  for (let round = 0; round < 12; round += 1) {
    await letTimePass();
    await runSql(shop, `UPDATE refunds SET next_try_at = now() WHERE next_try_at IS NOT NULL`);
    standIn.advance(hour);
    await readMissedEvents(shop.db, [gateway]);
    await applyEvents(shop.db, [gateway], gatewayEvents);
    await ask();
    for (const order of orders) await retryFailed(order);
    const [{ waiting } = { waiting: 0 }] = await runSql<{ waiting: number }>(
      shop,
      `SELECT (SELECT count(*) FROM gateway_operations WHERE status = 'waiting' AND client_secret IS NULL)::int
         + (SELECT count(*) FROM refunds WHERE status <> 'refunded')::int AS waiting`,
    );
    if (waiting === 0 && round > 1) return;
  }
}

const sum = <T>(rows: readonly T[], value: (row: T) => number) =>
  rows.reduce((total, row) => total + value(row), 0);

/** Compares what both sides say about an order. */
async function compare({ _id }: Order): Promise<void> {
  const intents = intentsOf({ _id });
  const order = await viewOrder(manager, _id);
  const charged = order.payments.filter(({ status }) => status === 'captured');
  const held = order.payments.filter(({ status }) => status === 'authorised');
  const atStripe = {
    charged: sum(intents, (row) => row.amount_received),
    held: intents.filter(({ status }) => status === 'requires_capture').length,
    refunded: sum(
      refundsOf(order).filter(({ status }) => status === 'succeeded'),
      (row) => row.amount,
    ),
  };
  expect({
    charged: sum(charged, (row) => row.amount),
    held: held.length,
    refunded: order.refunded,
  }).toEqual(atStripe);
  expect(order.paid).toBe(atStripe.charged);
  expect(order.refunds.filter(({ status }) => status !== 'refunded')).toEqual([]);
  if (order.status === 'delivered') {
    const covered = order.payments.filter(({ status }) => status === 'captured' || status === 'due');
    expect(sum(covered, (row) => row.amount)).toBe(order.total);
  }
}

const lives = Number(process.env.CARD_LIVES ?? 10);

test('charges and refunds the same on both sides, whatever fails', { timeout: lives * 30_000 }, async () => {
  const sent = new Set<string>();
  const unsent = () => {
    const events = standIn.world.events.newestFirst().filter(({ id }) => !sent.has(id));
    for (const { id } of events) sent.add(id);
    return events;
  };
  // Undelivered events remain in the list, where the job finds them.
  standIn.addWebhook({ url: 'http://localhost:9/', secret: 'whsec_unreachable' });
  await fc.assert(
    fc.asyncProperty(lifeOf, async ({ first, later }) => {
      const state: Life = { orders: [await addCardOrder(), await addPaidOrder()], unsent };
      await confirm(state.orders[0]!);
      for (const each of first) await actions[each.action](state, each);
      await settle(state);
      for (const each of later) await actions[each.action](state, each);
      await settle(state);
      for (const order of state.orders) await compare(order);
      await shop.look(checkInvariants);
    }),
    { numRuns: lives, endOnFailure: true },
  );
  const [seen] = await runSql<Record<string, number>>(
    shop,
    `SELECT (SELECT count(*) FROM refund_reversals WHERE repays IS NULL)::int AS returned,
      (SELECT count(*) FROM refund_reversals WHERE repays IS NOT NULL)::int AS repaid,
      (SELECT count(*) FROM refunds WHERE reason = 'Made in Stripe dashboard')::int AS "inDashboard"`,
  );
  for (const count of Object.values(seen!)) expect(count).toBeGreaterThan(0);
});
