import { z } from 'zod';
import { From, Id, Instant, optionalLongText, Picture, UpTo, Version } from '../../core/fields.ts';
import { itemNames } from '../../core/item-name.ts';
import { Cents } from '../../core/money.ts';
import { metricFilters, pageOf, pageRequest } from '../../core/page.ts';
import { Quantity, QuantityOrNone, Unit } from '../../core/quantity.ts';
import { routes } from '../../core/route.ts';
import { CurrentDelivery } from '../drivers.ts';
import { returnKinds, returnStatuses } from '../orders/order-flow.ts';
import { MoneyPlan, RefundStatusField } from '../refunds/refunds.ts';

export const ReturnStatusField = z.enum(returnStatuses);
export const ReturnKindField = z.enum(returnKinds);
/** Whether returned items go back to stock or are written off. */
const conditions = ['restock', 'writeOff'] as const;
export const Condition = z.enum(conditions);
export type Condition = z.infer<typeof Condition>;

export const ReturnRow = z.object({
  _id: Id,
  number: z.string(),
  kind: ReturnKindField,
  status: ReturnStatusField,
  orderId: Id,
  orderNumber: z.string(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  customerName: z.string(),
  lineCount: z.int(),
  /** True if the customer keeps the items. */
  noReturn: z.boolean(),
  /** The reason of the first line. */
  reason: z.string().nullable(),
  /** The driver who collects the items, if one is assigned. */
  driverName: z.string().nullable(),
  createdAt: Instant,
  version: Version,
});
export type ReturnRow = z.infer<typeof ReturnRow>;

const oneOrMore = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value).min(1).max(returnStatuses.length)]);
export const ReturnPage = pageRequest(['createdAt', 'number'], {
  locationId: Id,
  kind: ReturnKindField,
  status: oneOrMore(ReturnStatusField),
  /** Requested at or after `from` and before `to`. */
  from: From,
  to: UpTo,
  ...metricFilters,
  orderId: Id,
  customerId: Id,
  /** Returns with this sub-product on one of their lines. */
  subProductId: Id,
});
export type ReturnPage = z.infer<typeof ReturnPage>;

