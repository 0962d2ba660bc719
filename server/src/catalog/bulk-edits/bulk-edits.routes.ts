import type { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import type { productBulkRoutes } from '@aisle/contract/catalog/product-bulk';
import type { Handlers } from '../../core/http/serve.ts';
import { wrongField } from '../../core/problem.ts';
import { getBulkEdit, listBulkEdits, listBulkRows } from './bulk-edits.queries.ts';
import { previewBulkEdit, resumeBulkEdit, startBulkEdit, undoBulkEdit } from './bulk-edits.service.ts';
import { previewProductEdit, startProductEdit } from './product-edits.service.ts';

export const productBulkHandlers: Handlers<typeof productBulkRoutes> = {
  preview: ({ tx, actor, body }) => previewProductEdit(tx, actor, body),
  create: ({ tx, actor, body }) => startProductEdit(tx, actor, body),
};

export const bulkEditHandlers: Handlers<typeof bulkEditRoutes> = {
  preview: ({ tx, actor, body }) => previewBulkEdit(tx, actor, body),
  create: ({ tx, actor, body }) => startBulkEdit(tx, actor, body),
  list: ({ tx, body }) => listBulkEdits(tx, body),
  rows: ({ tx, body }) => {
    const { bulkEditId } = body.filters;
    if (!bulkEditId) throw wrongField('filters.bulkEditId', 'Choose a bulk edit');
    return listBulkRows(tx, bulkEditId, body);
  },
  get: ({ tx, params }) => getBulkEdit(tx, params.id),
  undo: ({ tx, actor, params }) => undoBulkEdit(tx, actor, params.id),
  resume: ({ tx, actor, params }) => resumeBulkEdit(tx, actor, params.id),
};
