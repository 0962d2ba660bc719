import type { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import type { productBulkRoutes } from '@aisle/contract/catalog/product-bulk';
import type { recordBulkRoutes } from '@aisle/contract/catalog/record-bulk';
import type { Handlers } from '../../core/http/serve.ts';
import { wrongField } from '../../core/problem.ts';
import { getBulkEdit, kindsOf, listBulkEdits, listBulkRows } from './bulk-edits.queries.ts';
import { previewBulkEdit, resumeBulkEdit, startBulkEdit, undoBulkEdit } from './bulk-edits.service.ts';
import { previewProductEdit, startProductEdit } from './product-edits.service.ts';
import { previewRecordEdit, startRecordEdit } from './record-edits.service.ts';

export const productBulkHandlers: Handlers<typeof productBulkRoutes> = {
  preview: ({ tx, actor, body }) => previewProductEdit(tx, actor, body),
  create: ({ tx, actor, body }) => startProductEdit(tx, actor, body),
};

export const recordBulkHandlers: Handlers<typeof recordBulkRoutes> = {
  preview: ({ tx, actor, body }) => previewRecordEdit(tx, actor, body),
  create: ({ tx, actor, body }) => startRecordEdit(tx, actor, body),
};

export const bulkEditHandlers: Handlers<typeof bulkEditRoutes> = {
  preview: ({ tx, actor, body }) => previewBulkEdit(tx, actor, body),
  create: ({ tx, actor, body }) => startBulkEdit(tx, actor, body),
  list: ({ tx, actor, body }) => listBulkEdits(tx, kindsOf(actor), body),
  rows: ({ tx, actor, body }) => {
    const { bulkEditId } = body.filters;
    if (!bulkEditId) throw wrongField('filters.bulkEditId', 'Choose a bulk edit');
    return listBulkRows(tx, kindsOf(actor), bulkEditId, body);
  },
  get: ({ tx, actor, params }) => getBulkEdit(tx, params.id, kindsOf(actor)),
  undo: ({ tx, actor, params }) => undoBulkEdit(tx, actor, params.id),
  resume: ({ tx, actor, params }) => resumeBulkEdit(tx, actor, params.id),
};
