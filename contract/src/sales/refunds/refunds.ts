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
import { itemNames } from '../../core/item-name.ts';
import { Amount, Cents, Price } from '../../core/money.ts';
import { metricFilters, pageOf, pageRequest } from '../../core/page.ts';
import { Quantity } from '../../core/quantity.ts';
import { routes } from '../../core/route.ts';
import { refundStatuses } from '../orders/order-flow.ts';

export const RefundStatusField = z.enum(refundStatuses);

export const RefundLine = z.object({
  lineId: Id,
  /** The amount refunded for the line, tax included. */
  amount: Cents,
  /** Present if the line was refunded by quantity. */
  quantity: z.number().optional(),
  /** The reason, if each line has its own. */
  reason: z.string().nullable(),
});
const GiftCardShare = z.object({ giftCardId: Id, last4: z.string(), amount: Cents });
export type GiftCardShare = z.infer<typeof GiftCardShare>;
export const Refund = z.object({
  _id: Id,
  status: RefundStatusField,
  /** The next steps that the user can take. */
  allowed: z.array(RefundStatusField),
  amount: Cents,
  lines: z.array(RefundLine),
  deliveryFee: Cents,
  reason: z.string(),
  /** Earned coins that the refund reverses. */
  coins: z.int(),
  /** The part of these coins that the customer no longer had when the refund was paid. */
  coinsNotTaken: z.int(),
  /** The part of the refund that is returned in coins, in cents, and the number of these coins. */
  inCoins: Cents,
  coinsReturned: z.int(),
  /** The part that was paid with store credit and returns to it. */
  inCredit: Cents,
  /** The part that was paid with gift cards and returns to them. */
  inGiftCards: Cents,
  /** The share of each gift card. If a card can't be used anymore, its share becomes store credit. */
  giftCards: z.array(GiftCardShare),
  /** The part of the refund that becomes store credit instead of money. */
  toCredit: Cents,
  /** True if staff refund the money by hand; otherwise it goes to the card. */
  byHand: z.boolean(),
  reference: z.string().nullable(),
  /** The reason why the refund failed. */
  problem: z.string().nullable(),
  /** When a failed refund is retried automatically. */
  nextTryAt: Instant.nullable(),
  returnId: Id.nullable(),
  createdAt: Instant,
  /** When it was paid; null if it isn't. If the bank returned it and it was paid again: the first time. */
  refundedAt: Instant.nullable(),
  version: Version,
});
export type Refund = z.infer<typeof Refund>;

/** The part of a refund that is paid in money. */
export const moneyOf = ({
  amount,
  inCoins,
  inCredit,
  inGiftCards,
  toCredit,
}: Pick<Refund, 'amount' | 'inCoins' | 'inCredit' | 'inGiftCards' | 'toCredit'>): number =>
  amount - inCoins - inCredit - inGiftCards - toCredit;

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
  /** True: refunds by staff; false: refunds to the card. */
  byHand: BooleanLike,
  from: From,
  to: UpTo,
  locationIds: metricFilters.locationIds,
  /** Refunds paid on these calendar days at the location. */
  refundedFromDay: metricFilters.fromDay,
  refundedToDay: metricFilters.toDay,
  /** True: refunds of delivered orders; false: refunds of payments for orders that were changed or ended before delivery. */
  ofSale: BooleanLike,
  /** Refunds with this sub-product on one of their lines. */
  subProductId: Id,
});
export type RefundPage = z.infer<typeof RefundPage>;

const ReasonId = z.string().min(1).max(100).optional();
const draftLine = {
  lineId: Id,
  amount: Price.optional(),
  /** Instead of an amount: refunds the part of the line's total for this quantity. A line whose total is 0 takes only this. */
  quantity: Quantity.optional(),
};
const isOneOfBoth = ({ amount, quantity }: { amount?: number; quantity?: number }) =>
  (amount === undefined) !== (quantity === undefined);
const needsOne = { path: ['amount'], error: 'Enter either an amount or a quantity' };

