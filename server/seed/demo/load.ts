import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import type { DB } from '../../src/core/db/db-types.generated.ts';

/**
 * Runs `load` while the triggers of some tables are off, which only the owner of the tables can do. The caller then writes at
 * once what the triggers would have written row by row. Foreign keys and checks still hold.
 */
export async function withoutTriggers(
  tx: Tx,
  tables: readonly (keyof DB)[],
  load: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(tx);
  await load();
  for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(tx);
}

/** Adds what the trigger of `stock_movements` writes: the stock of lots, locations and sub-products. */
export async function countStock(tx: Tx): Promise<void> {
  await sql`
    UPDATE lots l SET on_hand = m.on_hand
    FROM (SELECT location_id, lot_id, sum(on_hand) AS on_hand FROM stock_movements WHERE lot_id IS NOT NULL GROUP BY 1, 2) m
    WHERE l.location_id = m.location_id AND l.id = m.lot_id`.execute(tx);
  await sql`
    INSERT INTO stock_levels (location_id, sub_product_id, on_hand, reserved, expired, next_expiry, out_since, low_since)
    SELECT location_id, sub_product_id, on_hand, reserved, expired, next_expiry,
      CASE WHEN on_hand - reserved - expired <= 0 THEN now() END,
      CASE WHEN is_low(location_id, sub_product_id, on_hand - reserved - expired) THEN now() END
    FROM (
      SELECT location_id, sub_product_id, sum(on_hand) AS on_hand, sum(reserved) AS reserved
      FROM stock_movements GROUP BY 1, 2
    ) moved
    JOIN (
      SELECT l.location_id, l.sub_product_id,
        coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < place.today), 0) AS expired,
        min(l.expires_on) FILTER (WHERE l.on_hand > 0 AND l.expires_on >= place.today) AS next_expiry
      FROM lots l JOIN (SELECT id, today_at(id) AS today FROM locations) place ON place.id = l.location_id GROUP BY 1, 2
    ) in_lots USING (location_id, sub_product_id)`.execute(tx);
  await sql`SELECT fill_stock_totals(), fill_expiry_days()`.execute(tx);
  // The readers of the change log look at every level once, as after a first receipt.
  await sql`
    SELECT record_stock_change('moved', location_id, array_agg(sub_product_id)) FROM stock_levels GROUP BY location_id`.execute(
    tx,
  );
}

/** Adds what the triggers of `orders` write: search words, and the addresses that the stores know. */
export async function indexOrders(tx: Tx): Promise<void> {
  await sql`SELECT index_all_order_words()`.execute(tx);
  await sql`
    SELECT record_address_at(location_id, customer_id, address) FROM (
      SELECT location_id, customer_id, address, min(created_at) AS since FROM orders
      WHERE address IS NOT NULL GROUP BY 1, 2, 3 ORDER BY since) used`.execute(tx);
}

/** Adds what the trigger of `ledger_entries` writes about sales: what the locations are owed. */
export async function addPayables(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO payable_entries (location_id, journal_id, position, posted_at, amount, section)
    SELECT e.location_id, e.journal_id, e.position, e.posted_at, -e.amount, payable_section(j.kind, e.part)
    FROM ledger_entries e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
    WHERE e.account = 'locationPayable'`.execute(tx);
}

/** Adds the lots of loaded coin entries, which only earned coins, and the balances of their customers. */
export async function openCoinLots(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, order_id, coins, worth, coins_left, worth_left,
      expires_at, created_at)
    SELECT customer_id, id, id, kind, location_id, order_id, coins, worth, coins, worth, expires_at, created_at
    FROM coin_entries`.execute(tx);
  await sql`
    UPDATE customers c SET coin_balance = sums.coins
    FROM (SELECT customer_id, sum(coins) AS coins FROM coin_entries GROUP BY 1) sums
    WHERE c.id = sums.customer_id`.execute(tx);
  await sql`SELECT setval('coin_entry_position', max(position)) FROM coin_entries`.execute(tx);
}
