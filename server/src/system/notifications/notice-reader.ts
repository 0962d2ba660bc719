import type { ChangeReader, StoredChange } from '../../core/changes/change-reader.ts';
import { pushNewOrders } from './notice-pushes.ts';
import { updateStockNotices, updateTicketNotices } from './notices.queries.ts';

/**
 * Opens a notice when a sub-product at a location becomes low or out of stock, and closes it when the level recovers. Each
 * stock change compares the levels with the open notices, so repeats have no effect. A ticket change lists the notices of its
 * assignee to close and open. A new order has no notice, but is pushed to the users who want that. After a restore, repeats lead to the same open notices.
 */
export const noticeReader: ChangeReader = {
  name: 'notices',
  resources: ['stock', 'ticketNotices', 'orders'],
  async read(tx, changes) {
    await updateStockNotices(tx, changes.flatMap(levelsOf));
    await pushNewOrders(tx, changes);
    // In sequence, since a change can close a notice that the previous one opened.
    for (const { id, resource } of changes)
      if (resource === 'ticketNotices') await updateTicketNotices(tx, id);
  },
};

function levelsOf({ locationId, snapshot }: StoredChange): { locationId: string; subProductId: string }[] {
  if (locationId === null || !isStock(snapshot)) return [];
  return snapshot.subProductIds.map((subProductId) => ({ locationId, subProductId }));
}

const isStock = (snapshot: unknown): snapshot is { subProductIds: string[] } =>
  typeof snapshot === 'object' && snapshot !== null && 'subProductIds' in snapshot;
