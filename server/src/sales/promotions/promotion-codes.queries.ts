import type { Page } from '@aisle/contract/core/page';
import { codeKey } from '@aisle/contract/sales/promotions/promotion-codes';
import type { BatchCode, CodeBatch, CodePage } from '@aisle/contract/sales/promotions/promotions';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow } from '../../core/db/rows/columns.ts';
import { recordExists } from '../../core/db/rows/records.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { beginningWith } from '../../core/list/search-text.ts';
import { notFound } from '../../core/problem.ts';

const codes = (tx: Tx) =>
  tx.selectFrom('promotion_codes as c').innerJoin('promotion_code_batches as b', 'b.id', 'c.batch_id');
type CodeQuery = ReturnType<typeof codes>;

const state = sql<BatchCode['state']>`CASE WHEN c.main_order_id IS NOT NULL THEN 'used'
  WHEN b.revoked_at IS NOT NULL THEN 'revoked' ELSE 'unused' END`;
const withShown = (query: CodeQuery) =>
  query
    .select(['c.code', 'c.batch_id as batchId', 'c.used_at as usedAt', 'c.main_order_id as mainOrderId'])
    .select([
      state.as('state'),
      sql<
        string | null
      >`(SELECT format_number('checkout', m.number) FROM main_orders m WHERE m.id = c.main_order_id)`.as(
        'mainOrderNumber',
      ),
    ]);

export function listCodes(tx: Tx, { search, filters, sort, ...page }: CodePage): List<Page<BatchCode>> {
  let found = codes(tx);
  if (search) found = found.where('c.key', 'like', beginningWith(codeKey(search)));
  if (filters.promotionId) found = found.where('c.promotion_id', '=', filters.promotionId);
  if (filters.batchId) found = found.where('c.batch_id', '=', filters.batchId);
  if (filters.state) found = found.where(state, '=', filters.state);
  return listOf(tx, found, {
    request: { search, sort, ...page },
    sort: { columns: [sql.ref('c.code')], direction: sort?.order ?? 'asc' },
    select: withShown,
  });
}

/** The most batches that are shown. */
const maxBatches = 200;
export async function batchesOf(tx: Tx, promotionId: string): Promise<CodeBatch[]> {
  if (!(await recordExists(tx, 'promotions', promotionId))) throw notFound('Promotion');
  return tx
    .selectFrom('promotion_code_batches as b')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('promotion_codes as c')
          .select((of) => [
            of.fn.countAll<number>().as('created'),
            of.fn.count<number>('c.main_order_id').as('used'),
          ])
          .whereRef('c.batch_id', '=', 'b.id')
          .as('n'),
      (join) => join.onTrue(),
    )
    .select([
      'b.id as _id',
      'b.count',
      'n.created',
      'n.used',
      'b.prefix',
      'b.note',
      'b.job_id as jobId',
      'b.created_at as createdAt',
      'b.created_by_name as createdByName',
      'b.revoked_at as revokedAt',
    ])
    .where('b.promotion_id', '=', promotionId)
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id')
    .limit(maxBatches)
    .execute();
}

export async function insertBatch(tx: Tx, batch: NewRow<'promotion_code_batches'>): Promise<void> {
  await tx.insertInto('promotion_code_batches').values(batch).execute();
}

export async function setJobOfBatch(tx: Tx, id: string, jobId: string): Promise<void> {
  await tx.updateTable('promotion_code_batches').set({ job_id: jobId }).where('id', '=', id).execute();
}

export interface LockedBatch {
  promotionId: string;
  revokedAt: string | null;
}
/** Locks a batch whose promotion the actor can change. */
export const lockBatch = (tx: Tx, id: string): Promise<LockedBatch | undefined> =>
  tx
    .selectFrom('promotion_code_batches')
    .select(['promotion_id as promotionId', 'revoked_at as revokedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Revokes a batch and returns the number of its unused codes. */
export async function revokeBatch(tx: Tx, id: string): Promise<number> {
  await tx
    .updateTable('promotion_code_batches')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const { count } = await tx
    .selectFrom('promotion_codes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('batch_id', '=', id)
    .where('main_order_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countCodes(tx: Tx, batchId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('promotion_codes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts codes except those that already exist, also as a shared code. */
export async function insertCodes(
  tx: Tx,
  { batchId, promotionId }: { batchId: string; promotionId: string },
  added: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO promotion_codes (key, code, promotion_id, batch_id)
    SELECT key, code, ${promotionId}::uuid, ${batchId}::uuid
    FROM unnest(${added.map(codeKey)}::text[], ${added}::text[]) AS added (key, code)
    WHERE NOT EXISTS (SELECT FROM promotions p WHERE p.code_key = key AND p.state <> 'ended')
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** The codes of a batch after one, in order. */
export async function codesAfter(tx: Tx, batchId: string, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('promotion_codes')
    .select('code')
    .where('batch_id', '=', batchId)
    .where('code', '>', after)
    .orderBy('code')
    .limit(limit)
    .execute();
  return rows.map(({ code }) => code);
}
