import { wholeGtin } from '@aisle/contract/catalog/sub-products';
import { numbersBeginning } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type {
  ExpiringLot,
  ExpiringPage,
  Lot,
  LotEdit,
  LotPage,
  MovementKind,
} from '@aisle/contract/warehouse/lots';
import { expiringDays } from '@aisle/contract/warehouse/lots';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, orNull, type RowChange } from '../../core/db/rows/columns.ts';
import type { Actor } from '../../core/http/actor.ts';
import { allOf } from '../../core/list/filters.ts';
import { itemNamePairs } from '../../core/list/item-names.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { numberedRows } from '../../core/list/numbers.ts';
import { wholeGtinOf } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { searchedSubProducts } from './search.queries.ts';

/**
 * The date at the lot's location, and the date in UTC as a bound for the index. Local dates differ from it by at most one day.
 */
const today = sql<string>`(now() AT TIME ZONE place.time_zone)::date`;
const utcToday = sql<string>`(now() AT TIME ZONE 'UTC')::date`;

const status = sql<Lot['status']>`CASE
  WHEN l.on_hand = 0 THEN 'empty'
  WHEN l.expires_on < ${today} THEN 'expired'
  WHEN l.expires_on <= ${today} + ${expiringDays}::int THEN 'expiring'
  ELSE 'inStock' END`;

export const subProductRef = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<
    Lot['subProductData']
  >`jsonb_build_object('_id', ${of('id')}, 'name', ${of('name')}, ${itemNamePairs(alias)}, 'sku', ${of('sku')},
    'unit', ${of('unit')}, 'soldByWeight', ${of('sold_by_weight')}, 'productId', ${of('product_id')})`;
};

const lots = (tx: Tx) =>
  tx
    .selectFrom('lots as l')
    .innerJoin('locations as place', 'place.id', 'l.location_id')
    .where('l.deleted_at', 'is', null);
type LotQuery = ReturnType<typeof lots>;
/** For the estimate, because the planner knows the date in UTC but not in other time zones. */
const lotsInUtc = (tx: Tx) =>
  tx
    .selectFrom(['lots as l', sql<{ time_zone: string }>`(SELECT 'UTC' AS time_zone)`.as('place')])
    .where('l.deleted_at', 'is', null);

type Conditions = readonly (RawBuilder<SqlBool> | false | undefined | '')[];
/** Lots that match all conditions, and the estimate of their number. */
function lotsWhere(tx: Tx, actor: Actor, location: string | undefined, conditions: Conditions) {
  const where = allOf(
    conditions.filter((condition) => condition !== undefined && condition !== false && condition !== ''),
  );
  return {
    filtered: lots(tx).where(where),
    locationScope: {
      actor,
      location,
      table: 'lots',
      column: 'l.location_id',
      estimated: lotsInUtc(tx).where(where),
    },
  };
}

const withShown = (query: LotQuery) =>
  query
    .innerJoin('sub_products as sold', 'sold.id', 'l.sub_product_id')
    .leftJoin('vendors as v', 'v.id', 'l.vendor_id')
    .select([
      'l.id as _id',
      'l.location_id as locationId',
      'place.name as locationName',
      'place.time_zone as timeZone',
      'l.lot_number as lotNumber',
      'l.received_quantity as receivedQuantity',
      'l.on_hand as onHand',
      'l.cost_price as costPrice',
      'l.manufactured_on as manufacturedOn',
      'l.expires_on as expiresOn',
      'l.expected_on as expectedOn',
      'l.received_at as receivedAt',
      'l.updated_at as updatedAt',
      'l.version',
    ])
    .select([
      sql<string>`format_number('lot', l.number)`.as('number'),
      subProductRef('sold').as('subProductData'),
      sql<
        Lot['vendorData']
      >`CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('_id', v.id, 'name', v.name) END`.as('vendorData'),
      status.as('status'),
    ]);

export async function listLots(tx: Tx, actor: Actor, request: LotPage): Promise<List<Page<Lot>>> {
  const { search, filters, sort } = request;
  const { locationId, subProductId, vendorId, expiresBefore, status } = filters;
  const { filtered, locationScope } = lotsWhere(tx, actor, locationId, [
    locationId && sql`l.location_id = ${locationId}`,
    subProductId && sql`l.sub_product_id = ${subProductId}`,
    vendorId && sql`l.vendor_id = ${vendorId}`,
    expiresBefore && sql`l.expires_on < ${expiresBefore}`,
    status && hasStatus(status),
    search && (await lotMatching(tx, search)),
  ]);

  const byExpiry = sort?.field === 'expiresOn';
  // Lots that never expire come after all others.
  const key = byExpiry ? sql<string>`coalesce(l.expires_on, 'infinity'::date)` : sql.ref('l.received_at');
  return listOf(tx, filtered, {
    request,
    sort: { columns: [key, sql.ref('l.id')], direction: sort?.order ?? 'desc' },
    select: withShown,
    locationScope,
  });
}

