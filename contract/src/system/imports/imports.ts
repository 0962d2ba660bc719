import { z } from 'zod';
import { Deleted, Id, Instant, requiredText, SearchText } from '../../core/fields.ts';
import { pageOf, pageRequest } from '../../core/page.ts';
import { partOfRecord, type Route, routes, without } from '../../core/route.ts';
import { ImportMapping, ImportOptions } from './import-fields.ts';
import { importAccess, importKinds } from './import-kinds.ts';
import { ColumnFacts } from './import-numbers.ts';
import { ImportExtra, ImportProblemGroup, ImportRow, ImportRowError, ImportRowPage } from './import-rows.ts';

export const ImportKind = z.enum(importKinds);
/** A file with more columns isn't a table of records. */
export const maxColumns = 200;
export const sampleRows = 20;
/** The number of first rows that are shown to choose the headings from. */
export const topRows = 30;
export const maxHeadingRow = 2000;

/** Delimiters of text files. */
export const importDelimiters = [',', ';', '\t', '|'] as const;

const importStatuses = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
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

/** A field that a column can map to. */
const Field = z.object({
  label: z.string(),
  required: z.boolean().optional(),
  needed: z.boolean().optional(),
  insteadOf: z.string().optional(),
  help: z.string().optional(),
  shown: z.enum(['money', 'number', 'quantity', 'yesNo']).optional(),
});

/** The user's last mapping for these columns. */
export const ImportMemory = z.object({
  _id: Id,
  kind: ImportKind,
  name: z.string(),
  columns: z.array(z.string()),
  mapping: ImportMapping,
  options: ImportOptions,
  usedAt: Instant,
});
export type ImportMemory = z.infer<typeof ImportMemory>;
/** The maximum number of remembered mappings per user; the least recently used ones are deleted. */
export const maxMemories = 100;

const ImportBrief = z.object({
  _id: Id,
  kind: ImportKind,
  fileName: z.string(),
  bytes: z.int(),
  status: ImportStatus,
  /** Counted by the check, and again by the import. */
  counts: ImportCounts.nullable(),
  /** The current job, or the last one. */
  jobId: Id.nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
});
export const Import = ImportBrief.extend({
  delimiter: z.string(),
  /** Facts about columns, derived from all rows; columns without any are omitted. */
  columnFacts: z.record(z.string(), ColumnFacts),
  /** Only for workbooks: the sheet that was read, and all sheets with rows. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** The number of the row with the column names, and the first rows to choose another one from. */
  headingRow: z.int(),
  top: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  columns: z.array(z.string()),
  /** Fields that columns can map to, in the order of the screen, and keys that rows can find their records by. */
  fields: z.record(z.string(), Field),
  keys: z.array(z.string()),
  /** True if rows can add records; false if they only change existing ones. */
  adds: z.boolean(),
  /** Whether a ZIP of pictures can accompany the table, and the uploaded one with its number of pictures. */
  takesPictures: z.boolean(),
  archive: z.object({ name: z.string(), pictures: z.int() }).nullable(),
  /** The first rows, unchanged. */
  sample: z.array(z.array(z.string())),
  mapping: ImportMapping,
  options: ImportOptions,
  /** The problems that the check found, most frequent first. */
  problemGroups: z.array(ImportProblemGroup),
  extras: z.array(ImportExtra),
  /** The problems of the first rejected rows. */
  errors: z.array(ImportRowError),
  /** All rejected rows with their problems as CSV, to correct and upload again. */
  errorFileUrl: z.string().nullable(),
  /** The reason why the import failed; null otherwise. */
  problem: z.string().nullable(),
  /** The step that failed; null otherwise. */
  brokenAt: z.enum(['checking', 'importing', 'undoing']).nullable(),
  /** A different kind that the columns fit better; null if they fit the import's own kind. */
  likelierKind: ImportKind.nullable(),
  /** Notes about the file, such as its encoding and omitted parts. */
  notes: z.array(z.string()),
  /** The remembered mapping that was applied. */
  remembered: z.object({ _id: Id, name: z.string() }).nullable(),
  /** The current numbers of undone and kept rows. */
  undone: z.object({ rows: z.int(), kept: z.int() }).nullable(),
});
export type Import = z.infer<typeof Import>;
export const ImportPage = pageRequest(['createdAt'], { status: ImportStatus, kind: ImportKind });
export type ImportPage = z.infer<typeof ImportPage>;

