import {
  benefitTexts,
  type SubscriptionPlan,
  subscriptionPlanRoutes,
} from '@aisle/contract/customers/subscription-plans';
import { money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const subscriptionPlanExports = {
  subscriptionPlans: exportOf<SubscriptionPlan>(
    { title: 'Subscription plans', route: subscriptionPlanRoutes.list },
    [
      text('Name', (row) => row.name),
      text('Description', (row) => row.description),
      money('Price', (row) => row.price),
      text('Period', (row) => row.period),
      text('Benefits', (row) => benefitTexts(row.benefits).join(', ')),
      number('Subscribers', (row) => row.subscribers),
      money('Income a month', (row) => row.monthlyIncome),
      number('Churn %', (row) => row.churnShare),
      yesNo('Active', (row) => row.status),
    ],
  ),
};