function hasStatus(wanted: Lot['status']) {
  switch (wanted) {
    case 'empty':
      return sql<SqlBool>`l.on_hand = 0`;
    case 'expired':
      return sql<SqlBool>`l.in_stock AND l.expires_on <= ${utcToday} AND l.expires_on < ${today}`;
    case 'expiring':
      return sql<SqlBool>`l.in_stock AND l.expires_on >= ${utcToday} - 1
        AND l.expires_on <= ${utcToday} + 1 + ${expiringDays}::int AND l.expires_on >= ${today} AND l.expires_on <= ${today} + ${expiringDays}::int`;
    case 'inStock':
      return sql<SqlBool>`l.in_stock AND (l.expires_on IS NULL OR l.expires_on > ${today} + ${expiringDays}::int)`;
  }
}

/** Finds lots `l` by number, by the vendor's lot number, or by name and SKU of the sub-product. */
export async function lotMatching(tx: Tx, search: string) {
  const numbers = numbersBeginning('lot', search);
  const ids = await searchedSubProducts(tx, search);
  // Each condition has its own index; joined by OR, none would be used.
  return sql<SqlBool>`l.id IN (
    SELECT id FROM lots WHERE sub_product_id = ANY (${ids}::uuid[])
    UNION ALL SELECT id FROM lots WHERE lower(lot_number) = lower(${search})
    UNION ALL (${numberedRows('lots', sql`id`, numbers)}))`;
}

