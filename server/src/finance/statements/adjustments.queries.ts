import type { Tx } from '../../core/db/db.ts';
import type { NewRow } from '../../core/db/rows/columns.ts';
import { isKnown } from '../../core/db/rows/records.ts';

/** Notes why a location's balance is adjusted. False for a location out of reach. */
export async function insertAdjustment(tx: Tx, row: NewRow<'adjustments'>): Promise<boolean> {
  if (!(await isKnown(tx, 'locations', row.location_id))) return false;
  await tx.insertInto('adjustments').values(row).execute();
  return true;
}
