import type { Page } from '@aisle/contract/core/page';
import type {
  StockCount,
  StockCountInput,
  StockCountPage,
  StockCountRow,
  StockCountStatus,
} from '@aisle/contract/warehouse/stock-counts';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { isOnShelf } from '../inventory/shelves/shelves.queries.ts';

const counts = (tx: Tx) => tx.selectFrom('stock_counts as c');
type CountQuery = ReturnType<typeof counts>;

const withShown = (query: CountQuery) =>
  query
    .innerJoin('locations as place', 'place.id', 'c.location_id')
    .select([
      'c.id as _id',
      'c.name',
      'c.location_id as locationId',
      'place.name as locationName',
      'place.time_zone as timeZone',
      'c.blind',
      'c.shelves',
      'c.created_by_name as createdBy',
      'c.created_at as createdAt',
      'c.closed_by_name as closedBy',
      'c.closed_at as closedAt',
      'c.reviewed_at as reviewedAt',
      'c.version',
    ])
    .select([
      sql<string>`format_number('count', c.number)`.as('number'),
      sql<StockCountStatus>`c.status`.as('status'),
      sql<StockCountRow['categories']>`(
        SELECT coalesce(jsonb_agg(jsonb_build_object('_id', id, 'name', name) ORDER BY name COLLATE aisle_names), '[]')
        FROM categories WHERE id = ANY (c.category_ids))`.as('categories'),
      sql<number>`(SELECT count(*) FROM stock_count_items item
        WHERE item.location_id = c.location_id AND item.count_id = c.id)`.as('items'),
      // The same number as in `figuresOf`, without comparing entries.
      sql<number>`(SELECT count(*) FROM stock_count_items item
        WHERE item.location_id = c.location_id AND item.count_id = c.id AND EXISTS (
          SELECT FROM stock_count_entries entry
          WHERE entry.location_id = item.location_id AND entry.count_id = item.count_id
            AND entry.sub_product_id = item.sub_product_id AND entry.round = item.round))`.as('counted'),
    ]);

const sortColumns = { createdAt: sql.ref('c.created_at'), number: sql.ref('c.number') };

export function listCounts(tx: Tx, actor: Actor, request: StockCountPage): List<Page<StockCountRow>> {
  const { search, sort, filters } = request;
  let filtered = counts(tx);
  if (filters.locationId) filtered = filtered.where('c.location_id', '=', filters.locationId);
  if (filters.status) filtered = filtered.where('c.status', '=', filters.status);
  if (search) {
    filtered = filtered.where(
      sql<SqlBool>`(${isNumbered('c.number', 'count', search)} OR ${hasWords(search, 'c.name')})`,
    );
  }
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('c.id')],
      direction: sort?.order ?? 'desc',
    },
    locationScope: { actor, location: filters.locationId, table: 'stock_counts', column: 'c.location_id' },
    select: withShown,
  });
}

export async function getCountRow(tx: Tx, id: string): Promise<StockCountRow> {
  const row = await withShown(counts(tx).where('c.id', '=', id)).executeTakeFirst();
  return mustFind(row, 'Stock count') as StockCountRow;
}

interface CountFigures {
  counted: number;
  conflicts: number;
  recounts: number;
  differing: number;
  more: number;
  less: number;
  moreMoney: number;
  lessMoney: number;
}
/** The progress and results of a count. */
export async function figuresOf(tx: Tx, locationId: string, id: string): Promise<CountFigures> {
  const { rows } = await sql<CountFigures>`
    SELECT count(*) FILTER (WHERE people > 0) AS counted,
      count(*) FILTER (WHERE state = 'conflict') AS conflicts,
      count(*) FILTER (WHERE state = 'recount') AS recounts,
      count(*) FILTER (WHERE difference <> 0) AS differing,
      coalesce(sum(difference) FILTER (WHERE difference > 0), 0) AS more,
      coalesce(sum(difference) FILTER (WHERE difference < 0), 0) AS less,
      coalesce(sum(round(difference * unit_cost)) FILTER (WHERE difference > 0), 0) AS "moreMoney",
      coalesce(sum(round(difference * unit_cost)) FILTER (WHERE difference < 0), 0) AS "lessMoney"
    FROM stock_count_state WHERE location_id = ${locationId} AND count_id = ${id}`.execute(tx);
  return rows[0]!;
}

/** The number of items that each user counted. */
export async function countersOf(tx: Tx, locationId: string, id: string): Promise<StockCount['counters']> {
  const { rows } = await sql<StockCount['counters'][number]>`
    SELECT user_name AS name, count(DISTINCT sub_product_id) AS items FROM stock_count_entries
    WHERE location_id = ${locationId} AND count_id = ${id}
    GROUP BY user_id, user_name ORDER BY items DESC, user_name COLLATE aisle_names LIMIT 50`.execute(tx);
  return rows;
}

