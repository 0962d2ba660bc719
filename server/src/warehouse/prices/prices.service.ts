import type { Page } from '@aisle/contract/core/page';
import { addQuantities } from '@aisle/contract/core/quantity';
import type {
  CellChange,
  CellConflict,
  PriceGridPage,
  PriceRow,
  SavePrices,
} from '@aisle/contract/warehouse/prices';
import { auditAll } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { announce } from '../../core/live-events.ts';
import { missingAt, problem } from '../../core/problem.ts';
import { adjustLevel } from '../inventory/inventory.service.ts';
import {
  type HeldCell,
  holdCells,
  knownPlaces,
  listPrices,
  locationsFor,
  type Place,
  saveOffers,
  whoChanged,
} from './prices.queries.ts';

/** Locations shown when the request names none. */
const usualPlaces = 4;

export async function priceGrid(
  tx: Tx,
  request: PriceGridPage,
): Promise<Page<PriceRow> & { locations: { _id: string; name: string }[] }> {
  const requestedIds = request.filters.locationIds && [...new Set(request.filters.locationIds)];
  const locations = await locationsFor(tx, requestedIds, usualPlaces);
  const seen = new Set(locations.map(({ _id }) => _id));
  const missing = requestedIds?.findIndex((id) => !seen.has(id)) ?? -1;
  if (missing >= 0) throw missingAt(`filters.locationIds.${missing}`, 'Location');
  return { ...(await listPrices(tx, request, [...seen])), locations };
}

/** Saves grid cells: all of them, or none and a list of those changed meanwhile by others. */
export async function savePrices(
  tx: Tx,
  actor: Actor,
  { changes, note }: SavePrices,
): Promise<{ saved: number }> {
  const counted = changes.filter(({ field }) => field === 'onHand');
  if (counted.length > 0 && !actor.permissions.has('inventory_edit')) {
    throw problem('permission-missing', { permission: 'inventory_edit' });
  }
  await refuseUnknown(tx, changes);
  const held = new Map((await holdCells(tx, changes)).map((cell) => [keyOf(cell), cell]));
  await refuseChanged(tx, changes, held);

  const offers = changes.filter(({ field }) => field !== 'onHand');
  await saveOfferChanges(tx, actor, offers, held);
  for (const change of inKeyOrder(counted)) {
    const { locationId, subProductId, to } = change;
    const quantity = addQuantities(Number(to), -held.get(keyOf(change))!.onHand);
    if (quantity === 0) continue;
    await adjustLevel(tx, actor, { locationId, subProductId, quantity, reason: 'count', note });
  }
  return { saved: changes.length };
}

const keyOf = ({ locationId, subProductId }: Place): string => `${locationId} ${subProductId}`;
/** The order in which all code locks levels, so that two counts cannot deadlock. */
const inKeyOrder = <Row extends Place>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

async function refuseUnknown(tx: Tx, changes: readonly CellChange[]): Promise<void> {
  const { locations, subProducts } = await knownPlaces(tx, changes);
  for (const [index, { locationId, subProductId }] of changes.entries()) {
    if (!locations.has(locationId)) throw missingAt(`changes.${index}.locationId`, 'Location');
    if (!subProducts.has(subProductId)) throw missingAt(`changes.${index}.subProductId`, 'Sub-product');
  }
}

async function refuseChanged(
  tx: Tx,
  changes: readonly CellChange[],
  held: ReadonlyMap<string, HeldCell>,
): Promise<void> {
  const meanwhile = changes.flatMap((change, index) => {
    const cell = held.get(keyOf(change))!;
    const current = cell[change.field];
    // Not a conflict when both set the same value.
    if (current === change.was || current === change.to) return [];
    const at = change.field === 'onHand' ? cell.stockAt : cell.offerAt;
    return [{ change, index, current, at }];
  });
  if (meanwhile.length === 0) return;
  const who = await whoChanged(
    tx,
    meanwhile.map(({ change, at }) => ({ locationId: change.locationId, at })),
  );
  const conflicts = meanwhile.map(
    ({ change: { locationId, subProductId, field }, current, at }, index): CellConflict => ({
      locationId,
      subProductId,
      field,
      theirs: current,
      by: who[index] ?? null,
      at,
    }),
  );
  throw problem(
    'prices.changed-meanwhile',
    { count: conflicts.length },
    {
      data: { conflicts },
      fields: meanwhile.map(({ index }) => ({
        path: `changes.${index}.was`,
        message: 'Someone else changed this while you were editing',
      })),
    },
  );
}

async function saveOfferChanges(
  tx: Tx,
  actor: Actor,
  changes: readonly CellChange[],
  held: ReadonlyMap<string, HeldCell>,
): Promise<void> {
  const after = new Map<string, HeldCell>();
  for (const change of changes) {
    const key = keyOf(change);
    after.set(key, { ...(after.get(key) ?? held.get(key)!), [change.field]: change.to });
  }
  if (after.size === 0) return;
  await saveOffers(tx, [...after.values()]);
  await auditAll(
    tx,
    actor,
    changes.map((change) => ({
      action: 'edit',
      resource: 'subProducts',
      recordId: change.subProductId,
      locationId: change.locationId,
      before: { [change.field]: held.get(keyOf(change))![change.field] },
      after: { [change.field]: change.to },
    })),
  );
  for (const locationId of new Set(changes.map((change) => change.locationId))) {
    // Out-of-stock notifications depend on assignments and thresholds.
    await announce(tx, { topic: 'notifications', action: 'assigned', locationId, permission: 'store_list' });
    await announce(tx, { topic: 'prices', action: 'changed', locationId, permission: 'assign_subProduct' });
  }
}
