import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announceRows } from '../../core/live-events.ts';

/** Announces changed offers to their locations, because out-of-stock notices depend on assignments and thresholds. */
export async function announceOffers(tx: Tx, locationIds: Iterable<string>): Promise<void> {
  const from = sql`FROM unnest(${[...new Set(locationIds)]}::uuid[]) AS place (id)`;
  const at = { recordId: sql`NULL::uuid`, locationId: sql`place.id` };
  const assigned = { ...at, topic: 'notifications', action: 'assigned', permission: 'store_list' } as const;
  const priced = { ...at, topic: 'prices', action: 'changed', permission: 'assign_subProduct' } as const;
  await announceRows(assigned, from).execute(tx);
  await announceRows(priced, from).execute(tx);
}
