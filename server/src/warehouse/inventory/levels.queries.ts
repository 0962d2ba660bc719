import type { Page, PageRequest } from '@aisle/contract/core/page';
import type { AdjustInput, LevelPage, StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { type SqlBool, sql } from 'kysely';
import { changeRows } from '../../core/changes/record-change.ts';
import { enqueue, type Tx } from '../../core/db/db.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { mustFind } from '../../core/problem.ts';
import type { LevelKey } from '../../ledgers/stock/stock.queries.ts';
import { subProductRef } from './lots.queries.ts';
import { searchedSubProducts } from './search.queries.ts';
import { isOnShelf } from './shelves/shelves.queries.ts';

const levels = (tx: Tx) =>
  tx.selectFrom('stock_levels as level').innerJoin('sub_products as sold', 'sold.id', 'level.sub_product_id');
type LevelQuery = ReturnType<typeof levels>;

const available = sql<number>`available_now(level)`;
/** Few levels are low, and only those need to look up whether the location sells the item. */
const isLow = sql<SqlBool>`(level.low_since IS NOT NULL AND EXISTS (SELECT FROM low_levels low
  WHERE low.location_id = level.location_id AND low.sub_product_id = level.sub_product_id))`;
const withShown = (query: LevelQuery) =>
  query
    .innerJoin('locations as place', 'place.id', 'level.location_id')
    .leftJoin('location_sub_products as offer', (join) =>
      join
        .onRef('offer.location_id', '=', 'level.location_id')
        .onRef('offer.sub_product_id', '=', 'level.sub_product_id'),
    )
    .select([
      'level.location_id as locationId',
      'place.name as locationName',
      'place.time_zone as timeZone',
      'level.on_hand as onHand',
      'level.reserved',
      'offer.threshold',
      'offer.shelf_code as shelf',
      'level.updated_at as updatedAt',
    ])
    .select([
      sql<string>`level.location_id || ':' || level.sub_product_id`.as('_id'),
      subProductRef('sold').as('subProductData'),
      available.as('available'),
      sql<number>`expired_now(level)`.as('expired'),
      sql<boolean>`coalesce(offer.assigned, false)`.as('assigned'),
      sql<StockLevel['status']>`CASE WHEN ${available} = 0 THEN 'out'
        WHEN ${isLow} THEN 'low' ELSE 'ok' END`.as('status'),
      sql<number>`coalesce(offer.threshold, (SELECT low_at()))`.as('lowAt'),
    ]);

const sortColumns = { name: byName('sold.name'), updatedAt: sql.ref('level.updated_at') };

export async function listLevels(tx: Tx, actor: Actor, request: LevelPage): Promise<List<Page<StockLevel>>> {
  const { search, filters, sort, ids }: LevelPage & PageRequest = request;
  const { subProductId, status, shelf } = filters;
  const location = locationOf(actor, filters.locationId);
  const isWhole = !subProductId && !status && !shelf && !search && !ids;
  if (location && isWhole && sort?.field !== 'updatedAt' && (await hasMany(tx, location))) {
    return levelsByName(tx, actor, location, request);
  }
  let filtered = levels(tx);
  if (location) filtered = filtered.where('level.location_id', '=', location);
  if (subProductId) filtered = filtered.where('level.sub_product_id', '=', subProductId);
  if (status) filtered = filtered.where(hasStatus(status, location));
  if (shelf) {
    filtered = filtered.where(sql<SqlBool>`(level.location_id, level.sub_product_id) IN (
      SELECT offer.location_id, offer.sub_product_id FROM location_sub_products offer WHERE ${isOnShelf(shelf)})`);
  }
  if (search) {
    const found = await searchedSubProducts(tx, search);
    filtered = filtered.where(sql<SqlBool>`level.sub_product_id = ANY (${found}::uuid[])`);
  }
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [
        sortColumns[sort?.field ?? 'name'],
        sql.ref('level.sub_product_id'),
        sql.ref('level.location_id'),
      ],
      direction: sort?.order ?? 'asc',
    },
    isOneOf: (ids) => sql`(level.location_id, level.sub_product_id) IN (
      SELECT split_part(id, ':', 1)::uuid, split_part(id, ':', 2)::uuid FROM unnest(${ids}::text[]) AS selected (id))`,
    select: withShown,
    locationScope: { actor, location, table: 'stock_levels', column: 'level.location_id' },
  });
}

/** Whether a location has too many items to sort by name on each request. */
async function hasMany(tx: Tx, locationId: string): Promise<boolean> {
  const further = await tx
    .selectFrom('stock_levels')
    .select('location_id')
    .where('location_id', '=', locationId)
    .offset(1000)
    .limit(1)
    .executeTakeFirst();
  return further !== undefined;
}

