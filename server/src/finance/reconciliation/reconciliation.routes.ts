import type { reconciliationRoutes } from '@aisle/contract/finance/reconciliation';
import type { Handlers } from '../../core/http/serve.ts';
import { findTargets, listReconciliations, listRows } from './reconciliation.queries.ts';
import {
  closeReconciliation,
  providerBalance,
  resolveBalanceRow,
  resolveRow,
  viewReconciliation,
} from './reconciliation.service.ts';

export const reconciliationHandlers: Handlers<typeof reconciliationRoutes> = {
  list: ({ tx, body }) =>
    listReconciliations(tx, body).map(async (page) => ({ ...page, balance: await providerBalance(tx) })),
  view: ({ tx, params, query }) => viewReconciliation(tx, params.id, query),
  rows: ({ tx, body }) => listRows(tx, body),
  targets: ({ tx, query }) => findTargets(tx, query.as, query.search),
  resolve: ({ tx, actor, params, body }) => resolveRow(tx, actor, params.id, body),
  resolveRow: ({ tx, actor, params, body }) => resolveBalanceRow(tx, actor, params.id, body),
  close: ({ tx, actor, params, body }) => closeReconciliation(tx, actor, params.id, body.version),
};
