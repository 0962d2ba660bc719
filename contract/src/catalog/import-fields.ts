import { z } from 'zod';
import { parseMoney } from '../core/money.ts';

export interface ImportField {
  label: string;
  /** Needed for a new product. */
  required?: true;
  help?: string;
  /** How screens format its values. */
  shown?: 'money' | 'number' | 'yesNo';
  /** Column names that mean this field, in lower case with only letters and digits. */
  known: readonly string[];
}
/** The fields that a column of a product list can mean, in the order a screen offers them. */
export const productImportFields = {
  name: {
    label: 'Name',
    required: true,
    known: ['name', 'productname', 'title', 'product', 'item', 'itemname'],
  },
  sku: {
    label: 'SKU',
    help: 'Created from the row if empty.',
    known: ['sku', 'productid', 'itemid', 'id', 'code', 'itemcode', 'articlenumber'],
  },
  category: {
    label: 'Category',
    required: true,
    help: 'You can also use a path: Produce > Fresh fruits',
    known: ['category', 'categorypath', 'department', 'departmentname', 'maincategory'],
  },
  subCategory: {
    label: 'Subcategory',
    known: ['subcategory', 'aisle', 'aislename', 'category2', 'section'],
  },
  price: {
    label: 'Price',
    required: true,
    shown: 'money',
    known: ['price', 'unitprice', 'retailprice', 'regularprice', 'pricecents'],
  },
  salePrice: {
    label: 'Sale price',
    shown: 'money',
    known: ['saleprice', 'specialprice', 'discountprice', 'offerprice'],
  },
  costPrice: { label: 'Cost price', shown: 'money', known: ['costprice', 'cost', 'purchaseprice'] },
  barcode: {
    label: 'Barcode',
    help: 'GTIN-8, 12, 13 or 14',
    known: ['barcode', 'gtin', 'ean', 'upc', 'ean13', 'gtin13', 'gtin14'],
  },
  brand: { label: 'Brand', known: ['brand', 'brandname', 'manufacturer', 'vendorbrand'] },
  unit: {
    label: 'Unit',
    help: 'each, lb, oz, kg, g, l, ml or fl oz',
    known: ['unit', 'uom', 'unitofmeasure'],
  },
  unitSize: {
    label: 'Size',
    shown: 'number',
    known: ['unitsize', 'size', 'packsize', 'netcontent', 'weight'],
  },
  soldByWeight: { label: 'Sold by weight', shown: 'yesNo', known: ['soldbyweight', 'weighed', 'byweight'] },
  minPerOrder: {
    label: 'Min per order',
    shown: 'number',
    known: ['minperorder', 'leastperorder', 'minimumorder', 'min'],
  },
  maxPerOrder: {
    label: 'Max per order',
    shown: 'number',
    known: ['maxperorder', 'mostperorder', 'maximumorder', 'max'],
  },
  status: { label: 'Active', shown: 'yesNo', known: ['active', 'status', 'enabled'] },
  product: {
    label: 'Product',
    help: 'Rows with the same value become sub-products of one product',
    known: ['productkey', 'productgroup', 'product', 'parent', 'parentsku', 'group', 'family'],
  },
  description: { label: 'Description', known: ['description', 'details', 'longdescription', 'text'] },
  badge: { label: 'Badge', known: ['badge'] },
  tags: { label: 'Tags', help: 'Separated by commas', known: ['tags', 'labels', 'keywords'] },
  addToHomePage: {
    label: 'On home page',
    shown: 'yesNo',
    known: ['onhomepage', 'homepage', 'addtohomepage', 'featured'],
  },
  productStatus: {
    label: 'Product active',
    shown: 'yesNo',
    known: ['productactive', 'productstatus', 'published'],
  },
} as const satisfies Record<string, ImportField>;
export type ProductImportField = keyof typeof productImportFields;
export const productImportFieldNames = Object.keys(productImportFields) as ProductImportField[];
export const requiredImportFields = productImportFieldNames.filter(
  (name) => 'required' in productImportFields[name],
);

const ColumnName = z.string().max(500);
/** Which column holds which field. Fields without a column are left out. */
export const ImportMapping = z
  .strictObject(
    Object.fromEntries(productImportFieldNames.map((name) => [name, ColumnName])) as Record<
      ProductImportField,
      typeof ColumnName
    >,
  )
  .partial();
export type ImportMapping = z.infer<typeof ImportMapping>;

export const priceUnits = ['dollars', 'cents'] as const;
export type PriceUnit = (typeof priceUnits)[number];
export const importKeys = ['sku', 'barcode'] as const;
export const ImportOptions = z.strictObject({
  /** "1.95" is dollars, "195" is cents. */
  priceUnit: z.enum(priceUnits).optional(),
  /** Set in front of every SKU of the file. */
  skuPrefix: z.string().trim().max(20).optional(),
  /** What a row finds its sub-product by; the SKU unless set. */
  matchBy: z.enum(importKeys).optional(),
  /** False: rows that match a sub-product are errors. */
  updateExisting: z.boolean().optional(),
  /** False: rows that match none are errors. Unless set, they are added if the columns suffice for a product. */
  addNew: z.boolean().optional(),
  /** Whether an empty cell keeps the stored value, or clears it. */
  emptyCells: z.enum(['keep', 'clear']).optional(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** Whether rows that match nothing are added: by default if the columns suffice for a product. */
export const addsNew = (mapping: ImportMapping, { addNew }: ImportOptions): boolean =>
  addNew ?? (!hasKey(mapping) || requiredImportFields.every((field) => mapping[field] !== undefined));
const hasKey = (mapping: ImportMapping): boolean =>
  mapping.sku !== undefined || mapping.barcode !== undefined;

/** What rows find their sub-products by: the SKU, unless only barcodes have a column. */
export const keyOfRows = (mapping: ImportMapping, { matchBy }: ImportOptions) =>
  matchBy ?? (mapping.sku === undefined && mapping.barcode !== undefined ? 'barcode' : 'sku');

/** The fields that need a column before rows can be checked. */
export function missingImportFields(mapping: ImportMapping, options: ImportOptions): ProductImportField[] {
  const key = keyOfRows(mapping, options);
  const needed: ProductImportField[] = addsNew(mapping, options) ? [...requiredImportFields] : [key];
  if (key === 'barcode' && !needed.includes(key)) needed.push(key);
  return needed.filter((field) => mapping[field] === undefined);
}

/** The cents of a price as files write it: "$1,234.50", "1,95" or whole cents. Undefined if it is not a price. */
export function importedCents(text: string, unit: PriceUnit): number | undefined {
  if (unit === 'cents') return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
  return parseMoney(text.replace(/^(\d+),(\d{1,2})$/, '$1.$2'));
}
