import { normalPhone } from '@aisle/contract/core/fields';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { beginningWith, containing } from '../../core/list/search-text.ts';

/** Up to this many matches are looked up by id; for more common names the list is scanned in its order. */
const maxCustomers = 300;

interface CustomerRow {
  ids: string[];
  /** There are more than `maxCustomers`; then the ids are an arbitrary part of them. */
  many: boolean;
}
interface CustomerSearch {
  byPhone: boolean;
  /** For ILIKE on a name, or on the digits of a phone. */
  pattern: string;
  /** A function call that returns one row. */
  customers: RawBuilder<CustomerRow>;
}

/** Of customers merged into another or erased, no list shows the record. */
export const isShown = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.merged_into`)} IS NULL AND ${sql.ref(`${table}.erased_at`)} IS NULL`;

/** What a search looks in, as the index has it: names, phone, email, and those of customers merged into this one. */
export function searchedText(table: string): RawBuilder<string> {
  const [first, last, digits, email, known] = [
    'first_name',
    'last_name',
    'phone_digits',
    'email',
    'also_known',
  ].map((column) => sql.ref(`${table}.${column}`));
  return sql`${first} || ' ' || ${last} || ' ' || ${digits} || ' ' || coalesce(${email}, '') || ${known}`;
}

/** An order's number, a checkout's, a phone, or the beginning of one. */
export const isNumberOrPhone = (search: string) => /^(?:[om]-?)?[+(]?\d[\d ().-]*$/i.test(search);

/** How customers are searched: digits in phones, text within names; under three letters only at word starts. */
export function customerSearch(search: string): CustomerSearch {
  const byPhone = isNumberOrPhone(search);
  if (byPhone) {
    const digits = normalPhone(search);
    const pattern = containing(digits);
    return { byPhone, pattern, customers: digits.length < 4 ? noCustomer : matching(pattern, byPhone) };
  }
  if (search.length < 3) {
    const pattern = beginningWith(search);
    return { byPhone, pattern, customers: matching(pattern, byPhone) };
  }
  const customers = sql<CustomerRow>`customers_called(${search}, ${sql.lit(maxCustomers)})`;
  return { byPhone, pattern: containing(search), customers };
}
const noCustomer = sql<CustomerRow>`(SELECT '{}'::uuid[], false) AS no_customer (ids, many)`;
const matching = (pattern: string, byPhone: boolean) =>
  sql<CustomerRow>`customers_matching(${pattern}, ${byPhone}, ${sql.lit(maxCustomers)})`;

/** Customers whose name or phone matches; with `many` there are too many to look up, and no ids. */
export async function findCustomers(
  tx: Tx,
  search: string,
): Promise<CustomerRow & Omit<CustomerSearch, 'customers'>> {
  const { customers, ...how } = customerSearch(search);
  const { rows } = await sql<CustomerRow>`SELECT ids, many FROM ${customers}`.execute(tx);
  const { ids, many } = rows[0]!;
  return { ids: many ? [] : ids, many, ...how };
}
