import type { paymentRoutes } from '@aisle/contract/sales/payments';
import type { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const paymentPages = [
  page({
    path: '/payments',
    title: 'Payments',
    permission: 'order_view',
    search: listSearch<typeof paymentRoutes.list | typeof refundRoutes.list, { tab?: string }>(),
    screen: () => import('./money-lists.tsx').then(({ MoneyLists }) => MoneyLists),
  }),
] as const;
