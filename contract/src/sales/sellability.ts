import { z } from 'zod';
import { Id, Ref } from '../core/fields.ts';
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
  /** `blocks`: it cannot be sold for that. `notice`: it can, but look. */
  state: z.enum(['ok', 'notice', 'blocks']),
  text: z.string(),
  /** The record that fails the check and where to fix it: the inactive category itself, not just the nearest one. */
  about: Ref,
});
export type SellabilityCheck = z.infer<typeof SellabilityCheck>;

/** Why a sub-product can be sold at a location now, or why not. */
export const Sellability = z.object({
  subProduct: Ref.extend({ sku: z.string(), productId: Id, unit: Unit, soldByWeight: z.boolean() }),
  location: Ref,
  /** The answer that a basket with the smallest possible quantity gets. */
  sellable: z.boolean(),
  /** Its price at the location. */
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
    /** May be left out by people of one location. */
    query: z.strictObject({ locationId: Id.optional() }),
    data: Sellability,
    reads: true,
  },
});
