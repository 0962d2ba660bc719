import type { bookRoutes } from '@aisle/contract/finance/books';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';

const permission = 'statement_all_view';
export const bookPages = [
  page({
    path: '/books',
    title: 'Books',
    permission,
    search: textSearch('from', 'to', 'by', 'account', 'locationId', 'page'),
    screen: () => import('./trial-balance.tsx').then((module) => module.TrialBalance),
  }),
  page({
    path: '/books/journals',
    title: 'Journals',
    permission,
    search: listSearch<typeof bookRoutes.journals>(),
    screen: () => import('./journal-list.tsx').then(({ JournalList }) => JournalList),
  }),
  page({
    path: '/books/accounts',
    title: 'Accounts',
    permission,
    screen: () => import('./accounts.tsx').then(({ Accounts }) => Accounts),
  }),
] as const;