/** The permission for any kind is sufficient here; the handler requires that of the import's own kind. */
const { prices, ...otherKinds } = importAccess;
const ofAnyKind = {
  permission: prices.import,
  orPermission: Object.values(otherKinds).map((access) => access.import),
} as const satisfies Partial<Route>;

const upload = {
  method: 'POST',
  files: { file: { kind: 'table' } },
  data: Import,
  message: 'File read. Match its columns next',
  problems: ['imports.unreadable', 'too-large'],
  changes: ['imports'],
} as const;

/** Kinds of records that an import or its undo can change. */
const imported = [
  'imports',
  'jobs',
  'products',
  'subProducts',
  'categories',
  'brands',
  'customers',
  'vendors',
  'prices',
  'locations',
  'stock',
  'inventory',
  'promotions',
  'notifications',
] as const;

export const importRoutes = routes('imports', {
  upload: {
    ...upload,
    ...ofAnyKind,
    files: { file: { kind: 'archive' }, pictures: { kind: 'archive' } },
    path: '/import/upload',
    body: z.strictObject({ kind: ImportKind.optional() }).optional(),
    summary:
      'Uploads a CSV or Excel file (XLSX), of products also a ZIP of pictures or one with both, and suggests what its columns mean',
  },
  /** Works like `upload`, with a path for each kind of record. */
  uploadProducts: {
    ...upload,
    files: { file: { kind: 'archive' }, pictures: { kind: 'archive' } },
    path: '/product/import',
    permission: importAccess.products.import,
    everywhere: true,
    body: z.strictObject({ kind: z.literal('products').optional() }).optional(),
    summary:
      'Uploads a CSV or Excel file (XLSX) of products, a ZIP of pictures beside it or a ZIP with both, and suggests what its columns mean',
  },
  uploadCustomers: {
    ...upload,
    path: '/customer/import',
    permission: importAccess.customers.import,
    everywhere: true,
    summary: 'Uploads a CSV or Excel file (XLSX) of customers and suggests what its columns mean',
  },
  uploadVendors: {
    ...upload,
    path: '/vendor/import',
    permission: importAccess.vendors.import,
    everywhere: true,
    summary: 'Uploads a CSV or Excel file (XLSX) of vendors and suggests what its columns mean',
  },
  uploadPrices: {
    ...upload,
    path: '/store/price-grid/import',
    permission: importAccess.prices.import,
    summary: 'Uploads a CSV or Excel file (XLSX) of prices at locations and suggests what its columns mean',
  },
  uploadStock: {
    ...upload,
    path: '/inventory/import',
    permission: importAccess.stock.import,
    summary: 'Uploads a CSV or Excel file (XLSX) of stock levels and suggests what its columns mean',
  },
  uploadPromotionGoods: {
    ...upload,
    path: '/promotion/import-goods',
    permission: importAccess.promotionGoods.import,
    everywhere: true,
    summary:
      'Uploads a CSV or Excel file (XLSX) of the items of promotions and suggests what its columns mean',
  },
  chooseSheet: {
    method: 'POST',
    path: '/import/sheet/{id}',
    ...ofAnyKind,
    summary: 'Reads another sheet of an uploaded workbook and suggests its columns again',
    body: z.strictObject({ sheet: z.string().min(1).max(100) }),
    data: Import,
    message: 'Sheet read. Match its columns next',
    problems: ['imports.busy', 'imports.done', 'imports.unreadable'],
    changes: ['imports'],
  },
  chooseHeading: {
    method: 'POST',
    path: '/import/heading/{id}',
    ...ofAnyKind,
    summary: 'Reads another row of an uploaded file as its headings and suggests its columns again',
    body: z.strictObject({ row: z.int().min(1).max(maxHeadingRow) }),
    data: Import,
    message: 'Headings read. Match the columns next',
    problems: ['imports.busy', 'imports.done', 'imports.unreadable'],
    changes: ['imports'],
  },
  chooseDelimiter: {
    method: 'POST',
    path: '/import/delimiter/{id}',
    ...ofAnyKind,
    summary:
      'Reads an uploaded text file again with another character between its cells and suggests its columns again',
    body: z.strictObject({ delimiter: z.enum(importDelimiters) }),
    data: Import,
    message: 'File read. Match its columns next',
    problems: ['imports.busy', 'imports.done', 'imports.unreadable'],
    changes: ['imports'],
  },
  addPictures: {
    method: 'POST',
    path: '/import/pictures/{id}',
    permission: importAccess.products.import,
    everywhere: true,
    summary: 'Adds a ZIP of pictures to an uploaded file of products, or replaces it',
    files: { pictures: { kind: 'archive' } },
    data: Import,
    message: 'Pictures added. Check the rows next',
    problems: ['imports.busy', 'imports.done', 'imports.unreadable', 'too-large'],
    changes: ['imports'],
  },
  values: {
    method: 'GET',
    path: '/import/values/{id}',
    ...ofAnyKind,
    summary: 'Lists up to 50 stored values that can replace a value of the file',
    query: z.strictObject({
      field: z.string().min(1).max(50),
      search: SearchText.max(100).optional(),
    }),
    data: z.array(z.string()),
    reads: true,
  },
  discard: {
    method: 'DELETE',
    path: '/import/delete/{id}',
    ...ofAnyKind,
    summary: "Discards an import that hasn't started, with its file",
    data: Deleted,
    message: 'Import discarded',
    problems: ['imports.busy', 'imports.done'],
    changes: ['imports'],
  },
  dryRun: {
    method: 'POST',
    path: '/import/dry-run/{id}',
    ...ofAnyKind,
    summary: 'Checks every row against the mapping in a job, without changing anything',
    body: z.strictObject({ mapping: ImportMapping, options: ImportOptions.optional() }),
    data: Import,
    message: 'Checking rows',
    problems: ['imports.busy', 'imports.done'],
    changes: ['imports', 'jobs'],
  },
  run: {
    method: 'POST',
    path: '/import/run/{id}',
    ...ofAnyKind,
    summary: 'Imports the valid rows of a checked file in a job',
    body: z.strictObject({}).optional(),
    data: Import,
    message: 'Importing',
    problems: ['imports.busy', 'imports.done', 'imports.not-checked'],
    changes: imported,
  },
  undo: {
    method: 'POST',
    path: '/import/undo/{id}',
    /** Requires the permission of the import's kind; for products also product_delete if the import added any. */
    permission: prices.undo,
    orPermission: Object.values(otherKinds).map((access) => access.undo),
    summary: 'Undoes an import in a job, except for records used or changed since',
    body: z.strictObject({}).optional(),
    data: Import,
    message: 'Undoing the import',
    problems: ['imports.busy', 'imports.undone', 'imports.not-imported'],
    changes: imported,
  },
  rows: {
    method: 'POST',
    path: '/import/rows',
    ...ofAnyKind,
    summary: 'Lists the rows of an import with their changes by cell',
    body: ImportRowPage,
    data: pageOf(ImportRow),
    reads: true,
    list: { screen: partOfRecord, exportAs: without('The rejected rows of an import are a file') },
  },
  memories: {
    method: 'GET',
    path: '/import/mappings',
    ...ofAnyKind,
    forKeys: false,
    summary: 'Lists your saved column mappings, which apply to the next file with the same columns',
    data: z.array(ImportMemory),
    reads: true,
  },
  renameMemory: {
    method: 'PUT',
    path: '/import/edit-mapping/{id}',
    ...ofAnyKind,
    forKeys: false,
    summary: 'Renames a saved mapping',
    body: z.strictObject({ name: requiredText('Name', 100) }),
    data: ImportMemory,
    message: 'Mapping renamed',
    changes: ['imports'],
  },
  forgetMemory: {
    method: 'DELETE',
    path: '/import/delete-mapping/{id}',
    ...ofAnyKind,
    forKeys: false,
    summary: 'Deletes a saved mapping',
    data: Deleted,
    message: 'Mapping deleted',
    changes: ['imports'],
  },
  get: {
    method: 'GET',
    path: '/import/get/{id}',
    ...ofAnyKind,
    summary: 'Shows an import with its columns, mapping, counts and invalid rows',
    data: Import,
    reads: true,
  },
  list: {
    method: 'POST',
    path: '/import/list',
    ...ofAnyKind,
    summary: 'Lists imports, newest first',
    body: ImportPage,
    data: pageOf(ImportBrief),
    reads: true,
    list: { screen: '/imports', exportAs: without('Each entry opens rows that have their own export') },
  },
});
