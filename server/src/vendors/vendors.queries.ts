import type { Address } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import type { Vendor, VendorPage, VendorView } from '@aisle/contract/vendors';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { choices, lockVersion } from '../core/records.ts';
import { containing } from '../core/search-text.ts';

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
const orders = { name: sql.ref('v.name'), updatedAt: sql.ref('v.updated_at') };

export async function listVendors(tx: Tx, request: VendorPage): Promise<Page<Vendor>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('vendors as v');
  if (search) {
    const like = containing(search);
    filtered = filtered.where((eb) =>
      eb.or([eb('v.name', 'ilike', like), eb('v.contact', 'ilike', like), eb('v.email', 'ilike', like)]),
    );
  }
  if (filters.status !== undefined) filtered = filtered.where('v.status', '=', filters.status);

  return listPage(tx, filtered, {
    request,
    order: { columns: [orders[sort?.field ?? 'name'], sql.ref('v.id')], direction: sort?.order ?? 'asc' },
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

/** The vendor with what it delivered to the locations in reach. */
export async function viewVendor(tx: Tx, id: string): Promise<VendorView> {
  const vendor = await getVendor(tx, id);
  const { rows } = await sql<Omit<VendorView, keyof Vendor>>`
    SELECT count(*) AS "receiptCount",
      coalesce(sum(round(received_quantity * cost_price)), 0) AS spend,
      coalesce((SELECT jsonb_agg(last) FROM (
        SELECT l.id AS "_id", 'L-' || l.number AS number, l.location_id AS "locationId",
          place.name AS "locationName", sold.name AS "subProductName", sold.sku,
          l.received_quantity AS quantity, l.cost_price AS "costPrice", l.expires_on AS "expiresOn",
          iso(l.received_at) AS "receivedAt"
        FROM lots l JOIN locations place ON place.id = l.location_id
        JOIN sub_products sold ON sold.id = l.sub_product_id
        WHERE l.vendor_id = ${id} AND l.deleted_at IS NULL
        ORDER BY l.received_at DESC, l.id DESC LIMIT 10
      ) last), '[]') AS "lastReceipts"
    FROM lots WHERE vendor_id = ${id} AND deleted_at IS NULL`.execute(tx);
  return { ...vendor, ...rows[0]! };
}

/** Locks a vendor for an edit and tells the version it is at. */
export const lockVendor = (tx: Tx, id: string) => lockVersion(tx, 'vendors', id, 'Vendor');

export interface VendorColumns {
  name?: string;
  contact?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: string | null;
  tax_number?: string | null;
  payment_terms?: string | null;
  status?: boolean;
}

export async function insertVendor(
  tx: Tx,
  id: string,
  vendor: VendorColumns & { name: string },
): Promise<void> {
  await tx
    .insertInto('vendors')
    .values({ id, ...vendor })
    .execute();
}

export async function updateVendor(tx: Tx, id: string, vendor: VendorColumns): Promise<void> {
  await tx
    .updateTable('vendors')
    .set({ ...vendor, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteVendor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('vendors').where('id', '=', id).execute();
}

/** Every lot ever received counts, also one that was taken back: the ledger names it. */
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
