import type { ProductStore, SellAtStores } from '@aisle/contract/catalog/product-stores';
import { formatCount } from '@aisle/contract/core/pluralize';
import { recordChanges } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { missingAt, wrongField } from '../../core/problem.ts';
import { announceOffers } from '../bulk-edits/announce-offers.queries.ts';
import { lockOffers, setOffers } from '../bulk-edits/offers.queries.ts';
import { storesOf, subProductIdsOf } from './product-stores.queries.ts';

/** The maximum number of sub-products times locations in one request. Bulk edits change more in a job. */
const maxOffers = 5000;

/** Assigns all sub-products of a product to these locations, or removes them: all or none. */
export async function sellAtStores(
  tx: Tx,
  actor: Actor,
  productId: string,
  { stores }: SellAtStores,
): Promise<ProductStore[]> {
  const subProductIds = await subProductIdsOf(tx, productId);
  if (subProductIds.length === 0) throw wrongField('stores', 'Add a sub-product first');
  if (subProductIds.length * stores.length > maxOffers) {
    const most = Math.floor(maxOffers / subProductIds.length);
    throw wrongField('stores', `At most ${formatCount(most)} locations at once for this product`);
  }
  const known = await existingIds(
    tx,
    'locations',
    stores.map(({ locationId }) => locationId),
  );
  const missing = stores.findIndex(({ locationId }) => !known.has(locationId));
  if (missing >= 0) throw missingAt(`stores.${missing}.locationId`, 'Location');

  const wanted = new Map(stores.map((store) => [store.locationId, store]));
  const places = stores.flatMap(({ locationId }) =>
    subProductIds.map((subProductId) => ({ locationId, subProductId })),
  );
  const offers = await lockOffers(tx, places, { adds: true });
  const changes = offers.flatMap((before) => {
    const { assigned, price: ownPrice = before.ownPrice } = wanted.get(before.locationId)!;
    if (assigned === before.assigned && ownPrice === before.ownPrice) return [];
    return [{ before, after: { ...before, assigned, ownPrice } }];
  });
  const saved = changes.map(({ after }) => after);
  await setOffers(tx, 'assigned', saved);
  await setOffers(tx, 'ownPrice', saved);
  await recordChanges(
    tx,
    actor,
    changes.map(({ before, after }) => ({
      action: 'edit',
      resource: 'subProducts',
      recordId: before.subProductId,
      locationId: before.locationId,
      before: { assigned: before.assigned, price: before.ownPrice },
      after: { assigned: after.assigned, price: after.ownPrice },
    })),
  );
  await announceOffers(tx, new Set(saved.map(({ locationId }) => locationId)));
  return storesOf(tx, productId);
}
