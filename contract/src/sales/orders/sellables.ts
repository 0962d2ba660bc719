import { z } from 'zod';
import { Id, SearchText } from '../../core/fields.ts';
import { Cents } from '../../core/money.ts';
import { Unit } from '../../core/quantity.ts';

export const StockSearch = z
  .strictObject({
    /** Finds substitutes for a line of this order … */
    orderId: Id.optional(),
    /** … and for which line of it: its category comes first. */
    lineId: Id.optional(),
    /** Or what can be sold at a location, for an order that is yet to be written. */
    locationId: Id.optional(),
    /** At all locations, that one first if there is one: for an order that may be shared out. Takes words. */
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
  sku: z.string(),
  barcode: z.string().nullable(),
  unit: Unit,
  soldByWeight: z.boolean(),
  /** Its current price at this location. */
  price: Cents,
  available: z.number(),
  minPerOrder: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  sameCategory: z.boolean(),
  /** Set where it is not to be had where it was looked for, but there; price and stock are theirs. */
  elsewhere: z.object({ _id: Id, name: z.string() }).nullable().optional(),
});
export type Sellable = z.infer<typeof Sellable>;
