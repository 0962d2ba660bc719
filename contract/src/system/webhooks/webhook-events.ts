import { z } from 'zod';
import { Id, Instant, Version } from '../../core/fields.ts';
import { Cents } from '../../core/money.ts';
import type { pingEvent, WebhookEvent } from './webhooks.ts';

/** An order in the payload of webhooks. */
const orderFields = {
  orderId: Id,
  number: z.string(),
  mainOrderId: Id,
  mainOrderNumber: z.string(),
  /** The storefront's ID of the checkout. */
  externalId: z.string().nullable(),
  locationId: Id,
  customerId: Id,
  fulfilment: z.string(),
  status: z.string(),
  /** Null for pickups. */
  dispatchStatus: z.string().nullable(),
  headlineStatus: z.string(),
  total: Cents,
  /** Increases with every change of the order: an event with a lower version is older. */
  version: Version,
};
/** A step of an order or of its delivery. */
export const OrderStepEvent = z.object({
  ...orderFields,
  /** The previous status; null when the order was placed. */
  from: z.string().nullable(),
  to: z.string(),
  /** The name of a user or a program, or "System". */
  by: z.string(),
  note: z.string().nullable(),
});
export const LateOrderEvent = z.object({
  ...orderFields,
  /** The end of the slot, or the promised time. */
  wantedBy: Instant,
});
export const ReturnEvent = z.object({
  returnId: Id,
  number: z.string(),
  orderId: Id,
  locationId: Id,
  customerId: Id,
  /** `return` or `replacement`. */
  kind: z.string(),
  /** The previous status; null when it was requested. */
  from: z.string().nullable(),
  to: z.string(),
  status: z.string(),
  version: Version,
});
export const RefundEvent = z.object({
  refundId: Id,
  orderId: Id,
  locationId: Id,
  amount: Cents,
  reason: z.string().nullable(),
  /** The previous status; null when it was opened. */
  from: z.string().nullable(),
  to: z.string(),
  status: z.string(),
  version: Version,
});
export const ProductEvent = z.object({
  productId: Id,
  change: z.enum(['added', 'edited', 'deleted']),
  name: z.string(),
  status: z.boolean(),
  version: Version,
  /** Up to 500 sub-products that were added, edited or deleted; absent if only the product itself changed. */
  subProductIds: z.array(Id).optional(),
});
export const StockEvent = z.object({
  locationId: Id,
  /** Up to 500 sub-products whose stock changed within a few seconds. */
  subProductIds: z.array(Id),
  /** True if there are more sub-products than listed. */
  hasMore: z.boolean(),
});
export const PriceEvent = z.object({
  /** Null if list prices or sale prices changed, which apply at locations without a custom price. */
  locationId: Id.nullable(),
  /** Up to 500 sub-products whose prices changed within a few seconds. */
  subProductIds: z.array(Id),
  /** True if there are more sub-products than listed. */
  hasMore: z.boolean(),
});
export const AssignmentEvent = z.object({
  locationId: Id,
  /** Up to 500 sub-products that the location started or stopped selling within a few seconds. */
  subProductIds: z.array(Id),
  /** True if there are more sub-products than listed. */
  hasMore: z.boolean(),
});
export const PromotionEvent = z.object({
  promotionId: Id,
  number: z.string(),
  change: z.enum(['added', 'edited', 'published', 'paused', 'ended', 'deleted']),
  /** `draft`, `scheduled`, `active`, `paused` or `ended`. A promotion starts and ends by its schedule without an event. */
  status: z.string(),
  startsAt: Instant,
  endsAt: Instant.nullable(),
  /** Null means all locations. */
  locationIds: z.array(Id).nullable(),
  version: Version,
});
export const SubscriptionEvent = z.object({
  subscriptionId: Id,
  customerId: Id,
  planId: Id,
  /** `cancelled` also if only the renewal was cancelled. `ended` if it isn't renewed, or if its charge failed. */
  change: z.enum(['subscribed', 'replaced', 'renewed', 'cancelled', 'ended', 'restored']),
  /** The previous status; null if the subscription is new. */
  from: z.string().nullable(),
  /** `upcoming`, `current`, `cancelled` or `expired`. */
  to: z.string(),
  autoRenew: z.boolean(),
  startsAt: Instant,
  endsAt: Instant,
});
export const CustomerEvent = z.object({
  customerId: Id,
  change: z.enum(['added', 'edited', 'merged', 'unmerged', 'deleted', 'erased']),
  /** The names of the changed fields, never their values; empty unless the customer was edited. */
  fields: z.array(z.string()),
});
export const CreditEvent = z.object({
  customerId: Id,
  entryId: Id,
  /** `issued`, `spent`, `returned`, `adjusted`, `fromGiftCard` or `moved`. */
  kind: z.string(),
  /** Negative if credit was spent or removed. */
  amount: Cents,
  /** The credit that could be spent after this entry. */
  balance: Cents,
  orderId: Id.nullable(),
});
export const GiftCardEvent = z.object({
  giftCardId: Id,
  number: z.string(),
  /** `sold` or `promotional`. */
  kind: z.string(),
  /** The current balance and status, which can be newer than the change. */
  balance: Cents,
  status: z.string(),
  version: Version,
});
export const DisputeEvent = z.object({
  disputeId: Id,
  number: z.string(),
  orderId: Id,
  paymentId: Id,
  locationId: Id,
  amount: Cents,
  /** The current status, which can be newer than the change. */
  status: z.string(),
  /** When the answer is due; null if none is. */
  dueBy: Instant.nullable(),
  version: Version,
});
export const TicketEvent = z.object({
  ticketId: Id,
  number: z.string(),
  /** The location of the ticket or of its order. */
  locationId: Id.nullable(),
  orderId: Id.nullable(),
  customerId: Id.nullable(),
  /** The previous status; null when it was opened. */
  from: z.string().nullable(),
  to: z.string(),
  version: Version,
});
export const StatementEvent = z.object({
  statementId: Id,
  number: z.string(),
  locationId: Id,
  total: Cents,
  /** The previous status; null when it was created. */
  from: z.string().nullable(),
  /** `discarded` if the statement was deleted. */
  to: z.string(),
});
export const PayoutEvent = z.object({
  statementId: Id,
  /** The number of the statement. */
  number: z.string(),
  locationId: Id,
  amount: Cents,
  to: z.enum(['paid', 'voided']),
});
export const PingEvent = z.object({ endpointId: Id });

/** The schema of `data` for each event. */
export const webhookData = {
  'order.created': OrderStepEvent,
  'order.status': OrderStepEvent,
  'order.late': LateOrderEvent,
  'dispatch.status': OrderStepEvent,
  'return.created': ReturnEvent,
  'return.status': ReturnEvent,
  'refund.created': RefundEvent,
  'refund.status': RefundEvent,
  'product.changed': ProductEvent,
  'stock.changed': StockEvent,
  'price.changed': PriceEvent,
  'assignment.changed': AssignmentEvent,
  'customer.changed': CustomerEvent,
  'credit.changed': CreditEvent,
  'giftCard.changed': GiftCardEvent,
  'dispute.changed': DisputeEvent,
  'ticket.created': TicketEvent,
  'ticket.status': TicketEvent,
  'promotion.changed': PromotionEvent,
  'subscription.status': SubscriptionEvent,
  'statement.created': StatementEvent,
  'statement.status': StatementEvent,
  'payout.status': PayoutEvent,
  ping: PingEvent,
} as const satisfies Record<WebhookEvent | typeof pingEvent, z.ZodType>;
