import { z } from 'zod';
import { Address, From, Id, Instant, optionalText, requiredText, UpTo, Version } from './core/fields.ts';
import { Amount, Cents, Rate } from './core/money.ts';
import { pageOf, pageRequest } from './core/page.ts';
import { Quantity, QuantityOrNone, Unit } from './core/quantity.ts';
import { routes } from './core/route.ts';
import { dispatchStatuses, headlineStatuses, orderStatuses } from './order-flow.ts';
import { MoneyPlan, Refund } from './refunds.ts';
import { OrderReturn } from './returns.ts';

export const fulfilments = ['delivery', 'pickup'] as const;
/** Placed by somebody here, or sent in by a storefront. */
export const OrderSource = z.enum(['staff', 'storefront']);

export const OrderStatusField = z.enum(orderStatuses);
export const HeadlineStatusField = z.enum(headlineStatuses);
export const StepStatus = z.enum([...orderStatuses, ...dispatchStatuses]);

/** The number as people say it: O-100042, M-50001. */
export const orderNumber = (number: number): string => `O-${number}`;
export const mainOrderNumber = (number: number): string => `M-${number}`;

/** When somebody wants it; none means as soon as possible. */
export const Slot = z.object({ from: Instant, to: Instant });
export type Slot = z.infer<typeof Slot>;

/** What a shopper said to something else instead of what they ordered. */
export const shopperAnswers = ['approved', 'refused', 'notReached'] as const;
export const ShopperAnswer = z.enum(shopperAnswers);
export type ShopperAnswer = z.infer<typeof ShopperAnswer>;
export const answerTexts: Record<ShopperAnswer, string> = {
  approved: 'the shopper agreed',
  refused: 'the shopper wants nothing else instead',
  notReached: 'the shopper was not reached',
};

/** As lean as a list needs it. */
export const OrderRow = z.object({
  _id: Id,
  number: z.string(),
  locationId: Id,
  locationName: z.string(),
  customerName: z.string(),
  status: OrderStatusField,
  dispatchStatus: z.enum(dispatchStatuses).nullable(),
  headlineStatus: HeadlineStatusField,
  fulfilment: z.enum(fulfilments),
  lineCount: z.int(),
  total: Cents,
  paymentType: z.string(),
  slot: Slot.nullable(),
  createdAt: Instant,
  version: Version,
});
export type OrderRow = z.infer<typeof OrderRow>;

/** One status, or several. */
const oneOrMore = <Value extends z.ZodType>(value: Value) => z.union([value, z.array(value).min(1).max(36)]);
/** What stands out about an order, for whoever looks for trouble. */
export const orderFlags = ['late', 'hasNote', 'substituted', 'short', 'refundFailed'] as const;
export const OrderFlag = z.enum(orderFlags);
export type OrderFlag = z.infer<typeof OrderFlag>;

export const orderFilters = {
  locationId: Id,
  headlineStatus: oneOrMore(HeadlineStatusField),
  status: oneOrMore(OrderStatusField),
  /** Placed at or after, and before. */
  from: From,
  to: UpTo,
  /** Wanted at or after, and before. */
  slotFrom: From,
  slotTo: UpTo,
  paymentType: z.string().max(50),
  fulfilment: z.enum(fulfilments),
  driverId: Id,
  customerId: Id,
  /** With this on one of its lines. */
  subProductId: Id,
  minTotal: Amount,
  maxTotal: Amount,
  minItems: z.int().min(0).max(100_000),
  maxItems: z.int().min(0).max(100_000),
  /** Of several, all hold. */
  flag: z.union([OrderFlag, z.array(OrderFlag).min(1).max(orderFlags.length)]),
};
export const OrderPage = pageRequest(['createdAt', 'number', 'total'], orderFilters);
export type OrderPage = z.infer<typeof OrderPage>;

const { headlineStatus: _, ...otherFilters } = orderFilters;
/** What a list shows, whichever of its tabs is open. */
export const OrderCountsInput = z
  .strictObject({
    search: z.string().trim().max(200).optional(),
    filters: z.strictObject(otherFilters).partial().default({}),
  })
  .prefault({});
