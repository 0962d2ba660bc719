import { formatNumber, parseNumber } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type {
  OrderBulk,
  OrderBulkPage,
  OrderBulkRow,
  OrderBulkRowPage,
} from '@aisle/contract/sales/order-bulk';
import type { BulkAssignment } from '@aisle/contract/sales/order-owners';
import type { HeadlineStatus, OrderState } from '@aisle/contract/sales/orders/order-flow';
import type { OrderTarget } from '@aisle/contract/sales/orders/order-list';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type List, listPage } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { type ChangeRead, getChange, listChanges } from '../../system/bulk/changes.queries.ts';
import { matchingOrders } from '../order-search/order-search.queries.ts';

export const kind = 'orders';

/** The rows of a job that steps orders, oldest order first. */
export async function rowsToStep(tx: Tx, actor: Actor, target: OrderTarget): Promise<RawBuilder<unknown>> {
  const { query } = await matchingOrders(tx, actor, target);
  const rows = query.select(['o.id as record_id', 'o.location_id']).orderBy('o.created_at').orderBy('o.id');
  return sql`${rows}`;
}

export type StatusCount = OrderState & {
  headlineStatus: HeadlineStatus;
  count: number;
  total: number;
  due: number;
};
/** The number of these orders in each state. Counts at most `most` orders. */
export async function countByStatus(
  tx: Tx,
  actor: Actor,
  target: OrderTarget,
  most: number,
): Promise<StatusCount[]> {
  const { query } = await matchingOrders(tx, actor, target);
  const some = query
    .select(['o.status', 'o.dispatch_status', 'o.fulfilment', 'o.headline_status', 'o.total', 'o.paid'])
    .limit(most);
  const { rows } = await sql<StatusCount>`
    SELECT status, dispatch_status AS "dispatchStatus", fulfilment, headline_status AS "headlineStatus",
      count(*) AS count, sum(total)::bigint AS total, sum(greatest(total - paid, 0))::bigint AS due
    FROM (${some}) AS found GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC`.execute(tx);
  return rows;
}

/** The number of these orders that an assignment changes, and the number at locations that the new owner can't see. */
export async function assignable(
  tx: Tx,
  actor: Actor,
  target: OrderTarget,
  { assign, reach, most }: { assign: BulkAssignment; reach: readonly string[] | null; most: number },
): Promise<{ orders: number; changed: number; refused: number }> {
  const { query } = await matchingOrders(tx, actor, target);
  const { ownerId, addTags = [], removeTags = [] } = assign;
  const lower = (tags: readonly string[]) => tags.map((tag) => tag.toLowerCase());
  const some = query.select(['o.location_id', 'o.owner_id', 'o.tags']).limit(most);
  const { rows } = await sql<{ orders: number; changed: number; refused: number }>`
    SELECT count(*) AS orders, count(*) FILTER (WHERE hidden) AS refused,
      count(*) FILTER (WHERE NOT hidden AND (other_owner OR NOT has @> ${lower(addTags)}::text[]
        OR has && ${lower(removeTags)}::text[])) AS changed
    FROM (SELECT ${reach === null ? sql`false` : sql`location_id <> ALL (${[...reach]}::uuid[])`} AS hidden,
        ${ownerId === undefined ? sql`false` : sql`owner_id IS DISTINCT FROM ${ownerId}::uuid`} AS other_owner,
        lower(tags::text)::text[] AS has
      FROM (${some}) AS found) AS judged`.execute(tx);
  return rows[0]!;
}

const changes = { kind, about: sql<OrderBulk['status']>`b.request ->> 'status'` };

const toBulk = ({
  about: status,
  rowCount: orders,
  counts: { waiting, changed, same, refused },
  ...change
}: ChangeRead<OrderBulk['status']>): OrderBulk => ({
  ...change,
  status,
  orders,
  counts: { waiting, changed, same, refused },
});

export function listOrderBulks(tx: Tx, request: OrderBulkPage): List<Page<OrderBulk>> {
  return listChanges(tx, changes, request).mapRows(toBulk);
}

export const getOrderBulk = async (tx: Tx, id: string): Promise<OrderBulk> =>
  toBulk(await getChange(tx, changes, id, 'This bulk step'));

/** The results of a job, in processing order. */
export async function listOrderBulkRows(
  tx: Tx,
  id: string,
  request: OrderBulkRowPage,
): Promise<Page<OrderBulkRow>> {
  const { search, filters, sort } = request;
  let filtered = tx
    .selectFrom('bulk_rows as r')
    .innerJoin('bulk_changes as b', 'b.id', 'r.change_id')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 'r.location_id').onRef('o.id', '=', 'r.record_id'),
    )
    .where('r.change_id', '=', id)
    .where('b.kind', '=', kind);
  if (filters.outcome) filtered = filtered.where('r.outcome', '=', filters.outcome);
  if (search) {
    filtered = filtered.where(
      parseNumber('order', search) !== undefined
        ? isNumbered('o.number', 'order', search)
        : hasWords(search, 'o.customer_name'),
    );
  }
  const page = await listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('r.position')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      query
        .innerJoin('locations as l', 'l.id', 'o.location_id')
        .select([
          sql<string>`r.change_id || ':' || r.position`.as('_id'),
          'o.id as orderId',
          'o.number',
          'o.customer_name as customerName',
          'l.name as locationName',
          sql<OrderBulkRow['outcome']>`r.outcome`.as('outcome'),
          sql<HeadlineStatus | null>`r.before ->> 'status'`.as('before'),
          sql<HeadlineStatus | null>`r.after ->> 'status'`.as('after'),
          sql<string | null>`r.after ->> 'assigned'`.as('assigned'),
          'r.reason',
        ]),
  });
  return {
    ...page,
    records: page.records.map((row) => ({ ...row, number: formatNumber('order', row.number) })),
  };
}
