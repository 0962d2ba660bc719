import type { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import type { ConstraintProblems } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { mustFind, problem } from '../../core/problem.ts';
import { cancelSubscription } from './cancel.ts';
import { printInvoice } from './invoice.ts';
import { subscribe } from './subscribe.ts';
import { listSubscriptions, runningOf, savingsOf } from './subscriptions.queries.ts';

export const subscriptionHandlers: Handlers<typeof subscriptionRoutes> = {
  list: ({ tx, body }) => listSubscriptions(tx, body),
  ofCustomer: async ({ tx, params }) => ({
    ...mustFind(await savingsOf(tx, params.id), 'Customer'),
    ...(await runningOf(tx, params.id)),
  }),
  subscribe: (call) => subscribe(call, call.body),
  cancel: (call) => cancelSubscription(call, call.params.id, call.body),
  pdf: (call) => printInvoice(call, call.params.id),
};

export const subscriptionConstraints: ConstraintProblems = {
  subscriptions_overlap: () =>
    problem('subscriptions.overlap', { reason: 'This customer already has a subscription at that time' }),
};