export const ReturnLine = z.object({
  _id: Id,
  lineId: Id,
  subProductId: Id,
  name: z.string(),
  ...itemNames,
  sku: z.string(),
  unit: Unit,
  soldByWeight: z.boolean(),
  quantity: z.number(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  /** The received quantity; null until the items are inspected. */
  received: z.number().nullable(),
  condition: Condition.nullable(),
});

/** A return request as part of an order. */
export const OrderReturn = z.object({
  _id: Id,
  number: z.string(),
  kind: ReturnKindField,
  status: ReturnStatusField,
  /** True if the customer keeps the items: the refund or replacement was created at once. */
  noReturn: z.boolean(),
  /** The next steps that the user can take. */
  allowed: z.array(ReturnStatusField),
  lines: z.array(ReturnLine),
  replacementOrder: z.object({ _id: Id, number: z.string() }).nullable(),
  createdAt: Instant,
  version: Version,
});
export type OrderReturn = z.infer<typeof OrderReturn>;

export const Return = z.object({
  ...OrderReturn.shape,
  lines: z.array(
    z.object({
      ...ReturnLine.shape,
      photos: z.array(Picture),
      /** The amount refunded for the line; null until then. */
      amount: Cents.nullable(),
    }),
  ),
  order: z.object({ _id: Id, number: z.string(), total: Cents, deliveredAt: Instant }),
  customer: z.object({ _id: Id, name: z.string(), phone: z.string() }),
  /** The driver who collects the items, if one is assigned. */
  driver: z.object({ _id: Id, name: z.string() }).nullable(),
  /** The current collection, including one that a driver was offered and hasn't answered yet. */
  collection: CurrentDelivery.nullable(),
  /** Whether there is an address to collect the items from. */
  canCollect: z.boolean(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  note: z.string().nullable(),
  overrideNote: z.string().nullable(),
  replacementOrder: z.object({ _id: Id, number: z.string(), status: z.string() }).nullable(),
  refund: z
    .object({
      _id: Id,
      status: RefundStatusField,
      amount: Cents,
      byHand: z.boolean(),
      inCoins: Cents,
      inCredit: Cents,
      inGiftCards: Cents,
      toCredit: Cents,
    })
    .nullable(),
  /** The events of the request, newest first. */
  events: z.array(
    z.object({
      _id: Id,
      from: z.string().nullable(),
      /** Null if the status stayed the same: a driver got a request, or declined it. */
      to: z.string().nullable(),
      by: z.string(),
      at: Instant,
      note: z.string().nullable(),
    }),
  ),
  receivedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  updatedAt: Instant,
});
export type Return = z.infer<typeof Return>;
/** Lines to return and lines that the customer keeps become two requests. This is the one with items to return. */
export const CreatedReturn = z.object({
  ...Return.shape,
  kept: z.object({ _id: Id, number: z.string() }).nullable(),
});
export type CreatedReturn = z.infer<typeof CreatedReturn>;

export const ReturnInput = z
  .strictObject({
    orderId: Id,
    kind: ReturnKindField,
    lines: z
      .array(
        z.strictObject({
          lineId: Id,
          quantity: Quantity,
          reasonId: z.string().min(1).max(100).optional(),
          note: optionalLongText('Note', 500),
          /** True if the customer keeps the item: its refund or replacement is created at once. */
          noReturn: z.boolean().optional(),
          /** The indexes of the sent pictures that show this line, starting at 0. */
          photos: z.array(z.int().min(0).max(19)).max(8).optional(),
        }),
      )
      .min(1, 'Choose at least one item')
      .max(100),
    note: optionalLongText('Note', 1000),
    /** Accepts the return after the end of the return window; `note` is then required as the reason. */
    override: z.boolean().optional(),
  })
  .refine(({ override, note }) => !override || note, {
    path: ['note'],
    error: 'Enter why you accept it after the return window',
  })
  .superRefine(({ lines }, context) => {
    for (const [index, { noReturn, reasonId }] of lines.entries()) {
      if (!noReturn || reasonId) continue;
      context.addIssue({
        code: 'custom',
        path: ['lines', index, 'reasonId'],
        message: 'Reason is required',
      });
    }
  });
export type ReturnInput = z.infer<typeof ReturnInput>;

export const ReturnStep = z.strictObject({
  status: ReturnStatusField,
  version: Version.optional(),
  note: optionalLongText('Note', 1000),
  /** The driver who collects the items, for `driverApproved`. */
  driverId: Id.optional(),
  /** The result of the inspection. Omitted lines were received in full and can be restocked. */
  lines: z
    .array(z.strictObject({ lineId: Id, received: QuantityOrNone, condition: Condition.default('restock') }))
    .max(100)
    .optional(),
});
export type ReturnStep = z.infer<typeof ReturnStep>;

export const ReturnPlanInput = z.strictObject({
  lines: z
    .array(z.strictObject({ lineId: Id, received: QuantityOrNone }))
    .max(100)
    .optional(),
});
export type ReturnPlanInput = z.infer<typeof ReturnPlanInput>;
export const ReturnPreviewInput = z.strictObject({
  lines: z
    .array(z.strictObject({ lineId: Id, quantity: Quantity }))
    .min(1, 'Choose at least one item')
    .max(100),
});
export type ReturnPreviewInput = z.infer<typeof ReturnPreviewInput>;

/** The items of an order that can still be returned, and the last day for it. */
export const Returnable = z.object({
  orderId: Id,
  windowEndsAt: Instant.nullable(),
  windowIsOver: z.boolean(),
  lines: z.array(z.object({ lineId: Id, quantity: z.number() })),
});
export type Returnable = z.infer<typeof Returnable>;

export const returnRoutes = routes('orders', {
  list: {
    method: 'POST',
    path: '/order/return-replace-list',
    permission: 'order_list',
    summary: 'Lists return and replacement requests',
    body: ReturnPage,
    data: pageOf(ReturnRow),
    reads: true,
    list: { screen: '/orders/returns', exportAs: 'returns' },
  },
  view: {
    method: 'GET',
    path: '/order/return-replace/view/{id}',
    permission: 'order_view',
    summary: 'One return with its lines, photos and timeline',
    data: Return,
    reads: true,
  },
  returnable: {
    method: 'GET',
    path: '/order/return-replace/returnable/{id}',
    permission: 'order_view',
    summary: 'What can still be returned of an order, and until when',
    data: Returnable,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/order/return-replace/create',
    permission: 'order_edit',
    confirms: 'money',
    when: 'above refundConfirmAbove',
    onceByKey: true,
    summary:
      'Creates a return or replacement of items of a delivered order, also of items that the customer keeps',
    body: ReturnInput,
    files: { photos: { kind: 'image', many: true } },
    data: CreatedReturn,
    message: 'Return created',
    problems: [
      'returns.not-delivered',
      'returns.window-over',
      'returns.too-much',
      'refunds.too-much',
      'stock.not-enough',
      'reauth-required',
    ],
    changes: ['orders', 'mainOrders', 'stock', 'customers'],
  },
  addPhotos: {
    method: 'POST',
    path: '/order/return-replace/add-photos/{id}',
    permission: 'order_edit',
    summary: 'Adds photos to a line of a return',
    body: z.strictObject({ lineId: Id }),
    files: { photos: { kind: 'image', many: true } },
    data: Return,
    message: 'Photos added',
    problems: ['returns.too-many-photos'],
    changes: ['orders'],
  },
  updateStatus: {
    method: 'PUT',
    path: '/order/return-replace/update-status/{id}',
    permission: 'order_edit',
    summary: 'Moves a return to its next status',
    body: ReturnStep,
    data: Return,
    message: 'Return updated',
    problems: [
      'orders.step-not-possible',
      'stock.not-enough',
      'returns.replacement-gone',
      'drivers.not-free',
      'version-stale',
    ],
    changes: ['orders', 'mainOrders', 'stock', 'dispatch', 'drivers'],
  },
  plan: {
    method: 'POST',
    path: '/order/return-replace/plan/{id}',
    permission: 'order_view',
    summary: 'What the refund of a return would do to tax, coins, commission and payout',
    body: ReturnPlanInput,
    data: MoneyPlan,
    reads: true,
  },
  preview: {
    method: 'POST',
    path: '/order/return-replace/preview/{id}',
    permission: 'order_view',
    summary: 'What returning these quantities of an order would refund, before a return is created',
    body: ReturnPreviewInput,
    data: MoneyPlan,
    reads: true,
  },
});
