import type { exportRoutes } from '@aisle/contract/exports';
import type { Handlers } from '../core/serve.ts';
import { exportList, type FindHandler } from './exports.service.ts';

export const exportHandlers = (findHandler: FindHandler): Handlers<typeof exportRoutes> => ({
  create: ({ tx, actor, services, params, query, body }) =>
    exportList(tx, actor, services, findHandler, { name: params.name, format: query.format, body }),
});
