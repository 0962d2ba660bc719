import type { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import type { Handlers } from '../../core/http/serve.ts';
import type { BulkActionSources } from './bulk-action-work.ts';
import { getRun, listRunRows, resumeRun, runAction, undoRun } from './bulk-actions.service.ts';

export const bulkActionHandlers = (sources: BulkActionSources): Handlers<typeof bulkActionRoutes> => ({
  run: (call) => runAction(call, sources, { name: call.params.name, ...call.body }),
  get: (call) => getRun(call, sources, call.params.id),
  rows: (call) => listRunRows(call, sources, call.body),
  undo: (call) => undoRun(call, sources, call.params.id),
  resume: (call) => resumeRun(call, sources, call.params.id),
});
