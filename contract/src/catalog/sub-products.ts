import { z } from 'zod';
import {
  BooleanLike,
  beforeNormalizing,
  Deleted,
  Id,
  Instant,
  Picture,
  Ref,
  requiredCode,
  requiredText,
  StatusBody,
  tooLong,
  Version,
} from '../core/fields.ts';
import { Amount, Cents, Price } from '../core/money.ts';
import { normalDigits, normalLine } from '../core/normal-text.ts';
import { pageRequest, pageWithTotalDocs } from '../core/page.ts';
import { Quantity, Unit } from '../core/quantity.ts';
import { routes } from '../core/route.ts';
import { subProductChoiceRoutes } from './sub-product-choices.ts';

export const maxVariants = 250;

/** Computes the check digit of a GTIN from the digits before it. */
export function gtinCheckDigit(digits: string): number {
  let sum = 0;
  // Counted from the right, every other digit has a weight of three.
  for (let index = 0; index < digits.length; index += 1) {
    sum += Number(digits.at(-1 - index)) * (index % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}
/** Whether a text is a GTIN-8, -12, -13 or -14 with a valid check digit. */
export const isGtin = (text: string): boolean =>
  /^(\d{8}|\d{12,14})$/.test(text) && gtinCheckDigit(text.slice(0, -1)) === Number(text.at(-1));

/** A GTIN in its 14-digit form, so that a barcode written with fewer leading zeros compares as equal. */
export const wholeGtin = (barcode: string): string => barcode.trim().padStart(14, '0');

const Gtin = z
  .string()
  .max(...beforeNormalizing)
  .overwrite(normalDigits)
  .max(100, tooLong('A barcode has 8, 12, 13 or 14 digits'))
  .superRefine((text, context) => {
    if (text === '' || isGtin(text)) return;
    const message = !/^\d+$/.test(text)
      ? 'Only digits are allowed'
      : !/^(\d{8}|\d{12,14})$/.test(text)
        ? 'A barcode has 8, 12, 13 or 14 digits'
        : "This barcode's check digit is wrong. Check it for typos";
    context.addIssue({ code: 'custom', message });
  });
/** Null or an empty text means no barcode. */
export const Barcode = z
  .union([Gtin, z.null()], { error: 'Enter a barcode' })
  .transform((text) => text || null)
  .optional();

const AltText = z
  .string()
  .max(...beforeNormalizing)
  .overwrite(normalLine)
  .max(200);
/** A picture to keep. The order of the list is the order of the pictures. */
export const ImagePlace = z.strictObject({ _id: Id, alt: AltText.optional() });
export const ImagePlaces = z.array(ImagePlace).max(20, 'At most 20 pictures');

/** A stored picture (`_id`), or the index of a sent file among `images` (`file`). */
export const ImageOrFile = z
  .strictObject({
    _id: Id.optional(),
    file: z.int().min(0).max(19).optional(),
    alt: AltText.optional(),
  })
  .refine(({ _id, file }) => (_id === undefined) !== (file === undefined), {
    message: 'Name either a picture by its _id or one of the files',
    path: ['_id'],
  });
export type ImageOrFile = z.infer<typeof ImageOrFile>;
export const ImagesAndFiles = z.array(ImageOrFile).max(20, 'At most 20 pictures');

export const SubProduct = z.object({
  _id: Id,
  productId: Id,
  productData: Ref,
  name: z.string(),
  sku: z.string(),
  barcode: z.string().nullable(),
  /** The options of this variant: { "Size": "12 oz" }. */
  optionValues: z.record(z.string(), z.string()),
  unit: Unit,
  /** The amount of the unit in one piece, such as 14.5 for a can of 14.5 oz. */
  unitSize: z.number().nullable(),
  soldByWeight: z.boolean(),
  price: Cents,
  salePrice: Cents.nullable(),
  costPrice: Cents.nullable(),
  minPerOrder: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  status: z.boolean(),
  /** The variant's pictures, cover first. */
  images: z.array(Picture),
  /** The cover of the variant, otherwise that of the product. */
  picture: Picture.nullable(),
  /** The quantity available for sale at all locations that the user has access to. */
  available: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type SubProduct = z.infer<typeof SubProduct>;

/** Fields of the form. `pricingIssues` checks the amounts against each other. */
export const SubProductInput = z.strictObject({
  name: requiredText('Name', 200),
  sku: requiredCode('SKU', 64),
  barcode: Barcode,
  unit: Unit,
  unitSize: Quantity.nullable().optional(),
  soldByWeight: BooleanLike.optional(),
  optionValues: z
    .record(requiredText('Option', 50), requiredText('Value', 100))
    .refine((values) => Object.keys(values).length <= 10, 'At most 10 options')
    .optional(),
  price: Price,
  salePrice: Price.nullable().optional(),
  costPrice: Amount.nullable().optional(),
  minPerOrder: Quantity.nullable().optional(),
  maxPerOrder: Quantity.nullable().optional(),
  status: BooleanLike.optional(),
});
export type SubProductInput = z.infer<typeof SubProductInput>;
export const SubProductEdit = SubProductInput.partial().extend({
  version: Version,
  /** The variant's pictures in their new order; omitted pictures are removed. */
  images: ImagePlaces.optional(),
});

interface Pricing {
  price?: number | undefined;
  salePrice?: number | null | undefined;
  minPerOrder?: number | null | undefined;
  maxPerOrder?: number | null | undefined;
}
/** Finds amounts that are valid separately but not together. Screens and server use the same rules. */
export function pricingIssues({ price, salePrice, minPerOrder, maxPerOrder }: Pricing) {
  const issues: { path: 'salePrice' | 'maxPerOrder'; message: string }[] = [];
  if (price !== undefined && salePrice != null && salePrice >= price) {
    issues.push({ path: 'salePrice', message: 'The sale price must be below the price' });
  }
  if (minPerOrder != null && maxPerOrder != null && maxPerOrder < minPerOrder) {
    issues.push({ path: 'maxPerOrder', message: "Max per order can't be below min per order" });
  }
  return issues;
}

function rejectDuplicates(variants: readonly { _id?: string | undefined }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { _id }] of variants.entries()) {
    if (_id === undefined) continue;
    if (seen.has(_id)) context.addIssue({ code: 'custom', path: [index, '_id'], message: 'Listed twice' });
    seen.add(_id);
  }
}

const VariantFields = SubProductInput.extend({ _id: Id.optional(), version: Version.optional() });
function checkVariant(variant: z.infer<typeof VariantFields>, context: z.RefinementCtx): void {
  for (const { path, message } of pricingIssues(variant)) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
  if (variant._id !== undefined && variant.version === undefined) {
    context.addIssue({ code: 'custom', path: ['version'], message: 'Version is required' });
  }
}
/** One variant: changed if the request has `_id` and `version`, added otherwise. */
export const VariantInput = VariantFields.superRefine(checkVariant);
export type VariantInput = z.infer<typeof VariantInput>;

/** A variant within its product's request, which can also contain its pictures; omitted pictures are removed. */
export const VariantPart = VariantFields.extend({ images: ImagesAndFiles.optional() }).superRefine(
  checkVariant,
);
export type VariantPart = z.infer<typeof VariantPart>;
export const VariantParts = z
  .array(VariantPart)
  .max(maxVariants, `At most ${maxVariants} sub-products at once`)
  .superRefine(rejectDuplicates);

/** Variants that the request doesn't contain stay as they are. */
export const SaveVariants = z.strictObject({
  productId: Id,
  subProducts: z
    .array(VariantInput)
    .min(1, 'Enter at least one sub-product')
    .max(maxVariants, `At most ${maxVariants} sub-products at once`)
    .superRefine(rejectDuplicates),
});
export type SaveVariants = z.infer<typeof SaveVariants>;

export const missingParts = ['barcode', 'cost', 'picture'] as const;
const filters = {
  productId: Id,
  status: BooleanLike,
  brandId: Id,
  /** Sub-products in this category and everything below it. */
  categoryId: Id,
  /** Sub-products that this location sells. */
  locationId: Id,
  /** The range of the current price, in cents. */
  priceFrom: Amount,
  priceTo: Amount,
  /** True: only sub-products with a sale price; false: only those without. */
  onSale: BooleanLike,
  missing: z.enum(missingParts),
  /** Sub-products received from this vendor before, limited to lots that the user can see. */
  vendorId: Id,
};
export const SubProductFilters = z.strictObject(filters).partial();
export type SubProductFilters = z.infer<typeof SubProductFilters>;
export const SubProductPage = pageRequest(['name', 'sku', 'price', 'updatedAt', 'createdAt'], filters);
export type SubProductPage = z.infer<typeof SubProductPage>;

/** The stock of a sub-product at one location. */
export const LocationStock = z.object({
  locationId: Id,
  locationName: z.string(),
  onHand: z.number(),
  reserved: z.number(),
  available: z.number(),
});
export type LocationStock = z.infer<typeof LocationStock>;

const recordRoutes = routes('subProducts', {
  list: {
    method: 'POST',
    path: '/subProduct/list',
    permission: 'sub_product_list',
    apiScope: 'catalogue',
    summary: 'Lists sub-products',
    body: SubProductPage,
    data: pageWithTotalDocs(SubProduct),
    reads: true,
    list: { screen: '/products/variants', exportAs: 'subProducts' },
  },
  saveEdit: {
    method: 'POST',
    path: '/subProduct/save-edit',
    /** Adding variants requires `sub_product_add`, changing existing ones `sub_product_edit`. */
    permission: 'sub_product_add',
    orPermission: 'sub_product_edit',
    everywhere: true,
    summary: 'Adds and changes variants of one product, all or none',
    body: SaveVariants,
    /** In the order of the request. */
    data: z.object({ subProducts: z.array(SubProduct) }),
    message: 'Sub-products saved',
    problems: ['version-stale', 'subProducts.sku-taken', 'subProducts.barcode-taken', 'subProducts.too-many'],
    changes: ['subProducts', 'products'],
  },
  edit: {
    method: 'PUT',
    path: '/subProduct/edit/{id}',
    permission: 'sub_product_edit',
    everywhere: true,
    summary: 'Changes a sub-product',
    body: SubProductEdit,
    data: SubProduct,
    message: 'Sub-product saved',
    problems: ['version-stale', 'subProducts.sku-taken', 'subProducts.barcode-taken'],
    changes: ['subProducts', 'products'],
  },
  remove: {
    method: 'DELETE',
    path: '/subProduct/delete/{id}',
    permission: 'sub_product_delete',
    everywhere: true,
    summary: 'Deletes a sub-product that was never stocked or ordered',
    data: Deleted,
    message: 'Sub-product deleted',
    problems: ['in-use'],
    changes: ['subProducts', 'products'],
  },
  showInventory: {
    method: 'GET',
    path: '/subProduct/showInventory/{id}',
    permission: 'sub_product_view',
    apiScope: 'catalogue',
    summary: 'Shows stock of a sub-product at each location that sells or stocks it',
    data: z.array(LocationStock),
    reads: true,
  },
  updateStatus: {
    method: 'PUT',
    path: '/subProduct/update-status/{id}',
    permission: 'sub_product_edit',
    everywhere: true,
    summary: 'Activates or deactivates a sub-product',
    body: StatusBody,
    data: SubProduct,
    message: 'Sub-product saved',
    changes: ['subProducts', 'products'],
  },
  addImages: {
    method: 'POST',
    path: '/subProduct/add-images/{id}',
    permission: 'sub_product_edit',
    everywhere: true,
    summary: 'Adds pictures after the existing ones',
    files: { images: { kind: 'image', many: true } },
    data: SubProduct,
    message: 'Pictures added',
    changes: ['subProducts', 'products'],
  },
});
export const subProductRoutes = { ...recordRoutes, ...subProductChoiceRoutes };
