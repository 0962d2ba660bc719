import type { Page } from '@aisle/contract/core/page';
import type { AdjustInput, LevelPage, StockLevel } from '@aisle/contract/stock-levels';
import { type CompiledQuery, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, locationOf } from '../core/actor.ts';
import { readLast, sendAlong, type Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { newId } from '../core/ids.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { subProductRef } from './lots.queries.ts';
import { searchedSubProducts } from './search.queries.ts';
import { standsOn } from './shelves.queries.ts';

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
        WHEN ${available} <= offer.threshold THEN 'low' ELSE 'ok' END`.as('status'),
    ]);

const orders = { name: sql.ref('sold.name'), updatedAt: sql.ref('level.updated_at') };

export async function listLevels(tx: Tx, actor: Actor, request: LevelPage): Promise<Page<StockLevel>> {
  const { search, filters, sort } = request;
  const { subProductId, status, shelf } = filters;
  const location = locationOf(actor, filters.locationId);
  const isWhole = !subProductId && !status && !shelf && !search;
  if (location && isWhole && sort?.field !== 'updatedAt' && (await hasMany(tx, location))) {
    return walkByName(tx, actor, location, request);
  }
  let filtered = levels(tx);
  if (location) filtered = filtered.where('level.location_id', '=', location);
  if (subProductId) filtered = filtered.where('level.sub_product_id', '=', subProductId);
  if (status) filtered = filtered.where(hasStatus(status, location));
  if (shelf) {
    filtered = filtered.where(sql<SqlBool>`(level.location_id, level.sub_product_id) IN (
      SELECT offer.location_id, offer.sub_product_id FROM location_sub_products offer WHERE ${standsOn(shelf)})`);
  }
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
    located: { actor, location, table: 'stock_levels', column: 'level.location_id' },
  });
}

/** Whether a location keeps more than it is worth putting in order by name. */
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
 * A page of all that a location keeps, found along the names of the catalogue. Said in so many words, because
 * the planner takes the policy and the condition for two reasons to expect few, and puts all of them in order.
 */
async function walkByName(
  tx: Tx,
  actor: Actor,
  locationId: string,
  request: LevelPage,
): Promise<Page<StockLevel>> {
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
  const page = await listPage(tx, kept, {
    request,
    order: {
      columns: [orders.name, sql.ref('sold.id'), sql.ref('level.location_id')],
      direction: request.sort?.order ?? 'asc',
    },
    select: (query) => query.select('sold.id'),
    counted: tx.selectFrom('stock_levels').where('location_id', '=', locationId),
    located: { actor, location: locationId, table: 'stock_levels', column: 'stock_levels.location_id' },
  });
  const ids = page.records.map(({ id }) => id);
  const rows = await withShown(
    levels(tx)
      .where('level.location_id', '=', locationId)
      .where(sql<SqlBool>`level.sub_product_id = ANY (${ids}::uuid[])`),
  ).execute();
  const bySubProduct = new Map(rows.map((row) => [row.subProductData._id, row as StockLevel]));
  return { ...page, records: ids.map((id) => mustFind(bySubProduct.get(id), 'Stock level')) };
}

/** Of one location all that is low is found, of all locations together the first thousand. */
const mostLow = { here: 20_000, anywhere: 1000 };

/**
 * What has run out is indexed; what only time has made so is looked up where a lot is due. What is low is
 * found first and on its own: the planner would take it to be common and search the whole catalogue by name.
 */
function hasStatus(wanted: StockLevel['status'], locationId: string | undefined) {
  const out = sql`(level.out_since IS NOT NULL
    OR (level.next_expiry <= (now() AT TIME ZONE 'UTC')::date AND ${available} = 0))`;
  const here = locationId ? sql`level.location_id = ${locationId}` : sql`true`;
  const low = sql`(level.location_id, level.sub_product_id) IN (
    SELECT level.location_id, level.sub_product_id FROM stock_levels level
    JOIN location_sub_products offer USING (location_id, sub_product_id)
    WHERE ${here} AND offer.threshold > 0 AND level.out_since IS NULL
      AND ${available} BETWEEN 0.001 AND offer.threshold
    LIMIT ${locationId ? mostLow.here : mostLow.anywhere})`;
  switch (wanted) {
    case 'out':
      return sql<SqlBool>`${out}`;
    case 'low':
      return sql<SqlBool>`${low}`;
    case 'ok':
      return sql<SqlBool>`(NOT ${out} AND ${available} > coalesce((SELECT offer.threshold
        FROM location_sub_products offer WHERE offer.location_id = level.location_id
          AND offer.sub_product_id = level.sub_product_id), 0))`;
  }
}

let builtLevel: CompiledQuery | undefined;
/** Built once and then only given its place: building it takes longer than reading it, and every adjustment does. */
function oneLevel(tx: Tx, locationId: string, subProductId: string): CompiledQuery {
  const places: Record<string, string> = { location: locationId, subProduct: subProductId };
  builtLevel ??= withShown(
    levels(tx).where('level.location_id', '=', 'location').where('level.sub_product_id', '=', 'subProduct'),
  ).compile();
  const parameters = builtLevel.parameters.map((value) => places[String(value)] ?? value);
  return { ...builtLevel, parameters };
}

export async function getLevel(tx: Tx, locationId: string, subProductId: string): Promise<StockLevel> {
  const { rows } = await tx.executeQuery<StockLevel>(oneLevel(tx, locationId, subProductId));
  return mustFind(rows[0], 'Stock level');
}

/** The same, and ends the transaction. */
export async function getLevelLast(tx: Tx, locationId: string, subProductId: string): Promise<StockLevel> {
  const [row] = await readLast<StockLevel>(tx, oneLevel(tx, locationId, subProductId));
  return mustFind(row, 'Stock level');
}

/** Notes an adjustment that was sent along, with what it left. */
export async function noteAdjustment(
  tx: Tx,
  { userId, name }: Pick<Actor, 'userId' | 'name'>,
  { locationId, subProductId, quantity, reason, note }: AdjustInput,
): Promise<void> {
  const noted = sql`
    INSERT INTO audit_entries (id, user_id, actor_name, action, resource, record_id, location_id, before, after)
    SELECT ${newId()}, ${userId}, ${name}, 'adjust', 'inventory', sub_product_id, location_id,
      jsonb_build_object('onHand', on_hand - ${quantity}::numeric),
      jsonb_build_object('onHand', on_hand, 'quantity', ${quantity}::numeric) || ${JSON.stringify({ reason, note })}::jsonb
    FROM stock_levels WHERE location_id = ${locationId} AND sub_product_id = ${subProductId}`;
  await sendAlong(tx, noted);
}
