import { formatMoney } from '@aisle/contract/core/money';
import type { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import type { ConstraintProblems } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
import { listRefunds } from './refund-list.queries.ts';
import { previewRefund, refundOrder, stepRefund } from './refunds.service.ts';

export const refundHandlers: Handlers<typeof refundRoutes> = {
  list: ({ tx, actor, body }) => listRefunds(tx, actor, body),
  create: ({ tx, actor, params, body }) => refundOrder(tx, actor, params.id, body),
  plan: ({ tx, params, body }) => previewRefund(tx, params.id, body),
  updateStatus: ({ tx, actor, params, body }) => stepRefund(tx, actor, params.id, body),
};

/** The database checks this too, in case code doesn't lock the order. */
export const refundConstraints: ConstraintProblems = {
  refunds_within_paid: () => problem('refunds.too-much', { most: formatMoney(0) }),
};
