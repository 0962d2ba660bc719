import { page } from '../../core/pages/pages.ts';
import { textSearch } from '../../core/pages/search.ts';

export const payoutPages = [
  page({
    path: '/statements/payout-runs/$id',
    title: 'Payout run',
    permission: 'statement_payment',
    search: textSearch('result'),
    screen: () => import('./payout-run-view.tsx').then(({ PayoutRunScreen }) => PayoutRunScreen),
  }),
] as const;
