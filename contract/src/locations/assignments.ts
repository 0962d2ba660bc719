import { z } from 'zod';
import { BooleanLike, Id, Ref, Shelf } from '../core/fields.ts';
import { Cents, Price } from '../core/money.ts';
import { Quantity, QuantityOrNone, Unit } from '../core/quantity.ts';

/** One sub-product at a location. What is left out stays as it is, null takes it away. */
export const Assignment = z.strictObject({
  subProductId: Id,
  assigned: BooleanLike,
  /** Instead of the sub-product's own price. */
  price: Price.nullable().optional(),
  /** At or below this it counts as low. */
  threshold: QuantityOrNone.nullable().optional(),
  maxPerOrder: Quantity.nullable().optional(),
  shelf: Shelf.optional(),
});
export type Assignment = z.infer<typeof Assignment>;
export const AssignmentCounts = z.object({
  /** Newly sold there, no longer sold there, and those of which price or limits changed. */
  assigned: z.int(),
  unassigned: z.int(),
  changed: z.int(),
});
export type AssignmentCounts = z.infer<typeof AssignmentCounts>;

export const AssignByFilter = z.strictObject({
  locationIds: z.array(Id).min(1, 'Choose a location').max(500),
  /** Everything that fits all of them; `all` says that nothing was left out by mistake. */
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
  /** The price at this location: its custom price, or the one of the sub-product. */
  price: Cents,
  ownPrice: Cents.nullable(),
  threshold: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  onHand: z.number(),
  available: z.number(),
  status: z.boolean(),
});
/** Its parent categories, from the department down; only in search results. */
const above = z.array(Ref).optional();
export const ProductTreeNode = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('category'),
    _id: Id,
    name: z.string(),
    above,
    /** How many sub-products below it are assigned. */
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
