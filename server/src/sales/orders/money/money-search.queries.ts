import { numbersBeginning } from '@aisle/contract/core/numbers';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { numberedRows } from '../../../core/list/numbers.ts';
import { hasWords } from '../../../core/list/search-text.ts';
import { findCustomers } from '../../../customers/customers/customer-search.queries.ts';

export interface FoundMoney {
  /** Replaces the whole table if few rows can match. */
  rows: RawBuilder<unknown> | null;
  /** The condition on a row `m` if many can match. */
  where: RawBuilder<boolean> | null;
}

/**
 * Finds payments or refunds by their reference, or by the number, customer or phone of their order. Looks up matching orders
 * first, which bounds the work, and then their rows one by one, because the planner would otherwise read the whole table. For a
 * common name, scans the newest rows instead.
 */
export async function matchingMoney(
  tx: Tx,
  table: 'payments' | 'refunds',
  search: string,
): Promise<FoundMoney> {
  const numbers = numbersBeginning('order', search);
  const { ids, many, byPhone } = await findCustomers(tx, search);
  if (many && !byPhone) {
    const hasCustomerName = sql<boolean>`EXISTS (SELECT FROM orders o WHERE o.location_id = m.location_id
      AND o.id = m.order_id AND ${hasWords(search, 'o.customer_name')})`;
    return { rows: null, where: hasCustomerName };
  }
  const rows = sql`(SELECT * FROM ${sql.table(table)} WHERE reference = ${search}
    UNION ALL SELECT found.* FROM (
      SELECT location_id, id FROM orders WHERE customer_id = ANY (${ids}::uuid[])
      UNION (${numberedRows('orders', sql`location_id, id`, numbers)})) o
    CROSS JOIN LATERAL (SELECT * FROM ${sql.table(table)} WHERE location_id = o.location_id AND order_id = o.id
      AND reference IS DISTINCT FROM ${search} OFFSET 0) found)`;
  return { rows, where: null };
}
