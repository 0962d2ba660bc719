import type { supportRoutes } from '@aisle/contract/service/support';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';

export const supportPages = [
  page({
    path: '/supports',
    title: 'Support',
    permission: 'support_list',
    search: listSearch<typeof supportRoutes.list>(),
    screen: () => import('./inbox/inbox.tsx').then(({ Inbox }) => Inbox),
  }),
  page({
    path: '/supports/dashboard',
    title: 'Support dashboard',
    permission: 'support_dashboard',
    search: textSearch('from', 'to'),
    screen: () =>
      import('./dashboard/support-dashboard.tsx').then(({ SupportDashboard }) => SupportDashboard),
  }),
  page({
    path: '/supports/ignored-emails',
    title: 'Ignored emails',
    permission: 'support_list',
    everywhere: true,
    search: listSearch<typeof supportRoutes.ignoredEmails>(),
    screen: () => import('./ignored/ignored-list.tsx').then(({ IgnoredList }) => IgnoredList),
  }),
  // Shows the conversation beside the list that it was opened from.
  page({
    path: '/supports/$id',
    title: 'Ticket',
    permission: 'support_view',
    search: listSearch<typeof supportRoutes.list>(),
    screen: () => import('./inbox/inbox.tsx').then(({ Inbox }) => Inbox),
  }),
] as const;
