import { z } from 'zod';
import {
  BooleanLike,
  Choice,
  Deleted,
  Id,
  Instant,
  optionalLongText,
  requiredText,
  SearchText,
  StatusBody,
  Version,
} from '../core/fields.ts';
import { Amount, Cents, formatMoney, hasAtMost3Decimals, Price } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';

export const planPeriods = ['monthly', 'quarterly', 'yearly'] as const;
export const PlanPeriod = z.enum(planPeriods);
export type PlanPeriod = z.infer<typeof PlanPeriod>;
export const planPeriodLabels: Record<PlanPeriod, string> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
};
export const monthsOf: Record<PlanPeriod, number> = { monthly: 1, quarterly: 3, yearly: 12 };

const maxDiscount = 50;
const discountMessage = `Enter a percentage from 0 to ${maxDiscount} with at most 3 decimals`;
const multiplierMessage = 'Enter a number from 1 to 10 with at most 1 decimal';
const hasAtMost1Decimal = (value: number) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6;

export const PlanBenefits = z.strictObject({
  /** The item total from which delivery is free; null if the usual fee applies. */
  freeDeliveryAbove: Amount.nullable(),
  /** The discount on the items of each line, in percent. */
  discountPercent: z
    .number({ error: discountMessage })
    .min(0, discountMessage)
    .max(maxDiscount, discountMessage)
    .refine(hasAtMost3Decimals, discountMessage),
  /** Orders earn this multiple of the usual coins. */
  coinMultiplier: z
    .number({ error: multiplierMessage })
    .min(1, multiplierMessage)
    .max(10, multiplierMessage)
    .refine(hasAtMost1Decimal, multiplierMessage),
});
export type PlanBenefits = z.infer<typeof PlanBenefits>;
export const noBenefits: PlanBenefits = { freeDeliveryAbove: null, discountPercent: 0, coinMultiplier: 1 };

/** The benefits of a plan as texts: "5% off goods". */
export const benefitTexts = ({
  freeDeliveryAbove,
  discountPercent,
  coinMultiplier,
}: PlanBenefits): string[] => [
  ...(discountPercent > 0 ? [`${discountPercent}% off goods`] : []),
  ...(freeDeliveryAbove === null
    ? []
    : [freeDeliveryAbove === 0 ? 'Free delivery' : `Free delivery from ${formatMoney(freeDeliveryAbove)}`]),
  ...(coinMultiplier > 1 ? [`${coinMultiplier}× coins`] : []),
];

/** The terms that a customer buys. Later changes of the plan don't affect them. */
export const PlanEdition = z.object({
  number: z.int(),
  name: z.string(),
  price: Cents,
  period: PlanPeriod,
  benefits: z.object(PlanBenefits.shape),
});
export type PlanEdition = z.infer<typeof PlanEdition>;

export const SubscriptionPlan = z.object({
  _id: Id,
  name: z.string(),
  description: z.string().nullable(),
  price: Cents,
  period: PlanPeriod,
  benefits: z.object(PlanBenefits.shape),
  status: z.boolean(),
  /** The number of customers who currently have this plan. */
  subscribers: z.int(),
  /** The monthly revenue at the prices that subscribers agreed to. */
  monthlyIncome: Cents,
  /** The number of subscriptions that ended in the last 30 days without a subsequent one. */
  churned: z.int(),
  /** The churned customers as a share of the subscribers 30 days ago, in percent; null if there were none. */
  churnShare: z.number().nullable(),
  /** The next renewal of a current subscription, from which changes of the plan take effect; null if none renews. */
  nextRenewalAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>;

export const SubscriptionPlanView = SubscriptionPlan.extend({
  /** Newest first. Changing the name, price, period or benefits creates a new edition. */
  editions: z.array(PlanEdition.extend({ subscribers: z.int(), createdAt: Instant })),
});
export type SubscriptionPlanView = z.infer<typeof SubscriptionPlanView>;

export const SubscriptionPlanInput = z.strictObject({
  name: requiredText('Name', 80),
  description: optionalLongText('Description', 500),
  price: Price,
  period: PlanPeriod,
  benefits: PlanBenefits.partial().optional(),
  status: BooleanLike.optional(),
});
export type SubscriptionPlanInput = z.infer<typeof SubscriptionPlanInput>;
/** Omitted benefits stay as they are. */
export const SubscriptionPlanEdit = SubscriptionPlanInput.partial().extend({ version: Version });
export type SubscriptionPlanEdit = z.infer<typeof SubscriptionPlanEdit>;
export const SubscriptionPlanPage = pageRequest(['name', 'price', 'updatedAt'], {
  status: BooleanLike,
  period: PlanPeriod,
});
export type SubscriptionPlanPage = z.infer<typeof SubscriptionPlanPage>;

export const PlanChoice = Choice.extend({
  price: Cents,
  period: PlanPeriod,
  benefits: z.object(PlanBenefits.shape),
});
export type PlanChoice = z.infer<typeof PlanChoice>;

export const subscriptionPlanRoutes = routes('subscriptionPlans', {
  list: {
    method: 'POST',
    path: '/subscription-plan/list',
    permission: 'subscriptionPlan_list',
    summary: 'Lists subscription plans',
    body: SubscriptionPlanPage,
    data: pageOf(SubscriptionPlan),
    reads: true,
    list: { screen: '/subscription', exportAs: 'subscriptionPlans' },
  },
  view: {
    method: 'GET',
    path: '/subscription-plan/view/{id}',
    permission: 'subscriptionPlan_view',
    summary: 'Shows a subscription plan with its editions',
    data: SubscriptionPlanView,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/subscription-plan/create',
    permission: 'subscriptionPlan_add',
    everywhere: true,
    summary: 'Adds a subscription plan',
    body: SubscriptionPlanInput,
    data: SubscriptionPlan,
    message: 'Plan added',
    problems: ['duplicate'],
    changes: ['subscriptionPlans'],
  },
  edit: {
    method: 'PUT',
    path: '/subscription-plan/edit/{id}',
    permission: 'subscriptionPlan_edit',
    everywhere: true,
    summary: 'Changes a subscription plan. Subscribers keep what they bought until they renew',
    body: SubscriptionPlanEdit,
    data: SubscriptionPlan,
    message: 'Plan saved',
    problems: ['duplicate', 'version-stale'],
    changes: ['subscriptionPlans'],
  },
  remove: {
    method: 'DELETE',
    path: '/subscription-plan/delete/{id}',
    permission: 'subscriptionPlan_delete',
    everywhere: true,
    summary: 'Deletes a subscription plan that no one has bought',
    data: Deleted,
    message: 'Plan deleted',
    problems: ['in-use'],
    changes: ['subscriptionPlans'],
  },
  updateStatus: {
    method: 'PUT',
    path: '/subscription-plan/update-status/{id}',
    permission: 'subscriptionPlan_edit',
    everywhere: true,
    summary: 'Activates or deactivates a plan. An inactive one is neither sold nor renewed',
    body: StatusBody,
    data: SubscriptionPlan,
    message: 'Plan saved',
    changes: ['subscriptionPlans'],
  },
  dropdown: {
    method: 'GET',
    path: '/subscription-plan/plan-dropdown',
    permission: 'subscriptionPlan_list',
    summary: 'Lists up to 50 active plans by name',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(PlanChoice),
    reads: true,
  },
});
