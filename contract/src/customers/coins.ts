import { z } from 'zod';
import { Id, Instant, optionalLongText, requiredText } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';

export const coinKinds = ['earned', 'redeemed', 'returned', 'takenBack', 'adjusted', 'expired'] as const;
export const CoinKind = z.enum(coinKinds);
export type CoinKind = z.infer<typeof CoinKind>;
export const coinKindLabels: Record<CoinKind, string> = {
  earned: 'Earned',
  redeemed: 'Redeemed',
  returned: 'Returned',
  takenBack: 'Reversed',
  adjusted: 'Adjusted',
  expired: 'Expired',
};

const OrderRef = z.object({ _id: Id, number: z.string() });

export const CoinEntry = z.object({
  _id: Id,
  kind: CoinKind,
  /** Negative if coins were spent or removed. */
  coins: z.int(),
  /** The balance after this entry; null for store users. */
  balanceAfter: z.int().nullable(),
  causedBy: z.object({
    type: z.enum(['order', 'refund', 'adjustment', 'expiry']),
    /** The number of the order; null if there is none, or if it belongs to another location. */
    number: z.string().nullable(),
    id: Id,
  }),
  order: OrderRef.nullable(),
  /** The first expiration of the coins that the entry adds; null if they never expire, or if it adds none. */
  expiresAt: Instant.nullable(),
  /** The reason for an adjustment. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
  by: z.string(),
  at: Instant,
});
export type CoinEntry = z.infer<typeof CoinEntry>;

const ExpiringSoon = z.object({
  coins: z.int(),
  /** The first expiration of these coins; null if none expire soon. */
  at: Instant.nullable(),
});

export const CoinHistoryPage = z.strictObject({
  ...pageRequest(['at'], { kind: CoinKind, orderId: Id }).unwrap().shape,
  customerId: Id,
});
export type CoinHistoryPage = z.infer<typeof CoinHistoryPage>;
export const CoinHistory = pageOf(CoinEntry).extend({
  /** Null for store users, like `expiringSoon`. */
  balance: z.int().nullable(),
  expiringSoon: ExpiringSoon.nullable(),
});
export type CoinHistory = z.infer<typeof CoinHistory>;

/** The maximum number of lots in an explanation; `lotCount` counts all of them. */
export const maxLotsShown = 100;

/** A lot of coins with some coins left. */
export const CoinLot = z.object({
  _id: Id,
  kind: z.enum(['earned', 'adjusted', 'returned']),
  coins: z.int(),
  coinsLeft: z.int(),
  /** The value of the remaining coins in the books. */
  worth: Cents,
  /** The order that earned the coins; null if there is none, or if it belongs to another location. */
  order: OrderRef.nullable(),
  at: Instant,
  expiresAt: Instant.nullable(),
});
export type CoinLot = z.infer<typeof CoinLot>;

/** Explains a balance: it equals `came` + `went` + `elsewhere`, and also the remaining coins of all lots. */
export const CoinsExplained = z.object({
  balance: z.int(),
  /** The value of the coins in the books; each coin keeps the value that it had when it was earned. */
  worth: Cents,
  came: z.array(z.object({ kind: CoinKind, coins: z.int(), entries: z.int() })),
  went: z.array(z.object({ kind: CoinKind, coins: z.int(), entries: z.int() })),
  /** Coins from locations that the user doesn't have access to. */
  elsewhere: z.int(),
  /** Coins reserved for orders that aren't delivered yet; the balance excludes them. */
  held: z.array(OrderRef.extend({ coins: z.int() })),
  /** Lots with remaining coins, sorted by expiration. */
  lots: z.array(CoinLot),
  lotCount: z.int(),
});
export type CoinsExplained = z.infer<typeof CoinsExplained>;

export const maxCoins = 1_000_000_000;
export const CoinAdjustInput = z.strictObject({
  customerId: Id,
  /** Positive to add coins, negative to remove them. */
  coins: z
    .int({ error: 'Enter a whole number of coins' })
    .min(-maxCoins, 'Enter at most 1,000,000,000 coins')
    .max(maxCoins, 'Enter at most 1,000,000,000 coins')
    .refine((coins) => coins !== 0, 'Enter a number of coins above or below 0'),
  reason: requiredText('Reason', 120),
  note: optionalLongText('Note', 500),
});
export type CoinAdjustInput = z.infer<typeof CoinAdjustInput>;

export const coinRoutes = routes('coins', {
  history: {
    method: 'POST',
    path: '/subscription-plan/coin-history',
    permission: 'customer_view',
    summary: "Lists what changed a customer's coins, newest first, with the balance",
    body: CoinHistoryPage,
    data: CoinHistory,
    reads: true,
    list: {
      screen: partOfRecord,
      exportAs: without("The export of a customer's data has it"),
      liveTopic: 'orders',
    },
  },
  explain: {
    method: 'POST',
    path: '/subscription-plan/coin-explain',
    permission: 'customer_view',
    everywhere: true,
    summary: "Explains a customer's balance: what came, what went, and what expires when",
    body: z.strictObject({ customerId: Id }),
    data: CoinsExplained,
    reads: true,
  },
  adjust: {
    method: 'POST',
    path: '/subscription-plan/coin-adjust',
    permission: 'customer_edit',
    confirms: 'money',
    when: 'above coinAdjustConfirmAbove',
    everywhere: true,
    onceByKey: true,
    summary: 'Adds coins to a customer or removes some. Large numbers require the password again',
    body: CoinAdjustInput,
    data: CoinEntry,
    message: 'Coins adjusted',
    problems: ['reauth-required', 'coins.too-few'],
    changes: ['coins', 'customers'],
  },
});
