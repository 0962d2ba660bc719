import { z } from 'zod';
import { Id, Instant, SearchText } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import type { Permission } from '../permissions.ts';
import { BulkOutcome, BulkState } from '../system/bulk-actions.ts';
import { JobStatus } from '../system/jobs.ts';
import { BulkChange } from './bulk-change.ts';
import { SubProductFilters } from './sub-products.ts';

/** The records to change: the given IDs, or all records that the list shows with this search and these filters. */
export const bulkTarget = <Filters extends z.ZodType>(filters: Filters) =>
  z.strictObject({
    ids: z.array(Id).min(1).max(1000, 'Up to 1,000 by ID. Use a filter for more').optional(),
    search: SearchText.optional(),
    filters,
  });
/** The sub-products to change. */
export const BulkTarget = bulkTarget(SubProductFilters.default({}));
export type BulkTarget = z.output<typeof BulkTarget>;
export const BulkEditInput = z.strictObject({ target: BulkTarget, change: BulkChange });

/**
 * The first five are fields of sub-products. The others and the status are fields of products. Other records have only the
 * status and `deleted`.
 */
const bulkFields = [
  'price',
  'salePrice',
  'status',
  'threshold',
  'assigned',
  'categoryId',
  'brandId',
  'taxIds',
  'badge',
  'addToHomePage',
  'tags',
  'deleted',
] as const;
export type BulkField = (typeof bulkFields)[number];
/** For products also the name of a category, brand or tax. */
const Value = z.union([z.number(), z.boolean(), z.string(), z.null()]);

/** The result for one product, one sub-product, or one sub-product at a location. */
export const BulkRow = z.object({
  /** The ID of the row. A record can have one row for each location. */
  _id: z.string(),
  /** Null if the row changes a product instead of one of its sub-products. */
  subProductId: Id.nullable(),
  /** Null if the product was deleted after the change. */
  productId: Id.nullable(),
  name: z.string(),
  sku: z.string(),
  locationId: Id.nullable(),
  locationName: z.string().nullable(),
  outcome: BulkOutcome,
  field: z.enum(bulkFields),
  before: Value,
  after: Value,
  /** The reason why the row wasn't changed or undone; for a changed row, a warning. */
  reason: z.string().nullable(),
});
export type BulkRow = z.infer<typeof BulkRow>;

export const BulkPreview = z.object({
  /** The number of selected products or sub-products. */
  records: z.int(),
  /** The number of single results: a product has one for each of its sub-products and selected locations. */
  rows: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  /** Reasons why rows can't be changed, and warnings, each with its number of rows. */
  problems: z.array(z.object({ reason: z.string(), count: z.int(), refuses: z.boolean() })),
  /** The results of the first rows. */
  sample: z.array(BulkRow),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

/** Resources whose records can be activated, deactivated and deleted in bulk, with the required permissions. */
export const recordPermissions = {
  brands: { list: 'brand_list', edit: 'brand_edit', delete: 'brand_delete' },
  taxes: { list: 'tax_list', edit: 'tax_edit', delete: 'tax_delete' },
  vendors: { list: 'vendor_list', edit: 'vendor_edit', delete: 'vendor_delete' },
  categories: { list: 'category_list', edit: 'category_edit', delete: 'category_delete' },
} as const satisfies Record<string, Record<'list' | 'edit' | 'delete', Permission>>;
export type RecordKind = keyof typeof recordPermissions;
export const recordKinds = Object.keys(recordPermissions) as [RecordKind, ...RecordKind[]];
export const recordListPermissions = recordKinds.map((of) => recordPermissions[of].list);

export const BulkEdit = z.object({
  _id: Id,
  title: z.string(),
  of: z.enum(['products', 'subProducts', ...recordKinds]),
  field: z.enum(bulkFields),
  state: BulkState,
  /** The current or last job; an interrupted one can be resumed. */
  jobId: Id.nullable(),
  jobStatus: JobStatus.nullable(),
  /** Null until the rows are counted. */
  rows: z.int().nullable(),
  counts: z.object({
    waiting: z.int(),
    changed: z.int(),
    same: z.int(),
    refused: z.int(),
    undone: z.int(),
    kept: z.int(),
  }),
  canUndo: z.boolean(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
});
export type BulkEdit = z.infer<typeof BulkEdit>;

export const BulkEditPage = pageRequest(['createdAt'], { state: BulkState });
export type BulkEditPage = z.infer<typeof BulkEditPage>;
export const BulkRowPage = pageRequest(['position'], { bulkEditId: Id, outcome: BulkOutcome });
export type BulkRowPage = z.infer<typeof BulkRowPage>;

const touched = [
  'bulkEdits',
  'jobs',
  'subProducts',
  'products',
  'prices',
  'locations',
  ...recordKinds,
] as const;

/** All kinds of bulk edits share one list. Users see those of the kinds that they can list. */
const ofAnyList = {
  permission: 'sub_product_list',
  orPermission: recordListPermissions,
} as const;

/**
 * Changing whether a location sells a sub-product, or its threshold, requires `assign_subProduct`; all other changes require
 * `sub_product_edit`.
 */
export const bulkEditRoutes = routes('subProducts', {
  preview: {
    method: 'POST',
    path: '/subProduct/bulk-edit/preview',
    permission: 'sub_product_list',
    summary: 'Previews a change to all matching sub-products, with counts, problems and the first rows',
    body: BulkEditInput,
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
    path: '/subProduct/bulk-edit',
    permission: 'sub_product_list',
    summary: 'Changes one field of all matching sub-products in a job, with a result for each row',
    body: BulkEditInput,
    data: BulkEdit,
    message: 'Applying changes',
    onceByKey: true,
    problems: ['bulk.nothing'],
    changes: touched,
  },
  list: {
    method: 'POST',
    path: '/subProduct/bulk-edit/list',
    ...ofAnyList,
    summary: 'Lists bulk edits, newest first',
    body: BulkEditPage,
    data: pageOf(BulkEdit),
    reads: true,
    list: {
      screen: '/products/bulk-edits',
      exportAs: without('Each entry opens rows that have their own export'),
      liveTopic: 'bulkEdits',
    },
  },
  rows: {
    method: 'POST',
    path: '/subProduct/bulk-edit/rows',
    ...ofAnyList,
    summary: 'Lists the result of each row of a bulk edit, chosen with `filters.bulkEditId`',
    body: BulkRowPage,
    data: pageOf(BulkRow),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'bulkEditRows', liveTopic: 'bulkEdits' },
  },
  get: {
    method: 'GET',
    path: '/subProduct/bulk-edit/{id}',
    ...ofAnyList,
    summary: 'Shows a bulk edit and its progress',
    data: BulkEdit,
    reads: true,
  },
  undo: {
    method: 'POST',
    path: '/subProduct/bulk-edit/{id}/undo',
    ...ofAnyList,
    summary: 'Undoes a bulk edit in a job, except for rows edited since',
    body: z.strictObject({}).optional(),
    data: BulkEdit,
    message: 'Undoing',
    onceByKey: true,
    problems: ['bulk.busy', 'bulk.nothing-to-undo'],
    changes: touched,
  },
  /** Resumes an edit that was stopped or failed. */
  resume: {
    method: 'POST',
    path: '/subProduct/bulk-edit/{id}/resume',
    ...ofAnyList,
    summary: 'Resumes an interrupted bulk edit in a job',
    body: z.strictObject({}).optional(),
    data: BulkEdit,
    message: 'Resuming',
    onceByKey: true,
    problems: ['bulk.busy', 'bulk.over'],
    changes: touched,
  },
});
