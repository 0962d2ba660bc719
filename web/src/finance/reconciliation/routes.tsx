import type { reconciliationRoutes } from '@aisle/contract/finance/reconciliation';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

const permission = 'reconciliation_list';
export const reconciliationPages = [
  page({
    path: '/reconciliation',
    title: 'Reconciliation',
    permission,
    search: listSearch<typeof reconciliationRoutes.list>(),
    screen: () => import('./reconciliation-list.tsx').then((module) => module.ReconciliationList),
  }),
  page({
    path: '/reconciliation/view/$id',
    title: 'Bank payout',
    permission,
    screen: () => import('./reconciliation-view.tsx').then((module) => module.ReconciliationScreen),
  }),
  page({
    path: '/reconciliation/rows/$id',
    title: 'Rows of a bank payout',
    permission,
    search: listSearch<typeof reconciliationRoutes.rows>(),
    screen: () => import('./row-list.tsx').then(({ RowList }) => RowList),
  }),
  page({
    path: '/reconciliation/balance-rows',
    title: 'Rows not in a bank payout',
    permission,
    search: listSearch<typeof reconciliationRoutes.rows>(),
    screen: () => import('./row-list.tsx').then(({ BalanceRowList }) => BalanceRowList),
  }),
] as const;
