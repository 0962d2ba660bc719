import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Gateway } from '../../ledgers/gateways/gateway.ts';
import { nextPageToClose, setClosedPage } from './pay-links.queries.ts';

/** Closes the gateway's pages whose links ended, so that shoppers can't pay too much. No transaction is open meanwhile. */
export async function closePages(db: Database, gateways: readonly Gateway[]): Promise<void> {
  const pages = gateways.find((gateway) => gateway.pages)?.pages;
  if (!pages) return;
  for (;;) {
    const ref = await transaction(db, { ...system, readOnly: true }, nextPageToClose);
    if (!ref) return;
    await pages.close(ref);
    await transaction(db, system, (tx) => setClosedPage(tx, ref));
  }
}
