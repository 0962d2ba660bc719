import type { ChangeReader, StoredChange } from '../../core/changes/change-reader.ts';
import { updateStockNotices, updateTicketNotices } from './notices.queries.ts';

/**
 * Opens a notice when a sub-product at a location becomes low or out of stock, and closes it when the level recovers. Each
 * change of the stock compares the levels with the open notices, so that repeats do nothing. A change of a ticket says which
 * notices of its assignee it closes and opens. After a restore, repeats end with the same open notices.
 */
export const noticeReader: ChangeReader = {
  name: 'notices',
  resources: ['stock', 'ticketNotices'],
  async read(tx, changes) {
    await updateStockNotices(tx, changes.flatMap(levelsOf));
    // In sequence, since a change can close what the one before it opened.
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
