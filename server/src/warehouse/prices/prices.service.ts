import type { Page } from '@aisle/contract/core/page';
import { addQuantities } from '@aisle/contract/core/quantity';
import type { Permission } from '@aisle/contract/permissions';
import {
  type CellChange,
  isListChange,
  isOfferChange,
  type OfferChange,
  type PriceGridPage,
  type PriceRow,
  type SavePrices,
} from '@aisle/contract/warehouse/prices';
import { announceOffers } from '../../catalog/bulk-edits/announce-offers.queries.ts';
import { lockSubProducts } from '../../catalog/sub-products/sub-products.queries.ts';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { mustBeMarketplace } from '../../core/http/access.ts';
import type { Actor } from '../../core/http/actor.ts';
import { missingAt, Problem, problem } from '../../core/problem.ts';
import { adjustLevel } from '../inventory/inventory.service.ts';
import { saveListPrices } from './list-prices.service.ts';
import { type Held, keyOf, rejectChanged } from './price-conflicts.service.ts';
import {
  existingLocations,
  type LockedCell,
  listPrices,
  locationsFor,
  lockCells,
  saveOffers,
} from './prices.queries.ts';

/** The number of locations shown if the request names none. */
const defaultPaths = 4;

export async function priceGrid(
  tx: Tx,
  request: PriceGridPage,
): Promise<Page<PriceRow> & { locations: { _id: string; name: string }[] }> {
  const requestedIds = request.filters.locationIds && [...new Set(request.filters.locationIds)];
  const locations = await locationsFor(tx, requestedIds, defaultPaths);
  const seen = new Set(locations.map(({ _id }) => _id));
  const missing = requestedIds?.findIndex((id) => !seen.has(id)) ?? -1;
  if (missing >= 0) throw missingAt(`filters.locationIds.${missing}`, 'Location');
  return { ...(await listPrices(tx, request, [...seen])), locations };
}

/** Saves grid cells: all of them, or none with a list of those that other users changed in the meantime. */
export async function savePrices(
  tx: Tx,
  actor: Actor,
  { changes, note }: SavePrices,
): Promise<{ saved: number }> {
  const offers = changes.filter(isOfferChange);
  mayChange(actor, changes, offers);
  await rejectUnknown(tx, changes);
  const held = await hold(tx, changes, offers);
  await rejectChanged(tx, changes, held);

  await saveListPrices(tx, actor, changes, held.subProducts);
  await saveOfferChanges(tx, actor, changes, held.cells);
  await saveCounts(tx, actor, changes, { held, note });
  return { saved: changes.length };
}

/** List prices, a location's offers and its stock each require a separate permission. */
function mayChange(actor: Actor, changes: readonly CellChange[], offers: readonly OfferChange[]): void {
  const mustHave = (permission: Permission) => {
    if (!actor.permissions.has(permission)) throw problem('permission-missing', { permission });
  };
  if (changes.length > offers.length) {
    mustHave('sub_product_edit');
    mustBeMarketplace(actor);
  }
  if (offers.length > 0) mustHave('assign_subProduct');
  if (offers.some(({ field }) => field === 'onHand')) mustHave('inventory_edit');
}

async function rejectUnknown(tx: Tx, changes: readonly CellChange[]): Promise<void> {
  const { locations, subProducts } = await existingLocations(tx, changes);
  for (const [index, change] of changes.entries()) {
    if (!isListChange(change) && !locations.has(change.locationId)) {
      throw missingAt(`changes.${index}.locationId`, 'Location');
    }
    if (!subProducts.has(change.subProductId))
      throw missingAt(`changes.${index}.subProductId`, 'Sub-product');
  }
}

async function hold(tx: Tx, changes: readonly CellChange[], offers: readonly OfferChange[]): Promise<Held> {
  const cells = offers.length > 0 ? await lockCells(tx, offers) : [];
  const ids = new Set(changes.filter(isListChange).map(({ subProductId }) => subProductId));
  const subProducts = await lockSubProducts(tx, [...ids]);
  return {
    cells: new Map(cells.map((cell) => [keyOf(cell), cell])),
    subProducts: new Map(subProducts.map((one) => [one.id, one])),
  };
}

/** Saves the location's fields except counted stock, with their history. The cells are locked. */
export async function saveOfferChanges(
  tx: Tx,
  actor: Actor,
  all: readonly CellChange[],
  cells: ReadonlyMap<string, LockedCell>,
): Promise<void> {
  const changes = all.filter(isOfferChange).filter(({ field }) => field !== 'onHand');
  const after = new Map<string, LockedCell>();
  for (const change of changes) {
    const key = keyOf(change);
    after.set(key, { ...(after.get(key) ?? cells.get(key)!), [change.field]: change.to });
  }
  if (after.size === 0) return;
  await saveOffers(tx, [...after.values()]);
  await recordChanges(
    tx,
    actor,
    changes.map((change) => ({
      action: 'edit',
      resource: 'subProducts',
      recordId: change.subProductId,
      locationId: change.locationId,
      before: { [change.field]: cells.get(keyOf(change))![change.field] },
      after: { [change.field]: change.to },
    })),
  );
  await announceOffers(
    tx,
    changes.map(({ locationId }) => locationId),
  );
}

/** Posts counted stock in the order in which all code locks levels, so that two counts can't deadlock. */
async function saveCounts(
  tx: Tx,
  actor: Actor,
  changes: readonly CellChange[],
  { held, note }: { held: Held; note: SavePrices['note'] },
): Promise<void> {
  const counted = changes.flatMap((change, index) =>
    change.field === 'onHand' ? [{ ...change, key: keyOf(change), path: `changes.${index}.to` }] : [],
  );
  counted.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { locationId, subProductId, to, key, path } of counted) {
    const quantity = addQuantities(to, -held.cells.get(key)!.onHand);
    if (quantity === 0) continue;
    try {
      await adjustLevel(tx, actor, { locationId, subProductId, quantity, reason: 'count', note });
    } catch (error) {
      if (!(error instanceof Problem) || error.fields) throw error;
      throw new Problem(error.code, error.details, {
        message: error.message,
        fields: [{ path, message: error.message }],
      });
    }
  }
}
