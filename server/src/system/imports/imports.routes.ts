import type { importRoutes } from '@aisle/contract/system/imports/imports';
import type { Handlers } from '../../core/http/serve.ts';
import { chooseDelimiter, chooseHeading, chooseSheet, uploadFile } from './files/import-file.service.ts';
import { addPictures } from './files/picture-archive.ts';
import { showImport } from './get-import.service.ts';
import { deleteMemory, listMemories, renameMemory } from './import-memories.queries.ts';
import type { ImportedResources } from './imported-resource.ts';
import { listImports } from './imports.queries.ts';
import {
  discardImport,
  pageOfRows,
  startCheck,
  startImport,
  startUndo,
  valuesFor,
} from './imports.service.ts';

export const importHandlers = (resources: ImportedResources): Handlers<typeof importRoutes> => ({
  upload: (call) => uploadFile(call, resources, call.body?.kind ?? 'products', call.uploads),
  uploadProducts: (call) => uploadFile(call, resources, 'products', call.uploads),
  uploadCustomers: (call) => uploadFile(call, resources, 'customers', call.uploads),
  uploadVendors: (call) => uploadFile(call, resources, 'vendors', call.uploads),
  uploadPrices: (call) => uploadFile(call, resources, 'prices', call.uploads),
  uploadStock: (call) => uploadFile(call, resources, 'stock', call.uploads),
  uploadPromotionGoods: (call) => uploadFile(call, resources, 'promotionGoods', call.uploads),
  chooseSheet: (call) => chooseSheet(call, resources, call.params.id, call.body.sheet),
  chooseHeading: (call) => chooseHeading(call, resources, call.params.id, call.body.row),
  chooseDelimiter: (call) => chooseDelimiter(call, resources, call.params.id, call.body.delimiter),
  addPictures: (call) => addPictures(call, resources, call.params.id, call.uploads),
  values: (call) => valuesFor(call, resources, call.params.id, call.query),
  discard: (call) => discardImport(call, call.params.id),
  dryRun: (call) => startCheck(call, resources, call.params.id, call.body),
  run: (call) => startImport(call, resources, call.params.id),
  undo: (call) => startUndo(call, resources, call.params.id),
  rows: ({ tx, actor, body }) => pageOfRows(tx, actor, body),
  memories: ({ tx, actor }) => listMemories(tx, actor.userId),
  renameMemory: ({ tx, actor, params, body }) => renameMemory(tx, actor.userId, params.id, body.name),
  forgetMemory: ({ tx, actor, params }) => deleteMemory(tx, actor.userId, params.id),
  get: (call) => showImport(call, resources, call.params.id),
  list: ({ tx, actor, body }) => listImports(tx, actor, body),
});
