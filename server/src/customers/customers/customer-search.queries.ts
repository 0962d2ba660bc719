import { normalPhone } from '@aisle/contract/core/fields';
import { nameWords, searchWords } from '@aisle/contract/core/fold-text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { beginningWith, containing, folded } from '../../core/list/search-text.ts';

/** Up to this many matches are looked up by ID. For more common names, the list is scanned in order. */
const maxCustomers = 300;

interface CustomerRow {
  ids: string[];
  /** More than `maxCustomers` match; the IDs are then incomplete. */
  many: boolean;
}
interface CustomerSearch {
  byPhone: boolean;
  /** A function call that returns one row. */
  customers: RawBuilder<CustomerRow>;
}

/** Lists hide customers that were merged into another one or erased. */
export const isShown = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.merged_into`)} IS NULL AND ${sql.ref(`${table}.erased_at`)} IS NULL`;

/** The searched text, as indexed: names, phone and email, including those of customers merged into this one. */
function searchedText(table: string): RawBuilder<string> {
  const [first, last, digits, email, known] = [
    'first_name',
    'last_name',
    'phone_digits',
    'email',
    'also_known',
  ].map((column) => sql.ref(`${table}.${column}`));
  return folded(
    sql`${first} || ' ' || ${last} || ' ' || ${digits} || ' ' || coalesce(${email}, '') || ${known}`,
  );
}

/** The patterns that a customer's text must match: every word of the search. A single short word matches only at the start. */
export function customerPatterns(search: string): string[] {
  const words = searchWords(search);
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0 && only.length < 3) return [beginningWith(only)];
  // A text without letters, such as a single comma, matches everyone.
  return words.length === 0 ? ['%'] : words.map(containing);
}

/** One or two letters form no trigram, so the whole index would be read. This keeps the planner from using it. */
export function hasPatterns(table: string, patterns: readonly string[]): RawBuilder<SqlBool> {
  const text = searchedText(table);
  const each = patterns.map((pattern) =>
    pattern.length < 5 ? sql`(${text} || '') LIKE ${pattern}` : sql`${text} LIKE ${pattern}`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` AND `)})`;
}

/** The number of an order or checkout, a phone, or the beginning of one. */
export const isNumberOrPhone = (search: string) => /^(?:[om]-?)?[+(]?\d[\d ().-]*$/i.test(search);

/** Searches digits in phones and text within names. Fewer than three letters match only at word starts. */
export function customerSearch(search: string): CustomerSearch {
  const byPhone = isNumberOrPhone(search);
  if (byPhone) {
    const digits = normalPhone(search);
    const isNumber = /^[om]/i.test(search);
    return {
      byPhone,
      customers: isNumber || digits.length < 4 ? noCustomer : matching([containing(digits)], byPhone),
    };
  }
  const [only = '', ...others] = nameWords(search);
  if (others.length === 0 && only.length < 3) {
    return { byPhone, customers: only === '' ? noCustomer : matching([beginningWith(only)], byPhone) };
  }
  return { byPhone, customers: sql<CustomerRow>`customers_called(${search}, ${sql.lit(maxCustomers)})` };
}
const noCustomer = sql<CustomerRow>`(SELECT '{}'::uuid[], false) AS no_customer (ids, many)`;
const matching = (patterns: string[], byPhone: boolean) =>
  sql<CustomerRow>`customers_matching(${patterns}::text[], ${byPhone}, ${sql.lit(maxCustomers)})`;

/** Customers whose name or phone matches. With `many`, too many match to look them up, and there are no IDs. */
export async function findCustomers(
  tx: Tx,
  search: string,
): Promise<CustomerRow & Omit<CustomerSearch, 'customers'>> {
  const { customers, ...how } = customerSearch(search);
  const { rows } = await sql<CustomerRow>`SELECT ids, many FROM ${customers}`.execute(tx);
  const { ids, many } = rows[0]!;
  return { ids: many ? [] : ids, many, ...how };
}
