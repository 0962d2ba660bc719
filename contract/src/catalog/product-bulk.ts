import { z } from 'zod';
import { BooleanLike, Id, requiredText } from '../core/fields.ts';
import { routes, without } from '../core/route.ts';
import { AssignedChange, PriceChange, SalePriceChange } from './bulk-change.ts';
import { BulkEdit, BulkPreview, bulkTarget } from './bulk-edits.ts';
import { Badge, ProductFilters } from './products.ts';
import { TaxIds } from './taxes.ts';

const Tags = z
  .array(requiredText('Tag', 50))
  .min(1, 'Enter a tag')
  .max(50, 'At most 50 tags')
  .transform((tags) => [...new Set(tags)]);

/** The change of one field for every matching product. */
export const ProductChange = z.discriminatedUnion('field', [
  /**
   * Values of specifications that the new category doesn't have are removed. A specification that it requires must have a
   * value.
   */
  z.strictObject({ field: z.literal('categoryId'), to: Id }),
  z.strictObject({ field: z.literal('brandId'), to: Id.nullable() }),
  /** An empty list: the taxes of the category apply. */
  z.strictObject({ field: z.literal('taxIds'), to: TaxIds }),
  z.strictObject({ field: z.literal('badge'), to: Badge }),
  z.strictObject({ field: z.literal('addToHomePage'), to: BooleanLike }),
  z.strictObject({ field: z.literal('status'), to: BooleanLike }),
  z.strictObject({ field: z.literal('tags'), by: z.enum(['add', 'remove']), to: Tags }),
  /** These change the variants of the products. */
  PriceChange,
  SalePriceChange,
  AssignedChange,
]);
export type ProductChange = z.output<typeof ProductChange>;
/** Fields of variants instead of products, with a result for each variant. */
export type VariantChange = Extract<ProductChange, { field: 'price' | 'salePrice' | 'assigned' }>;
/** Fields of the products themselves. */
export type FactChange = Exclude<ProductChange, VariantChange>;
export const isVariantChange = (change: ProductChange): change is VariantChange =>
  change.field === 'price' || change.field === 'salePrice' || change.field === 'assigned';

/** The products to change: the given IDs, or all products that the list shows with this search and these filters. */
export const ProductTarget = bulkTarget(ProductFilters.default({}));
export type ProductTarget = z.output<typeof ProductTarget>;
export const ProductBulkInput = z.strictObject({ target: ProductTarget, change: ProductChange });
export type ProductBulkInput = z.output<typeof ProductBulkInput>;

/**
 * Prices require `sub_product_edit`, sales at locations `assign_subProduct`, and all other fields `product_edit`. Progress,
 * rows and undo use the routes of bulk edits of sub-products.
 */
export const productBulkRoutes = routes('products', {
  preview: {
    method: 'POST',
    path: '/product/bulk-edit/preview',
    permission: 'product_list',
    summary:
      'Previews a change to all matching products or their variants, with counts, problems and the first rows',
    body: ProductBulkInput,
    data: BulkPreview,
    reads: true,
    list: {
      screen: without('A dialog shows it'),
      exportAs: without('The bulk edit that follows has these rows'),
      liveTopic: without('It answers one question'),
    },
  },
  create: {
    method: 'POST',
    path: '/product/bulk-edit',
    permission: 'product_list',
    summary:
      'Changes one field of all matching products, or of their variants, in a job with a result for each row',
    body: ProductBulkInput,
    data: BulkEdit,
    message: 'Applying changes',
    onceByKey: true,
    problems: ['bulk.nothing'],
    changes: ['bulkEdits', 'jobs', 'products', 'subProducts', 'categories', 'brands', 'taxes', 'locations'],
  },
});
