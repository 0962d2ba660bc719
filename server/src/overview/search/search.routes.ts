import type { searchRoutes } from '@aisle/contract/overview/search';
import type { Handlers } from '../../core/http/serve.ts';
import { findAll } from './search.service.ts';

export const searchHandlers: Handlers<typeof searchRoutes> = {
  find: ({ tx, actor, query }) => findAll(tx, actor, query.q),
};
