import type { Page } from '@aisle/contract/core/page';
import {
  type BulkMessage,
  type BulkMessagePage,
  type BulkMessageResult,
  type BulkMessageResultPage,
  type BulkMessageState,
  type BulkMessageView,
  type SendOutcome,
  sendOutcomes,
} from '@aisle/contract/service/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow } from '../../core/db/rows/columns.ts';
import { byName } from '../../core/list/by-name.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { type List, listOf, listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const columns = [
  'm.id as _id',
  'm.name',
  'm.subject',
  'm.body',
  'm.send_at as sendAt',
  'm.job_id as jobId',
  'm.recipient_count as recipients',
  'm.unsubscribed_count as unsubscribed',
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
  sql<BulkMessage['counts']>`${sql.raw(
    `jsonb_build_object(${sendOutcomes
      .map((outcome) => `'${outcome}', coalesce((m.counts ->> '${outcome}')::int, 0)`)
      .join(', ')})`,
  )}`.as('counts'),
] as const;

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
    select: (query) => query.select([...columns, ...computed]),
  });
}

export async function getBulkMessage(tx: Tx, id: string): Promise<BulkMessage> {
  const row = await tx
    .selectFrom('bulk_messages as m')
    .select([...columns, ...computed])
    .where('m.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Message');
}

/** A record that the audience filters name. */
const named = (table: string, key: string, name: RawBuilder<unknown> = sql`x.name`) =>
  sql`(SELECT jsonb_build_object('_id', x.id, 'name', ${name}) FROM ${sql.table(table)} x
    WHERE x.id = (m.audience ->> ${sql.lit(key)})::uuid)`;
const audienceData = sql<BulkMessageView['audienceData']>`jsonb_build_object(
  'locations', (SELECT coalesce(jsonb_agg(jsonb_build_object('_id', l.id, 'name', l.name) ORDER BY l.name COLLATE aisle_names, l.id), '[]')
    FROM locations l
    WHERE l.id IN (SELECT jsonb_array_elements_text(m.audience -> 'locationIds')::uuid)),
  'boughtSubProduct', ${named('sub_products', 'boughtSubProductId', itemNameOf('x'))},
  'boughtCategory', ${named('categories', 'boughtCategoryId')},
  'plan', ${named('subscription_plans', 'planId')})`;

export async function showBulkMessage(tx: Tx, id: string): Promise<BulkMessageView> {
  const row = await tx
    .selectFrom('bulk_messages as m')
    .select([...columns, ...computed, audienceData.as('audienceData')])
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
      ]),
  });
}