export type OrderCountsInput = z.infer<typeof OrderCountsInput>;
export const OrderCount = z.object({
  status: HeadlineStatusField,
  count: z.int(),
  /** True where there are more: nobody counts past a thousand. */
  isMore: z.boolean(),
});
export type OrderCount = z.infer<typeof OrderCount>;

/** The orders that something is done to: those named, or all that a list with this search and these filters shows. */
export const OrderTarget = z.strictObject({
  ids: z.array(Id).min(1).max(1000, 'At most 1,000 by name: use a filter').optional(),
  search: z.string().trim().max(200).optional(),
  filters: z.strictObject(orderFilters).partial().default({}),
});
export type OrderTarget = z.infer<typeof OrderTarget>;

export const OrderLine = z.object({
  _id: Id,
  subProductId: Id,
  name: z.string(),
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  quantity: z.number(),
  /** Null until somebody picks; then what is taken, weighed where it is sold by weight. */
  pickedQuantity: z.number().nullable(),
  unitPrice: Cents,
  discount: Cents,
  taxRate: Rate,
  tax: Cents,
  /** Goods less discount plus tax. */
  total: Cents,
  /** The line that this one stands in for. */
  substituteFor: Id.nullable(),
  addedByStaff: z.boolean(),
  /** Taken off the order: nobody looks for it, and nothing of it is paid. */
  removed: z.boolean(),
  /** What the shopper said to this instead of what they ordered, or to anything else instead of this. */
  answer: ShopperAnswer.nullable(),
  note: z.string().nullable(),
  /** What a scanner reads off it. */
  barcode: z.string().nullable(),
  /** Where it stands: its shelf, else its categories from the widest to its own; and how early one comes by walking. */
  aisle: z.string(),
  walk: z.int(),
});
export type OrderLine = z.infer<typeof OrderLine>;

