import { allPermissions } from '@aisle/contract/permissions';
import type { ReturnKind, ReturnStatus } from '@aisle/contract/sales/orders/order-flow';
import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import type { Actor } from '../../src/core/http/actor.ts';
import { lockOrder } from '../../src/sales/orders/steps/order-steps.queries.ts';
import { lockRefund } from '../../src/sales/refunds/refunds.queries.ts';
import { beginRefund, failRefund, settleRefund } from '../../src/sales/refunds/refunds.service.ts';
import { applyReturnTransition } from '../../src/sales/returns/return-steps.ts';
import { findReturn } from '../../src/sales/returns/returns.queries.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Staff } from './people.ts';

const hour = 3_600_000;

interface Story {
  kind: ReturnKind;
  reason: string;
  note?: string;
  /** The steps taken in the days since, several hours apart. */
  earlier?: readonly ReturnStatus[];
  /** The steps taken this morning, with all their effects. */
  now?: readonly ReturnStatus[];
  writtenOff?: boolean;
  refund?: 'refundProcessing' | 'refunded' | 'refundFailed';
}
/** One request of each kind that a shop has on a usual day. */
const stories: readonly Story[] = [
  { kind: 'return', reason: 'Item arrived damaged', note: 'The lid was open when the bag came.' },
  { kind: 'replace', reason: 'Wrong item delivered', note: 'Would like the one that was ordered.' },
  { kind: 'return', reason: 'Item was past its date' },
  { kind: 'return', reason: 'Quality not as expected', earlier: ['approved'] },
  { kind: 'replace', reason: 'Item was leaking', now: ['approved'] },
  { kind: 'return', reason: 'Wrong item delivered', earlier: ['approved', 'driverApproved'] },
  {
    kind: 'return',
    reason: 'Frozen item had thawed',
    earlier: ['approved', 'driverApproved', 'driverOnTheWay'],
  },
  {
    kind: 'return',
    reason: 'No longer needed',
    earlier: ['approved', 'driverApproved', 'driverOnTheWay', 'driverPickedUp'],
  },
  {
    kind: 'return',
    reason: 'Package was opened',
    earlier: ['approved', 'driverApproved', 'driverOnTheWay', 'driverPickedUp', 'locationReceived'],
  },
  {
    kind: 'return',
    reason: 'Item arrived damaged',
    earlier: ['approved'],
    now: ['received'],
    writtenOff: true,
  },
  { kind: 'return', reason: 'Wrong item delivered', earlier: ['approved'], now: ['received', 'returned'] },
  {
    kind: 'return',
    reason: 'Item was past its date',
    earlier: ['approved'],
    now: ['received', 'returned'],
    writtenOff: true,
    refund: 'refundProcessing',
  },
  {
    kind: 'return',
    reason: 'Quality not as expected',
    earlier: ['approved'],
    now: ['received', 'returned'],
    refund: 'refundFailed',
  },
  {
    kind: 'return',
    reason: 'No longer needed',
    earlier: ['approved'],
    now: ['received', 'returned'],
    refund: 'refunded',
  },
  {
    kind: 'replace',
    reason: 'Item arrived damaged',
    now: ['approved', 'received', 'replaced'],
    writtenOff: true,
  },
  { kind: 'return', reason: 'No longer needed', note: 'Opened and half used.', earlier: ['returnRejected'] },
  { kind: 'return', reason: 'Item arrived damaged', earlier: ['approved', 'returnFailed'] },
];
const closed: readonly ReturnStatus[] = ['returnRejected', 'returnFailed'];

interface Delivered {
  location_id: string;
  location_name: string;
  id: string;
  customer_id: string;
  delivered_at: string;
  line_id: string;
  line_total: number;
}
/** Each case uses one line of a recent cash order, spread over the days of the return window. */
async function recentOrders(tx: Tx, now: number): Promise<Delivered[]> {
  const { rows } = await sql<Delivered>`
    SELECT o.location_id, l.name AS location_name, o.id, o.customer_id, o.delivered_at, n.id AS line_id,
      n.total AS line_total
    FROM orders o
    JOIN locations l ON l.id = o.location_id
    JOIN LATERAL (SELECT n.id, n.total FROM order_lines n
      JOIN stock_levels s ON s.location_id = n.location_id AND s.sub_product_id = n.sub_product_id
      WHERE n.location_id = o.location_id AND n.order_id = o.id AND NOT n.sold_by_weight AND n.picked_quantity >= 1
        AND s.on_hand - s.reserved - s.expired >= 2
      ORDER BY n.position LIMIT 1) n ON true
    WHERE o.status = 'delivered' AND o.payment_type = 'cashOnDelivery'
      AND o.delivered_at BETWEEN ${new Date(now - 6 * 24 * hour).toISOString()}::timestamptz
        AND ${new Date(now - 14 * hour).toISOString()}::timestamptz
    ORDER BY o.delivered_at DESC`.execute(tx);
  return rows;
}

