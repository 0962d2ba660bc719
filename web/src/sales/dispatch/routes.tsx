import { page } from '../../core/pages/pages.ts';

export const dispatchPages = [
  page({
    path: '/orders/dispatch',
    title: 'Dispatch',
    permission: 'order_list',
    screen: () => import('./dispatch-board.tsx').then(({ DispatchBoard }) => DispatchBoard),
  }),
] as const;
