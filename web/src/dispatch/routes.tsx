import { pages } from '../core/pages.ts';

export const dispatchPages = pages({
  path: '/orders/dispatch',
  title: 'Dispatch',
  permission: 'order_list',
  screen: () => import('./dispatch-board.tsx').then(({ DispatchBoard }) => DispatchBoard),
});
