import { type Address, normalPhone } from '@aisle/contract/core/fields';
import { fullName } from '@aisle/contract/core/full-name';
import type { CustomerImportField } from '@aisle/contract/customers/customer-import-fields';
import type { Customer } from '@aisle/contract/customers/customers';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Patch, patchRows } from '../../core/db/rows/patch-rows.ts';
import {
  columnsIn,
  recordsetOf,
  selected,
  type TypedFields,
  valuesIn,
} from '../../core/db/rows/typed-fields.ts';
import type { LinesOf } from '../../system/exports/exportable.ts';
import { addressValues } from '../../system/imports/reading/address-cells.ts';
import type { StoredRecord } from '../../system/imports/record-import.ts';
import { importedFields } from '../customers/customer-columns.queries.ts';

export interface StoredCustomer extends StoredRecord<CustomerImportField> {
  phone: string;
  email: string | null;
  /** Merged into another customer or erased; read-only. */
  isOver: boolean;
  /** The default address. */
  addressId: string | null;
}
const fields = {
  ...importedFields,
  phoneDigits: 'text',
  marketingConsentAt: 'timestamptz',
  marketingConsentHow: 'text',
} as const satisfies TypedFields;
const addressFields = {
  line1: 'text',
  line2: 'text',
  city: 'text',
  state: 'text',
  postalCode: 'text',
} as const satisfies TypedFields;

interface CustomerRow extends Pick<Customer, keyof typeof importedFields> {
  id: string;
  version: number;
  isOver: boolean;
  addressId: string | null;
  address: Record<string, string | null> | null;
}
const toStored = ({ id, version, isOver, addressId, address, ...values }: CustomerRow): StoredCustomer => ({
  id,
  version,
  isOver,
  addressId,
  phone: values.phone,
  email: values.email,
  name: fullName(values),
  values: { ...values, fullName: null, otherPhone: null, ...addressValues(address) },
});
const found = sql`SELECT c.id, c.version, ${selected(importedFields, 'c')},
    c.merged_into IS NOT NULL OR c.erased_at IS NOT NULL AS "isOver", a.id AS "addressId",
    CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('line1', a.line1, 'line2', a.line2, 'city', a.city,
      'state', a.state, 'postalCode', a.postal_code) END AS address
  FROM customers c LEFT JOIN customer_addresses a ON a.customer_id = c.id AND a.is_default`;

/** The customers with one of these phones or emails. */
export async function customersBy(
  tx: Tx,
  phones: readonly string[],
  emails: readonly string[],
): Promise<StoredCustomer[]> {
  const { rows } = await sql<CustomerRow>`${found}
    WHERE c.id IN (SELECT id FROM customers WHERE phone_digits = ANY (${phones.map(normalPhone)}::text[])
      UNION ALL SELECT id FROM customers WHERE lower(email) = ANY (${emails}::text[]) AND email IS NOT NULL)`.execute(
    tx,
  );
  return rows.map(toStored);
}

/** Locks customers in ID order. */
export async function lockCustomers(tx: Tx, ids: readonly string[]): Promise<Map<string, StoredCustomer>> {
  if (ids.length === 0) return new Map();
  await sql`SELECT FROM customers WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<CustomerRow>`${found} WHERE c.id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, toStored(row)]));
}

export async function insertCustomers(
  tx: Tx,
  createdBy: string | null,
  customers: readonly { id: string }[],
): Promise<void> {
  if (customers.length === 0) return;
  await sql`INSERT INTO customers (id, created_by, ${columnsIn(fields)})
    SELECT id, ${createdBy}::uuid, ${valuesIn(fields, 'given')}
    FROM jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) AS given (id uuid, ${recordsetOf(fields)})`.execute(
    tx,
  );
}

export const patchCustomers = (tx: Tx, patches: readonly Patch[]): Promise<Map<string, number>> =>
  patchRows(tx, sql`customers`, fields, patches);

interface NewAddress {
  id: string;
  customerId: string;
}
/** Adds default addresses to customers without any. */
export async function insertAddresses(tx: Tx, addresses: readonly NewAddress[]): Promise<void> {
  if (addresses.length === 0) return;
  await sql`INSERT INTO customer_addresses (id, customer_id, is_default, ${columnsIn(addressFields)})
    SELECT id, "customerId", true, ${valuesIn(addressFields, 'given')}
    FROM jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb)
      AS given (id uuid, "customerId" uuid, ${recordsetOf(addressFields)})`.execute(tx);
}

/** A changed address invalidates its coordinates. */
export async function patchAddresses(tx: Tx, patches: readonly Patch[]): Promise<void> {
  if (patches.length === 0) return;
  await patchRows(tx, sql`customer_addresses`, addressFields, patches);
  const ids = patches.map(({ id }) => id);
  await sql`UPDATE customer_addresses SET latitude = NULL, longitude = NULL
    WHERE id = ANY (${ids}::uuid[]) AND latitude IS NOT NULL`.execute(tx);
}

/** Deletes default addresses. The oldest remaining address becomes the default. */
export async function deleteAddresses(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`WITH gone AS (DELETE FROM customer_addresses WHERE id = ANY (${ids}::uuid[]) RETURNING customer_id, id)
    UPDATE customer_addresses SET is_default = true WHERE id IN (
      SELECT DISTINCT ON (a.customer_id) a.id FROM customer_addresses a
      WHERE a.customer_id IN (SELECT customer_id FROM gone) AND a.id NOT IN (SELECT id FROM gone)
      ORDER BY a.customer_id, a.created_at, a.id)`.execute(tx);
}

/** Customers referenced by orders, coins, store credit, subscriptions, tickets or a merge. */
export async function usedCustomers(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT given.id FROM unnest(${ids}::uuid[]) AS given (id)
    CROSS JOIN LATERAL customer_uses(given.id) uses
    WHERE uses.orders + uses.coins + uses.credit + uses.subscriptions + uses.tickets + uses.merged > 0`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function deleteCustomers(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM customers WHERE id = ANY (${ids}::uuid[])`.execute(tx);
}

/** A customer with the default address. */
export type CustomerLine = Customer & { address: Partial<Address> | null };

/** Exports customers in the columns of an import, with their default address, which requires `customer_view`. */
export const customerLines: LinesOf = async (tx, actor, records) => {
  const customers = records as Customer[];
  if (!actor.permissions.has('customer_view')) {
    return customers.map((customer): CustomerLine => ({ ...customer, address: null }));
  }
  const ids = customers.map(({ _id }) => _id);
  const { rows } = await sql<{ id: string; address: CustomerLine['address'] }>`
    SELECT customer_id AS id, jsonb_build_object('line1', line1, 'line2', line2, 'city', city, 'state', state,
      'postalCode', postal_code) AS address
    FROM customer_addresses WHERE customer_id = ANY (${ids}::uuid[]) AND is_default`.execute(tx);
  const addresses = new Map(rows.map(({ id, address }) => [id, address]));
  return customers.map(
    (customer): CustomerLine => ({ ...customer, address: addresses.get(customer._id) ?? null }),
  );
};
