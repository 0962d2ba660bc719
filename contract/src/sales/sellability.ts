import { z } from 'zod';
import { Id, Ref } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents } from '../core/money.ts';
import { Unit } from '../core/quantity.ts';
import { routes } from '../core/route.ts';

/** The conditions for selling an item at a location, in the order in which users check them. */
const sellabilityChecks = [
  'location',
  'category',
  'product',
  'subProduct',
  'assigned',
  'price',
  'tax',
  'limits',
  'stock',
  'expiry',
  'hours',
] as const;
export type SellabilityCheckKey = (typeof sellabilityChecks)[number];

export const SellabilityCheck = z.object({
  key: z.enum(sellabilityChecks),
  /** `blocks`: the item can't be sold for this reason. `notice`: it can be sold, but the text contains a warning. */
  state: z.enum(['ok', 'notice', 'blocks']),
  text: z.string(),
  /** The record to fix. For a category this is the inactive category itself, even if it is above the nearest one. */
  about: Ref,
});
export type SellabilityCheck = z.infer<typeof SellabilityCheck>;

/** Why a sub-product can be sold at a location now, or why not. */
export const Sellability = z.object({
  subProduct: Ref.extend({
    ...itemNames,
    sku: z.string(),
    productId: Id,
    unit: Unit,
    soldByWeight: z.boolean(),
  }),
  location: Ref,
  /** The result that a basket with the minimum quantity gets. */
  sellable: z.boolean(),
  /** The price at the location. */
  price: Cents,
  available: z.number(),
  checks: z.array(SellabilityCheck),
});
export type Sellability = z.infer<typeof Sellability>;

export const sellabilityRoutes = routes('subProducts', {
  show: {
    method: 'GET',
    path: '/subProduct/sellability/{id}',
    permission: 'sub_product_view',
    apiScope: 'catalogue',
    summary: 'Explains whether a sub-product can be sold at a location now',
    /** Users with one location can omit the location. */
    query: z.strictObject({ locationId: Id.optional() }),
    data: Sellability,
    reads: true,
  },
});
