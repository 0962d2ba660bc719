import type { recallRoutes } from '@aisle/contract/sales/recalls';
import type { Handlers } from '../../core/http/serve.ts';
import { wrongField } from '../../core/problem.ts';
import { getRecallListed, listRecallRows, listRecalls } from './recalls.queries.ts';
import {
  actOnRecall,
  createRecall,
  liftRecall,
  previewRecall,
  resumeRecall,
  settleRow,
  viewRecall,
} from './recalls.service.ts';

export const recallHandlers: Handlers<typeof recallRoutes> = {
  preview: ({ tx, body }) => previewRecall(tx, body.selection),
  create: ({ tx, actor, body }) => createRecall(tx, actor, body),
  list: ({ tx, body }) => listRecalls(tx, body),
  view: ({ tx, actor, params }) => viewRecall(tx, actor, params.id),
  rows: async ({ tx, actor, body }) => {
    const { recallId } = body.filters;
    if (!recallId) throw wrongField('filters.recallId', 'Choose a recall');
    await getRecallListed(tx, recallId);
    return listRecallRows(tx, recallId, body, actor.permissions.has('order_view'));
  },
  act: ({ tx, actor, params, body }) => actOnRecall(tx, actor, params.id, body),
  resume: ({ tx, actor, params }) => resumeRecall(tx, actor, params.id),
  settleRow: ({ tx, actor, params, body }) => settleRow(tx, actor, params.id, body.note),
  lift: ({ tx, actor, params, body }) => liftRecall(tx, actor, params.id, body.note),
};