const RefundDraft = z.strictObject({
  /** If omitted together with `deliveryFee`: refunds everything that can still be refunded. */
  lines: z
    .array(z.strictObject(draftLine).refine(isOneOfBoth, needsOne))
    .min(1, 'Choose at least one item')
    .max(200)
    .optional(),
  deliveryFee: Amount.optional(),
  /**
   * `original` (the default) returns the amount to each payment method of the order, `storeCredit` adds it to the customer's
   * store credit. Coins are returned as coins either way.
   */
  to: z.enum(['original', 'storeCredit']).optional(),
});
export type RefundDraft = z.infer<typeof RefundDraft>;
export const RefundInput = RefundDraft.extend({
  lines: z
    .array(z.strictObject({ ...draftLine, reasonId: ReasonId }).refine(isOneOfBoth, needsOne))
    .min(1, 'Choose at least one item')
    .max(200)
    .optional(),
  deliveryFeeReasonId: ReasonId,
  /** A reason in addition to those from the settings, or instead of them. */
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
  /** How the money was refunded, such as the number of a receipt. */
  reference: optionalText('Reference', 200),
  /** From now on staff refund the money by hand instead of the card's gateway. */
  byHand: z.boolean().optional(),
});
export type RefundStep = z.infer<typeof RefundStep>;

/** The effects of a refund, or of an amount that is never collected, on everyone involved. Previews save nothing. */
export const MoneyPlan = z.object({
  lines: z.array(
    z.object({
      lineId: Id,
      name: z.string(),
      ...itemNames,
      goods: Cents,
      discount: Cents,
      tax: Cents,
      commission: Cents,
      /** Item price less discount plus tax. */
      amount: Cents,
      /** The maximum that can still be refunded for this line. */
      refundable: Cents,
      /** The quantity of a line whose total is 0 that can still be refunded; 0 for other lines. */
      refundableQuantity: z.number(),
    }),
  ),
  goods: Cents,
  discount: Cents,
  tax: Cents,
  deliveryFee: Cents,
  /** The part of the delivery fee that can still be refunded. */
  deliveryFeeRefundable: Cents,
  /** The sum of the lines and the fee. */
  amount: Cents,
  /** The part of the amount that was paid and is refunded to the customer. */
  refund: Cents,
  /** The part of the amount that was promised or due, and is never collected. */
  released: Cents,
  /** The commission that the marketplace loses. */
  commission: Cents,
  coins: z.int(),
  /** The part of these coins that the customer no longer has; they stay spent. */
  coinsNotTaken: z.int(),
  /** The cost of these coins to the party that funds them: the marketplace, or the location. */
  coinsWorth: Cents,
  /** The change of the location's payout; a negative amount is deducted from its next statement. */
  payout: Cents,
  /** True if the sale is already posted. Otherwise these amounts are never posted. */
  inBooks: z.boolean(),
  /** How the money is refunded; null if none is. */
  by: z.enum(['card', 'hand', 'coins', 'storeCredit', 'giftCard']).nullable(),
  /** The part of the refund that is returned in coins, because money didn't pay it. */
  inCoins: Cents,
  coinsReturned: z.int(),
  /** The part that was paid with store credit and returns to it. */
  inCredit: Cents,
  /** The part that was paid with gift cards and returns to them. */
  inGiftCards: Cents,
  giftCards: z.array(GiftCardShare),
  /** The part of the refund that becomes store credit instead of money. */
  toCredit: Cents,
  /** The maximum that can still be refunded. */
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
  /** Requires confirming the password. */
  create: {
    method: 'POST',
    path: '/order/refund/{id}',
    permission: 'cancel_order',
    confirms: 'money',
    when: 'above refundConfirmAbove',
    alsoNeeds: 'order_edit',
    onceByKey: true,
    summary:
      'Opens a refund for lines and delivery fee of a delivered order, or of a paid one once it is picked; of the fee alone, also before',
    body: RefundInput,
    data: Refund,
    message: 'Refund started',
    problems: ['refunds.too-much', 'refunds.not-delivered', 'refunds.disputed', 'reauth-required'],
    changes: ['orders', 'mainOrders', 'customers', 'credits', 'giftCards'],
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
  /** Requires confirming the password. */
  updateStatus: {
    method: 'PUT',
    path: '/order/refund/update-status/{id}',
    permission: 'cancel_order',
    confirms: 'money',
    when: 'above refundConfirmAbove',
    alsoNeeds: 'order_edit',
    summary: 'Moves a refund one step further',
    body: RefundStep,
    data: Refund,
    message: 'Refund updated',
    problems: ['orders.step-not-possible', 'refunds.under-way', 'reauth-required', 'version-stale'],
    changes: ['orders', 'mainOrders', 'customers', 'credits', 'giftCards'],
  },
});
