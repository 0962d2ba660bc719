import type { importRoutes } from '@aisle/contract/imports';
import type { Handlers } from '../core/serve.ts';
import { chooseSheet, takeFile } from './import-file.service.ts';
import { forgetMemory, listMemories, renameMemory } from './import-memories.queries.ts';
import { getImport, listImports } from './imports.queries.ts';
import { pageOfRows, startCheck, startImport, startUndo } from './imports.service.ts';

export const importHandlers: Handlers<typeof importRoutes> = {
  upload: ({ tx, actor, uploads, services }) => takeFile(tx, actor, services.storage, uploads),
  uploadProducts: ({ tx, actor, uploads, services }) => takeFile(tx, actor, services.storage, uploads),
  chooseSheet: ({ tx, actor, params, body, services }) =>
    chooseSheet(tx, actor, services.storage, params.id, body.sheet),
  dryRun: ({ tx, actor, params, body, services }) =>
    startCheck(tx, actor, services.storage, params.id, body.mapping, body.options),
  run: ({ tx, actor, params, services }) => startImport(tx, actor, services.storage, params.id),
  undo: ({ tx, actor, params, services }) => startUndo(tx, actor, services.storage, params.id),
  rows: ({ tx, body }) => pageOfRows(tx, body),
  memories: ({ tx, actor }) => listMemories(tx, actor.userId),
  renameMemory: ({ tx, actor, params, body }) => renameMemory(tx, actor.userId, params.id, body.name),
  forgetMemory: ({ tx, actor, params }) => forgetMemory(tx, actor.userId, params.id),
  get: ({ tx, params, services }) => getImport(tx, services.storage, params.id),
  list: ({ tx, body }) => listImports(tx, body),
};
