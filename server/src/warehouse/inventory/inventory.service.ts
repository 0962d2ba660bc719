import { formatQuantity } from '@aisle/contract/core/quantity';
import type { Lot, LotEdit, LotView, MovementKind } from '@aisle/contract/warehouse/lots';
import type { AdjustInput, StockLevel } from '@aisle/contract/warehouse/stock-levels';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import { notFound, problem, wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { holdLevels } from '../../ledgers/stock/stock.queries.ts';
import { enqueueMovements, moveStock, type StockMovement } from '../../ledgers/stock/stock.ts';
import { chooseLots, maxRemovable } from './adjustment.ts';
import { closeCountNotices, getLevel, recordAdjustment } from './levels.queries.ts';
import {
  adjustmentBaseOf,
  findLotPlace,
  getLot,
  insertLots,
  lotColumns,
  markLotDeleted,
  movedSinceReceipt,
  refreshExpiry,
  updateLot,
} from './lots.queries.ts';
import { movementsOfLot } from './movements.queries.ts';
import { reportMissingReferences } from './naming.ts';

export async function viewLot(tx: Tx, id: string): Promise<LotView> {
  const lot = await getLot(tx, id);
  return { ...lot, movements: await movementsOfLot(tx, lot.locationId, id) };
}

/** Locks the level before the lot, in the same order as stock movements, so that they can't deadlock. */
async function lockLotWithLevel(tx: Tx, id: string) {
  const { locationId, subProductId } = await findLotPlace(tx, id);
  const [level] = await holdLevels(tx, locationId, [subProductId]);
  if (!level) throw notFound('Lot');
  return { level, lot: await getLot(tx, id) };
}

export async function changeLot(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: LotEdit,
): Promise<WithMessage<Lot>> {
  const { lot: before } = await lockLotWithLevel(tx, id);
  const { vendorId, ...typed } = input;
  const meanwhile = await assertNoConflict(tx, {
    resource: 'inventory',
    current: before,
    readAt: version,
    sent: { ...typed, vendorData: vendorId },
  });
  const merged = { ...before, ...input };
  if (merged.manufacturedOn && merged.expiresOn && merged.manufacturedOn > merged.expiresOn) {
    throw wrongField('expiresOn', 'Expiry date is before the production date');
  }

  const columns = lotColumns(input);
  if (Object.keys(columns).length > 0) {
    await reportMissingReferences(updateLot(tx, before.locationId, id, columns));
  }
  if (input.expiresOn !== undefined) await refreshExpiry(tx, before.locationId, before.subProductData._id);
  const after = await getLot(tx, id);
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'inventory',
    recordId: id,
    locationId: before.locationId,
    before,
    after,
  });
  await announce(tx, {
    topic: 'stock',
    action: 'edited',
    recordId: id,
    locationId: before.locationId,
    permission: 'inventory_list',
  });
  return withNotice(after, meanwhile);
}

const inPast = ({ kind, quantity }: { kind: MovementKind; quantity: number }): string =>
  `${formatQuantity(Math.abs(quantity))} ${pastTense[kind]}`;
const pastTense: Record<MovementKind, string> = {
  receipt: 'received',
  reserve: 'reserved',
  release: 'released',
  pick: 'picked for orders',
  return: 'came back',
  waste: 'wasted',
  damage: 'damaged',
  count: 'counted otherwise',
  correction: 'corrected',
  transferOut: 'sent to another location',
  transferIn: 'came from another location',
  sold: 'sold at the counter',
};

/** Undoes a receipt if its lot hasn't changed since. The ledger keeps the receipt and adds a correction. */
export async function removeLot(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  const { level, lot } = await lockLotWithLevel(tx, id);
  const { locationId } = lot;
  const subProductId = lot.subProductData._id;
  const moved = await movedSinceReceipt(tx, locationId, id);
  if (moved.length > 0) throw problem('inventory.touched', { what: moved.map(inPast).join(', ') });
  const max = maxRemovable(level, { onHand: lot.onHand, expired: lot.status === 'expired' });
  if (lot.onHand > max) throw problem('stock.reserved', { reserved: level.reserved, most: max });

  await moveStock(tx, [
    {
      locationId,
      subProductId,
      lotId: id,
      kind: 'correction',
      onHand: -lot.onHand,
      causeKind: 'adjustment',
      causeId: newId(),
      userId: actor.userId,
      note: 'Receipt reversed',
    },
  ]);
  await markLotDeleted(tx, locationId, id);
  await recordChange(tx, actor, {
    action: 'delete',
    resource: 'inventory',
    recordId: id,
    locationId,
    before: lot,
  });
  return { _id: id };
}

/** Adjusts a level to a counted quantity. */
export async function adjust(tx: Tx, actor: Actor, input: AdjustInput): Promise<StockLevel> {
  await adjustLevel(tx, actor, input);
  return getLevel(tx, input.locationId, input.subProductId);
}

export async function adjustLevel(tx: Tx, actor: Actor, input: AdjustInput): Promise<void> {
  const { locationId, subProductId, quantity, reason, note } = input;
  const { location, subProduct, newestLot } = await adjustmentBaseOf(tx, locationId, subProductId);
  if (!location) throw notFound('Location');
  if (!subProduct) throw notFound('Sub-product');
  if (input.lotId) await mustBeLotOf(tx, input.lotId, input);

  const shares =
    quantity < 0
      ? await chooseLots(tx, { ...input, quantity: -quantity })
      : [{ subProductId, quantity, lotId: input.lotId ?? newestLot ?? (await addLot(tx, actor, input)) }];
  const causeId = newId();
  const movements = shares.map(
    (share): StockMovement => ({
      locationId,
      subProductId,
      lotId: share.lotId,
      kind: reason,
      onHand: quantity < 0 ? -share.quantity : share.quantity,
      causeKind: reason === 'count' ? 'count' : 'adjustment',
      causeId,
      userId: actor.userId,
      note: note || null,
    }),
  );
  await enqueueMovements(tx, movements);
  if (reason === 'count') await closeCountNotices(tx, [input]);
  await recordAdjustment(tx, actor, input);
}

async function mustBeLotOf(
  tx: Tx,
  lotId: string,
  { locationId, subProductId }: { locationId: string; subProductId: string },
): Promise<void> {
  const place = await findLotPlace(tx, lotId);
  if (place.locationId !== locationId || place.subProductId !== subProductId) throw notFound('Lot');
}

/** If the item was never in stock at the location, the quantity found becomes a new lot. */
async function addLot(
  tx: Tx,
  actor: Actor,
  { locationId, subProductId, quantity }: AdjustInput,
): Promise<string> {
  const id = newId();
  await insertLots(tx, { locationId }, actor.userId, [{ id, subProductId, quantity }]);
  return id;
}
