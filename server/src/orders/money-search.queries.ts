import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { customersFor } from './order-search.queries.ts';

interface FoundMoney {
  /** In place of the whole table, where few rows can fit. */
  rows: RawBuilder<unknown> | null;
  /** What a row `m` must fulfil, where many may fit. */
  where: RawBuilder<boolean> | null;
}

/**
 * Payments or refunds by their reference, or by the number, customer or phone of their order. The orders lead to
 * the rows, so that it is bounded work; of a name that many bear, the newest rows are looked through instead.
 */
export async function moneyFitting(
  tx: Tx,
  table: 'payments' | 'refunds',
  search: string,
): Promise<FoundMoney> {
  const number = /^(?:o-?)?\s*(\d{1,15})$/i.exec(search)?.[1];
  const { ids, many, pattern, byPhone } = await customersFor(tx, search);
  if (many && !byPhone) {
    const theirs = sql<boolean>`EXISTS (SELECT FROM orders o WHERE o.location_id = m.location_id
      AND o.id = m.order_id AND o.customer_name ILIKE ${pattern})`;
    return { rows: null, where: theirs };
  }
  const rows = sql`(SELECT * FROM ${sql.table(table)} WHERE reference = ${search}
    UNION ALL SELECT found.* FROM (
      SELECT location_id, id FROM orders WHERE customer_id = ANY (${ids}::uuid[])
      UNION SELECT location_id, id FROM orders WHERE number = ${number === undefined ? null : Number(number)}::bigint) o
    JOIN ${sql.table(table)} found ON found.location_id = o.location_id AND found.order_id = o.id
      AND found.reference IS DISTINCT FROM ${search})`;
  return { rows, where: null };
}
