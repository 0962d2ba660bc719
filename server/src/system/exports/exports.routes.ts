import type { exportRoutes } from '@aisle/contract/system/exports';
import type { Handlers } from '../../core/http/serve.ts';
import { type ExportSources, exportList } from './exports.service.ts';

export const exportHandlers = (sources: ExportSources): Handlers<typeof exportRoutes> => ({
  create: (call) =>
    exportList(call, sources, { name: call.params.name, format: call.query.format, body: call.body }),
});
