import type { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import type { ConstraintProblems } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
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

/** The unique index rejects the second of two concurrent mark-downs. */
export const expiryConstraints: ConstraintProblems = {
  markdowns_active: () => problem('expiry.marked-down'),
};
