import type { VendorImportField } from '@aisle/contract/catalog/vendor-import-fields';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Patch, patchRows } from '../../core/db/rows/patch-rows.ts';
import { columnsIn, recordsetOf, type TypedFields, valuesIn } from '../../core/db/rows/typed-fields.ts';
import { addressValues } from '../../system/imports/reading/address-cells.ts';
import type { StoredRecord } from '../../system/imports/record-import.ts';

export type StoredVendor = StoredRecord<VendorImportField>;
const fields = {
  name: 'text',
  contact: 'text',
  email: 'text',
  phone: 'text',
  address: 'jsonb',
  taxNumber: 'text',
  paymentTerms: 'text',
  status: 'boolean',
} as const satisfies TypedFields;

interface VendorRow
  extends Record<Exclude<keyof typeof fields, 'address' | 'status' | 'name'>, string | null> {
  id: string;
  version: number;
  name: string;
  status: boolean;
  address: Record<string, string | null> | null;
}
const columns = sql`id, version, name, contact, email, phone, address, tax_number AS "taxNumber",
  payment_terms AS "paymentTerms", status`;
const toStored = ({ id, version, address, ...values }: VendorRow): StoredVendor => ({
  id,
  version,
  name: values.name,
  values: { ...values, ...addressValues(address) },
});

/** The vendors with these names, by lower-case name. */
export async function vendorsByName(tx: Tx, names: readonly string[]): Promise<Map<string, StoredVendor>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<VendorRow>`SELECT ${columns} FROM vendors
    WHERE lower(name) = ANY (SELECT lower(called) FROM unnest(${names}::text[]) AS called)`.execute(tx);
  return new Map(rows.map((row) => [row.name.toLowerCase(), toStored(row)]));
}

export async function lockVendors(tx: Tx, ids: readonly string[]): Promise<Map<string, StoredVendor>> {
  const { rows } = await sql<VendorRow>`SELECT ${columns} FROM vendors
    WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return new Map(rows.map((row) => [row.id, toStored(row)]));
}

export async function insertVendors(tx: Tx, vendors: readonly { id: string }[]): Promise<void> {
  if (vendors.length === 0) return;
  await sql`INSERT INTO vendors (id, ${columnsIn(fields)})
    SELECT id, ${valuesIn(fields, 'given')}
    FROM jsonb_to_recordset(${JSON.stringify(vendors)}::jsonb) AS given (id uuid, ${recordsetOf(fields)})`.execute(
    tx,
  );
}

export const patchVendors = (tx: Tx, patches: readonly Patch[]): Promise<Map<string, number>> =>
  patchRows(tx, sql`vendors`, fields, patches);

/** Vendors from which items were ever received; the ledger refers to them. */
export async function vendorsWithLots(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM unnest(${ids}::uuid[]) AS given (id)
    WHERE EXISTS (SELECT FROM lots WHERE lots.vendor_id = given.id)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function deleteVendors(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM vendors WHERE id = ANY (${ids}::uuid[])`.execute(tx);
}
