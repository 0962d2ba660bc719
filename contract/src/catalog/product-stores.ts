import { z } from 'zod';
import { BooleanLike, Id } from '../core/fields.ts';
import { Cents, Price } from '../core/money.ts';
import { routes } from '../core/route.ts';

/** How a location sells a product. */
export const ProductStore = z.object({
  locationId: Id,
  locationName: z.string(),
  /** The number of the product's sub-products assigned to the location. */
  assigned: z.int(),
  /** The custom price at the location; null if the list price applies or if its sub-products have different prices. */
  price: Cents.nullable(),
});
export type ProductStore = z.infer<typeof ProductStore>;

export const SellAtStores = z.strictObject({
  /** The locations to change; others stay as they are. */
  stores: z
    .array(
      z.strictObject({
        locationId: Id,
        /** Whether the location sells all sub-products of the product, or none. */
        assigned: BooleanLike,
        /** The custom price of all its sub-products. Null: the list price applies. If omitted, prices stay as they are. */
        price: Price.nullable().optional(),
      }),
    )
    .min(1, 'Choose a location')
    .max(100, 'At most 100 locations at once')
    .superRefine((stores, context) => {
      for (const [index, { locationId }] of stores.entries()) {
        if (stores.findIndex((one) => one.locationId === locationId) === index) continue;
        context.addIssue({ code: 'custom', path: [index, 'locationId'], message: 'Listed twice' });
      }
    }),
});
export type SellAtStores = z.output<typeof SellAtStores>;

const stores = z.object({ stores: z.array(ProductStore) });

export const productStoreRoutes = routes('products', {
  list: {
    method: 'GET',
    path: '/product/stores/{id}',
    permission: 'sub_product_view',
    summary: 'Shows how many sub-products of a product each location sells',
    data: stores,
    reads: true,
  },
  save: {
    method: 'PUT',
    path: '/product/stores/{id}',
    permission: 'assign_subProduct',
    summary:
      'Assigns all sub-products of a product to locations, or removes them, with a custom price: all or none',
    body: SellAtStores,
    data: stores,
    message: 'Stores saved',
    changes: ['products', 'subProducts', 'prices', 'locations', 'categories', 'stock', 'notifications'],
  },
});
