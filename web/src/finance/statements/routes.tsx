import type { statementRoutes } from '@aisle/contract/finance/statements';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';

/** The lists of the tabs; payout runs have no filters. */
type Lists = (typeof statementRoutes)['list' | 'due'];

export const statementPages = [
  page({
    path: '/statements',
    title: 'Statements',
    permission: 'location_report',
    search: listSearch<Lists, { tab?: string; payoutFailed?: boolean }>(),
    screen: () => import('./lists/statement-lists.tsx').then(({ StatementLists }) => StatementLists),
  }),
  page({
    path: '/statements/add',
    title: 'New statement',
    permission: 'statement_generate',
    search: textSearch('locationId', 'from', 'to', 'since'),
    screen: () => import('./statement-add.tsx').then(({ StatementAdd }) => StatementAdd),
  }),
  page({
    path: '/statements/balance/$id',
    title: 'Balance',
    permission: 'location_report',
    search: textSearch('date', 'part'),
    screen: () => import('./balance/balance-screen.tsx').then(({ BalanceScreen }) => BalanceScreen),
  }),
  page({
    path: '/statements/$id',
    title: 'Statement',
    permission: 'location_report',
    search: textSearch('tab', 'day', 'part'),
    screen: () => import('./record/statement-view.tsx').then(({ StatementScreen }) => StatementScreen),
  }),
] as const;
