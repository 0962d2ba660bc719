import type { Page } from '@aisle/contract/core/page';
import { notSoldStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import {
  type BulkMessage,
  type BulkMessageOrder,
  type BulkMessageOrderPage,
  type BulkMessagePage,
  type BulkMessageResult,
  type BulkMessageResultPage,
  type BulkMessageState,
  type BulkMessageView,
  orderWindowDays,
  type SendOutcome,
  sendOutcomes,
} from '@aisle/contract/service/messages';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf } from '../../core/db/literals.ts';
import type { NewRow } from '../../core/db/rows/columns.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf, listPage } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { audienceData } from './audience.queries.ts';

const columns = [
  'm.id as _id',
  'm.name',
  'm.subject',
  'm.body',
  'm.send_at as sendAt',
  'm.job_id as jobId',
  'm.recipient_count as recipients',
  'm.unsubscribed_count as unsubscribed',
  'm.clicked_count as clicked',
  'm.created_by_name as createdBy',
  'm.created_at as createdAt',
  'm.started_at as startedAt',
  'm.finished_at as finishedAt',
] as const;
/** If the message's own columns don't decide, the state of its job does. */
const state = sql<BulkMessageState>`CASE WHEN m.finished_at IS NOT NULL THEN 'sent'
  WHEN m.stopped_at IS NOT NULL THEN 'stopped'
  ELSE CASE bulk_message_job(m.id) WHEN 'running' THEN 'sending' WHEN 'failed' THEN 'failed'
    WHEN 'waiting' THEN CASE WHEN m.started_at IS NOT NULL THEN 'sending' WHEN m.send_at > now() THEN 'scheduled'
      ELSE 'waiting' END
    ELSE 'stopped' END END`;
const computed = [
  state.as('state'),
  sql<BulkMessage['channel']>`m.channel`.as('channel'),
  sql<BulkMessage['audience']>`m.audience`.as('audience'),
  sql<BulkMessage['leftOut']>`m.left_out`.as('leftOut'),
  sql<BulkMessage['button']>`CASE WHEN m.button_url IS NOT NULL
    THEN jsonb_build_object('label', m.button_label, 'url', m.button_url) END`.as('button'),
  sql<BulkMessage['counts']>`${sql.raw(
    `jsonb_build_object(${sendOutcomes
      .map((outcome) => `'${outcome}', coalesce((m.counts ->> '${outcome}')::int, 0)`)
      .join(', ')})`,
  )}`.as('counts'),
] as const;

const lastOrders = sql<BulkMessage['orders']>`CASE WHEN m.order_count IS NOT NULL
  THEN jsonb_build_object('count', m.order_count, 'total', m.order_total) END`;

const sortColumns = { createdAt: sql.ref('m.created_at'), name: byName('m.name') };

export function listBulkMessages(tx: Tx, request: BulkMessagePage): List<Page<BulkMessage>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('bulk_messages as m');
  if (search) {
    filtered = filtered.where(hasWords(search, 'm.name', 'm.subject'));
  }
  if (filters.channel) filtered = filtered.where('m.channel', '=', filters.channel);
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('m.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) => query.select([...columns, ...computed, lastOrders.as('orders')]),
  });
}

export async function getBulkMessage(tx: Tx, id: string): Promise<BulkMessage> {
  const row = await tx
    .selectFrom('bulk_messages as m')
    .select([...columns, ...computed, lastOrders.as('orders')])
    .where('m.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Message');
}

/**
 * Whether a recipient `r` of a message `m` placed an order `o` within a week after they got it. A message from stores counts
 * only orders there.
 */
const isResult = sql<SqlBool>`r.outcome = 'sent' AND o.created_at >= r.done_at
  AND o.created_at < r.done_at + make_interval(days => ${sql.lit(orderWindowDays)}) AND ${isNoneOf('o.status', notSoldStatuses)}
  AND (m.location_ids IS NULL OR o.location_id = ANY (m.location_ids))`;
const orderTotal = sql<number>`(o.total - o.refunded)`;
const sumOfOrders = sql`SELECT count(*) AS count, coalesce(sum(${orderTotal}), 0) AS total
  FROM bulk_recipients r JOIN orders o ON o.customer_id = r.customer_id WHERE r.message_id = m.id AND ${isResult}`;

/** Counted now. Lists show the last count. */
const countedOrders = sql<BulkMessage['orders']>`CASE WHEN m.recipient_count IS NOT NULL THEN (
  SELECT to_jsonb(counted) FROM (${sumOfOrders}) AS counted) END`;

export async function showBulkMessage(tx: Tx, id: string): Promise<BulkMessageView> {
  const row = await tx
    .selectFrom('bulk_messages as m')
    .select([
      ...columns,
      ...computed,
      countedOrders.as('orders'),
      audienceData(sql`m.audience`).as('audienceData'),
    ])
    .where('m.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Message');
}

/** The ID of a message's latest job; null if there is no such message. */
export async function findJobOf(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('bulk_messages').select('job_id').where('id', '=', id).executeTakeFirst();
  return row?.job_id ?? null;
}

