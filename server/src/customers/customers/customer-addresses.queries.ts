import type { CustomerAddress, CustomerAddressInput } from '@aisle/contract/customers/customers';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, orNull, type RowChange } from '../../core/db/rows/columns.ts';
import { mustFind } from '../../core/problem.ts';

const addressColumns = [
  'id as _id',
  'label',
  'line1',
  'line2',
  'city',
  'state',
  'postal_code as postalCode',
  'latitude',
  'longitude',
  'is_default as isDefault',
  'version',
] as const;

export async function getAddress(tx: Tx, id: string): Promise<CustomerAddress> {
  const row = await tx
    .selectFrom('customer_addresses')
    .select(addressColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Address');
}

export async function customerOfAddress(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('customer_addresses')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Address').customer_id;
}

export async function countAddresses(tx: Tx, customerId: string): Promise<number> {
  const row = await tx
    .selectFrom('customer_addresses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export const writeAddress = columnsOf<'customer_addresses', CustomerAddressInput>()({
  label: 'label',
  line1: 'line1',
  line2: { column: 'line2', from: orNull },
  city: 'city',
  state: 'state',
  postalCode: 'postal_code',
  latitude: 'latitude',
  longitude: 'longitude',
  isDefault: 'is_default',
});

export async function insertAddress(tx: Tx, address: NewRow<'customer_addresses'>): Promise<void> {
  await tx.insertInto('customer_addresses').values(address).execute();
}

export async function updateAddress(
  tx: Tx,
  id: string,
  address: RowChange<'customer_addresses'>,
): Promise<void> {
  await tx
    .updateTable('customer_addresses')
    .set({ ...address, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteAddress(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('customer_addresses').where('id', '=', id).execute();
}

/** Unsets the default address, because a customer has only one. */
export async function clearDefaultAddress(tx: Tx, customerId: string): Promise<void> {
  await tx
    .updateTable('customer_addresses')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .execute();
}

/** Makes the oldest address the default if there is no default. */
export async function ensureDefaultAddress(tx: Tx, customerId: string): Promise<void> {
  await sql`
    UPDATE customer_addresses SET is_default = true
    WHERE id = (SELECT id FROM customer_addresses WHERE customer_id = ${customerId} ORDER BY created_at, id LIMIT 1)
      AND NOT EXISTS (SELECT FROM customer_addresses WHERE customer_id = ${customerId} AND is_default)`.execute(
    tx,
  );
}
