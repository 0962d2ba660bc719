import { z } from 'zod';
import { Id, Picture, SearchText } from '../../core/fields.ts';
import { itemNames } from '../../core/item-name.ts';
import { Cents } from '../../core/money.ts';
import { Unit } from '../../core/quantity.ts';

export const StockSearch = z
  .strictObject({
    /** Finds substitutes for a line of this order. */
    orderId: Id.optional(),
    /** The line of the order to substitute. Items of its category come first. */
    lineId: Id.optional(),
    /** Finds items that this location sells, for a new order. */
    locationId: Id.optional(),
    /** Searches all locations, starting with `locationId` if given, for an order that can be split. Requires `search`. */
    anywhere: z.boolean().optional(),
    search: SearchText.optional(),
    limit: z.int().min(1).max(50).optional(),
  })
  .refine(
    ({ orderId, locationId, anywhere }) =>
      anywhere ? orderId === undefined : (orderId === undefined) !== (locationId === undefined),
    { path: ['orderId'], error: 'Send either an orderId or a locationId' },
  )
  .refine(({ anywhere, search }) => !anywhere || search, { path: ['search'], error: 'Search is required' });
export type StockSearch = z.infer<typeof StockSearch>;

export const Sellable = z.object({
  subProductId: Id,
  productId: Id,
  name: z.string(),
  ...itemNames,
  sku: z.string(),
  barcode: z.string().nullable(),
  unit: Unit,
  soldByWeight: z.boolean(),
  /** The current price at this location. */
  price: Cents,
  available: z.number(),
  minPerOrder: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  sameCategory: z.boolean(),
  /** The cover of the item; omitted in orders during entry. */
  picture: Picture.nullable().optional(),
  /** The shelf at this location. */
  shelf: z.string().nullable().optional(),
  /** Whether the order's customer approved this item as a substitute for the line's item before. */
  accepted: z.boolean().optional(),
  /** Another location that has the item, if the searched one doesn't. Price and stock are those of the other location. */
  elsewhere: z.object({ _id: Id, name: z.string() }).nullable().optional(),
});
export type Sellable = z.infer<typeof Sellable>;
