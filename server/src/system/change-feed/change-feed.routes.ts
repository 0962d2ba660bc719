import type { changeRoutes } from '@aisle/contract/system/changes';
import type { Handlers } from '../../core/http/serve.ts';
import { listChanges } from './change-feed.service.ts';
import type { RecordReaders } from './record-reader.ts';

export const changeHandlers = (readers: RecordReaders): Handlers<typeof changeRoutes> => ({
  list: (call) => listChanges(call, readers),
});