export interface LockedCount {
  id: string;
  locationId: string;
  status: StockCountStatus;
  number: number;
  blind: boolean;
  version: number;
}
/** `share` lets several users enter counts concurrently; closing the count waits for them. */
export async function lockCount(tx: Tx, id: string, how: 'share' | 'alone'): Promise<LockedCount> {
  const query = tx
    .selectFrom('stock_counts')
    .select(['id', 'location_id as locationId', 'number', 'blind', 'version'])
    .select(sql<StockCountStatus>`status`.as('status'))
    .where('id', '=', id);
  const row = await (how === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
  return mustFind(row, 'Stock count');
}

export async function insertCount(tx: Tx, actor: Actor, id: string, input: StockCountInput): Promise<void> {
  await tx
    .insertInto('stock_counts')
    .values({
      id,
      location_id: input.locationId,
      name: input.name || null,
      category_ids: input.categoryIds ?? [],
      shelves: input.shelves ?? [],
      blind: input.blind,
      created_by: actor.userId,
      created_by_name: actor.name,
    })
    .execute();
}

/** Adds the items to count, sold or in stock at the location, filtered by categories and shelves. Returns their number. */
export async function insertItems(
  tx: Tx,
  id: string,
  { locationId, categoryIds = [], shelves = [] }: StockCountInput,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH RECURSIVE below AS (
      SELECT id FROM categories WHERE id = ANY (${categoryIds}::uuid[])
      UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id
    ), there AS (
      SELECT sub_product_id FROM stock_levels WHERE location_id = ${locationId} AND on_hand > 0
      UNION SELECT sub_product_id FROM location_sub_products WHERE location_id = ${locationId} AND assigned
    ), added AS (
      INSERT INTO stock_count_items (location_id, count_id, sub_product_id, unit_cost)
      SELECT ${locationId}::uuid, ${id}::uuid, sold.id, ${unitCost}
      FROM there JOIN sub_products sold ON sold.id = there.sub_product_id
      JOIN products p ON p.id = sold.product_id
      LEFT JOIN (${costs(locationId)}) lot ON lot.sub_product_id = sold.id
      WHERE (${categoryIds.length === 0} OR p.category_id IN (SELECT id FROM below))
        AND (${shelves.length === 0} OR sold.id IN (
          SELECT offer.sub_product_id FROM location_sub_products offer
          WHERE offer.location_id = ${locationId} AND (${onAnyOf(shelves)})))
      RETURNING 1
    ) SELECT count(*) AS count FROM added`.execute(tx);
  return rows[0]!.count;
}
const onAnyOf = (shelves: readonly string[]) =>
  shelves.length === 0 ? sql`true` : sql.join(shelves.map(isOnShelf), sql` OR `);
/** The average cost per unit of the location's stock. */
const costs = (locationId: string) => sql`
  SELECT sub_product_id, round(sum(cost_price * on_hand) / sum(on_hand)) AS cost FROM lots
  WHERE location_id = ${locationId} AND in_stock AND cost_price IS NOT NULL GROUP BY sub_product_id`;
const unitCost = sql`coalesce(lot.cost, sold.cost_price, 0)`;

/** Adds items that were found but not expected at the location. */
export async function addFoundItems(
  tx: Tx,
  { id, locationId }: LockedCount,
  subProductIds: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO stock_count_items (location_id, count_id, sub_product_id, unit_cost)
    SELECT ${locationId}::uuid, ${id}::uuid, sold.id, coalesce(sold.cost_price, 0)
    FROM sub_products sold WHERE sold.id = ANY (${subProductIds}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Whether the actor entered counts in this stock count. All API keys count as one user. */
export async function hasCounted(
  tx: Tx,
  { userId }: Pick<Actor, 'userId'>,
  { locationId, id }: Pick<LockedCount, 'locationId' | 'id'>,
): Promise<boolean> {
  const query = tx
    .selectFrom('stock_count_entries')
    .select('id')
    .where('location_id', '=', locationId)
    .where('count_id', '=', id);
  const own = userId === null ? query.where('user_id', 'is', null) : query.where('user_id', '=', userId);
  return (await own.limit(1).executeTakeFirst()) !== undefined;
}

export async function startReview(tx: Tx, { locationId, id }: LockedCount): Promise<void> {
  await tx
    .updateTable('stock_counts')
    .set({ status: 'review', reviewed_at: sql`now()` })
    .where('location_id', '=', locationId)
    .where('id', '=', id)
    .execute();
}

export async function closeCount(
  tx: Tx,
  actor: Actor,
  { locationId, id }: LockedCount,
  status: StockCountStatus,
): Promise<void> {
  await tx
    .updateTable('stock_counts')
    .set({ status, closed_by_name: actor.name, closed_at: sql`now()` })
    .where('location_id', '=', locationId)
    .where('id', '=', id)
    .execute();
}
