import { PriceSyncRow } from '@aisle/contract/warehouse/sync';
import { levelKey } from '../../inventory/stock-posting.ts';
import { offersAt } from '../../located-imports/located.queries.ts';
import { type LockedCell, lockCells } from '../../prices/prices.queries.ts';
import { saveOfferChanges } from '../../prices/prices.service.ts';
import type { Sync } from '../entries.ts';
import { loggedTimes, syncedTimes } from '../field-times.queries.ts';
import { FieldTimes, newestFields, refuseUndated } from '../field-times.ts';
import { findPlaces, type Placed } from '../places.ts';
import { decideField } from '../precedence.ts';
import type { SyncKind } from '../sync-call.ts';

/** Sets or ends prices of items at locations. */
export const priceSync: SyncKind<PriceSyncRow> = {
  name: 'prices',
  row: PriceSyncRow,
  async write(sync, entries) {
    const { tx, actor } = sync;
    refuseUndated(sync, entries);
    const placed = await findPlaces(sync, entries);
    const existing = new Set((await offersAt(tx, placed)).map(levelKey));
    // A location without an offer has no price to end.
    const wanted = placed.filter((place) => existing.has(levelKey(place)) || place.entry.row.price !== null);
    for (const { entry, item, locationId } of placed) {
      entry.outcome = { state: 'same', _id: item.id, locationId };
    }
    if (wanted.length === 0) return;
    const held = new Map((await lockCells(tx, wanted)).map((cell) => [levelKey(cell), cell]));
    const times = await timesOf(sync, wanted);
    const changes = wanted.flatMap((place) => {
      const cell = held.get(levelKey(place))!;
      if (!decide(sync, times, place, { cell, isNew: !existing.has(levelKey(place)) })) return [];
      const { locationId, subProductId, entry } = place;
      return [{ locationId, subProductId, field: 'price' as const, was: cell.price, to: entry.row.price }];
    });
    await saveOfferChanges(tx, actor, changes, held);
    await times.save(sync);
  },
};

async function timesOf(sync: Sync, places: readonly Placed<PriceSyncRow>[]): Promise<FieldTimes> {
  const newest = newestFields(sync);
  if (newest.length === 0) return new FieldTimes();
  const ids = places.map(({ subProductId }) => subProductId);
  return new FieldTimes(
    await loggedTimes(sync.tx, 'subProducts', ids, newest),
    await syncedTimes(sync.tx, ids, newest),
  );
}

/** Sets the outcome of a row, and returns whether its price is written. */
function decide(
  { connection }: Sync,
  times: FieldTimes,
  { entry, locationId, subProductId }: Placed<PriceSyncRow>,
  { cell, isNew }: { cell: LockedCell; isNew: boolean },
): boolean {
  const { price, updatedAt } = entry.row;
  const by = connection.precedence.get('price') ?? 'caller';
  const key = { recordId: subProductId, locationId, field: 'price' };
  const { writes, loss, isNewer } = decideField(isNew && by === 'aisle' ? 'caller' : by, {
    field: 'price',
    sent: price,
    stored: cell.price,
    updatedAt,
    changedAt: by === 'newest' && !isNew ? times.changedAt(key, cell.offerAt) : 0,
  });
  if (isNewer) times.confirm(key, updatedAt!);
  entry.outcome = {
    state: writes ? (isNew ? 'created' : 'changed') : 'same',
    _id: subProductId,
    locationId,
    ...(loss && { losses: [loss] }),
  };
  return writes;
}
