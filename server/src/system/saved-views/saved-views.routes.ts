import type { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { viewsOf } from './saved-views.queries.ts';
import { changeView, removeView, restoreView, saveView } from './saved-views.service.ts';
import { countViews, type FindHandler } from './view-counts.ts';
import { canSee } from './view-screens.ts';

export const savedViewConstraints: ConstraintProblems = {
  saved_views_name: () => taken('name', 'This name'),
};

export const savedViewHandlers = (findHandler: FindHandler): Handlers<typeof savedViewRoutes> => ({
  list: async ({ tx, actor, query: { list } }) =>
    canSee(actor, list) ? viewsOf(tx, actor.userId!, list) : [],
  counts: async ({ query, ...call }) =>
    canSee(call.actor, query.list) ? countViews(call, findHandler, query) : [],
  create: ({ tx, actor, body }) => saveView(tx, actor, body),
  edit: ({ tx, actor, params, body }) => changeView(tx, actor, params.id, body),
  remove: ({ tx, actor, params }) => removeView(tx, actor, params.id),
  restore: ({ tx, actor, params }) => restoreView(tx, actor, params.id),
});
