import { normalPhone } from '@aisle/contract/core/fields';
import type { CustomerInput } from '@aisle/contract/customers/customers';
import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../core/db/db-types.generated.ts';
import { columnsOf, orNull } from '../../core/db/rows/columns.ts';
import type { TypedFields } from '../../core/db/rows/typed-fields.ts';
import {
  type ColumnDecision,
  type ColumnDecisions,
  ofStaff,
  technical,
  theirId,
} from '../../core/exported-columns.ts';

// All decisions about the columns of a customer. Merging, erasing and exporting a customer derive from these tables, and a new
// column doesn't compile without its decisions.

interface Decision<Merge, Erase> {
  /** The export of a person's data. */
  inExport: ColumnDecision;
  /** The merge of two customers. */
  merge: Merge;
  /** The erasure of a person: the new value, or 'kept'. */
  erase: Erase;
}
type Decisions<Table extends keyof DB, Merge, Erase> = Readonly<
  Record<keyof DB[Table], Decision<Merge, Erase>>
>;
const blank = sql`NULL`;

/**
 * A merged customer keeps the row, so that the merge can be undone. Searches find the remaining customer by the values of
 * `searched` columns. An erased customer keeps the row too, as orders and books refer to it.
 */
const customer: Decisions<'customers', 'kept' | 'searched', 'kept' | RawBuilder<unknown>> = {
  id: { inExport: true, merge: 'kept', erase: 'kept' },
  first_name: { inExport: true, merge: 'searched', erase: sql`'Erased'` },
  last_name: { inExport: true, merge: 'searched', erase: sql`'customer'` },
  email: { inExport: true, merge: 'searched', erase: blank },
  phone: { inExport: true, merge: 'kept', erase: sql`''` },
  // Phones are searched by their digits.
  phone_digits: { inExport: 'not: the phone number again', merge: 'searched', erase: sql`'erased ' || id` },
  status: { inExport: true, merge: 'kept', erase: sql`'blocked'` },
  notes: { inExport: true, merge: 'kept', erase: blank },
  // The coin ledger moves the balance.
  coin_balance: { inExport: true, merge: 'kept', erase: 'kept' },
  version: { inExport: technical, merge: 'kept', erase: 'kept' },
  created_by: { inExport: ofStaff, merge: 'kept', erase: 'kept' },
  created_at: { inExport: true, merge: 'kept', erase: 'kept' },
  updated_at: { inExport: true, merge: 'kept', erase: sql`now()` },
  marketing_consent: { inExport: true, merge: 'kept', erase: sql`false` },
  marketing_consent_at: { inExport: true, merge: 'kept', erase: blank },
  marketing_consent_how: { inExport: true, merge: 'kept', erase: blank },
  merged_into: { inExport: true, merge: 'kept', erase: 'kept' },
  also_known: {
    inExport: 'not: the profiles of those who were merged have it',
    merge: 'kept',
    erase: sql`''`,
  },
  erased_at: { inExport: 'not: erased customers are not exported', merge: 'kept', erase: sql`now()` },
};

/**
 * A location's record of a merged customer is copied to the remaining customer. If the location has records of both, it
 * keeps that of the remaining customer, and searches there find it by the `searched` columns of the other record. An
 * erasure deletes the row.
 */
