import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import type { Store } from './places.ts';

/** The rates start today or later, so the rates charged in the past sixty days stay unchanged. */
const rates = [
  { store: 0, category: 'Produce', kind: 'commission', rate: 11, days: 0, lasts: null },
  { store: 0, category: 'Bakery', kind: 'commission', rate: 10, days: 7, lasts: 30 },
  { store: 0, category: 'Beverages', kind: 'tax', rate: 2.5, days: 14, lasts: null },
  { store: 1, category: 'Seafood', kind: 'commission', rate: 13.5, days: 0, lasts: null },
] as const;

/** Some stores have other taxes and commissions than the rest. */
export async function addRates(tx: Tx, stores: readonly Store[]): Promise<void> {
  const rows = rates.map(({ store, ...rate }) => ({ ...rate, locationId: stores[store]?.id }));
  await sql`
    INSERT INTO location_rates (location_id, position, category_id, kind, rate, from_day, until_day, actor_name)
    SELECT l.id, row_number() OVER (PARTITION BY l.id ORDER BY new.days), c.id, new.kind, new.rate,
      today_at(l.id) + new.days, today_at(l.id) + new.days + new.lasts, 'Demo'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new ("locationId" uuid, category text, kind text,
      rate numeric, days integer, lasts integer)
    JOIN locations l ON l.id = new."locationId"
    JOIN categories c ON c.name = new.category AND c.level = 1`.execute(tx);
}