interface LockedMessage {
  locationIds: string[] | null;
  /** Whether its recipients are listed. */
  isListed: boolean;
}
/** Locks a message, so that nothing is claimed while it is stopped or resumed. */
export async function lockBulkMessage(tx: Tx, id: string): Promise<LockedMessage> {
  const row = await tx
    .selectFrom('bulk_messages')
    .select(['location_ids as locationIds', sql<boolean>`recipient_count IS NOT NULL`.as('isListed')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return mustFind(row, 'Message');
}

export async function insertBulkMessage(tx: Tx, message: NewRow<'bulk_messages'>): Promise<void> {
  await tx.insertInto('bulk_messages').values(message).execute();
}

export async function setJob(tx: Tx, id: string, jobId: string): Promise<void> {
  await tx
    .updateTable('bulk_messages')
    .set({ job_id: jobId, stopped_at: null, finished_at: null })
    .where('id', '=', id)
    .execute();
}

export async function markStopped(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('bulk_messages').set({ stopped_at: sql`now()` }).where('id', '=', id).execute();
}

/** Failed messages were certainly not sent, so they can be retried. */
export async function retryFailed(tx: Tx, id: string): Promise<void> {
  await sql`
    WITH again AS (UPDATE bulk_recipients SET outcome = 'waiting', reason = NULL, done_at = NULL
      WHERE message_id = ${id} AND outcome = 'failed' RETURNING 1)
    UPDATE bulk_messages SET counts = counts || jsonb_build_object('failed', 0,
      'waiting', coalesce((counts ->> 'waiting')::int, 0) + (SELECT count(*) FROM again))
    WHERE id = ${id}`.execute(tx);
}

/** The result for each recipient, in sending order. */
export async function listResults(
  tx: Tx,
  messageId: string,
  request: BulkMessageResultPage,
): Promise<Page<BulkMessageResult>> {
  const { search, filters, sort } = request;
  let filtered = tx
    .selectFrom('bulk_recipients as r')
    .innerJoin('customers as c', 'c.id', 'r.customer_id')
    .where('r.message_id', '=', messageId);
  if (filters.outcome) filtered = filtered.where('r.outcome', '=', filters.outcome);
  const { clicked, unsubscribed } = filters;
  if (clicked !== undefined) filtered = filtered.where('r.clicked_at', clicked ? 'is not' : 'is', null);
  if (unsubscribed !== undefined)
    filtered = filtered.where('r.unsubscribed_at', unsubscribed ? 'is not' : 'is', null);
  if (search) {
    filtered = filtered.where(hasWords(search, sql`c.first_name || ' ' || c.last_name`));
  }
  return listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('r.position')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      query.select([
        sql<string>`r.message_id || ':' || r.position`.as('_id'),
        'r.customer_id as customerId',
        sql<string>`rtrim(c.first_name || ' ' || c.last_name)`.as('customerName'),
        sql<SendOutcome>`r.outcome`.as('outcome'),
        'r.reason',
        sql<string | null>`coalesce(r.done_at, r.claimed_at)`.as('at'),
        'r.clicked_at as clickedAt',
        'r.unsubscribed_at as unsubscribedAt',
      ]),
  });
}

const orderSorts = { createdAt: sql.ref('o.created_at'), total: orderTotal };
/** The orders that recipients placed within a week, at locations that the user can see. */
export async function listMessageOrders(
  tx: Tx,
  messageId: string,
  request: BulkMessageOrderPage,
): Promise<Page<BulkMessageOrder>> {
  const { search, sort } = request;
  const customerName = sql.ref('o.customer_name');
  let filtered = tx
    .selectFrom('bulk_messages as m')
    .innerJoin('bulk_recipients as r', 'r.message_id', 'm.id')
    .innerJoin('orders as o', 'o.customer_id', 'r.customer_id')
    .where('m.id', '=', messageId)
    .where(isResult);
  if (search) {
    filtered = filtered.where(
      sql<SqlBool>`(${isNumbered('o.number', 'order', search)} OR ${hasWords(search, customerName)})`,
    );
  }
  return listPage(tx, filtered, {
    request,
    sort: {
      columns: [orderSorts[sort?.field ?? 'createdAt'], sql.ref('o.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) =>
      query
        .innerJoin('locations as l', 'l.id', 'o.location_id')
        .select([
          'o.id as _id',
          sql<string>`format_number('order', o.number)`.as('number'),
          'o.location_id as locationId',
          'l.name as locationName',
          'r.customer_id as customerId',
          'o.customer_name as customerName',
          orderTotal.as('total'),
          'o.created_at as createdAt',
          sql<string>`r.done_at`.as('sentAt'),
        ]),
  });
}

/**
 * Counts the orders of one message again, until a day after its last order could be placed; the longest uncounted first.
 * Returns whether there was one.
 */
export async function countOrdersOfNext(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    WITH next AS (
      SELECT m.id, m.location_ids FROM bulk_messages m
      WHERE m.recipient_count IS NOT NULL AND (m.orders_counted_at IS NULL
        OR m.orders_counted_at < now() - interval '9 minutes'
        AND m.orders_counted_at < coalesce(m.finished_at, now()) + make_interval(days => ${orderWindowDays + 1}))
      ORDER BY m.orders_counted_at NULLS FIRST LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE bulk_messages SET order_count = counted.count, order_total = counted.total, orders_counted_at = now()
    FROM next m CROSS JOIN LATERAL (${sumOfOrders}) AS counted
    WHERE bulk_messages.id = m.id RETURNING 1`.execute(tx);
  return rows.length > 0;
}
