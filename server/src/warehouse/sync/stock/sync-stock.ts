import { addQuantities, quantityProblem } from '@aisle/contract/core/quantity';
import { maxMinutesAhead, StockSyncRow } from '@aisle/contract/warehouse/sync';
import { type Change, recordChanges } from '../../../core/changes/record-change.ts';
import { newId } from '../../../core/ids.ts';
import { maxRemovable } from '../../inventory/adjustment.ts';
import { closeCountNotices } from '../../inventory/levels.queries.ts';
import { type LevelCause, levelKey, StockPosting } from '../../inventory/stock-posting.ts';
import { type Entry, isAhead, isOpen, type Outcome, refuse, refuseField, type Sync } from '../entries.ts';
import { findPlaces, type Placed } from '../places.ts';
import type { SyncKind } from '../sync-call.ts';
import {
  claimMovements,
  momentKey,
  movedSince,
  openCountNotices,
  type Since,
  saveCounts,
  saveShortMovements,
  shortMovements,
} from './stock.queries.ts';

type Place = Placed<StockSyncRow>;
type Level = NonNullable<ReturnType<StockPosting['levelOf']>>;
const noLevel: Level = { onHand: 0, reserved: 0, expired: 0 };

/** Posts counts and movements of items at locations. */
export const stockSync: SyncKind<StockSyncRow> = {
  name: 'stock',
  row: StockSyncRow,
  async write(sync, entries) {
    const { tx, actor } = sync;
    refuseAhead(entries);
    refuseRepeatedMovements(entries);
    const placed = (await findPlaces(sync, entries)).filter(hasValidQuantity);
    const due = await claim(sync, placed);
    const posting = await StockPosting.lock(tx, actor, due);
    const since = await movedSince(tx, due.flatMap(momentOf));
    const posted = due.flatMap((place) =>
      isCount(place) ? postCount(posting, place, since) : postMovement(posting, place),
    );
    await posting.post(tx);
    await recordChanges(tx, actor, posted.flatMap(changeOf));
    await saveOutcomes(sync, due);
  },
};

const isCount = ({ entry }: Place): boolean => entry.row.onHand !== undefined;
const momentOf = ({ entry, locationId, subProductId }: Place) =>
  entry.row.countedAt === undefined ? [] : [{ locationId, subProductId, at: entry.row.countedAt }];

function refuseAhead(entries: readonly Entry<StockSyncRow>[]): void {
  for (const entry of entries) {
    const { countedAt } = entry.row;
    if (countedAt === undefined || !isAhead(countedAt, maxMinutesAhead)) continue;
    refuseField(entry, 'countedAt', `Must not be more than ${maxMinutesAhead} minutes ahead`);
  }
}

function refuseRepeatedMovements(entries: readonly Entry<StockSyncRow>[]): void {
  const byId = Map.groupBy(entries.filter(isOpen), ({ row }) => row.movementId);
  for (const [movementId, same] of byId) {
    if (movementId === undefined || same.length === 1) continue;
    for (const entry of same) {
      const message = 'This call has another row with this movement ID';
      refuse(entry, 'duplicate-in-call', { message, fields: [{ path: 'movementId', message }] });
    }
  }
}

function hasValidQuantity({ entry, item }: Place): boolean {
  const { onHand, change } = entry.row;
  const message = quantityProblem(item, onHand ?? change!);
  if (message === undefined) return true;
  refuseField(entry, onHand === undefined ? 'change' : 'onHand', message);
  return false;
}

/** The counts, and the movements that weren't posted before. The others are the same, with what they couldn't take. */
async function claim({ tx, connection }: Sync, placed: readonly Place[]): Promise<Place[]> {
  const movements = placed.filter((place) => !isCount(place));
  const claimed = await claimMovements(
    tx,
    connection.sourceId,
    movements.map(({ entry: { row }, locationId, subProductId }) => ({
      locationId,
      subProductId,
      movementId: row.movementId!,
      change: row.change!,
    })),
  );
  const isNew = (place: Place) => isCount(place) || claimed.has(place.entry.row.movementId!);
  const known = movements.filter((place) => !isNew(place));
  const short = await shortMovements(
    tx,
    connection.sourceId,
    known.map(({ entry }) => entry.row.movementId!),
  );
  for (const { entry, subProductId, locationId } of known) {
    const missing = short.get(entry.row.movementId!);
    entry.outcome = { state: 'same', _id: subProductId, locationId, ...(missing && { short: missing }) };
  }
  return placed.filter(isNew);
}

