import type { NewRow } from '../../core/db/columns.ts';
import type { Tx } from '../../core/db/db.ts';

/** Notes why a location's balance is adjusted. False for a location out of reach. */
export async function insertAdjustment(tx: Tx, row: NewRow<'adjustments'>): Promise<boolean> {
  const location = await tx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', row.location_id)
    .executeTakeFirst();
  if (!location) return false;
  await tx.insertInto('adjustments').values(row).execute();
  return true;
}
