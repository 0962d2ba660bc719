import type { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const subscriptionPlanPages = [
  page({
    path: '/subscription',
    title: 'Subscription plans',
    permission: 'subscriptionPlan_list',
    search: listSearch<typeof subscriptionPlanRoutes.list>(),
    screen: () => import('./plan-list.tsx').then(({ PlanList }) => PlanList),
  }),
] as const;
