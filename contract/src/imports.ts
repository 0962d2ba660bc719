import { z } from 'zod';
import { Id, Instant } from './core/fields.ts';
import { pageOf, pageRequest } from './core/page.ts';
import { routes } from './core/route.ts';

export const importKinds = ['products'] as const;
export const ImportKind = z.enum(importKinds);
/** More columns than this is not a table of products. */
export const mostColumns = 200;
export const sampleRows = 20;
export const shownErrors = 100;

interface ImportField {
  label: string;
  required?: true;
  help?: string;
  /** Column names that mean this field, in lower case with only letters and digits. */
  known: readonly string[];
}
/** What a column of a product list can stand for, in the order a screen offers it. */
export const productImportFields = {
  name: {
    label: 'Name',
    required: true,
    known: ['name', 'productname', 'title', 'product', 'item', 'itemname'],
  },
  sku: {
    label: 'SKU',
    help: 'Made from the row where it is empty. A SKU that exists is changed.',
    known: ['sku', 'productid', 'itemid', 'id', 'code', 'itemcode', 'articlenumber'],
  },
  category: {
    label: 'Category',
    required: true,
    known: ['category', 'department', 'departmentname', 'maincategory'],
  },
  subCategory: {
    label: 'Category below it',
    known: ['subcategory', 'aisle', 'aislename', 'category2', 'section'],
  },
  price: {
    label: 'Price',
    required: true,
    known: ['price', 'unitprice', 'retailprice', 'regularprice', 'pricecents'],
  },
  salePrice: { label: 'Sale price', known: ['saleprice', 'specialprice', 'discountprice', 'offerprice'] },
  costPrice: { label: 'Cost price', known: ['costprice', 'cost', 'purchaseprice'] },
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
  unitSize: { label: 'Size', known: ['unitsize', 'size', 'packsize', 'netcontent', 'weight'] },
  soldByWeight: { label: 'Sold by weight', known: ['soldbyweight', 'weighed', 'byweight'] },
  description: { label: 'Description', known: ['description', 'details', 'longdescription', 'text'] },
  product: {
    label: 'Product',
    help: 'Rows with the same text here become sub-products of one product',
    known: ['productkey', 'productgroup', 'product', 'parent', 'parentsku', 'group', 'family'],
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
export const ImportOptions = z.strictObject({
  /** "1.95" is dollars, "195" is cents. */
  priceUnit: z.enum(priceUnits).optional(),
  /** Set in front of every SKU of the file. */
  skuPrefix: z.string().trim().max(20).optional(),
  /** False: rows whose SKU exists are errors. */
  updateExisting: z.boolean().optional(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

export const importStatuses = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'failed',
  'cancelled',
] as const;
export const ImportStatus = z.enum(importStatuses);
export type ImportStatus = z.infer<typeof ImportStatus>;

export const ImportCounts = z.object({
  rows: z.int(),
  new: z.int(),
  changed: z.int(),
  same: z.int(),
  errors: z.int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;
export const ImportRowError = z.object({
  /** The line of the table, its heading being 1. */
  row: z.int(),
  /** Null where the whole row is wrong. */
  column: z.string().nullable(),
  message: z.string(),
});
export type ImportRowError = z.infer<typeof ImportRowError>;

const ImportBrief = z.object({
  _id: Id,
  kind: ImportKind,
  fileName: z.string(),
  bytes: z.int(),
  status: ImportStatus,
  /** What the check found, then what the import did. */
  counts: ImportCounts.nullable(),
  /** The job at work, or the last one. */
  jobId: Id.nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
});
export const Import = ImportBrief.extend({
  delimiter: z.string(),
  columns: z.array(z.string()),
  /** The first rows, as they stand in the file. */
  sample: z.array(z.array(z.string())),
  mapping: ImportMapping,
  options: ImportOptions,
  /** The first of the rows that cannot be taken, and why. */
  errors: z.array(ImportRowError),
  /** All of them, with their reasons, as CSV: to be put right and sent again. */
  errorFileUrl: z.string().nullable(),
  /** Why it stopped, where it did. */
  problem: z.string().nullable(),
});
export type Import = z.infer<typeof Import>;
export const ImportPage = pageRequest(['createdAt'], { status: ImportStatus, kind: ImportKind });
export type ImportPage = z.infer<typeof ImportPage>;

const upload = {
  method: 'POST',
  permission: 'product_add',
  everywhere: true,
  body: z.strictObject({ kind: ImportKind.optional() }).optional(),
  files: { file: { kind: 'csv' } },
  data: Import,
  message: 'File read: now say what its columns mean',
  problems: ['imports.unreadable', 'too-large'],
  changes: ['imports'],
} as const;

export const importRoutes = routes({
  upload: {
    ...upload,
    path: '/import/upload',
    summary: 'Takes a CSV file, and guesses what its columns mean',
  },
  /** The same, where the catalogue is looked for. */
  uploadProducts: {
    ...upload,
    path: '/product/import',
    summary: 'Takes a CSV file of products, and guesses what its columns mean',
  },
  dryRun: {
    method: 'POST',
    path: '/import/dry-run/{id}',
    permission: 'product_add',
    everywhere: true,
    summary: 'Checks every row against the mapping, and changes nothing: a job',
    body: z.strictObject({ mapping: ImportMapping, options: ImportOptions.optional() }),
    data: Import,
    message: 'Checking the rows',
    problems: ['imports.busy', 'imports.done'],
    changes: ['imports', 'jobs'],
  },
  run: {
    method: 'POST',
    path: '/import/run/{id}',
    permission: 'product_add',
    everywhere: true,
    summary: 'Takes the good rows of a checked file: a job',
    body: z.strictObject({}).optional(),
    data: Import,
    message: 'Importing',
    problems: ['imports.busy', 'imports.done', 'imports.not-checked'],
    changes: ['imports', 'jobs', 'products', 'subProducts', 'categories', 'brands'],
  },
  get: {
    method: 'GET',
    path: '/import/get/{id}',
    permission: 'product_add',
    everywhere: true,
    summary: 'One import: its columns, mapping, counts and wrong rows',
    data: Import,
    reads: true,
  },
  list: {
    method: 'POST',
    path: '/import/list',
    permission: 'product_add',
    everywhere: true,
    summary: 'A page of imports, the latest first',
    body: ImportPage,
    data: pageOf(ImportBrief),
    reads: true,
  },
});
