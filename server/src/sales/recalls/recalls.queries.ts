import type { Page } from '@aisle/contract/core/page';
import type {
  Recall,
  RecallInput,
  RecallListed,
  RecallPage,
  RecallPlan,
  RecallRow,
  RecallRowKind,
  RecallRowPage,
  RecallStatus,
} from '@aisle/contract/sales/recalls';
import type { JobStatus } from '@aisle/contract/system/jobs';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { RowChange } from '../../core/db/rows/columns.ts';
import { type Actor, idOf } from '../../core/http/actor.ts';
import { byName } from '../../core/list/by-name.ts';
import { itemNameOf } from '../../core/list/item-names.ts';
import { type List, listOf, listPage } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { recalledLots, soldFrom } from './recall-lots.queries.ts';

const recalls = (tx: Tx) => tx.selectFrom('recalls as r');
type RecallQuery = ReturnType<typeof recalls>;
const withShown = (query: RecallQuery) =>
  query
    .select([
      'r.id as _id',
      'r.title',
      'r.reason',
      'r.lot_count as lots',
      'r.created_by_name as createdBy',
      'r.created_at as createdAt',
      'r.version',
    ])
    .select([
      sql<string>`format_number('recall', r.number)`.as('number'),
      sql<RecallStatus>`r.status`.as('status'),
    ]);

export function listRecalls(tx: Tx, request: RecallPage): List<Page<RecallListed>> {
  const { search, filters, sort } = request;
  let filtered = recalls(tx);
  if (filters.status) filtered = filtered.where('r.status', '=', filters.status);
  if (search) {
    filtered = filtered.where(
      sql<SqlBool>`(${isNumbered('r.number', 'recall', search)} OR ${hasWords(search, 'r.title')})`,
    );
  }
  return listOf(tx, filtered, {
    request,
    sort: { columns: [sql.ref('r.created_at'), sql.ref('r.id')], direction: sort?.order ?? 'desc' },
    select: withShown,
  });
}

export async function getRecallListed(tx: Tx, id: string): Promise<RecallListed> {
  return mustFind(
    (await withShown(recalls(tx).where('r.id', '=', id)).executeTakeFirst()) as RecallListed | undefined,
    'Recall',
  );
}

export async function insertRecall(
  tx: Tx,
  actor: Actor,
  id: string,
  { title, reason, selection }: RecallInput,
): Promise<void> {
  await tx
    .insertInto('recalls')
    .values({
      id,
      title,
      reason,
      selection: JSON.stringify(selection),
      lot_count: 0,
      created_by: idOf(actor),
      created_by_name: actor.name,
    })
    .execute();
}

export async function updateRecall(
  tx: Tx,
  id: string,
  { plan, ...columns }: Omit<RowChange<'recalls'>, 'plan'> & { plan?: RecallPlan },
): Promise<void> {
  await tx
    .updateTable('recalls')
    .set({ ...columns, ...(plan && { plan: JSON.stringify(plan) }) })
    .where('id', '=', id)
    .execute();
}

/** Saves the rows to process: the lots, the orders that have items from them, and the customers. */
export async function writeRecallRows(tx: Tx, recallId: string): Promise<void> {
  await sql`
    WITH held AS MATERIALIZED (${soldFrom(recalledLots(recallId))}),
    all_rows AS (
      SELECT location_id, 'lot' AS kind, lot_id AS record_id, found AS units, NULL::bigint AS amount
      FROM recall_lots WHERE recall_id = ${recallId}
      UNION ALL
      SELECT location_id, 'order', order_id, sum(units), sum(amount) FROM held GROUP BY 1, 3
      UNION ALL
      SELECT location_id, 'customer', customer_id, sum(units), sum(amount) FROM held GROUP BY 1, 3
    )
    INSERT INTO recall_rows (location_id, recall_id, id, kind, record_id, units, amount)
    SELECT location_id, ${recallId}::uuid, gen_random_uuid(), kind, record_id, units, amount FROM all_rows`.execute(
    tx,
  );
}

export interface LockedRecall {
  id: string;
  number: string;
  title: string;
  reason: string;
  status: RecallStatus;
  plan: RecallPlan | null;
  jobStatus: JobStatus | null;
  /** Rows of locations that the actor cannot reach. */
  lotsElsewhere: number;
}
/** Locks a recall, so that concurrent actions run one after another. */
export async function lockRecall(tx: Tx, id: string): Promise<LockedRecall> {
  const { rows } = await sql<LockedRecall>`
    SELECT r.id, format_number('recall', r.number) AS number, r.title, r.reason, r.status, r.plan,
      (SELECT j.status FROM jobs j WHERE j.id = r.job_id) AS "jobStatus",
      (SELECT others FROM recall_reach(r.id)) AS "lotsElsewhere"
    FROM recalls r WHERE r.id = ${id} FOR NO KEY UPDATE OF r`.execute(tx);
  return mustFind(rows[0], 'Recall');
}

