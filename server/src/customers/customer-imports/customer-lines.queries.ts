import type { Address } from '@aisle/contract/core/fields';
import type { Customer } from '@aisle/contract/customers/customers';
import { sql } from 'kysely';
import type { LinesOf } from '../../system/exports/exportable.ts';

/** A customer with the default address. */
export type CustomerLine = Customer & { address: Partial<Address> | null };

/** Exports customers in the columns of an import: with their default address, which needs `customer_view`. */
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
