import { maxCountedWork, type WorkCount } from '@aisle/contract/overview/shell';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** The rows that each count is about. Reads no more rows than the maximum count. */
const work: Record<WorkCount, RawBuilder<unknown>> = {
  newOrders: sql`FROM orders WHERE status = 'orderPlaced'`,
  outOfStock: sql`
    FROM stock_levels level
    JOIN location_sub_products offer USING (location_id, sub_product_id)
    JOIN sub_products sold ON sold.id = level.sub_product_id
    JOIN products p ON p.id = sold.product_id
    WHERE level.out_since IS NOT NULL AND offer.assigned AND sold.status AND p.status`,
  openTickets: sql`FROM tickets WHERE status = 'open'`,
};

/** Reads all these counts in one statement. */
export async function countWork(
  tx: Tx,
  names: readonly WorkCount[],
): Promise<Partial<Record<WorkCount, number>>> {
  if (names.length === 0) return {};
  const counts = names.map(
    (name) =>
      sql`(SELECT count(*) FROM (SELECT ${work[name]} LIMIT ${maxCountedWork}) AS counted) AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<Partial<Record<WorkCount, number>>>`SELECT ${sql.join(counts)}`.execute(tx);
  return rows[0]!;
}
