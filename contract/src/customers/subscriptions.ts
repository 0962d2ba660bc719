import { z } from 'zod';
import {
  BooleanLike,
  DateOnly,
  From,
  Id,
  Instant,
  optionalText,
  requiredLongText,
  tooLong,
  UpTo,
} from '../core/fields.ts';
import { Amount, Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { PlanEdition } from './subscription-plans.ts';

/** A subscription that has ended keeps the status `current`, with `isExpired` set. */
const subscriptionStatuses = ['upcoming', 'current', 'cancelled'] as const;
export const SubscriptionStatus = z.enum(subscriptionStatuses);
/** The tabs of the history. `current` contains only subscriptions that haven't ended. */
export const subscriptionTabs = [...subscriptionStatuses, 'expired'] as const;
export const SubscriptionTab = z.enum(subscriptionTabs);
export type SubscriptionTab = z.infer<typeof SubscriptionTab>;
export const subscriptionTabLabels: Record<SubscriptionTab, string> = {
  upcoming: 'Upcoming',
  current: 'Current',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

const subscriptionPaymentTypes = ['card', 'cash', 'terminal'] as const;
export const SubscriptionPaymentType = z.enum(subscriptionPaymentTypes);
export type SubscriptionPaymentType = z.infer<typeof SubscriptionPaymentType>;

/** A charge, a refund, or the credit for unused days of the previous plan. */
export const SubscriptionPayment = z.object({
  _id: Id,
  kind: z.enum(['charge', 'refund', 'credit']),
  /** How it was paid or refunded: cash, a terminal, or the gateway of a card. Null for a credit. */
  provider: z.string().nullable(),
  status: z.enum(['due', 'captured', 'failed', 'voided', 'refundProcessing', 'refunded', 'refundFailed']),
  amount: Amount,
  reference: z.string().nullable(),
  /** The reason why the charge or refund failed. */
  problem: z.string().nullable(),
  /** The number of attempts to charge the card, and the time of the next one. */
  attempts: z.int(),
  nextTryAt: Instant.nullable(),
  createdAt: Instant,
  /** When the payment took effect; null until then. */
  settledAt: Instant.nullable(),
});
export type SubscriptionPayment = z.infer<typeof SubscriptionPayment>;

export const Subscription = z.object({
  _id: Id,
  customerId: Id,
  customerName: z.string(),
  planId: Id,
  /** The edition of the plan that the customer bought. */
  edition: PlanEdition,
  startsAt: Instant,
  endsAt: Instant,
  status: SubscriptionStatus,
  isExpired: z.boolean(),
  autoRenew: z.boolean(),
  paymentType: SubscriptionPaymentType,
  /** The price of the period, and how it was paid: payments, and credit for the previous plan. */
  pricePaid: Amount,
  refunded: Amount,
  payments: z.array(SubscriptionPayment),
  cancelledAt: Instant.nullable(),
  /** Why the subscription was cancelled, or won't renew. */
  reason: z.string().nullable(),
  invoiceNumber: z.string(),
  /** The time zone in which the days of the subscription start and end. */
  timeZone: z.string(),
  /** The subscription that this one renews or replaces. */
  previousId: Id.nullable(),
  createdAt: Instant,
});
export type Subscription = z.infer<typeof Subscription>;

/** A line of the invoice: the plan, or a deduction. */
export const InvoiceLine = z.object({ text: z.string(), amount: Cents });
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** The result of subscribing. A dry run returns the same without an ID and an invoice number. */
export const Subscribed = Subscription.extend({
  _id: Id.nullable(),
  invoiceNumber: z.string().nullable(),
  price: Amount,
  /** Credit for the unused days of the replaced plan. */
  credit: Amount,
  /** The price less the credit. */
  total: Amount,
  /** The part of the credit that exceeds the price and is refunded. */
  refund: Amount,
  /** Whole days of the replaced plan after today, and the number of days in its period. */
  unusedDays: z.int(),
  periodDays: z.int(),
  benefitsGained: z.array(z.string()),
  benefitsLost: z.array(z.string()),
  invoiceLines: z.array(InvoiceLine),
});
export type Subscribed = z.infer<typeof Subscribed>;

/** The result of cancelling, also for a dry run. */
export const Unsubscribed = Subscription.extend({
  /** The amount refunded. */
  refund: Amount,
  unusedDays: z.int(),
  periodDays: z.int(),
  benefitsLost: z.array(z.string()),
  /** When the benefits end. */
  effectiveAt: Instant,
});
export type Unsubscribed = z.infer<typeof Unsubscribed>;

export const SubscribeInput = z
  .strictObject({
    customerId: Id,
    planId: Id,
    /**
     * The start of the subscription. A day starts in the time zone of the settings. If omitted: now, or when the current
     * subscription ends.
     */
    startsAt: z.union([Instant, DateOnly], { error: 'Enter a valid date and time' }).optional(),
    paymentType: SubscriptionPaymentType,
    /** The token of a card at its gateway, never a card number. The simulated gateway creates its own. */
    cardToken: z
      .string()
      .trim()
      .max(100, tooLong('Enter the token of a card, such as tok_ok'))
      .regex(/^[\w-]{3,100}$/, 'Enter the token of a card, such as tok_ok')
      .optional(),
    /** The receipt number of the terminal. */
    reference: optionalText('Reference', 200),
    autoRenew: BooleanLike.optional(),
    /** Whether the current subscription runs until its end (the default) or is replaced now. */
    change: z.enum(['atEnd', 'now']).optional(),
    dryRun: BooleanLike.optional(),
  })
  .refine(({ autoRenew, paymentType }) => !autoRenew || paymentType === 'card', {
    path: ['autoRenew'],
    error: 'Only subscriptions paid by card renew automatically',
  })
  .refine(({ change, startsAt }) => change !== 'now' || startsAt === undefined, {
    path: ['startsAt'],
    error: 'A change that takes effect now has no start date',
  });
export type SubscribeInput = z.infer<typeof SubscribeInput>;

export const CancelSubscription = z
  .strictObject({
    when: z.enum(['now', 'atEnd']),
    refund: z.enum(['none', 'unusedDays']).default('none'),
    reason: requiredLongText('Reason', 300),
    dryRun: BooleanLike.optional(),
  })
  .refine(({ when, refund }) => when === 'now' || refund === 'none', {
    path: ['refund'],
    error: 'A subscription that runs to its end has no unused days',
  });
/** Fields of the form for cancelling. */
export const CancelReason = z.strictObject({ reason: requiredLongText('Reason', 300) });
export type CancelSubscription = z.infer<typeof CancelSubscription>;

export const SubscriptionPage = pageRequest(['startsAt'], {
  customerId: Id,
  planId: Id,
  status: SubscriptionTab,
  /** Subscriptions that start at or after `from` and before `to`. */
  from: From,
  to: UpTo,
});
export type SubscriptionPage = z.infer<typeof SubscriptionPage>;

/** The maximum count per status. */
export const maxSubscriptionCount = 1000;
export const SubscriptionList = pageOf(Subscription).extend({
  /** The number of subscriptions per status, up to `maxSubscriptionCount` each. The status filter doesn't affect it. */
  counts: z.object({ upcoming: z.int(), current: z.int(), cancelled: z.int(), expired: z.int() }),
});
export type SubscriptionList = z.infer<typeof SubscriptionList>;

/** A customer's subscription, and the savings so far. */
export const CustomerPlan = z.object({
  current: Subscription.nullable(),
  upcoming: Subscription.nullable(),
  /** The plan discounts and waived delivery fees of the customer's orders so far, and the number of these orders. */
  saved: Cents,
  savedOrders: z.int(),
});
export type CustomerPlan = z.infer<typeof CustomerPlan>;

export const subscriptionRoutes = routes('subscriptions', {
  list: {
    method: 'POST',
    path: '/subscription-plan/subscription-history',
    permission: 'subscriptionPlan_list',
    summary: 'Lists subscriptions of customers, latest start first, with counts by status',
    body: SubscriptionPage,
    data: SubscriptionList,
    reads: true,
    list: {
      screen: '/subscription-history',
      exportAs: 'subscriptions',
      shownFor: ({ tab = 'upcoming' }) => ({ status: tab }),
    },
  },
  ofCustomer: {
    method: 'GET',
    path: '/subscription-plan/customer/{id}',
    permission: 'subscriptionPlan_list',
    summary: 'Shows the plan of a customer, what follows it and what plans saved them',
    data: CustomerPlan,
    reads: true,
  },
  subscribe: {
    method: 'POST',
    path: '/subscription-plan/subscribe',
    permission: 'customer_edit',
    everywhere: true,
    onceByKey: true,
    summary: 'Subscribes a customer to a plan, or shows what that would do (dryRun)',
    body: SubscribeInput,
    data: Subscribed,
    message: 'Subscribed',
    problems: [
      'subscriptions.plan-inactive',
      'subscriptions.overlap',
      'orders.customer-blocked',
      'payments.no-gateway',
      'payments.under-way',
    ],
    changes: ['subscriptions', 'subscriptionPlans', 'customers', 'dashboard'],
  },
  cancel: {
    method: 'POST',
    path: '/subscription-plan/cancel/{id}',
    permission: 'customer_edit',
    everywhere: true,
    onceByKey: true,
    summary: 'Cancels a subscription now or at its end, or shows what that would do (dryRun)',
    body: CancelSubscription,
    data: Unsubscribed,
    message: 'Subscription cancelled',
    problems: ['subscriptions.over', 'payments.under-way'],
    changes: ['subscriptions', 'subscriptionPlans', 'customers', 'dashboard'],
  },
  pdf: {
    method: 'GET',
    path: '/subscription-plan/pdf/{id}',
    permission: 'subscriptionPlan_list',
    summary: 'Creates the invoice of a subscription as a PDF',
    data: z.object({
      /** A signed URL; null if a job creates the file. */
      url: z.string().nullable(),
      jobId: Id.nullable(),
    }),
  },
});
