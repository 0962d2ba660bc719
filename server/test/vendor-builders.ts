import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { newId } from '../src/core/ids.ts';
import { addGoods } from './order-builders.ts';
import { publishPromotion } from './promotion-builders.ts';
import type { Person, Shop } from './shop.ts';

/** A vendor that pays a part of a promotion of its items, which are sold at the location for $10.00 each. */
export async function addFundingVendor(
  shop: Shop,
  person: Person,
  locationId: string,
  parts: Parameters<typeof publishPromotion>[1] = {},
): Promise<{ vendorId: string; name: string; item: string; promotionId: string }> {
  const { _id: vendorId, name } = await person.do(vendorRoutes.create, {
    body: { name: `Vendor ${newId()}` },
  });
  const item = await addGoods(shop, locationId, { price: 1000, stock: 100_000 });
  const { _id: promotionId } = await publishPromotion(person, {
    label: 'Buy 2 get 1 free',
    reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
    goods: { subProductIds: [item] },
    funding: { marketplace: 50, location: 20, vendor: 30, vendorId },
    ...parts,
  });
  return { vendorId, name, item, promotionId };
}
