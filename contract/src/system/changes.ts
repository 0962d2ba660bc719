import { z } from 'zod';
import { Id, Instant } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { Unit } from '../core/quantity.ts';
import { routes } from '../core/route.ts';
import type { Permission } from '../permissions.ts';

interface ChangeTopic {
  /** The permission of the list that shows the topic's records. */
  permission: Permission;
  /** Closed to callers with certain locations, like its list. */
  marketplaceOnly?: true;
}
/** The topics of `GET changes`. The keys are wire names. */
export const changeTopics = {
  order: { permission: 'order_list' },
  orderLine: { permission: 'order_view' },
  dispatch: { permission: 'order_list' },
  return: { permission: 'order_list' },
  refund: { permission: 'order_view' },
  payment: { permission: 'order_view' },
  stock: { permission: 'inventory_list' },
  price: { permission: 'sub_product_list' },
  product: { permission: 'product_list' },
  subProduct: { permission: 'sub_product_list' },
  category: { permission: 'category_list' },
  assignment: { permission: 'Assign_Product_View' },
  customer: { permission: 'customer_list' },
  ticket: { permission: 'support_list' },
  subscription: { permission: 'subscriptionPlan_list', marketplaceOnly: true },
  statement: { permission: 'location_report' },
  payout: { permission: 'location_report' },
  promotion: { permission: 'promotion_list' },
  giftCard: { permission: 'gift_card_list', marketplaceOnly: true },
} as const satisfies Record<string, ChangeTopic>;
export type ChangeTopicName = keyof typeof changeTopics;
export const changeTopicNames = Object.keys(changeTopics) as [ChangeTopicName, ...ChangeTopicName[]];
export const changeTopic = (name: ChangeTopicName): ChangeTopic => changeTopics[name];

/** For how long changes are available, in days. */
export const changesKeptDays = 30;
/** The cursor from which all available changes are read. */
export const oldestCursor = 'oldest';

const commaSeparated = <Item extends z.ZodType<string, string>>(item: Item, max: number) =>
  z
    .string()
    .max(max * 40)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1).max(max));
const wholeNumber = (min: number, max: number, error: string) =>
  z
    .string()
    .max(10, { error, abort: true })
    .regex(/^\d{1,4}$/, error)
    .transform(Number)
    .refine((number) => number >= min && number <= max, error);

export const ChangesQuery = z.strictObject({
  /**
   * Continues after a change, or after an earlier response (`nextCursor`). `oldest` starts 30 days ago. If omitted, the response
   * is empty and its `nextCursor` is the present.
   */
  cursor: z
    .string()
    .max(60, { error: 'Send the cursor of an earlier response, or oldest', abort: true })
    .regex(/^(oldest|[\da-f-]{36}\.\d{1,16})$/, 'Send the cursor of an earlier response, or oldest')
    .optional(),
  /** Separated by commas. If omitted: all topics that the caller may list. */
  topics: commaSeparated(
    z.enum(changeTopicNames, { error: ({ input }) => `There is no topic ${String(input).slice(0, 40)}` }),
    changeTopicNames.length,
  ).optional(),
  /** Separated by commas. Only changes at these locations, and changes that concern all locations. */
  locationIds: commaSeparated(Id, 1000).optional(),
  /** 1: each change has the current `record`. */
  fat: z.enum(['0', '1'], { error: 'Send 0 or 1' }).optional(),
  limit: wholeNumber(1, 1000, 'Enter a whole number from 1 to 1,000').default(200),
  /** How long the response waits for a change, in seconds. */
  waitSeconds: wholeNumber(0, 30, 'Enter a whole number from 0 to 30').default(0),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

export const RecordChange = z.object({
  /** Continues after this change. */
  cursor: z.string(),
  topic: z.enum(changeTopicNames),
  type: z.enum(['created', 'changed', 'deleted', 'merged']),
  /** The ID of the record. Of stock, prices and assignments, the sub-product; of dispatches, the order; of payouts, the statement. */
  id: Id,
  /** Null if the change concerns all locations. */
  locationId: Id.nullable(),
  /** The version after the change; null if records of the topic have none. */
  version: z.int().nullable(),
  at: Instant,
  /** The current record, as its list shows it to the caller; null if it is gone. Only with `fat=1`. */
  record: z.unknown().optional(),
});
export type RecordChange = z.infer<typeof RecordChange>;

/** The `record` of the topic `orderLine`. */
export const ChangedLine = z.object({
  _id: Id,
  orderId: Id,
  subProductId: Id,
  name: z.string(),
  sku: z.string(),
  unit: Unit,
  quantity: z.number(),
  /** Null until the line is picked. */
  pickedQuantity: z.number().nullable(),
  unitPrice: Cents,
  discount: Cents,
  tax: Cents,
  total: Cents,
  /** The line that this one replaces. */
  substituteFor: Id.nullable(),
  removed: z.boolean(),
  note: z.string().nullable(),
});
export type ChangedLine = z.infer<typeof ChangedLine>;
/** The `record` of the topic `price`. */
export const ChangedPrice = z.object({
  price: Cents,
  salePrice: Cents.nullable(),
  /** The custom price of the location; null without one, and for a change at all locations. */
  customPrice: Cents.nullable(),
});
export type ChangedPrice = z.infer<typeof ChangedPrice>;
/** The `record` of the topic `assignment`. */
export const ChangedAssignment = z.object({ assigned: z.boolean() });
export type ChangedAssignment = z.infer<typeof ChangedAssignment>;

export const changeRoutes = routes('changes', {
  list: {
    method: 'GET',
    path: '/changes',
    permission: 'signedIn',
    forKeys: true,
    summary:
      'Lists changes of records in the order in which they became visible. Several changes of stock or a price in one response are merged into the last one',
    query: ChangesQuery,
    data: z.object({
      changes: z.array(RecordChange),
      nextCursor: z.string(),
      /** Whether more changes can be read at once. */
      hasMore: z.boolean(),
    }),
    reads: true,
    outside: true,
    problems: ['changes.cursor-expired'],
  },
});
