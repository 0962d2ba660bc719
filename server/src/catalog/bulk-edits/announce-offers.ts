import type { Tx } from '../../core/db/db.ts';
import { announce } from '../../core/live-events.ts';

/** Announces changed offers to their locations, because out-of-stock notices depend on assignments and thresholds. */
export async function announceOffers(tx: Tx, locationIds: Iterable<string>): Promise<void> {
  for (const locationId of new Set(locationIds)) {
    await announce(tx, { topic: 'notifications', action: 'assigned', locationId, permission: 'store_list' });
    await announce(tx, { topic: 'prices', action: 'changed', locationId, permission: 'assign_subProduct' });
  }
}
