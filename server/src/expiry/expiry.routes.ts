import type { expiryRoutes } from '@aisle/contract/expiry';
import type { ConstraintProblems } from '../core/database-problems.ts';
import { problem } from '../core/problem.ts';
import type { Handlers } from '../core/serve.ts';
import { expiryDays } from './expiry.queries.ts';
import { expiryLots, markDown, undoMarkDown } from './expiry.service.ts';
import { listMarkDowns } from './mark-downs.queries.ts';

export const expiryHandlers: Handlers<typeof expiryRoutes> = {
  calendar: async ({ tx, body }) => ({ days: await expiryDays(tx, body) }),
  lots: ({ tx, actor, body }) => expiryLots(tx, actor, body),
  markDown: ({ tx, actor, body }) => markDown(tx, actor, body),
  undoMarkDown: ({ tx, actor, params }) => undoMarkDown(tx, actor, params.id),
  markDowns: ({ tx, actor, body }) => listMarkDowns(tx, actor, body),
};

/** The database's own word, when two people mark down at once. */
export const expiryConstraints: ConstraintProblems = {
  markdowns_active: () => problem('expiry.marked-down'),
};
