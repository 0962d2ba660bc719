import { z } from 'zod';
import {
  Address,
  beforeNormalizing,
  Email,
  From,
  Id,
  Instant,
  LastName,
  optionalLongText,
  Phone,
  requiredText,
  UpTo,
  Version,
} from '../../core/fields.ts';
import { itemNames } from '../../core/item-name.ts';
import { Cents, Rate } from '../../core/money.ts';
import { normalCode } from '../../core/normal-text.ts';
import { pageOf, pageRequest } from '../../core/page.ts';
import { Quantity, Unit } from '../../core/quantity.ts';
import { routes } from '../../core/route.ts';
import { GiftCardCode } from '../../customers/gift-card-code.ts';
import { PaymentType } from '../../system/payment-types.ts';
import { type OrderStatus, orderStatuses } from '../orders/order-flow.ts';
import { fulfilments, HeadlineStatusField, OrderSource, OrderStatusField } from '../orders/order-labels.ts';
import { OrderRow } from '../orders/order-list.ts';
import { NextAction } from '../orders/order-payments.ts';
import { isCalledOff } from '../orders/order-status-groups.ts';
import { LineDiscount, LineWhy, NotApplied } from '../promotions/promotion-discounts.ts';
import { OrderBenefits, OrderDiscount } from './order-benefits.ts';

/** A checkout has the status of its least advanced open order. Without open orders it is cancelled. */
export function mainOrderStatus(statuses: readonly OrderStatus[]): OrderStatus {
  const living = statuses.filter((status) => !isCalledOff(status));
  const [first = 'cancelled'] = statuses;
  if (living.length === 0) return statuses.every((status) => status === first) ? first : 'cancelled';
  return orderStatuses.find((status) => living.includes(status)) ?? first;
}

const wanted = {
  subProductId: Id.optional(),
  sku: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalCode)
    .min(1)
    .max(100)
    .optional(),
  quantity: Quantity,
};
const hasOneIdentifier = ({ subProductId, sku }: { subProductId?: unknown; sku?: unknown }) =>
  (subProductId === undefined) !== (sku === undefined);
const notOne = { path: ['subProductId'], error: 'Send either a subProductId or a sku' };
const MainOrderLine = z.strictObject({ ...wanted, locationId: Id }).refine(hasOneIdentifier, notOne);

/**
 * A customer by name and phone. The phone identifies the account. The order keeps the name and email of the request, and its
 * messages go to them.
 */
export const InlineCustomer = z.strictObject({
  firstName: requiredText('First name', 100),
  lastName: LastName.default(''),
  phone: Phone,
  email: Email.nullable().optional(),
});

export const WantedSlot = z
  .strictObject({ from: Instant, to: Instant })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'Must be after the start',
  });

const fields = {
  customerId: Id.optional(),
  customer: InlineCustomer.optional(),
  fulfilment: z.enum(fulfilments),
  /** The delivery address, or the ID of one of the customer's saved addresses. */
  address: Address.nullable().optional(),
  addressId: Id.nullable().optional(),
  slot: WantedSlot.nullable().optional(),
  lines: z.array(MainOrderLine).min(1, 'Add at least one item').max(500, 'At most 500 items'),
  /**
   * The maximum number of coins to pay with; the customer must have that many. With the payment type `coins`, the order
   * takes as many as it needs.
   */
  coins: z.int().min(0).max(1_000_000_000).optional(),
  /** Pays with the customer's store credit after coins, as far as it reaches. */
  storeCredit: z.boolean().optional(),
  /** Pays with the gift cards that have these codes after store credit, in this sequence, as far as they reach. */
  giftCards: z.array(GiftCardCode).max(5, 'At most 5 gift cards').optional(),
  note: optionalLongText('Note', 1000),
  /** Codes of promotions. Automatic promotions need none. */
  codes: z.array(requiredText('Code', 100)).max(5, 'At most 5 codes').optional(),
  /** The storefront's ID of the checkout, unique per API key. */
  externalId: z.string().trim().min(1).max(200).optional(),
};

/** Accepts the fields of an order; customer and payment type are optional. */
export const QuoteInput = z
  .strictObject({
    ...fields,
    paymentType: PaymentType.optional(),
    /** Adds to each line how its total came about. */
    explain: z.boolean().optional(),
  })
  .refine(({ customerId, customer }) => customerId === undefined || customer === undefined, {
    path: ['customerId'],
    error: 'Send either a customerId or a customer',
  });
export type QuoteInput = z.infer<typeof QuoteInput>;

export const MainOrderInput = z
  .strictObject({
    ...fields,
    paymentType: PaymentType,
    /** The total that the customer agreed to. If the current total differs, no order is placed. */
    quotedTotal: Cents.min(0, 'Enter an amount of 0 or more').optional(),
    /** The amount due that the customer agreed to, after coins, store credit and gift cards. Works like `quotedTotal`. */
    quotedDue: Cents.min(0, 'Enter an amount of 0 or more').optional(),
    /** Places no order if one of the codes doesn't apply. */
    requireCodes: z.boolean().optional(),
  })
  .refine(({ customerId, customer }) => (customerId === undefined) !== (customer === undefined), {
    path: ['customerId'],
    error: 'Send either a customerId or a customer',
  });