/**
 * A page of a location's items, found by reading the catalog in name order. Written in SQL, because the planner multiplies the
 * selectivity of policy and condition, expects few rows and sorts all of them.
 */
function levelsByName(tx: Tx, actor: Actor, locationId: string, request: LevelPage): List<Page<StockLevel>> {
  const kept = tx.selectFrom('sub_products as sold').innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('stock_levels')
        .select('location_id')
        .whereRef('sub_product_id', '=', 'sold.id')
        .where('location_id', '=', locationId)
        .offset(0)
        .as('level'),
    (join) => join.onTrue(),
  );
  const counted = tx.selectFrom('stock_levels').where('location_id', '=', locationId);
  const found = listOf(tx, counted, {
    request,
    sort: {
      columns: [sortColumns.name, sql.ref('sold.id'), sql.ref('level.location_id')],
      direction: request.sort?.order ?? 'asc',
    },
    select: () => kept.select('sold.id'),
    locationScope: { actor, location: locationId, table: 'stock_levels', column: 'stock_levels.location_id' },
  });
  return found.map(async (page) => {
    const ids = page.records.map(({ id }) => id);
    const rows = await withShown(
      levels(tx)
        .where('level.location_id', '=', locationId)
        .where(sql<SqlBool>`level.sub_product_id = ANY (${ids}::uuid[])`),
    ).execute();
    const bySubProduct = new Map(rows.map((row) => [row.subProductData._id, row as StockLevel]));
    return { ...page, records: ids.map((id) => mustFind(bySubProduct.get(id), 'Stock level')) };
  });
}

/** Limits for low items: of one location, and across all locations. */
const maxLow = { here: 20_000, anywhere: 1000 };

/**
 * Empty levels are indexed; levels emptied only by expiration are found through due lots. Low items are found first,
 * separately; otherwise the planner assumes that they are common and reads the whole catalog by name.
 */
export const isEmptyByExpiry = sql<SqlBool>`(level.next_expiry <= (now() AT TIME ZONE 'UTC')::date AND ${available} = 0)`;
/** Whether a `level` is empty. The list and the dashboard use the same condition. */
const isOut = sql<SqlBool>`(level.out_since IS NOT NULL OR ${isEmptyByExpiry})`;

function hasStatus(wanted: StockLevel['status'], locationId: string | undefined) {
  const here = locationId ? sql`level.location_id = ${locationId}` : sql`true`;
  const low = sql`(level.location_id, level.sub_product_id) IN (
    SELECT level.location_id, level.sub_product_id FROM low_levels level WHERE ${here}
    LIMIT ${locationId ? maxLow.here : maxLow.anywhere})`;
  switch (wanted) {
    case 'out':
      return isOut;
    case 'low':
      return sql<SqlBool>`${low}`;
    case 'ok':
      return sql<SqlBool>`(NOT ${isOut} AND ${available} > 0 AND NOT ${isLow})`;
  }
}

export async function getLevel(tx: Tx, locationId: string, subProductId: string): Promise<StockLevel> {
  const level = await withShown(
    levels(tx).where('level.location_id', '=', locationId).where('level.sub_product_id', '=', subProductId),
  ).executeTakeFirst();
  return mustFind(level, 'Stock level');
}

/** Writes an adjustment whose movements are enqueued to the audit log, with the resulting level. */
export async function recordAdjustment(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'name'>,
  { locationId, subProductId, quantity, reason, note }: AdjustInput,
): Promise<void> {
  const recorded = changeRows(
    actor,
    {
      action: 'adjust',
      resource: 'inventory',
      recordId: sql`sub_product_id`,
      locationId: sql`location_id`,
      before: sql`jsonb_build_object('onHand', on_hand - ${quantity}::numeric)`,
      after: sql`jsonb_build_object('onHand', on_hand, 'quantity', ${quantity}::numeric)
        || ${JSON.stringify({ reason, note })}::jsonb`,
    },
    sql`FROM stock_levels WHERE location_id = ${locationId} AND sub_product_id = ${subProductId}`,
  );
  await enqueue(tx, sql`WITH ${recorded} SELECT`);
}

/** Closes the notices that ask to count these items. */
export async function closeCountNotices(tx: Tx, levels: readonly LevelKey[]): Promise<void> {
  if (levels.length === 0) return;
  await enqueue(
    tx,
    sql`SELECT close_count_notices(${levels.map((one) => one.locationId)}::uuid[],
      ${levels.map((one) => one.subProductId)}::uuid[])`,
  );
}
