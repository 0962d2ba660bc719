import { z } from 'zod';
import { Address, Id, Instant, Version } from '../../core/fields.ts';
import { Cents } from '../../core/money.ts';
import { disputeStatuses } from '../dispute-status.ts';
import { OrderBenefits, OrderDiscount } from '../main-orders/order-benefits.ts';
import { Refund } from '../refunds/refunds.ts';
import { OrderReturn } from '../returns/returns.ts';
import { dispatchStatuses } from './order-flow.ts';
import {
  Bags,
  fulfilments,
  HeadlineStatusField,
  OrderOwner,
  OrderSource,
  OrderStatusField,
  Picker,
  Slot,
  StepStatus,
} from './order-labels.ts';
import { OrderLine } from './order-lines.ts';
import { NextAction, PayLink, Payment } from './order-payments.ts';

export const OrderEvent = z.object({
  _id: Id,
  kind: z.enum([
    'order',
    'dispatch',
    'return',
    'refund',
    'lines',
    'note',
    'picking',
    'details',
    'owner',
    'tags',
  ]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The name of a user or a program, or "System". */
  by: z.string(),
  at: Instant,
  note: z.string().nullable(),
  /** True if the program wrote the note because something happened; false for what a user wrote. */
  automatic: z.boolean(),
  /** True if the event undoes the previous step. */
  undo: z.boolean(),
  /** The refund or return that the event belongs to. */
  about: Id.nullable(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

export const Order = z.object({
  _id: Id,
  number: z.string(),
  status: OrderStatusField,
  /** Null for pickups, and for orders that were cancelled, rejected, failed or expired. */
  dispatchStatus: z.enum(dispatchStatuses).nullable(),
  headlineStatus: HeadlineStatusField,
  /** The next steps that the user can take. */
  allowed: z.array(StepStatus),
  version: Version,
  fulfilment: z.enum(fulfilments),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  mainOrder: z.object({
    _id: Id,
    number: z.string(),
    source: OrderSource,
    externalId: z.string().nullable(),
    /** The other orders of the checkout, limited to those that the user can see. */
    siblings: z.array(
      z.object({
        _id: Id,
        number: z.string(),
        locationName: z.string(),
        headlineStatus: HeadlineStatusField,
        total: Cents,
      }),
    ),
  }),
  customer: z.object({
    _id: Id,
    /** Name, phone and email as sent with the order, otherwise those of the account. */
    name: z.string(),
    phone: z.string(),
    email: z.string().nullable(),
    /** The name of the account if it differs, because accounts are identified by their phone. */
    accountName: z.string().nullable(),
    /** The number of orders placed before this one; 100 means 100 or more. */
    earlierOrders: z.int(),
    /** The latest of these orders. */
    recent: z.array(
      z.object({
        _id: Id,
        number: z.string(),
        headlineStatus: HeadlineStatusField,
        total: Cents,
        createdAt: Instant,
      }),
    ),
  }),
  address: z.object(Address.shape).nullable(),
  distanceKm: z.number().nullable(),
  slot: Slot.nullable(),
  paymentType: z.string(),
  note: z.string().nullable(),
  owner: OrderOwner.nullable(),
  tags: z.array(z.string()),
  lines: z.array(OrderLine),
  /** The percentage by which a weighed quantity can exceed the ordered one. */
  pickTolerancePercent: z.number(),
  itemsTotal: Cents,
  discountTotal: Cents,
  taxTotal: Cents,
  deliveryFee: Cents,
  total: Cents,
  discounts: z.array(OrderDiscount),
  /** Benefits of the customer's subscription for this order; null without a subscription. */
  benefits: OrderBenefits.nullable(),
  coinsUsed: z.int(),
  coinsEarned: z.int(),
  /** Coins that the customer will earn on delivery; 0 after delivery, and if the order earns none. */
  coinsToEarn: z.int(),
  paid: Cents,
  refunded: Cents,
  events: z.array(OrderEvent),
  payments: z.array(Payment),
  nextAction: NextAction.nullable(),
  /** The latest link to pay the order; null if none was sent. */
  payLink: PayLink.nullable(),
  refunds: z.array(Refund),
  returns: z.array(OrderReturn),
  /** The return request that this order delivers the replacement for. */
  replacementFor: z
    .object({ returnId: Id, returnNumber: z.string(), orderId: Id, orderNumber: z.string() })
    .nullable(),
  /** The latest dispute of a card that paid; null for users without `dispute_list`. */
  dispute: z
    .object({
      _id: Id,
      number: z.string(),
      status: z.enum(disputeStatuses),
      amount: Cents,
      dueBy: Instant.nullable(),
    })
    .nullable(),
  driverId: Id.nullable(),
  /** The driver. Also null if the driver no longer delivers for a location that the user has access to. */
  driver: z.object({ _id: Id, name: z.string(), phone: z.string() }).nullable(),
  /** The code that the driver or customer gives at the counter; shown to users who can hand over the order. */
  handOverCode: z.string().nullable(),
  /** Null until picking starts, and if a program started it. */
  picker: Picker.nullable(),
  bags: Bags.nullable(),
  /** The driver who still has the items after a failed attempt. */
  comingBackFrom: z.string().nullable(),
  cancelReason: z.string().nullable(),
  paymentDueAt: Instant.nullable(),
  processingAt: Instant.nullable(),
  preparedAt: Instant.nullable(),
  outAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Order = z.infer<typeof Order>;

/**
 * An order after a step, without fields that steps don't change: its checkout, the customer's other orders, shelves of items.
 */
export const SteppedOrder = Order.omit({ mainOrder: true, nextAction: true, payLink: true }).extend({
  customer: Order.shape.customer.pick({ _id: true, name: true, phone: true }),
  lines: z.array(OrderLine.omit({ barcode: true, aisle: true, aisleName: true, walk: true })),
});
export type SteppedOrder = z.infer<typeof SteppedOrder>;

/** Combines the order from before a step with the fields that the step changed. */
export function afterStep(known: Order, stepped: SteppedOrder): Order {
  const before = new Map(known.lines.map((line) => [line._id, line]));
  const nowhere = { barcode: null, aisle: '', aisleName: null, walk: known.lines.length };
  return {
    ...known,
    ...stepped,
    customer: { ...known.customer, ...stepped.customer },
    lines: stepped.lines.map((line) => ({ ...nowhere, ...before.get(line._id), ...line })),
  };
}
