import type { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const subscriptionPages = [
  page({
    path: '/subscription-history',
    title: 'Subscriptions',
    permission: 'subscriptionPlan_list',
    everywhere: true,
    search: listSearch<typeof subscriptionRoutes.list, { tab?: string }>(),
    screen: () => import('./subscription-list.tsx').then(({ SubscriptionScreen }) => SubscriptionScreen),
  }),
] as const;