export type MainOrderInput = z.infer<typeof MainOrderInput>;

/** The reason why an item or an order can't be placed. */
export const QuoteProblem = z.object({
  code: z.enum([
    'not-found',
    'not-assigned',
    'switched-off',
    'quantity',
    'stock.not-enough',
    'location-closed',
    'minimum-not-met',
    'not-deliverable',
    'slot-full',
    'payment-type-off',
    'customer-blocked',
    'coins-off',
    'coins-short',
    'orders.tender-off',
    'giftCards.not-usable',
    'duplicate',
  ]),
  message: z.string(),
});
export type QuoteProblem = z.infer<typeof QuoteProblem>;

export const QuoteLine = z.object({
  /** The index of the line in the request. Lines with the same sub-product and location are combined under the first one. */
  index: z.int(),
  subProductId: Id.nullable(),
  name: z.string(),
  ...itemNames,
  sku: z.string(),
  unit: Unit,
  quantity: z.number(),
  unitPrice: Cents,
  /** The discounts of promotions. The rest of the discount is the plan's. */
  discounts: z.array(LineDiscount),
  discount: Cents,
  taxRate: Rate,
  tax: Cents,
  total: Cents,
  available: z.number(),
  /** How the total came about, if the request asks to explain. */
  why: LineWhy.optional(),
  problem: QuoteProblem.nullable(),
});
export type QuoteLine = z.infer<typeof QuoteLine>;

export const QuoteOrder = z.object({
  locationId: Id,
  locationName: z.string(),
  lines: z.array(QuoteLine),
  itemsTotal: Cents,
  discountTotal: Cents,
  taxTotal: Cents,
  deliveryFee: Cents,
  total: Cents,
  discounts: z.array(OrderDiscount),
  /** Benefits of the customer's subscription for this order; null without a subscription. */
  benefits: OrderBenefits.nullable(),
  /** Null for pickup, and if the address couldn't be located. Without a distance, none is charged or checked. */
  distanceKm: z.number().nullable(),
  /** True if the distance was measured to the center of the postal code's area. */
  distanceIsApproximate: z.boolean(),
  minimumOrder: Cents,
  problems: z.array(QuoteProblem),
});
export type QuoteOrder = z.infer<typeof QuoteOrder>;

export const Quote = z.object({
  /** True if the order can be placed unchanged. */
  possible: z.boolean(),
  itemsTotal: Cents,
  discountTotal: Cents,
  taxTotal: Cents,
  deliveryFee: Cents,
  total: Cents,
  discounts: z.array(OrderDiscount),
  /** Why codes don't apply, and which automatic promotions are within reach. */
  notApplied: z.array(NotApplied),
  /** The number of redeemed coins, and the part of the total that they pay. */
  coinsUsed: z.int(),
  coinsAmount: Cents,
  /** The part of the total that store credit pays. */
  storeCreditUsed: Cents,
  /** The gift cards that were sent and can be used, in their sequence: the part of the total that each pays, and what is left. */
  giftCards: z.array(z.object({ last4: z.string(), used: Cents, left: Cents })),
  /** The rest of the total. */
  due: Cents,
  /** The amount that a card would hold: the amount due plus a margin for weighed items. */
  hold: Cents,
  /** Null without a customer. */
  coinBalance: z.int().nullable(),
  /** The store credit that the customer has. Null without a customer, and for store users. */
  storeCreditBalance: Cents.nullable(),
  orders: z.array(QuoteOrder),
  /** The reasons why the checkout as a whole can't be placed. */
  problems: z.array(QuoteProblem),
});
export type Quote = z.infer<typeof Quote>;

/** Suggests locations for a basket. Address, fulfillment and time are optional. */
export const ProposalInput = z.strictObject({
  customerId: Id.optional(),
  fulfilment: z.enum(fulfilments),
  address: Address.nullable().optional(),
  addressId: Id.nullable().optional(),
  slot: WantedSlot.nullable().optional(),
  lines: z
    .array(z.strictObject(wanted).refine(hasOneIdentifier, notOne))
    .max(200, 'At most 200 items')
    .default([]),
});
export type ProposalInput = z.infer<typeof ProposalInput>;

export const ProposedLocation = z.object({
  locationId: Id,
  locationName: z.string(),
  /** The distance to the address; null if unknown. */
  distanceKm: z.number().nullable(),
  /** True if the distance was measured to the center of the postal code's area. */
  distanceIsApproximate: z.boolean(),
  /** Whether the location accepts such an order, regardless of its stock. */
  isOpen: z.boolean(),
  problems: z.array(QuoteProblem),
  deliveryFee: Cents,
  minimumOrder: Cents,
  /** The number of requested items that the location has in the full quantity. */
  has: z.int(),
  missing: z.array(
    z.object({
      subProductId: Id.nullable(),
      name: z.string(),
      ...itemNames,
      quantity: z.number(),
      available: z.number(),
      problem: QuoteProblem,
    }),
  ),
});
export type ProposedLocation = z.infer<typeof ProposedLocation>;

