import type { BulkEdit, BulkPreview, BulkRow } from '@aisle/contract/catalog/bulk-edits';
import { type BulkActionRun, bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { idOf, newId, stored } from '../../../test/records.ts';
import { serve } from '../../../test/server.ts';

export const bulkEditOf = (more: Partial<BulkEdit> = {}): BulkEdit => ({
  _id: idOf(60),
  title: 'Price 10% up',
  of: 'subProducts',
  field: 'price',
  state: 'changing',
  jobId: null,
  jobStatus: null,
  rows: null,
  counts: { waiting: 0, changed: 0, same: 0, refused: 0, undone: 0, kept: 0 },
  canUndo: false,
  createdAt: stored.createdAt,
  createdBy: null,
  ...more,
});

export const bulkRowOf = (more: Partial<BulkRow> = {}): BulkRow => ({
  _id: newId(),
  subProductId: idOf(2),
  productId: idOf(5),
  name: 'Whole milk, 1 gal',
  sku: 'MILK-1',
  locationId: null,
  locationName: null,
  outcome: 'changed',
  field: 'price',
  before: 399,
  after: 439,
  reason: null,
  ...more,
});

/** All rows change. */
export const bulkPreviewOf = (rows: number, more: Partial<BulkPreview> = {}): BulkPreview => ({
  records: rows,
  rows,
  changed: rows,
  same: 0,
  refused: 0,
  problems: [],
  sample: [],
  ...more,
});

/** A run that changed all of its records at once. */
export const bulkActionOf = (changed: number, more: Partial<BulkActionRun> = {}): BulkActionRun => ({
  _id: idOf(61),
  name: 'block-customers',
  of: 'customers',
  title: 'Block customers',
  state: 'changed',
  jobId: null,
  jobStatus: null,
  total: changed,
  reasons: [],
  canUndo: true,
  createdAt: stored.createdAt,
  createdBy: null,
  ...more,
  counts: { waiting: 0, same: 0, refused: 0, undone: 0, kept: 0, changed, ...more.counts },
});

/** Answers bulk actions on selected records, and returns their requests. */
export const serveBulkActions = (more: Partial<BulkActionRun> = {}) =>
  serve(bulkActionRoutes.run, ({ body }) => {
    const { ids = [] } = (body as { target: { ids?: string[] } }).target;
    const { changed = ids.length } = more.counts ?? {};
    return bulkActionOf(changed, { total: ids.length, ...more });
  });