const customerLocation: Decisions<'customer_locations', 'copied' | 'searched' | 'renewed', 'deleted'> = {
  customer_id: { inExport: theirId, merge: 'renewed', erase: 'deleted' },
  location_id: {
    inExport: 'not: the name of the location says it',
    merge: 'copied',
    erase: 'deleted',
  },
  since: { inExport: true, merge: 'copied', erase: 'deleted' },
  first_name: { inExport: true, merge: 'searched', erase: 'deleted' },
  last_name: { inExport: true, merge: 'searched', erase: 'deleted' },
  phone: { inExport: true, merge: 'copied', erase: 'deleted' },
  phone_digits: { inExport: 'not: the phone number again', merge: 'searched', erase: 'deleted' },
  email: { inExport: true, merge: 'searched', erase: 'deleted' },
  status: { inExport: true, merge: 'copied', erase: 'deleted' },
  marketing_consent: { inExport: true, merge: 'copied', erase: 'deleted' },
  marketing_consent_at: { inExport: true, merge: 'copied', erase: 'deleted' },
  marketing_consent_how: { inExport: true, merge: 'copied', erase: 'deleted' },
  is_origin: { inExport: 'as addedHere', merge: 'copied', erase: 'deleted' },
  also_known: {
    inExport: 'not: other names, phones and emails, which the profiles have',
    merge: 'copied',
    erase: 'deleted',
  },
  other_names: { inExport: true, merge: 'copied', erase: 'deleted' },
  version: { inExport: technical, merge: 'renewed', erase: 'deleted' },
  updated_at: { inExport: true, merge: 'renewed', erase: 'deleted' },
};

type AnyDecisions = Readonly<Record<string, Decision<string, string | RawBuilder<unknown>>>>;
const exportOf = <Table extends keyof DB>(decisions: AnyDecisions) =>
  Object.fromEntries(
    Object.entries(decisions).map(([column, { inExport }]) => [column, inExport]),
  ) as ColumnDecisions<Table>;
export const exportedCustomer = exportOf<'customers'>(customer);
export const exportedCustomerLocation = exportOf<'customer_locations'>(customerLocation);

/** Assignments for UPDATE that blank a customer. */
export const erasedCustomer: RawBuilder<unknown> = sql.join(
  Object.entries(customer).flatMap(([column, { erase }]) =>
    erase === 'kept' ? [] : sql`${sql.id(column)} = ${erase}`,
  ),
);

const searchedText = (decisions: AnyDecisions, alias: string): RawBuilder<string> =>
  sql.join(
    Object.entries(decisions).flatMap(([column, { merge }]) =>
      merge === 'searched' ? sql`coalesce(' ' || ${sql.ref(`${alias}.${column}`)}, '')` : [],
    ),
    sql` || `,
  );
/** The text by which searches find a merged customer, with each value after a space. */
export const searchedTextOfCustomer = (alias: string) => searchedText(customer, alias);
export const searchedTextOfLocation = (alias: string) => searchedText(customerLocation, alias);

/** The columns of a location's record that are copied to the remaining customer. */
export const copiedToRemaining: RawBuilder<unknown> = sql.join(
  Object.entries(customerLocation).flatMap(([column, { merge }]) =>
    merge === 'renewed' ? [] : sql.id(column),
  ),
);

/** Columns of `customers` in every response about a customer. */
export const customerFields = [
  'c.id as _id',
  'c.first_name as firstName',
  'c.last_name as lastName',
  'c.email',
  'c.phone',
  'c.notes',
  'c.marketing_consent as marketingConsent',
  'c.marketing_consent_at as marketingConsentAt',
  'c.coin_balance as coinBalance',
  'c.created_at as createdAt',
  'c.updated_at as updatedAt',
  'c.version',
] as const;

type CustomerFields = Omit<CustomerInput, 'addresses' | 'marketingConsent' | 'marketingConsentHow'>;
const writeCustomer = columnsOf<'customers', CustomerFields>()({
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  notes: { column: 'notes', from: orNull },
});
/** Customers are found by the digits of their phone number. */
export const customerColumns = <Columns extends Partial<CustomerFields>>(input: Columns) => ({
  ...writeCustomer(input),
  ...(input.phone !== undefined && { phone_digits: normalPhone(input.phone) }),
});

/** The fields that an import reads from a file and compares with the stored customer. */
export const importedFields = {
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  phone: 'text',
  notes: 'text',
  marketingConsent: 'boolean',
} as const satisfies TypedFields;
