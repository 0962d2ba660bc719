import type { possibleDuplicateRoutes } from '@aisle/contract/system/possible-duplicates';
import type { Handlers } from '../../core/http/serve.ts';
import { listPossibleDuplicates } from './possible-duplicates.queries.ts';

export const possibleDuplicateHandlers: Handlers<typeof possibleDuplicateRoutes> = {
  list: ({ tx, actor, body }) => listPossibleDuplicates(tx, actor, body),
};