export const OrderEvent = z.object({
  _id: Id,
  kind: z.enum(['order', 'dispatch', 'return', 'refund', 'lines', 'note']),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Who: a person's name, a program's, or "System". */
  by: z.string(),
  at: Instant,
  note: z.string().nullable(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

export const PaymentStatusField = z.enum(['due', 'authorised', 'captured', 'failed', 'voided']);
export const Payment = z.object({
  _id: Id,
  kind: z.string(),
  /** Who took it, null while it is only due: cash in hand, a terminal at the till, or a card's gateway. */
  provider: z.string().nullable(),
  status: PaymentStatusField,
  amount: Cents,
  reference: z.string().nullable(),
  /** What the gateway is asked for right now. */
  underWay: z.enum(['authorise', 'capture', 'void']).nullable(),
  /** Why it failed, or why the gateway has to be asked again. */
  problem: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Payment = z.infer<typeof Payment>;

export const Order = z.object({
  _id: Id,
  number: z.string(),
  status: OrderStatusField,
  /** Null for orders that are collected, and once an order is called off. */
  dispatchStatus: z.enum(dispatchStatuses).nullable(),
  headlineStatus: HeadlineStatusField,
  /** The steps that whoever asks may take next. */
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
    /** The other orders of the same checkout, as far as whoever asks may see them. */
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
    name: z.string(),
    phone: z.string(),
    email: z.string().nullable(),
    /** Orders placed before this one; 100 stands for 100 or more. */
    earlierOrders: z.int(),
    /** The latest of them. */
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
  lines: z.array(OrderLine),
  /** How far what is weighed may exceed what was ordered. */
  pickTolerancePercent: z.number(),
  itemsTotal: Cents,
  discountTotal: Cents,
  taxTotal: Cents,
  deliveryFee: Cents,
  total: Cents,
  coinsUsed: z.int(),
  coinsEarned: z.int(),
  /** What the customer gets for it once it is delivered; 0 when they have got it, or never will. */
  coinsToEarn: z.int(),
  paid: Cents,
  refunded: Cents,
  events: z.array(OrderEvent),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  returns: z.array(OrderReturn),
  /** The request that this order hands out the replacement for. */
  replacementFor: z.object({ returnId: Id, returnNumber: z.string(), orderId: Id }).nullable(),
  driverId: Id.nullable(),
  /** Null too where the driver no longer drives for a location in reach. */
  driver: z.object({ _id: Id, name: z.string(), phone: z.string() }).nullable(),
  /** Asked of whoever collects the goods; shown to those who may hand them over. */
  handOverCode: z.string().nullable(),
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

/** An order after a step, without what no step changes: its checkout, what else its customer bought, where goods stand. */
export const SteppedOrder = Order.omit({ mainOrder: true }).extend({
  customer: Order.shape.customer.pick({ _id: true, name: true, phone: true }),
  lines: z.array(OrderLine.omit({ barcode: true, aisle: true, walk: true })),
});
export type SteppedOrder = z.infer<typeof SteppedOrder>;

/** The whole of an order that was known before a step. */
export function afterStep(known: Order, stepped: SteppedOrder): Order {
  const before = new Map(known.lines.map((line) => [line._id, line]));
  const nowhere = { barcode: null, aisle: '', walk: known.lines.length };
  return {
    ...known,
    ...stepped,
    customer: { ...known.customer, ...stepped.customer },
    lines: stepped.lines.map((line) => ({ ...nowhere, ...before.get(line._id), ...line })),
  };
}

export const OrderStep = z.strictObject({
  /** A status of the order or of its dispatch; any of the 36 is understood, few are possible. */
  status: HeadlineStatusField,
  version: Version.optional(),
  note: optionalText('Note', 1000),
  /** To whom it is offered. */
  driverId: Id.nullable().optional(),
  /** The hand-over code, where the goods are handed to a driver. */
  code: z.string().trim().max(20).nullable().optional(),
});
export type OrderStep = z.infer<typeof OrderStep>;

export const DriverAssignment = z.strictObject({
  driverId: Id,
  version: Version.optional(),
  note: optionalText('Note', 1000),
  /** The driver has said yes already: nobody is asked any more. */
  accepted: z.boolean().optional(),
  /** Taken along on the trip that the driver is on already, as long as nothing was collected for it. */
  join: z.boolean().optional(),
});
export type DriverAssignment = z.infer<typeof DriverAssignment>;

export const OrderNote = z.strictObject({ note: requiredText('Note', 1000) });
export type OrderNote = z.infer<typeof OrderNote>;

const cancelledLines = z
  .array(z.strictObject({ lineId: Id, quantity: Quantity }))
  .min(1)
  .max(200);
export const OrderCancel = z
  .strictObject({
    reasonId: z.string().min(1).max(100).optional(),
    reason: optionalText('Reason', 300),
    note: optionalText('Note', 1000),
    version: Version.optional(),
    /** Picked goods go back on the shelf, unless this says otherwise. */
    restock: z.boolean().optional(),
    /** Cancels only so much of these lines, while nothing is picked yet; left out: the whole order. */
    lines: cancelledLines.optional(),
  })
  .refine(({ reasonId, reason }) => reasonId || reason, { path: ['reasonId'], error: 'Reason is required' });
export type OrderCancel = z.infer<typeof OrderCancel>;

/**
 * The most that can be picked of a line, and the least that does not count as short. Scales never hit the pound:
 * what is weighed may come to somewhat more, or less.
 */
export function pickBounds(
  { quantity, soldByWeight }: Pick<OrderLine, 'quantity' | 'soldByWeight'>,
  tolerancePercent: number,
): { least: number; most: number } {
  if (!soldByWeight) return { least: quantity, most: quantity };
  return {
    least: Math.ceil(quantity * (1000 - tolerancePercent * 10) - 1e-6) / 1000,
    most: Math.floor(quantity * (1000 + tolerancePercent * 10) + 1e-6) / 1000,
  };
}

/**
 * Until picking starts, what is ordered can change: quantities, and lines that come or go, within the limits that
 * baskets are held to. Prices stay as they were agreed; what is new costs what it costs now. While the order is
 * picked, picks, weights and substitutes are noted as well.
 */
export const OrderLinesEdit = z
  .strictObject({
    version: Version,
    lines: z
      .array(
        z.strictObject({
          lineId: Id,
          /**
           * Another ordered quantity, 0 to take the line off (whoever may cancel can cancel lines instead, which
           * asks for a reason and no minimum order); with a substitute, how much of that.
           */
          quantity: QuantityOrNone.optional(),
          /** What was taken from the shelf; null forgets an earlier pick. */
          pickedQuantity: QuantityOrNone.nullable().optional(),
          /** The sub-product that stands in for the line, or for what is not picked of it. */
          substituteId: Id.optional(),
          /** What the shopper said to it. What they refuse does not go into the bag. */
          answer: ShopperAnswer.nullable().optional(),
          note: optionalText('Note', 500),
        }),
      )
      .max(200)
      .optional(),
    add: z
      .array(z.strictObject({ subProductId: Id, quantity: Quantity }))
      .max(50)
      .optional(),
  })
  .refine(({ lines, add }) => (lines?.length ?? 0) + (add?.length ?? 0) > 0, {
    path: ['lines'],
    error: 'Change or add at least one line',
  });
export type OrderLinesEdit = z.infer<typeof OrderLinesEdit>;

/** What a location has to do, by the work it is. */
export const boardColumns = [
  { key: 'new', statuses: ['orderPlaced'] },
  { key: 'picking', statuses: ['processing'] },
  { key: 'ready', statuses: ['prepared', 'awaitingForDelivery', 'pickup'] },
  { key: 'out', statuses: ['outOfDelivery'] },
] as const;
export type BoardKey = (typeof boardColumns)[number]['key'];
export const OrderBoard = z.object({
  columns: z.array(
    z.object({
      key: z.enum(boardColumns.map(({ key }) => key)),
      /** Counted up to 1,000. */
      totalRecords: z.int(),
      totalIsEstimate: z.boolean(),
      /** When the one that waits longest was placed. */
      oldestAt: Instant.nullable(),
      /** What was promised first comes first, 50 at most. */
      records: z.array(OrderRow),
    }),
  ),
});
export type OrderBoard = z.infer<typeof OrderBoard>;

export const StockSearch = z
  .strictObject({
    /** What can stand in for something on this order … */
    orderId: Id.optional(),
    /** … and for which line of it: its category comes first. */
    lineId: Id.optional(),
    /** Or what can be sold at a location, for an order that is yet to be written. */
    locationId: Id.optional(),
    /** At all locations, that one first if there is one: for an order that may be shared out. Takes words. */
    anywhere: z.boolean().optional(),
    search: z.string().trim().max(200).optional(),
    limit: z.int().min(1).max(50).optional(),
  })
  .refine(
    ({ orderId, locationId, anywhere }) =>
      anywhere ? orderId === undefined : (orderId === undefined) !== (locationId === undefined),
    { path: ['orderId'], error: 'Name either an order or a location' },
  )
  .refine(({ anywhere, search }) => !anywhere || search, { path: ['search'], error: 'Search is required' });
export type StockSearch = z.infer<typeof StockSearch>;

export const Sellable = z.object({
  subProductId: Id,
  productId: Id,
  name: z.string(),
  sku: z.string(),
  barcode: z.string().nullable(),
  unit: Unit,
  soldByWeight: z.boolean(),
  /** What it costs at this location now. */
  price: Cents,
  available: z.number(),
  minPerOrder: z.number().nullable(),
  maxPerOrder: z.number().nullable(),
  sameCategory: z.boolean(),
  /** Set where it is not to be had where it was looked for, but there; price and stock are theirs. */
  elsewhere: z.object({ _id: Id, name: z.string() }).nullable().optional(),
});
export type Sellable = z.infer<typeof Sellable>;

export const PaymentDetails = z.object({
  orderId: Id,
  number: z.string(),
  paymentType: z.string(),
  total: Cents,
  paid: Cents,
  refunded: Cents,
  /** Captured less refunded and less what open refunds will take. */
  refundable: Amount,
  /** What no payment covers yet. */
  due: Amount,
  /** The ways in which staff can take a payment here. */
  methods: z.array(z.enum(['cash', 'terminal', 'card'])),
  /** Where the gateway is a simulated one: the cards that it knows, and what each does. */
  testCards: z.array(z.object({ token: z.string(), label: z.string() })),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  /** What the delivered order put into the ledger. */
  entries: z.array(
    z.object({ account: z.string(), part: z.string(), amount: Cents, kind: z.string(), postedAt: Instant }),
  ),
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;

export const orderRoutes = routes({
  list: {
    method: 'POST',
    path: '/order/list',
    permission: 'order_list',
    summary: 'A page of orders',
    body: OrderPage,
    data: pageOf(OrderRow),
    reads: true,
  },
  /** The filters but for the status, which the counts are told apart by. */
  counts: {
    method: 'POST',
    path: '/order/counts',
    permission: 'order_list',
    summary: 'How many orders of each status there are, within a search and filters',
    body: OrderCountsInput,
    data: z.array(OrderCount),
    reads: true,
  },
  board: {
    method: 'POST',
    path: '/order/board',
    permission: 'order_list',
    summary: 'What is to be done now, at one location or all',
    body: z.strictObject({ locationId: Id.optional() }),
    data: OrderBoard,
    reads: true,
  },
  view: {
    method: 'GET',
    path: '/order/view/{id}',
    permission: 'order_view',
    summary: 'One order with everything that belongs to it',
    data: Order,
    reads: true,
  },
  /** Also takes `cancel_order` or `order_edit`, depending on the step. */
  updateStatus: {
    method: 'PUT',
    path: '/order/update-status/{id}',
    permission: 'order_view',
    summary: 'Takes an order, or its dispatch, one step further',
    body: OrderStep,
    data: SteppedOrder,
    message: 'Order updated',
    problems: [
      'orders.step-not-possible',
      'orders.hand-over-code',
      'orders.nothing-picked',
      'drivers.not-free',
      'version-stale',
    ],
    changes: ['orders', 'mainOrders', 'stock', 'dispatch', 'drivers'],
  },
  assignDriver: {
    method: 'PUT',
    path: '/order/assign-driver/{id}',
    permission: 'order_edit',
    summary: 'Offers an order to a driver, or gives it to one who has agreed',
    body: DriverAssignment,
    data: Order,
    message: 'Driver asked',
    problems: ['orders.step-not-possible', 'drivers.not-free', 'version-stale'],
    changes: ['orders', 'mainOrders', 'drivers', 'dispatch'],
  },
  cancel: {
    method: 'POST',
    path: '/order/cancel-order/{id}',
    permission: 'cancel_order',
    summary: 'Cancels an order, or some of its lines',
    body: OrderCancel,
    data: Order,
    message: 'Order cancelled',
    problems: ['orders.step-not-possible', 'orders.not-editable', 'version-stale'],
    changes: ['orders', 'mainOrders', 'stock'],
  },
  cancelPlan: {
    method: 'POST',
    path: '/order/cancel-plan/{id}',
    permission: 'order_view',
    summary: 'What cancelling an order, or some of its lines, would do to everybody’s money',
    body: z.strictObject({ lines: cancelledLines.optional() }),
    data: MoneyPlan,
    reads: true,
  },
  addNote: {
    method: 'POST',
    path: '/order/add-note/{id}',
    permission: 'order_edit',
    summary: 'Writes a note for colleagues into the timeline of an order',
    body: OrderNote,
    data: Order,
    message: 'Note added',
    changes: ['orders'],
  },
  editLines: {
    method: 'PUT',
    path: '/order/edit-lines/{id}',
    permission: 'order_edit',
    summary: 'Changes what is ordered, or notes what was picked, weighed, substituted or added',
    body: OrderLinesEdit,
    data: Order,
    message: 'Lines saved',
    problems: [
      'orders.not-editable',
      'orders.nothing-left',
      'orders.minimum-not-met',
      'orders.above-authorised',
      'orders.not-sellable',
      'stock.not-enough',
      'version-stale',
    ],
    changes: ['orders', 'mainOrders', 'stock'],
  },
  searchInventory: {
    method: 'POST',
    path: '/order/search-inventory',
    permission: 'order_list',
    summary: 'What can be sold now at a location, or at that of an order',
    body: StockSearch,
    data: z.array(Sellable),
    reads: true,
  },
  paymentDetails: {
    method: 'GET',
    path: '/payment-details/order/{id}',
    permission: 'order_view',
    summary: 'What was paid, refunded and posted for an order',
    data: PaymentDetails,
    reads: true,
  },
});
