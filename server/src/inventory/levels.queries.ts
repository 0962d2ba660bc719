import type { Page } from '@aisle/contract/core/page';
import type { LevelPage, StockLevel } from '@aisle/contract/inventory';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { subProductRef } from './lots.queries.ts';
import { searchedSubProducts } from './search.queries.ts';

type LevelQuery = SelectQueryBuilder<
  DB & { level: DB['stock_levels']; sold: DB['sub_products'] },
  'level' | 'sold',
  unknown
>;
const levels = (tx: Tx): LevelQuery =>
  tx
    .selectFrom('stock_levels as level')
    .innerJoin('sub_products as sold', 'sold.id', 'level.sub_product_id') as unknown as LevelQuery;

const available = sql<number>`available_now(level)`;
const threshold = sql<number | null>`(SELECT offer.threshold FROM location_sub_products offer
  WHERE offer.location_id = level.location_id AND offer.sub_product_id = level.sub_product_id)`;

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
      'level.on_hand as onHand',
      'level.reserved',
      'offer.threshold',
      'level.updated_at as updatedAt',
    ])
    .select([
      sql<string>`level.location_id || ':' || level.sub_product_id`.as('_id'),
      subProductRef('sold').as('subProductData'),
      available.as('available'),
      sql<number>`expired_now(level)`.as('expired'),
      sql<boolean>`coalesce(offer.assigned, false)`.as('assigned'),
      sql<StockLevel['status']>`CASE WHEN ${available} = 0 THEN 'out'
        WHEN ${available} <= offer.threshold THEN 'low' ELSE 'ok' END`.as('status'),
    ]);

const orders = { name: sql.ref('sold.name'), updatedAt: sql.ref('level.updated_at') };

export async function listLevels(tx: Tx, request: LevelPage): Promise<Page<StockLevel>> {
  const { search, filters, sort } = request;
  let filtered = levels(tx);
  if (filters.locationId) filtered = filtered.where('level.location_id', '=', filters.locationId);
  if (filters.subProductId) filtered = filtered.where('level.sub_product_id', '=', filters.subProductId);
  if (filters.status) filtered = filtered.where(hasStatus(filters.status));
  if (search) {
    const ids = await searchedSubProducts(tx, search);
    filtered = filtered.where(sql<SqlBool>`level.sub_product_id = ANY (${ids}::uuid[])`);
  }
  return listPage(tx, filtered, {
    request,
    order: {
      columns: [orders[sort?.field ?? 'name'], sql.ref('level.sub_product_id'), sql.ref('level.location_id')],
      direction: sort?.order ?? 'asc',
    },
    select: withShown,
  });
}

/** What has run out is indexed; what only time has made so is looked up where a lot is due. */
function hasStatus(wanted: StockLevel['status']) {
  const out = sql`(level.out_since IS NOT NULL
    OR (level.next_expiry <= (now() AT TIME ZONE 'UTC')::date AND ${available} = 0))`;
  switch (wanted) {
    case 'out':
      return sql<SqlBool>`${out}`;
    case 'low':
      return sql<SqlBool>`(NOT ${out} AND ${available} <= ${threshold})`;
    case 'ok':
      return sql<SqlBool>`(NOT ${out} AND ${available} > coalesce(${threshold}, 0))`;
  }
}

export async function getLevel(tx: Tx, locationId: string, subProductId: string): Promise<StockLevel> {
  const row = await withShown(
    levels(tx).where('level.location_id', '=', locationId).where('level.sub_product_id', '=', subProductId),
  ).executeTakeFirst();
  return mustFind(row, 'Stock level') as StockLevel;
}
