import { type shellRoutes, type WorkCount, workCounts } from '@aisle/contract/overview/shell';
import type { Handlers } from '../../core/http/serve.ts';
import { countWork } from './shell.queries.ts';

const names = Object.keys(workCounts) as WorkCount[];

export const shellHandlers: Handlers<typeof shellRoutes> = {
  counts: ({ tx, actor }) =>
    countWork(
      tx,
      names.filter((name) => actor.permissions.has(workCounts[name])),
    ),
};
