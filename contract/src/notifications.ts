import { z } from 'zod';
import { Id, Instant } from './core/fields.ts';
import { routes } from './core/route.ts';

/** Something that a location sells and has none left of. */
export const OutOfStock = z.object({
  /** Of the place on the shelf: the same location and sub-product have the same again. */
  _id: z.string(),
  locationId: Id,
  locationName: z.string(),
  subProductData: z.object({ _id: Id, name: z.string(), sku: z.string() }),
  /** The last movement of it. */
  since: Instant,
});
export type OutOfStock = z.infer<typeof OutOfStock>;

export const notificationRoutes = routes({
  get: {
    method: 'GET',
    path: '/notification/get',
    permission: 'signedIn',
    summary: 'What is out of stock: the latest 100, and how many there are',
    data: z.object({ outOfStock: z.array(OutOfStock), count: z.int() }),
    reads: true,
  },
});
