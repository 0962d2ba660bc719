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

/** One that has ended stays `current`, with `isExpired`. */
const subscriptionStatuses = ['upcoming', 'current', 'cancelled'] as const;
export const SubscriptionStatus = z.enum(subscriptionStatuses);
/** The tabs of the history, where `current` means one that hasn't ended. */
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

/** A charge, a refund, or what the unused days of the plan before were worth. */
export const SubscriptionPayment = z.object({
  _id: Id,
  kind: z.enum(['charge', 'refund', 'credit']),
  /** How it was paid or refunded: cash, a terminal, or a card's gateway. Null for a credit. */
  provider: z.string().nullable(),
  status: z.enum(['due', 'captured', 'failed', 'voided', 'refundProcessing', 'refunded', 'refundFailed']),
  amount: Amount,
  reference: z.string().nullable(),
  /** Why the card was not charged, or the refund not made. */
  problem: z.string().nullable(),
  /** How often the card was tried, and when it is tried again. */
  attempts: z.int(),
  nextTryAt: Instant.nullable(),
  createdAt: Instant,
  /** When the money moved. */
  settledAt: Instant.nullable(),
});
export type SubscriptionPayment = z.infer<typeof SubscriptionPayment>;

export const Subscription = z.object({
  _id: Id,
  customerId: Id,
  customerName: z.string(),
  planId: Id,
  /** The plan as it was bought. */
  edition: PlanEdition,
  startsAt: Instant,
  endsAt: Instant,
  status: SubscriptionStatus,
  isExpired: z.boolean(),
  autoRenew: z.boolean(),
  paymentType: SubscriptionPaymentType,
  /** The price of the period and its settlement: payments, and credit for the previous plan. */
  pricePaid: Amount,
  refunded: Amount,
  payments: z.array(SubscriptionPayment),
  cancelledAt: Instant.nullable(),
  /** Why it was cancelled, or isn't renewed. */
  reason: z.string().nullable(),
  invoiceNumber: z.string(),
  /** In which its days begin and end. */
  timeZone: z.string(),
  /** The one that it renews, or that was changed into it. */
  previousId: Id.nullable(),
  createdAt: Instant,
});
export type Subscription = z.infer<typeof Subscription>;

/** A line of the invoice: the plan, and what is taken off. */
export const InvoiceLine = z.object({ text: z.string(), amount: Cents });
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** The effects of subscribing; a dry run returns the same without an id and a number. */
export const Subscribed = Subscription.extend({
  _id: Id.nullable(),
  invoiceNumber: z.string().nullable(),
  price: Amount,
  /** For the unused days of the plan that it replaces. */
  credit: Amount,
  /** The price less the credit. */
  total: Amount,
  /** The credit beyond the price, which is refunded. */
  refund: Amount,
  /** Whole days of the replaced plan after today, of so many in its period. */
  unusedDays: z.int(),
  periodDays: z.int(),
  benefitsGained: z.array(z.string()),
  benefitsLost: z.array(z.string()),
  invoiceLines: z.array(InvoiceLine),
});
export type Subscribed = z.infer<typeof Subscribed>;

/** The effects of cancelling, now or as a dry run. */
export const Unsubscribed = Subscription.extend({
  /** The refund. */
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
    /** A day begins in the time zone of the settings. Left out: now, or when the current one ends. */
    startsAt: z.union([Instant, DateOnly], { error: 'Enter a valid date and time' }).optional(),
    paymentType: SubscriptionPaymentType,
    /** Names the card to its gateway; never a card number. The simulated gateway makes its own. */
    cardToken: z
      .string()
      .trim()
      .max(100, tooLong('Enter the token of a card, such as tok_ok'))
      .regex(/^[\w-]{3,100}$/, 'Enter the token of a card, such as tok_ok')
      .optional(),
    /** The number on the terminal's slip. */
    reference: optionalText('Reference', 200),
    autoRenew: BooleanLike.optional(),
    /** Whether the current subscription runs to its end (the default) or is replaced now. */
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
  /** Started at or after, and before. */
  from: From,
  to: UpTo,
});
export type SubscriptionPage = z.infer<typeof SubscriptionPage>;

/** No status is counted further. */
export const maxSubscriptionCount = 1000;
export const SubscriptionList = pageOf(Subscription).extend({
  /** By status, up to `maxSubscriptionCount` each and whatever the status of the filter. */
  counts: z.object({ upcoming: z.int(), current: z.int(), cancelled: z.int(), expired: z.int() }),
});
export type SubscriptionList = z.infer<typeof SubscriptionList>;

/** A customer's subscription and its benefits so far. */
export const CustomerPlan = z.object({
  current: Subscription.nullable(),
  upcoming: Subscription.nullable(),
  /** Discounts of the customer's orders by plans so far, the delivery fees that plans waived, and the number of orders. */
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
      /** Signed; null where a job writes the file. */
      url: z.string().nullable(),
      jobId: Id.nullable(),
    }),
  },
});
