import type { DataOf, QueryOf } from '@aisle/contract/core/route';
import type {
  AssignByFilter,
  Assignment,
  AssignmentCounts,
  ProductTreeNode,
} from '@aisle/contract/locations/assignments';
import type { locationRoutes } from '@aisle/contract/locations/locations';
import { announceOffers } from '../../catalog/bulk-edits/announce-offers.queries.ts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { mustFind, notFound, problem, wrongField } from '../../core/problem.ts';
import {
  type AssortmentChange,
  assignedCategories,
  assignedCategoriesNamed,
  assignedProducts,
  findLocationRef,
  saveOffers,
  saveOffersByFilter,
} from './assignment.queries.ts';

/** Sets the assortment of a location with prices and maximum quantities: all rows or none. */
export async function assign(
  tx: Tx,
  actor: Actor,
  locationId: string,
  rows: readonly Assignment[],
): Promise<AssignmentCounts> {
  mustFind(await findLocationRef(tx, locationId), 'Location');
  await checkRows(tx, rows);
  const { counts, ...change } = await saveOffers(tx, locationId, rows);
  const changes = new Map([[locationId, change]]);
  await recordAssignment(tx, actor, changes, { rows: rows.slice(0, 100), ...counts });
  return counts;
}

async function checkRows(tx: Tx, rows: readonly Assignment[]): Promise<void> {
  const ids = rows.map((row) => row.subProductId);
  const known = await existingIds(tx, 'sub_products', ids);
  const wrong = rows.flatMap(({ subProductId }, index) => {
    const path = `subProducts.${index}.subProductId`;
    if (!known.has(subProductId)) return [{ path, message: 'Sub-product was not found' }];
    if (ids.indexOf(subProductId) !== index) return [{ path, message: 'Listed twice' }];
    return [];
  });
  if (wrong.length > 0) throw problem('validation-failed', {}, { fields: wrong });
}

export async function assignByFilter(
  tx: Tx,
  actor: Actor,
  request: AssignByFilter,
): Promise<AssignmentCounts> {
  const locationIds = [...new Set(request.locationIds)];
  const known = await existingIds(tx, 'locations', locationIds);
  if (locationIds.some((id) => !known.has(id))) throw notFound('Location');
  const { counts, changes } = await saveOffersByFilter(tx, { ...request, locationIds });
  const all = new Map(locationIds.map((id) => [id, changes.get(id) ?? {}]));
  await recordAssignment(tx, actor, all, {
    filters: request.filters,
    assigned: request.assigned,
    counts,
  });
  return counts;
}

/** Also notifies the Notification Center, because an item counts as out of stock only while it is assigned. */
export async function recordAssignment(
  tx: Tx,
  actor: Actor,
  changes: ReadonlyMap<string, AssortmentChange>,
  after: unknown,
): Promise<void> {
  for (const [locationId, snapshot] of changes) {
    await recordChange(tx, actor, {
      action: 'assign',
      resource: 'locations',
      recordId: locationId,
      locationId,
      after,
      snapshot,
    });
  }
  await announceOffers(tx, changes.keys());
}

type Tree = DataOf<typeof locationRoutes.productTree>;
/** Maximum number of products on a page of a branch; its cursor leads to the next page. */
const maxProducts = 200;

/** One branch of the assigned products: its categories, then the products directly in it, or the search results. */
export async function productTree(
  tx: Tx,
  actor: Actor,
  id: string | undefined,
  { locationId, parentId, search, cursor }: QueryOf<typeof locationRoutes.productTree>,
): Promise<Tree> {
  const location = mustFind(await findLocationRef(tx, locationFor(actor, { id, locationId })), 'Location');
  const after = cursor === undefined ? undefined : positionIn(cursor);
  const categories = after
    ? []
    : search
      ? await assignedCategoriesNamed(tx, location._id, search)
      : await assignedCategories(tx, location._id, parentId ?? null);
  const where = search ? { search } : parentId !== undefined ? { categoryId: parentId } : undefined;
  const found = where
    ? await assignedProducts(tx, location._id, where, { after, limit: maxProducts + 1 })
    : [];
  const products: ProductTreeNode[] = found.slice(0, maxProducts);
  const last = products.at(-1);
  return {
    location,
    tree: [...categories, ...products],
    nextCursor: found.length > maxProducts && last ? cursorOf(last) : null,
  };
}

/** Users with a single location can omit it. */
function locationFor(
  actor: Actor,
  { id, locationId }: { id?: string | undefined; locationId?: string | undefined },
): string {
  const named = id ?? locationId;
  if (named) return named;
  if (actor.locations?.length === 1) return actor.locations[0]!;
  throw wrongField('locationId', 'Choose a location');
}

const cursorOf = ({ name, _id }: { name: string; _id: string }) =>
  Buffer.from(JSON.stringify([name, _id])).toString('base64url');
function positionIn(cursor: string): { name: string; id: string } {
  try {
    const [name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof name === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)) return { name, id };
  } catch {
    // Not a cursor of this tree.
  }
  throw wrongField('cursor', 'This cursor belongs to a different tree');
}
