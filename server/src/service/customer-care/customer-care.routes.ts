import type { customerCareRoutes } from '@aisle/contract/service/customer-care';
import type { Handlers } from '../../core/http/serve.ts';
import type { Exportable } from '../../system/exports/exportable.ts';
import { startCustomerExport } from './customer-export.ts';
import { listDuplicates } from './duplicates/duplicates.queries.ts';
import { mergeCustomers, notSame, unmergeCustomers } from './duplicates/merge.service.ts';
import { eraseCustomer } from './erasure/erase.service.ts';
import { customerHistory } from './history/history.queries.ts';
import { readTimeline } from './history/timeline.queries.ts';

export const customerCareHandlers = (
  exports: readonly Exportable[],
): Handlers<typeof customerCareRoutes> => ({
  timeline: ({ tx, actor, body }) => readTimeline(tx, actor, body),
  history: ({ tx, params, body }) => customerHistory(tx, params.id, body),
  merge: ({ tx, actor, body }) => mergeCustomers(tx, actor, body),
  unmerge: ({ tx, actor, body }) => unmergeCustomers(tx, actor, body.otherId),
  takeOut: ({ tx, actor, params }) => startCustomerExport(tx, actor, params.id),
  erase: (context) => eraseCustomer(context, context.params.id, { ...context.body, exports }),
  duplicates: ({ tx, body }) => listDuplicates(tx, body),
  notSame: ({ tx, actor, body }) => notSame(tx, actor, body),
});