/** Lots that have expired or expire within some days, earliest first, with their cost. */
export function listExpiring(tx: Tx, actor: Actor, request: ExpiringPage): List<Page<ExpiringLot>> {
  const { filters, sort } = request;
  const { locationId, vendorId, days = expiringDays } = filters;
  const { filtered, locationScope } = lotsWhere(tx, actor, locationId, [
    sql`l.in_stock AND l.expires_on <= ${utcToday} + 1 + ${days}::int AND l.expires_on <= ${today} + ${days}::int`,
    locationId && sql`l.location_id = ${locationId}`,
    vendorId && sql`l.vendor_id = ${vendorId}`,
  ]);
  return listOf(tx, filtered, {
    request,
    locationScope,
    sort: { columns: [sql.ref('l.expires_on'), sql.ref('l.id')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      withShown(query).select([
        sql<number>`l.expires_on - ${today}`.as('daysLeft'),
        sql<number>`round(l.on_hand * coalesce(l.cost_price, sold.cost_price, 0))`.as('moneyAtRisk'),
      ]),
  });
}

export async function getLot(tx: Tx, id: string): Promise<Lot> {
  const row = await withShown(lots(tx).where('l.id', '=', id)).executeTakeFirst();
  return mustFind(row, 'Lot') as Lot;
}

/** The location and sub-product of a lot, so that its level can be locked before the lot. */
export async function findLotPlace(
  tx: Tx,
  id: string,
): Promise<{ locationId: string; subProductId: string }> {
  const row = await tx
    .selectFrom('lots')
    .select(['location_id as locationId', 'sub_product_id as subProductId'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return mustFind(row, 'Lot');
}

export interface NewLot {
  id: string;
  subProductId: string;
  quantity: number;
  costPrice?: number | null | undefined;
  manufacturedOn?: string | null | undefined;
  expiresOn?: string | null | undefined;
  lotNumber?: string | null | undefined;
  /** Defaults to the vendor of the whole receipt. */
  vendorId?: string | null | undefined;
}
/** The fields that all lots of a receipt share. */
export interface Receipt {
  locationId: string;
  vendorId?: string | null | undefined;
  expectedOn?: string | null | undefined;
}
/** Lots start at 0; the receipt movement adds their quantity. Rows without a location are of the receipt's. */
export async function insertLots(
  tx: Tx,
  { locationId, vendorId, expectedOn }: Partial<Receipt>,
  receivedBy: string | null,
  rows: readonly (NewLot & { locationId?: string })[],
): Promise<void> {
  const column = <Value>(of: (row: (typeof rows)[number]) => Value) => rows.map(of);
  await sql`
    INSERT INTO lots (location_id, id, sub_product_id, received_quantity, cost_price, manufactured_on, expires_on,
      lot_number, vendor_id, expected_on, received_by)
    SELECT row.*, ${expectedOn ?? null}::date, ${receivedBy}::uuid
    FROM unnest(${column((row) => row.locationId ?? locationId)}::uuid[], ${column((row) => row.id)}::uuid[], ${column((row) => row.subProductId)}::uuid[],
      ${column((row) => row.quantity)}::numeric[], ${column((row) => row.costPrice ?? null)}::bigint[],
      ${column((row) => row.manufacturedOn ?? null)}::date[], ${column((row) => row.expiresOn ?? null)}::date[],
      ${column((row) => row.lotNumber || null)}::text[],
      ${column((row) => row.vendorId ?? vendorId ?? null)}::uuid[]) AS row`.execute(tx);
}

export const lotColumns = columnsOf<'lots', Omit<LotEdit, 'version'>>()({
  vendorId: 'vendor_id',
  costPrice: 'cost_price',
  manufacturedOn: 'manufactured_on',
  expiresOn: 'expires_on',
  expectedOn: 'expected_on',
  lotNumber: { column: 'lot_number', from: orNull },
});

export async function updateLot(
  tx: Tx,
  locationId: string,
  id: string,
  lot: RowChange<'lots'>,
): Promise<void> {
  await tx.updateTable('lots').set(lot).where('location_id', '=', locationId).where('id', '=', id).execute();
}

/** Updates the expired quantity of a level after a lot's expiration date changed. */
export async function refreshExpiry(tx: Tx, locationId: string, subProductId: string): Promise<void> {
  await sql`SELECT refresh_expiry(${locationId}, ${[subProductId]}::uuid[])`.execute(tx);
}

export async function markLotDeleted(tx: Tx, locationId: string, id: string): Promise<void> {
  await tx
    .updateTable('lots')
    .set({ deleted_at: sql`now()` })
    .where('location_id', '=', locationId)
    .where('id', '=', id)
    .execute();
}

/** The movements of a lot other than its receipt. */
export async function movedSinceReceipt(
  tx: Tx,
  locationId: string,
  id: string,
): Promise<{ kind: MovementKind; quantity: number }[]> {
  const { rows } = await sql<{ kind: MovementKind; quantity: number }>`
    SELECT kind, sum(on_hand) AS quantity FROM stock_movements
    WHERE location_id = ${locationId} AND lot_id = ${id} AND kind <> 'receipt'
    GROUP BY kind ORDER BY min(created_at)`.execute(tx);
  return rows;
}

interface AdjustmentBase {
  /** Whether the actor has access to the location. */
  location: boolean;
  subProduct: boolean;
  /** The latest lot received at the location. */
  newestLot: string | null;
}
/** The state from which an adjustment at a location starts. */
export async function adjustmentBaseOf(
  tx: Tx,
  locationId: string,
  subProductId: string,
): Promise<AdjustmentBase> {
  const { rows } = await sql<AdjustmentBase>`
    SELECT EXISTS (SELECT FROM locations WHERE id = ${locationId}) AS location,
      EXISTS (SELECT FROM sub_products WHERE id = ${subProductId}) AS "subProduct",
      (SELECT id FROM lots
        WHERE location_id = ${locationId} AND sub_product_id = ${subProductId} AND deleted_at IS NULL
        ORDER BY received_at DESC, id DESC LIMIT 1) AS "newestLot"`.execute(tx);
  return rows[0]!;
}

/** The existing sub-products among these, by ID, SKU (lower case) or barcode. */
export async function findSubProducts(
  tx: Tx,
  named: { ids: readonly string[]; skus: readonly string[]; barcodes: readonly string[] },
): Promise<{ id: string; sku: string; barcode: string | null }[]> {
  const { rows } = await sql<{ id: string; sku: string; barcode: string | null }>`
    SELECT id, lower(sku) AS sku, barcode FROM sub_products WHERE id = ANY (${named.ids}::uuid[])
    UNION SELECT id, lower(sku), barcode FROM sub_products WHERE lower(sku) = ANY (${named.skus}::text[])
    UNION SELECT id, lower(sku), barcode FROM sub_products
      WHERE ${wholeGtinOf(sql.ref('barcode'))} = ANY (${named.barcodes.map(wholeGtin)}::text[])`.execute(tx);
  return rows;
}

/** Vendors with these IDs or lower-case names. */
export async function findVendors(
  tx: Tx,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  if (ids.length + names.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, lower(name) AS name FROM vendors
    WHERE id = ANY (${ids}::uuid[]) OR lower(name) = ANY (${names}::text[])`.execute(tx);
  return rows;
}
