import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { lookup } from '../../ui/list/filters/lookup.ts';

/** The filter `planId` of a list. */
export const planFilter = lookup({
  name: 'planId',
  label: 'Plan',
  route: subscriptionPlanRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('subscriptionPlan_list'),
});
