import type { Vendor, VendorInput, VendorPage, VendorView } from '@aisle/contract/catalog/vendors';
import type { Address } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, orNull, type RowChange, toJsonOrNull } from '../../core/db/rows/columns.ts';
import { choices, lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { itemNamesOf } from '../../core/list/item-names.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { maxExact } from '../../core/list/total.ts';
import { mustFind } from '../../core/problem.ts';

const columns = [
  'v.id as _id',
  'v.name',
  'v.contact',
  'v.email',
  'v.phone',
  'v.tax_number as taxNumber',
  'v.payment_terms as paymentTerms',
  'v.status',
  'v.created_at as createdAt',
  'v.updated_at as updatedAt',
  'v.version',
] as const;
const address = sql<Address | null>`v.address`.as('address');
const sortColumns = { name: byName('v.name'), updatedAt: sql.ref('v.updated_at') };

export function listVendors(tx: Tx, request: VendorPage): List<Page<Vendor>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('vendors as v');
  if (search) filtered = filtered.where(hasWords(search, 'v.name', 'v.contact', 'v.email'));
  if (filters.status !== undefined) filtered = filtered.where('v.status', '=', filters.status);

  return listOf(tx, filtered, {
    request,
    exactUpTo: maxExact,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('v.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, address]),
  });
}

export async function getVendor(tx: Tx, id: string): Promise<Vendor> {
  const row = await tx
    .selectFrom('vendors as v')
    .select([...columns, address])
    .where('v.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Vendor');
}

/** The vendor with its deliveries to the actor's locations. */
export async function viewVendor(tx: Tx, id: string): Promise<VendorView> {
  const vendor = await getVendor(tx, id);
  const { rows } = await sql<Omit<VendorView, keyof Vendor>>`
    SELECT count(*) AS "receiptCount",
      coalesce(sum(round(received_quantity * cost_price)), 0) AS spend,
      coalesce((SELECT jsonb_agg(last) FROM (
        SELECT l.id AS "_id", format_number('lot', l.number) AS number, l.location_id AS "locationId",
          place.name AS "locationName", sold.name AS "subProductName", ${itemNamesOf('sold')}, sold.sku,
          l.received_quantity AS quantity, l.cost_price AS "costPrice", l.expires_on AS "expiresOn",
          iso(l.received_at) AS "receivedAt"
        FROM lots l JOIN locations place ON place.id = l.location_id
        JOIN sub_products sold ON sold.id = l.sub_product_id
        WHERE l.vendor_id = ${id} AND l.deleted_at IS NULL
        ORDER BY l.received_at DESC, l.id DESC LIMIT 10
      ) last), '[]') AS "lastReceipts"
    FROM lots WHERE vendor_id = ${id} AND deleted_at IS NULL`.execute(tx);
  const { months, locations } = await spendOf(tx, id);
  const onTime = await punctualityOf(tx, id);
  return { ...vendor, ...rows[0]!, months, locations, onTime, ...(await freshnessOf(tx, id)) };
}

/**
 * The share of deliveries on time. Lots received together are one delivery; deliveries
 * without a promised date do not count.
 */
async function punctualityOf(tx: Tx, id: string): Promise<VendorView['onTime']> {
  const { rows } = await sql<VendorView['onTime']>`
    SELECT count(*) AS promised, count(*) FILTER (WHERE came <= expected_on) AS "onTime",
      round(100.0 * count(*) FILTER (WHERE came <= expected_on) / nullif(count(*), 0), 1) AS share
    FROM (
      SELECT DISTINCT lot.location_id, lot.received_at, lot.expected_on,
        (lot.received_at AT TIME ZONE place.time_zone)::date AS came
      FROM lots lot JOIN locations place ON place.id = lot.location_id
      WHERE lot.vendor_id = ${id} AND lot.deleted_at IS NULL AND lot.expected_on IS NOT NULL
    ) delivery`.execute(tx);
  return rows[0]!;
}

/** Purchases from a vendor, by month and by location. */
async function spendOf(tx: Tx, id: string): Promise<Pick<VendorView, 'months' | 'locations'>> {
  const { rows } = await sql<Pick<VendorView, 'months' | 'locations'>>`
    WITH received AS (
      SELECT location_id, received_at, round(received_quantity * coalesce(cost_price, 0))::bigint AS cost
      FROM lots WHERE vendor_id = ${id} AND deleted_at IS NULL
    ), by_month AS (
      SELECT to_char(month, 'YYYY-MM') AS month, count(r.received_at) AS receipts,
        coalesce(sum(r.cost), 0)::bigint AS spend
      FROM generate_series(date_trunc('month', now()) - interval '11 months', date_trunc('month', now()), '1 month')
        AS month
      LEFT JOIN received r ON r.received_at >= month AND r.received_at < month + interval '1 month'
      GROUP BY month ORDER BY month
    ), by_location AS (
      SELECT l.id AS "_id", l.name, count(*) AS receipts, sum(r.cost)::bigint AS spend,
        iso(max(r.received_at)) AS "lastAt"
      FROM received r JOIN locations l ON l.id = r.location_id
      GROUP BY l.id, l.name ORDER BY spend DESC, l.name COLLATE aisle_names LIMIT 100
    )
    SELECT (SELECT json_agg(by_month) FROM by_month) AS months,
      (SELECT coalesce(json_agg(by_location), '[]') FROM by_location) AS locations`.execute(tx);
  return rows[0]!;
}

/** The remaining shelf life of a vendor's items on receipt, and the quantity wasted after expiration. */
async function freshnessOf(tx: Tx, id: string): Promise<Pick<VendorView, 'shelfDays' | 'expiredWaste'>> {
  const { rows } = await sql<{ shelfDays: number | null; lots: number; cost: number; share: number | null }>`
    WITH dated AS (
      SELECT lot.location_id, lot.id, lot.expires_on, lot.cost_price, place.time_zone,
        lot.expires_on - (lot.received_at AT TIME ZONE place.time_zone)::date AS days,
        round(lot.received_quantity * coalesce(lot.cost_price, 0))::bigint AS cost
      FROM lots lot JOIN locations place ON place.id = lot.location_id
      WHERE lot.vendor_id = ${id} AND lot.deleted_at IS NULL AND lot.expires_on IS NOT NULL
    ), wasted AS (
      SELECT d.id, round(-m.on_hand * coalesce(d.cost_price, 0))::bigint AS cost
      FROM dated d JOIN stock_movements m ON m.location_id = d.location_id AND m.lot_id = d.id
      WHERE m.kind = 'waste' AND (m.created_at AT TIME ZONE d.time_zone)::date > d.expires_on
    )
    SELECT (SELECT round(avg(days), 1) FROM dated) AS "shelfDays",
      (SELECT count(DISTINCT id) FROM wasted) AS lots,
      (SELECT coalesce(sum(cost), 0)::bigint FROM wasted) AS cost,
      (SELECT round(100 * (SELECT coalesce(sum(cost), 0) FROM wasted) / nullif(sum(cost), 0), 1) FROM dated)
        AS share`.execute(tx);
  const { shelfDays, ...expiredWaste } = rows[0]!;
  return { shelfDays, expiredWaste };
}

/** Locks the vendor for an edit and returns its version. */
export const lockVendor = (tx: Tx, id: string) => lockVersion(tx, 'vendors', id, 'Vendor');

export const vendorColumns = columnsOf<'vendors', VendorInput>()({
  name: 'name',
  contact: { column: 'contact', from: orNull },
  email: 'email',
  phone: { column: 'phone', from: orNull },
  address: { column: 'address', from: toJsonOrNull },
  taxNumber: { column: 'tax_number', from: orNull },
  paymentTerms: { column: 'payment_terms', from: orNull },
  status: 'status',
});

export async function insertVendor(tx: Tx, vendor: NewRow<'vendors'>): Promise<void> {
  await tx.insertInto('vendors').values(vendor).execute();
}

export async function updateVendor(tx: Tx, id: string, vendor: RowChange<'vendors'>): Promise<void> {
  await tx
    .updateTable('vendors')
    .set({ ...vendor, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteVendor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('vendors').where('id', '=', id).execute();
}

/** Counts every lot ever received, including undone receipts, because the ledger refers to them. */
export async function countLotsOf(tx: Tx, vendorId: string): Promise<number> {
  const row = await tx
    .selectFrom('lots')
    .select((eb) => eb.fn.countAll<number>().as('lots'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow();
  return row.lots;
}

export const vendorChoices = (tx: Tx, search: string | undefined) =>
  choices(tx, 'vendors', search, sql`status`);