export const Proposal = z.object({
  /** Best first: accepts the order, misses the fewest items, meets its minimum, is nearest, has the lowest delivery fee. */
  locations: z.array(ProposedLocation),
  /** If no single location has everything: how several could share the order. */
  split: z
    .object({
      parts: z.array(
        z.object({ locationId: Id, locationName: z.string(), subProductId: Id, quantity: z.number() }),
      ),
      /** Requested items that no location has. */
      missing: z.array(z.object({ subProductId: Id, name: z.string(), ...itemNames, quantity: z.number() })),
    })
    .nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

export const PlacedMainOrder = z.object({
  _id: Id,
  number: z.string(),
  status: OrderStatusField,
  total: Cents,
  discounts: z.array(OrderDiscount),
  notApplied: z.array(NotApplied),
  /** The part of the total that coins, store credit and gift cards don't pay. */
  due: Cents,
  customerId: Id,
  orders: z.array(
    z.object({
      _id: Id,
      number: z.string(),
      locationId: Id,
      status: OrderStatusField,
      headlineStatus: HeadlineStatusField,
      version: Version,
      total: Cents,
    }),
  ),
});
export type PlacedMainOrder = z.infer<typeof PlacedMainOrder>;

export const MainOrderRow = z.object({
  _id: Id,
  number: z.string(),
  customerName: z.string(),
  status: OrderStatusField,
  fulfilment: z.enum(fulfilments),
  paymentType: z.string(),
  source: OrderSource,
  externalId: z.string().nullable(),
  orderCount: z.int(),
  total: Cents,
  createdAt: Instant,
});
export type MainOrderRow = z.infer<typeof MainOrderRow>;
export const MainOrderPage = pageRequest(['createdAt', 'number'], {
  customerId: Id,
  from: From,
  to: UpTo,
  source: OrderSource,
});
export type MainOrderPage = z.infer<typeof MainOrderPage>;

export const MainOrder = z.object({
  _id: Id,
  number: z.string(),
  /** Derived from the orders that the user can see; the totals are too. */
  status: OrderStatusField,
  /** The data sent with the order, otherwise that of the account. */
  customer: z.object({ _id: Id, name: z.string(), phone: z.string(), email: z.string().nullable() }),
  fulfilment: z.enum(fulfilments),
  paymentType: z.string(),
  source: OrderSource,
  externalId: z.string().nullable(),
  note: z.string().nullable(),
  total: Cents,
  /** The discounts of all orders together. */
  discounts: z.array(OrderDiscount),
  paid: Cents,
  refunded: Cents,
  orders: z.array(OrderRow.extend({ nextAction: NextAction.nullable() })),
  createdAt: Instant,
});
export type MainOrder = z.infer<typeof MainOrder>;

export const mainOrderRoutes = routes('mainOrders', {
  list: {
    method: 'POST',
    path: '/main-order/list',
    permission: 'order_list',
    summary: 'Lists checkouts',
    body: MainOrderPage,
    data: pageOf(MainOrderRow),
    reads: true,
    list: { screen: '/orders/checkouts', exportAs: 'mainOrders', liveTopic: 'orders' },
  },
  view: {
    method: 'GET',
    path: '/main-order/view/{id}',
    permission: 'order_view',
    apiScope: 'orders',
    placedByKey: true,
    summary: 'Shows a checkout with its orders',
    data: MainOrder,
    reads: true,
  },
  propose: {
    method: 'POST',
    path: '/main-order/propose',
    permission: 'order_add',
    apiScope: 'orders',
    summary: 'Ranks the locations that could take an order by distance and availability',
    body: ProposalInput,
    data: Proposal,
    reads: true,
  },
  quote: {
    method: 'POST',
    path: '/main-order/quote',
    permission: 'order_add',
    apiScope: 'orders',
    summary: 'Prices an order and lists any problems, without saving',
    body: QuoteInput,
    data: Quote,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/main-order/create',
    permission: 'order_add',
    apiScope: 'orders',
    onceByKey: true,
    summary: 'Places an order, split by location',
    body: MainOrderInput,
    data: PlacedMainOrder,
    message: 'Order placed',
    problems: [
      'duplicate',
      'stock.not-enough',
      'orders.not-sellable',
      'orders.minimum-not-met',
      'orders.not-deliverable',
      'orders.payment-type-off',
      'orders.customer-blocked',
      'orders.coins-off',
      'orders.coins-short',
      'orders.tender-off',
      'giftCards.not-usable',
      'mainOrders.price-changed',
      'promotions.code-not-applied',
    ],
    changes: ['mainOrders', 'orders', 'stock', 'customers', 'credits', 'giftCards'],
  },
});
