import { z } from 'zod';
import {
  BooleanLike,
  From,
  Id,
  Instant,
  optionalLongText,
  optionalText,
  UpTo,
  Version,
} from '../../core/fields.ts';
import { Amount, Cents, Price } from '../../core/money.ts';
import { metricFilters, pageOf, pageRequest } from '../../core/page.ts';
import { routes } from '../../core/route.ts';
import { refundStatuses } from '../orders/order-flow.ts';

export const RefundStatusField = z.enum(refundStatuses);

export const RefundLine = z.object({
  lineId: Id,
  /** The amount refunded for the line, tax included. */
  amount: Cents,
  /** Why, where each line has a reason. */
  reason: z.string().nullable(),
});
export const Refund = z.object({
  _id: Id,
  status: RefundStatusField,
  /** The steps that the requesting user may take next. */
  allowed: z.array(RefundStatusField),
  amount: Cents,
  lines: z.array(RefundLine),
  deliveryFee: Cents,
  reason: z.string(),
  /** Earned coins that it takes back. */
  coins: z.int(),
  /** Those of them that the customer no longer had when it was paid. */
  coinsNotTaken: z.int(),
  /** The part of it that goes back in coins, in cents, and how many that are. */
  inCoins: Cents,
  coinsReturned: z.int(),
  /** True if staff hand the money back; otherwise it goes to the card. */
  byHand: z.boolean(),
  reference: z.string().nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
  /** When a failed one is tried again by itself. */
  nextTryAt: Instant.nullable(),
  returnId: Id.nullable(),
  createdAt: Instant,
  refundedAt: Instant.nullable(),
  version: Version,
});
export type Refund = z.infer<typeof Refund>;

export const RefundRow = z.object({
  ...Refund.shape,
  orderId: Id,
  orderNumber: z.string(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  customerName: z.string(),
});
export type RefundRow = z.infer<typeof RefundRow>;
export const RefundPage = pageRequest(['createdAt'], {
  locationId: Id,
  status: RefundStatusField,
  /** Paid back by staff, or to the card. */
  byHand: BooleanLike,
  from: From,
  to: UpTo,
  locationIds: metricFilters.locationIds,
  /** Paid on these days at the location. */
  refundedFromDay: metricFilters.fromDay,
  refundedToDay: metricFilters.toDay,
  /** Of a delivered order; else of what was paid for an order that was changed or called off. */
  ofSale: BooleanLike,
  /** With this on one of its lines. */
  subProductId: Id,
});
export type RefundPage = z.infer<typeof RefundPage>;

const RefundDraft = z.strictObject({
  /** Left out together with the delivery fee: everything that can still be refunded. */
  lines: z
    .array(z.strictObject({ lineId: Id, amount: Price }))
    .min(1, 'Choose at least one item')
    .max(200)
    .optional(),
  deliveryFee: Amount.optional(),
});
export type RefundDraft = z.infer<typeof RefundDraft>;
const ReasonId = z.string().min(1).max(100).optional();
export const RefundInput = RefundDraft.extend({
  lines: z
    .array(z.strictObject({ lineId: Id, amount: Price, reasonId: ReasonId }))
    .min(1, 'Choose at least one item')
    .max(200)
    .optional(),
  deliveryFeeReasonId: ReasonId,
  /** Beside the reasons chosen from the settings, or instead of them. */
  reason: optionalLongText('Reason', 300),
}).refine(
  ({ lines = [], deliveryFeeReasonId, reason }) =>
    reason || deliveryFeeReasonId || lines.some(({ reasonId }) => reasonId),
  { path: ['reason'], error: 'Reason is required' },
);
export type RefundInput = z.infer<typeof RefundInput>;

export const RefundStep = z.strictObject({
  status: RefundStatusField,
  version: Version.optional(),
  note: optionalLongText('Note', 1000),
  /** How it was paid back: a receipt's number, say. */
  reference: optionalText('Reference', 200),
  /** From now on staff hand the money back, instead of the card's gateway. */
  byHand: z.boolean().optional(),
});
export type RefundStep = z.infer<typeof RefundStep>;

/** The effects of refunding, or of never refunding, on everyone involved. Previews save nothing. */
export const MoneyPlan = z.object({
  lines: z.array(
    z.object({
      lineId: Id,
      name: z.string(),
      goods: Cents,
      discount: Cents,
      tax: Cents,
      commission: Cents,
      /** Goods less discount plus tax. */
      amount: Cents,
      /** The maximum that can still be refunded for this line. */
      refundable: Cents,
    }),
  ),
  goods: Cents,
  discount: Cents,
  tax: Cents,
  deliveryFee: Cents,
  /** The most that could go back of the delivery fee. */
  deliveryFeeRefundable: Cents,
  /** The sum of the lines and the fee. */
  amount: Cents,
  /** The part of it that was paid, and goes back to the customer. */
  refund: Cents,
  /** The part that was promised or due, and is never collected. */
  released: Cents,
  /** The part of the marketplace that falls away. */
  commission: Cents,
  coins: z.int(),
  /** Those of them that the customer doesn't have any more: they stay spent. */
  coinsNotTaken: z.int(),
  /** The cost of these coins to the party that funds them: the marketplace, or the location. */
  coinsWorth: Cents,
  /** By how much what the location is paid changes; less than nothing is taken from its next statement. */
  payout: Cents,
  /** Whether the sale is in the books already: else this is only what will never get there. */
  inBooks: z.boolean(),
  /** How the money goes back; null where none does. */
  by: z.enum(['card', 'hand', 'coins']).nullable(),
  /** The part of what goes back that goes back in coins: what money did not pay. */
  inCoins: Cents,
  coinsReturned: z.int(),
  /** The most that could go back at all. */
  refundable: Cents,
});
export type MoneyPlan = z.infer<typeof MoneyPlan>;

export const refundRoutes = routes('orders', {
  list: {
    method: 'POST',
    path: '/payment-details/refund-list',
    permission: 'order_view',
    summary: 'Lists refunds',
    body: RefundPage,
    data: pageOf(RefundRow),
    reads: true,
    list: {
      screen: '/payments',
      exportAs: 'refunds',
      shownFor: ({ tab }) => (tab === 'refunds' ? {} : null),
    },
  },
  /** Takes the password again. */
  create: {
    method: 'POST',
    path: '/order/refund/{id}',
    permission: 'cancel_order',
    alsoNeeds: 'order_edit',
    onceByKey: true,
    summary:
      'Opens a refund for lines and delivery fee of a delivered order, or of a paid one once it is picked',
    body: RefundInput,
    data: Refund,
    message: 'Refund started',
    problems: ['refunds.too-much', 'refunds.not-delivered', 'reauth-required'],
    changes: ['orders', 'mainOrders', 'customers'],
  },
  plan: {
    method: 'POST',
    path: '/order/refund-plan/{id}',
    permission: 'order_view',
    summary: 'Previews the effect of a refund on tax, coins, commission and payout',
    body: RefundDraft,
    data: MoneyPlan,
    problems: ['refunds.too-much'],
    reads: true,
  },
  /** Takes the password again. */
  updateStatus: {
    method: 'PUT',
    path: '/order/refund/update-status/{id}',
    permission: 'cancel_order',
    alsoNeeds: 'order_edit',
    summary: 'Moves a refund one step further',
    body: RefundStep,
    data: Refund,
    message: 'Refund updated',
    problems: ['orders.step-not-possible', 'refunds.under-way', 'reauth-required', 'version-stale'],
    changes: ['orders', 'mainOrders', 'customers'],
  },
});