/** Return and replacement requests in every status, and refunds in every status. */
export async function addReturns(tx: Tx, staff: readonly Staff[], now: number): Promise<void> {
  const orders = await recentOrders(tx, now);
  const stride = Math.max(1, Math.floor(orders.length / stories.length));
  for (const [index, story] of stories.entries()) {
    const order = orders[index * stride];
    if (!order) return;
    await tell(tx, order, story, actorFor(staff, index), now);
  }
}

function actorFor(staff: readonly Staff[], index: number): Actor {
  const able = staff.filter(({ role }) => role === 'clerk' || role === 'owner');
  const person = able[index % able.length]!;
  return {
    userId: person.id,
    sessionId: null,
    apiKeyId: null,
    apiScopes: [],
    userType: 'others',
    name: person.name,
    permissions: new Set(allPermissions),
    locations: null,
  };
}

async function tell(tx: Tx, order: Delivered, story: Story, actor: Actor, now: number): Promise<void> {
  const { earlier = [], refund, writtenOff } = story;
  const requestedAt = Date.parse(order.delivered_at) + 3 * hour;
  const gap = (now - requestedAt) / (earlier.length + 2);
  const steps = ['requested' as const, ...earlier].map((status, index) => ({
    status,
    at: requestedAt + index * gap,
  }));
  const id = idAt(requestedAt);
  const last = steps.at(-1)!;
  await insertRows(tx, 'returns', [
    {
      location_id: order.location_id,
      id,
      order_id: order.id,
      customer_id: order.customer_id,
      kind: story.kind,
      status: last.status,
      note: story.note ?? null,
      line_count: 1,
      closed_at: closed.includes(last.status) ? new Date(last.at) : null,
      created_by: actor.userId,
      created_at: new Date(requestedAt),
      updated_at: new Date(last.at),
    },
  ]);
  await insertRows(tx, 'return_lines', [
    {
      location_id: order.location_id,
      return_id: id,
      id: idAt(requestedAt),
      order_id: order.id,
      line_id: order.line_id,
      position: 1,
      quantity: 1,
      reason: story.reason,
      photos: [],
    },
  ]);
  await insertRows(
    tx,
    'order_events',
    steps.map(({ status, at }, index) => ({
      location_id: order.location_id,
      order_id: order.id,
      id: idAt(at),
      kind: 'return',
      from_status: steps[index - 1]?.status ?? null,
      to_status: status,
      user_id: actor.userId,
      actor_name: actor.name,
      note: index === 0 ? (story.note ?? null) : null,
      details: { returnId: id },
      created_at: new Date(at),
    })),
  );
  if (!closed.includes(last.status)) {
    await sql`UPDATE orders SET headline_status = ${last.status} WHERE location_id = ${order.location_id}
      AND id = ${order.id}`.execute(tx);
  }
  for (const status of story.now ?? []) {
    const condition = writtenOff ? ('writeOff' as const) : ('restock' as const);
    const lines = [{ lineId: order.line_id, received: 1, condition }];
    const inHand = await lockOrder(tx, order.id);
    const step = { status, ...(status === 'received' && { lines }) };
    await applyReturnTransition(tx, await findReturn(tx, id), inHand, { actor, ...step });
  }
  if (refund) await payBack(tx, order, id, refund, actor);
}

async function payBack(
  tx: Tx,
  { id: orderId }: Delivered,
  returnId: string,
  to: NonNullable<Story['refund']>,
  actor: Actor,
): Promise<void> {
  const row = await tx
    .selectFrom('refunds')
    .select('id')
    .where('return_id', '=', returnId)
    .executeTakeFirst();
  if (!row) return;
  const order = await lockOrder(tx, orderId);
  const refund = await lockRefund(tx, row.id);
  await beginRefund(tx, order, refund, actor);
  if (to === 'refunded') await settleRefund(tx, order, refund, { actor, reference: 'Till 2, receipt 0418' });
  if (to === 'refundFailed') {
    await failRefund(tx, order, refund, { actor, problem: 'The customer did not come for the money' });
  }
}