type ViewParts = Pick<Recall, 'selection' | 'plan' | 'jobId' | 'jobStatus' | 'lotsElsewhere'> & {
  /** The first of the customers, and the location where they ordered. */
  customerId: string | null;
  locationId: string | null;
};
/** The fields that only the view has. */
export async function viewParts(tx: Tx, id: string): Promise<ViewParts> {
  const { rows } = await sql<ViewParts>`
    SELECT r.selection, r.plan, r.job_id AS "jobId", j.status AS "jobStatus",
      (SELECT others FROM recall_reach(r.id)) AS "lotsElsewhere",
      first.record_id AS "customerId", first.location_id AS "locationId"
    FROM recalls r LEFT JOIN jobs j ON j.id = r.job_id
    LEFT JOIN LATERAL (SELECT c.record_id, c.location_id FROM recall_rows c
      WHERE c.recall_id = r.id AND c.kind = 'customer' ORDER BY c.id LIMIT 1) first ON true
    WHERE r.id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Recall');
}

export async function countRows(tx: Tx, recallId: string): Promise<Recall['counts']> {
  const { rows } = await sql<{ kind: RecallRowKind; outcome: RecallRow['outcome']; count: number }>`
    SELECT kind, outcome, count(*) AS count FROM recall_rows WHERE recall_id = ${recallId} GROUP BY 1, 2`.execute(
    tx,
  );
  const none = () => ({ waiting: 0, done: 0, open: 0, skipped: 0 });
  const counts = { lot: none(), order: none(), customer: none() };
  for (const { kind, outcome, count } of rows) counts[kind][outcome] = count;
  return counts;
}

/** Searches rows `r` by the number of their lot or order, or by the name of the item or customer. */
function rowMatching(search: string) {
  return sql<SqlBool>`CASE r.kind
    WHEN 'lot' THEN EXISTS (SELECT FROM lots lot JOIN sub_products sold ON sold.id = lot.sub_product_id
      WHERE lot.location_id = r.location_id AND lot.id = r.record_id
        AND (${isNumbered('lot.number', 'lot', search)} OR ${hasWords(search, 'lot.lot_number', itemNameOf('sold'))}))
    WHEN 'order' THEN EXISTS (SELECT FROM orders o WHERE o.location_id = r.location_id AND o.id = r.record_id
      AND (${isNumbered('o.number', 'order', search)} OR ${hasWords(search, 'o.customer_name')}))
    ELSE EXISTS (SELECT FROM customers c WHERE c.id = r.record_id
      AND ${hasWords(search, 'c.first_name', 'c.last_name', 'c.email')}) END`;
}

const rankOfKind = sql<number>`array_position(ARRAY['lot', 'customer', 'order'], r.kind::text)`;

export async function listRecallRows(
  tx: Tx,
  recallId: string,
  { filters, ...request }: RecallRowPage,
  maySeeOrders: boolean,
): Promise<Page<RecallRow>> {
  let filtered = tx
    .selectFrom('recall_rows as r')
    .innerJoin('locations as place', 'place.id', 'r.location_id')
    .where('r.recall_id', '=', recallId);
  if (!maySeeOrders) filtered = filtered.where('r.kind', '=', 'lot');
  if (filters.kind) filtered = filtered.where('r.kind', '=', filters.kind);
  if (filters.outcome) filtered = filtered.where('r.outcome', '=', filters.outcome);
  if (request.search) filtered = filtered.where(rowMatching(request.search));
  return listPage(tx, filtered, {
    request,
    // Lots come first, by store, because staff remove them from the shelves in that order.
    sort: {
      columns: [rankOfKind, byName('place.name'), sql.ref('r.id')],
      direction: request.sort?.order ?? 'asc',
    },
    select: (query) =>
      query
        .leftJoin('lots as l', (join) =>
          join.onRef('l.location_id', '=', 'r.location_id').onRef('l.id', '=', 'r.record_id'),
        )
        .leftJoin('sub_products as sold', 'sold.id', 'l.sub_product_id')
        .leftJoin('orders as o', (join) =>
          join.onRef('o.location_id', '=', 'r.location_id').onRef('o.id', '=', 'r.record_id'),
        )
        .leftJoin('customers as c', 'c.id', 'r.record_id')
        .select(['r.id as _id', 'r.record_id as recordId', 'r.units', 'r.amount', 'r.reason'])
        .select('place.name as locationName')
        .select([
          sql<RecallRow['kind']>`r.kind`.as('kind'),
          sql<RecallRow['outcome']>`r.outcome`.as('outcome'),
          sql<string>`CASE r.kind WHEN 'lot' THEN format_number('lot', l.number) WHEN 'order' THEN format_number('order', o.number)
            ELSE rtrim(c.first_name || ' ' || c.last_name) END`.as('label'),
          sql<
            string | null
          >`CASE r.kind WHEN 'lot' THEN ${itemNameOf('sold')} WHEN 'order' THEN o.customer_name
            ELSE coalesce(c.email, c.phone) END`.as('about'),
        ]),
  });
}

/** Locks a row that a user wants to settle, and returns its recall. */
export async function lockRow(tx: Tx, id: string): Promise<{ recallId: string; outcome: string }> {
  const { rows } = await sql<{ recallId: string; outcome: string }>`
    SELECT recall_id AS "recallId", outcome FROM recall_rows WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return mustFind(rows[0], 'Row');
}
