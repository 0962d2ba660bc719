import { z } from 'zod';
import {
  BooleanLike,
  beforeNormalizing,
  Choice,
  Deleted,
  Id,
  Instant,
  OptionalId,
  optionalLongText,
  Picture,
  Ref,
  requiredText,
  SearchText,
  StatusBody,
  Version,
} from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { normalLine } from '../core/normal-text.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { formatCount } from '../core/pluralize.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import { ProductHistory, ProductHistoryPage, ProductPlace, ProductSales } from './product-figures.ts';
import { ImagesAndFiles, maxVariants, SubProduct, VariantParts } from './sub-products.ts';
import { TaxIds, TaxRef } from './taxes.ts';

/** The badges of the home page. A nightly job assigns the last one to the best-selling products. */
export const badges = ['none', 'newArrival', 'bestSeller', 'autoBestSeller'] as const;
export const Badge = z.enum(badges);
export type Badge = z.infer<typeof Badge>;

/** A product in lists. */
export const ProductRow = z.object({
  _id: Id,
  name: z.string(),
  slug: z.string(),
  brandData: Ref.nullable(),
  categoryData: Ref,
  /** The cover picture. */
  picture: Picture.nullable(),
  status: z.boolean(),
  addToHomePage: z.boolean(),
  badge: Badge,
  subProductCount: z.int(),
  /** The lowest customer price (the sale price if there is one); null without sub-products. */
  lowestPrice: Cents.nullable(),
  highestPrice: Cents.nullable(),
  /** The quantity available for sale at the filtered location, or at all locations that the user has access to. */
  available: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type ProductRow = z.infer<typeof ProductRow>;

/** Values by the name of the specification. */
const SpecificationValues = z.record(z.string(), z.union([z.string(), z.number()]));

export const Product = ProductRow.extend({
  description: z.string().nullable(),
  brandId: Id.nullable(),
  categoryId: Id,
  /** The categories above the product's own, topmost first. */
  categoryPath: z.array(Ref),
  specifications: SpecificationValues,
  tags: z.array(z.string()),
  /** The taxes set on the product, which replace those of its category. If empty, the category's taxes apply. */
  taxIds: z.array(Id),
  /** The taxes that apply; only active ones are charged. */
  taxes: z.array(TaxRef),
  /** The product or category that sets the taxes; null if there are none. */
  taxSource: Ref.extend({ kind: z.enum(['product', 'category']) }).nullable(),
  images: z.array(Picture),
  subProducts: z.array(SubProduct),
  /** Whether the nightly job can set the badge from sales. False once a user has chosen a badge, or none. */
  badgeBySales: z.boolean(),
});
export type Product = z.infer<typeof Product>;

/** Fields of the form; pictures are sent as files, and the first is the cover. */
export const ProductInput = z.strictObject({
  name: requiredText('Name', 200),
  categoryId: Id,
  brandId: OptionalId,
  description: optionalLongText('Description', 10_000),
  badge: Badge.optional(),
  addToHomePage: BooleanLike.optional(),
  status: BooleanLike.optional(),
  tags: z
    .array(requiredText('Tag', 50))
    .max(50, 'At most 50 tags')
    .transform((tags) => [...new Set(tags)])
    .optional(),
  /** Must match the category's specifications, including inherited ones; empty values remove the value. */
  specifications: z
    .record(
      z.string().max(100),
      z.union([
        z
          .string()
          .max(...beforeNormalizing)
          .overwrite(normalLine)
          .max(500),
        z.number(),
        z.null(),
      ]),
    )
    .refine((values) => Object.keys(values).length <= 150, 'Too many specifications')
    .optional(),
  /** If null or empty, the taxes of the category apply. */
  taxIds: TaxIds.nullable().optional(),
});
export type ProductInput = z.infer<typeof ProductInput>;
const productParts = {
  /**
   * The pictures in their new order, with sent files by their index; omitted pictures are removed. Files that no list names are
   * added at the end.
   */
  images: ImagesAndFiles.optional(),
  /** Variants to add or change, with their pictures. Other variants stay as they are. */
  subProducts: VariantParts.optional(),
};
/** A product with its pictures and variants; either all are saved or none. */
export const ProductCreate = ProductInput.extend(productParts);
export type ProductCreate = z.infer<typeof ProductCreate>;
export const ProductEdit = ProductInput.partial().extend({
  version: Version,
  ...productParts,
  /** Variants to delete. */
  removeSubProducts: z.array(Id).max(maxVariants, `At most ${maxVariants} sub-products at once`).optional(),
});
export type ProductEdit = z.infer<typeof ProductEdit>;

/**
 * Missing parts to filter by: a cover picture, a barcode on a sub-product, any price, a specification that the category
 * requires, or any tax on the product or its category.
 */
export const missingParts = ['image', 'barcode', 'price', 'facts', 'tax'] as const;

const filters = {
  brandId: Id,
  /** Products in this category and everything below it. */
  categoryId: Id,
  status: BooleanLike,
  badge: Badge,
  addToHomePage: BooleanLike,
  /** Products that this location sells: at least one sub-product is assigned to it. */
  locationId: Id,
  /** Products of which this location can sell at least one sub-product now. */
  inStockAt: Id,
  missing: z.enum(missingParts),
  /** Products that set this tax themselves. */
  taxId: Id,
};
export const ProductFilters = z.strictObject(filters).partial();
export type ProductFilters = z.infer<typeof ProductFilters>;
export const ProductPage = pageRequest(['name', 'updatedAt', 'price', 'createdAt'], filters);
export type ProductPage = z.infer<typeof ProductPage>;

/** The maximum number of products in one request. */
const maxSwitched = 1000;
export const ProductSwitch = z.strictObject({
  ids: z
    .array(Id)
    .min(1, 'Choose a product')
    .max(maxSwitched, `At most ${formatCount(maxSwitched)} products at once`)
    .transform((ids) => [...new Set(ids)]),
  status: BooleanLike,
});

const variantProblems = [
  'subProducts.sku-taken',
  'subProducts.barcode-taken',
  'subProducts.too-many',
] as const;

export const productRoutes = routes('products', {
  list: {
    method: 'POST',
    path: '/product/list1',
    permission: 'product_list',
    apiScope: 'catalogue',
    summary: 'Lists products, searchable by name, SKU or barcode',
    body: ProductPage,
    data: pageOf(ProductRow),
    reads: true,
    list: { screen: '/products', exportAs: 'products', exportsPictures: true },
  },
  create: {
    method: 'POST',
    path: '/product/create',
    permission: 'product_add',
    everywhere: true,
    summary: 'Adds a product with its pictures and variants, all or none',
    body: ProductCreate,
    files: { images: { kind: 'image', many: true } },
    data: Product,
    message: 'Product added',
    onceByKey: true,
    problems: [...variantProblems],
    changes: ['products', 'subProducts', 'categories', 'brands'],
  },
  edit: {
    method: 'PUT',
    path: '/product/edit/{id}',
    permission: 'product_edit',
    /**
     * Variants in the request require `sub_product_add`, `sub_product_edit` and `sub_product_delete`, as on their own routes.
     */
    everywhere: true,
    summary:
      'Changes a product, its pictures and its variants, all or none. Its slug stays the same, so links keep working',
    body: ProductEdit,
    files: { images: { kind: 'image', many: true } },
    data: Product,
    message: 'Product saved',
    onceByKey: true,
    problems: ['version-stale', 'in-use', ...variantProblems],
    changes: ['products', 'subProducts', 'categories', 'brands'],
  },
  show: {
    method: 'GET',
    path: '/product/show/{id}',
    permission: 'product_view',
    apiScope: 'catalogue',
    summary: 'Shows a product with its sub-products, pictures and taxes',
    data: Product,
    reads: true,
  },
  duplicate: {
    method: 'POST',
    path: '/product/duplicate/{id}',
    permission: 'product_add',
    everywhere: true,
    summary:
      'Copies a product as inactive. Sub-products are copied if you can add them, with new SKUs and without barcodes',
    data: Product,
    message: 'Product copied',
    onceByKey: true,
    problems: ['subProducts.sku-taken'],
    changes: ['products', 'subProducts', 'categories', 'brands'],
  },
  sales: {
    method: 'GET',
    path: '/product/sales/{id}',
    permission: 'product_view',
    summary: 'Shows daily sales of a product for the last 90 days',
    query: z.strictObject({ locationId: Id.optional() }),
    data: ProductSales,
    reads: true,
  },
  places: {
    method: 'GET',
    path: '/product/places/{id}',
    permission: 'sub_product_view',
    summary:
      "Shows price and stock of a sub-product by location. Defaults to the product's first sub-product",
    query: z.strictObject({ subProductId: Id.optional() }),
    data: z.object({ subProductId: Id.nullable(), places: z.array(ProductPlace) }),
    reads: true,
  },
  history: {
    method: 'POST',
    path: '/product/history/{id}',
    permission: 'product_view',
    everywhere: true,
    summary: 'Lists changes to a product and its sub-products, newest first by default',
    body: ProductHistoryPage,
    data: ProductHistory,
    reads: true,
    list: { screen: partOfRecord, exportAs: without('The audit log exports it') },
  },
  remove: {
    method: 'DELETE',
    path: '/product/delete/{id}',
    permission: 'product_delete',
    everywhere: true,
    summary: 'Deletes a product that was never stocked or ordered',
    data: Deleted,
    message: 'Product deleted',
    problems: ['in-use'],
    changes: ['products', 'subProducts', 'categories', 'brands'],
  },
  deleteImage: {
    method: 'DELETE',
    path: '/product/delete-image/{id}/{imageId}',
    permission: 'product_edit',
    everywhere: true,
    summary: 'Removes a picture from a product or one of its sub-products',
    data: Product,
    message: 'Picture removed',
    changes: ['products', 'subProducts'],
  },
  addImages: {
    method: 'POST',
    path: '/product/add-images/{id}',
    permission: 'product_edit',
    everywhere: true,
    summary: 'Adds pictures after the existing ones',
    files: { images: { kind: 'image', many: true } },
    data: Product,
    message: 'Pictures added',
    changes: ['products', 'subProducts'],
  },
  dropdown: {
    method: 'GET',
    path: '/product/dropdown',
    permission: 'product_list',
    apiScope: 'catalogue',
    summary: 'Lists up to 50 products by name',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(Choice),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/product/update-status/{id}',
    permission: 'product_edit',
    everywhere: true,
    summary: 'Activates or deactivates a product',
    body: StatusBody,
    data: Product,
    message: 'Product saved',
    changes: ['products'],
  },
  switchMany: {
    method: 'PUT',
    path: '/product/update-status',
    permission: 'product_edit',
    everywhere: true,
    summary:
      "Activates or deactivates several products at once. Products that already have the status aren't changed",
    body: ProductSwitch,
    data: z.object({
      changed: z.array(Id),
      /** Products that already had the status. */
      same: z.array(Id),
      /** Products that no longer exist. */
      missing: z.array(Id),
    }),
    changes: ['products'],
  },
});
