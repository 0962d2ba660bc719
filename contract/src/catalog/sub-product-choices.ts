import { z } from 'zod';
import { Id, Ref, SearchText } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { Cents } from '../core/money.ts';
import { Unit } from '../core/quantity.ts';
import { routes } from '../core/route.ts';

/** A sub-product to choose. `name` is the name of the product, followed by that of the variant if it differs. */
export const SubProductChoice = Ref.extend({
  ...itemNames,
  sku: z.string(),
  barcode: z.string().nullable(),
  unit: Unit,
  soldByWeight: z.boolean(),
  price: Cents,
  costPrice: Cents.nullable(),
});
export type SubProductChoice = z.infer<typeof SubProductChoice>;

/** Apart from the other routes of sub-products, so that a list with a filter by item doesn't load their schemas. */
export const subProductChoiceRoutes = routes('subProducts', {
  dropdown: {
    method: 'GET',
    path: '/subProduct/dropdown',
    permission: 'sub_product_list',
    apiScope: 'catalogue',
    summary: 'Lists up to 50 sub-products, searchable by name, SKU or barcode',
    query: z.strictObject({ search: SearchText.optional(), productId: Id.optional() }),
    data: z.array(SubProductChoice),
    reads: true,
  },
});
