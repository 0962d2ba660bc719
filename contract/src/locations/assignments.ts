import { z } from 'zod';
import { BooleanLike, Id, Ref, Shelf } from '../core/fields.ts';
import { Cents, Price } from '../core/money.ts';
import { Quantity, QuantityOrNone, Unit } from '../core/quantity.ts';

/** One sub-product at a location. Omitted fields stay as they are; null clears a field. */
export const Assignment = z.strictObject({
  subProductId: Id,
  assigned: BooleanLike,
  /** The custom price, which replaces the price of the sub-product. */
  price: Price.nullable().optional(),
  /** Stock at or below this quantity counts as low. */
  threshold: QuantityOrNone.nullable().optional(),
  maxPerOrder: Quantity.nullable().optional(),
  shelf: Shelf.optional(),
});
export type Assignment = z.infer<typeof Assignment>;
export const AssignmentCounts = z.object({
  /** The numbers of sub-products that the location now sells, that it no longer sells, and whose price or limits changed. */
  assigned: z.int(),
  unassigned: z.int(),
  changed: z.int(),
});
export type AssignmentCounts = z.infer<typeof AssignmentCounts>;

export const AssignByFilter = z.strictObject({
  locationIds: z.array(Id).min(1, 'Choose a location').max(500),
  /**
   * All sub-products that match every filter. `all` selects the whole catalog, so that omitted filters don't do so by mistake.
   */
  filters: z
    .strictObject({ categoryId: Id, brandId: Id, all: z.literal(true) })
    .partial()
    .refine((filters) => Object.keys(filters).length > 0, 'Choose a category, a brand or all'),
  assigned: BooleanLike,
});
export type AssignByFilter = z.infer<typeof AssignByFilter>;

/** Sub-product fields shown in the location tree. */
export const AssignedSubProduct = z.object({
  _id: Id,
  name: z.string(),
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  /** The price at this location: the custom price, otherwise the price of the sub-product. */
  price: Cents,
  ownPrice: Cents.nullable(),
  threshold: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  onHand: z.number(),
  available: z.number(),
  status: z.boolean(),
});
/** The categories above it, topmost first; only in search results. */
const above = z.array(Ref).optional();
export const ProductTreeNode = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('category'),
    _id: Id,
    name: z.string(),
    above,
    /** The number of assigned sub-products below this category. */
    subProductCount: z.int(),
  }),
  z.object({
    kind: z.literal('product'),
    _id: Id,
    name: z.string(),
    above,
    status: z.boolean(),
    subProducts: z.array(AssignedSubProduct),
  }),
]);
export type ProductTreeNode = z.infer<typeof ProductTreeNode>;