interface Posted {
  place: Place;
  quantity: number;
  onHand: number;
  kind: 'count' | NonNullable<StockSyncRow['kind']>;
}

function postCount(posting: StockPosting, place: Place, since: ReadonlyMap<string, Since>): Posted[] {
  const { entry, locationId, subProductId } = place;
  const { onHand: counted, countedAt } = entry.row;
  const level = posting.levelOf(place);
  const { onHand, reserved } = level ?? noLevel;
  const { moved = 0, isCounted = false } = since.get(momentKey(place, countedAt!)) ?? {};
  if (isCounted) {
    const losses = [{ field: 'onHand', sent: counted, kept: onHand }];
    entry.outcome = { state: 'same', _id: subProductId, locationId, losses };
    return [];
  }
  const quantity = addQuantities(counted!, moved, -onHand);
  const most = maxRemovable(level ?? noLevel);
  if (quantity < -most) {
    const least = addQuantities(onHand, -most);
    const message = `${reserved} are reserved for orders, so at least ${least} must be on hand. Count again`;
    refuse(entry, 'stock.reserved', { message, fields: [{ path: 'onHand', message }], most });
    return [];
  }
  change(posting, place, { kind: 'count', quantity });
  entry.outcome = outcomeOf(place, level, quantity);
  return [{ place, quantity, onHand, kind: 'count' }];
}

/** Takes at most the quantity that isn't reserved. */
function postMovement(posting: StockPosting, place: Place): Posted[] {
  const { entry } = place;
  const { change: wanted, kind } = entry.row;
  const level = posting.levelOf(place);
  const { onHand } = level ?? noLevel;
  const quantity = Math.max(wanted!, -maxRemovable(level ?? noLevel));
  const short = addQuantities(quantity, -wanted!);
  change(posting, place, { kind: kind!, quantity });
  entry.outcome = { ...outcomeOf(place, level, quantity), ...(short > 0 && { short }) };
  return [{ place, quantity, onHand, kind: kind! }];
}

function change(
  posting: StockPosting,
  { entry: { row }, locationId, subProductId }: Place,
  { kind, quantity }: { kind: Posted['kind']; quantity: number },
): void {
  const cause: LevelCause = {
    locationId,
    subProductId,
    kind,
    causeKind: 'sync',
    causeId: newId(),
    note: row.note || null,
    ...(row.countedAt !== undefined && { happenedAt: notLater(row.countedAt) }),
  };
  if (quantity < 0) posting.take(cause, -quantity);
  else if (quantity > 0) posting.add(cause, quantity);
}

/** A clock that is ahead must not hide movements that happen until then. */
export const notLater = (time: string): string =>
  new Date(Math.min(Date.parse(time), Date.now())).toISOString();

const outcomeOf = (
  { subProductId, locationId }: Place,
  level: Level | undefined,
  quantity: number,
): Outcome => ({
  state: quantity === 0 ? 'same' : level ? 'changed' : 'created',
  _id: subProductId,
  locationId,
});

function changeOf({ place, quantity, onHand, kind }: Posted): Change[] {
  if (quantity === 0) return [];
  const { subProductId, locationId, entry } = place;
  const after = {
    onHand: addQuantities(onHand, quantity),
    quantity,
    reason: kind,
    note: entry.row.note || null,
  };
  return [
    {
      action: 'adjust',
      resource: 'inventory',
      recordId: subProductId,
      locationId,
      before: { onHand },
      after,
    },
  ];
}

/** Stores get a notice to count items that were short or whose count was refused, until they are counted. */
async function saveOutcomes({ tx, connection }: Sync, due: readonly Place[]): Promise<void> {
  const short = due.filter(({ entry }) => entry.outcome!.short !== undefined);
  await saveShortMovements(
    tx,
    connection.sourceId,
    short.map(({ entry }) => ({ movementId: entry.row.movementId!, short: entry.outcome!.short! })),
  );
  const refused = due.filter(({ entry }) => entry.outcome!.code === 'stock.reserved');
  const counted = due.filter(
    (place) => isCount(place) && place.entry.outcome!.state !== 'refused' && !place.entry.outcome!.losses,
  );
  const byLevel = (a: Place, b: Place) => (levelKey(a) < levelKey(b) ? -1 : 1);
  await saveCounts(
    tx,
    counted.map(({ entry, ...place }) => ({ ...place, at: notLater(entry.row.countedAt!) })),
  );
  await closeCountNotices(tx, counted.sort(byLevel));
  await openCountNotices(tx, [...short, ...refused].sort(byLevel));
}
