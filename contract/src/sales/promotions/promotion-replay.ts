import { z } from 'zod';
import { DateOnly, Id, Instant } from '../../core/fields.ts';
import { Cents } from '../../core/money.ts';
import { funders } from './funders.ts';

/** The most orders that a replay shows as examples, those with the largest discounts. */
export const maxReplayExamples = 20;

const ReplaySums = z.object({
  orders: z.int(),
  /** The orders that would have had the promotion. */
  ordersTouched: z.int(),
  /** The discount of the promotion, on items and delivery. */
  discount: Cents,
});

/** Past orders, priced again with a promotion, as they were placed. Nothing about them changes. */
export const ReplayResult = ReplaySums.extend({
  from: Instant,
  until: Instant,
  /** The checkouts that would have used the promotion. */
  uses: z.int(),
  byFunder: z.record(z.enum(funders), Cents),
  /** Item sales after the discounts that the orders had. */
  revenue: Cents,
  /** Revenue less the cost of the items, before and after the part of the discount that no vendor pays. */
  marginBefore: Cents,
  marginAfter: Cents,
  /** The coins that the promotion would have added. */
  coins: z.int(),
  byLocation: z.array(ReplaySums.extend({ locationId: Id, name: z.string() })),
  byDay: z.array(ReplaySums.extend({ day: DateOnly })),
  examples: z.array(
    z.object({
      orderId: Id,
      number: z.string(),
      locationName: z.string(),
      placedAt: Instant,
      /** The total as placed, and with the promotion. */
      totalBefore: Cents,
      totalAfter: Cents,
      discount: Cents,
    }),
  ),
  /** The promotion needs a code, and the replay assumes that every shopper knows it. */
  assumesCode: z.boolean(),
  /** The orders of the period that used the promotion with a code, if it ran. */
  ordersWithCode: z.int(),
});
export type ReplayResult = z.infer<typeof ReplayResult>;
