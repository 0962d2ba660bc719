import type { importRoutes } from '@aisle/contract/imports';
import type { Handlers } from '../core/serve.ts';
import { getImport, listImports } from './imports.queries.ts';
import { startCheck, startImport, takeFile } from './imports.service.ts';

export const importHandlers: Handlers<typeof importRoutes> = {
  upload: ({ tx, actor, uploads, services }) => takeFile(tx, actor, services.storage, uploads),
  uploadProducts: ({ tx, actor, uploads, services }) => takeFile(tx, actor, services.storage, uploads),
  dryRun: ({ tx, actor, params, body, services }) =>
    startCheck(tx, actor, services.storage, params.id, body.mapping, body.options),
  run: ({ tx, actor, params, services }) => startImport(tx, actor, services.storage, params.id),
  get: ({ tx, params, services }) => getImport(tx, services.storage, params.id),
  list: ({ tx, body }) => listImports(tx, body),
};
