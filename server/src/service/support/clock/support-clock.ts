import { type Database, system, transaction } from '../../../core/db/db.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { closeResolved, createDueSoonNotices, createOverdueNotices } from './support-clock.queries.ts';

/** Closes resolved tickets and announces targets, including those of the time when no server was running. */
export async function watchTickets(db: Database): Promise<void> {
  const closeSome = () =>
    transaction(db, system, async (tx) =>
      closeResolved(tx, (await getSettings(tx)).support.closeResolvedAfterDays),
    );
  while ((await closeSome()) > 0);
  while ((await transaction(db, system, createDueSoonNotices)) > 0);
  while ((await transaction(db, system, createOverdueNotices)) > 0);
}
