import type { ChangeReader, StoredChange } from '../../core/changes/change-reader.ts';
import { updateStockNotices } from './notices.queries.ts';

/**
 * Opens a notice when a sub-product at a location becomes low or out of stock, and closes it when the level recovers. Each
 * change of the stock compares the levels with the open notices, so that repeats do nothing.
 */
export const stockNoticeReader: ChangeReader = {
  name: 'notices',
  resources: ['stock'],
  read: (tx, changes) => updateStockNotices(tx, changes.flatMap(levelsOf)),
};

function levelsOf({ locationId, snapshot }: StoredChange): { locationId: string; subProductId: string }[] {
  if (locationId === null || !isStock(snapshot)) return [];
  return snapshot.subProductIds.map((subProductId) => ({ locationId, subProductId }));
}

const isStock = (snapshot: unknown): snapshot is { subProductIds: string[] } =>
  typeof snapshot === 'object' && snapshot !== null && 'subProductIds' in snapshot;
