import { z } from 'zod';
import {
  BooleanLike,
  beforeNormalizing,
  From,
  Id,
  Instant,
  SearchText,
  UpTo,
  Version,
} from '../../core/fields.ts';
import { Amount, Cents } from '../../core/money.ts';
import { normalLine } from '../../core/normal-text.ts';
import { metricFilters, pageRequest } from '../../core/page.ts';
import { dispatchStatuses } from './order-flow.ts';
import { fulfilments, HeadlineStatusField, OrderOwner, OrderStatusField, Slot } from './order-labels.ts';
import { orderTabNames } from './order-tabs.ts';

/** An order in lists. */
export const OrderRow = z.object({
  _id: Id,
  number: z.string(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  customerName: z.string(),
  status: OrderStatusField,
  dispatchStatus: z.enum(dispatchStatuses).nullable(),
  headlineStatus: HeadlineStatusField,
  fulfilment: z.enum(fulfilments),
  /** The items that the customer gets, in units and in lines. */
  unitCount: z.int(),
  lineCount: z.int(),
  total: Cents,
  /** The amount paid so far, in any way. */
  paid: Cents,
  paymentType: z.string(),
  slot: Slot.nullable(),
  owner: OrderOwner.nullable(),
  tags: z.array(z.string()),
  createdAt: Instant,
  version: Version,
});
export type OrderRow = z.infer<typeof OrderRow>;

/** The flags that mark an order as needing attention. */
const orderFlags = ['late', 'hasNote', 'substituted', 'short', 'refundFailed'] as const;
export const OrderFlag = z.enum(orderFlags);
export type OrderFlag = z.infer<typeof OrderFlag>;

/** One or several statuses. */
const oneOrMore = <Value extends z.ZodType>(value: Value) => z.union([value, z.array(value).min(1).max(36)]);
const orderFilters = {
  /** The orders of a tab, by their headline status. */
  tab: z.enum(orderTabNames),
  locationId: Id,
  headlineStatus: oneOrMore(HeadlineStatusField),
  status: oneOrMore(OrderStatusField),
  /** Placed at or after `from` and before `to`. */
  from: From,
  to: UpTo,
  /** Due at or after `slotFrom` and before `slotTo`. */
  slotFrom: From,
  slotTo: UpTo,
  ...metricFilters,
  /** Orders that reports count: placed, not cancelled, rejected, failed or expired, and not the replacement of a return. */
  isSale: BooleanLike,
  isReplacement: BooleanLike,
  paymentType: z.string().max(50),
  fulfilment: z.enum(fulfilments),
  driverId: Id,
  customerId: Id,
  ownerId: Id,
  /** Orders with this tag; others are allowed. */
  tag: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalLine)
    .max(40),
  /** Orders with this sub-product on one of their lines. */
  subProductId: Id,
  /** Orders that use this promotion. */
  promotionId: Id,
  /** Orders that don't use this promotion. */
  withoutPromotionId: Id,
  /** Orders that were placed with a discount of this promotion, whether they still use it or not. */
  placedWithPromotionId: Id,
  minTotal: Amount,
  maxTotal: Amount,
  minItems: z.int().min(0).max(100_000),
  maxItems: z.int().min(0).max(100_000),
  /** With several flags, orders that have all of them. */
  flag: z.union([OrderFlag, z.array(OrderFlag).min(1).max(orderFlags.length)]),
};
export const OrderPage = pageRequest(
  ['createdAt', 'number', 'total', 'customer', 'slot', 'status'],
  orderFilters,
);
export type OrderPage = z.infer<typeof OrderPage>;

const { headlineStatus: _status, tab: _tab, ...otherFilters } = orderFilters;
/** Counts for the tabs of the list. */
export const OrderCountsInput = z
  .strictObject({
    search: SearchText.optional(),
    filters: z.strictObject(otherFilters).partial().default({}),
  })
  .prefault({});
export type OrderCountsInput = z.infer<typeof OrderCountsInput>;
export const OrderCount = z.object({
  status: HeadlineStatusField,
  count: z.int(),
  /** True if there are more, because counting stops at 1,000. */
  isMore: z.boolean(),
});
export type OrderCount = z.infer<typeof OrderCount>;

/** The orders to work on: the given IDs, or all orders that the list shows with this search and these filters. */
export const OrderTarget = z.strictObject({
  ids: z.array(Id).min(1).max(1000, 'Up to 1,000 by ID. Use a filter for more').optional(),
  search: SearchText.optional(),
  filters: z.strictObject(orderFilters).partial().default({}),
});
export type OrderTarget = z.infer<typeof OrderTarget>;
