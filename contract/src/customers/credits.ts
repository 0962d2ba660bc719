import { z } from 'zod';
import { Id, Instant, optionalLongText } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes } from '../core/route.ts';

export const creditKinds = ['issued', 'spent', 'returned', 'adjusted', 'fromGiftCard', 'moved'] as const;
export const CreditKind = z.enum(creditKinds);
export type CreditKind = z.infer<typeof CreditKind>;
export const creditKindLabels: Record<CreditKind, string> = {
  issued: 'Issued',
  spent: 'Spent',
  returned: 'Returned',
  adjusted: 'Adjusted',
  fromGiftCard: 'From a gift card',
  moved: 'Moved by a merge',
};

/** Why credit was issued or adjusted. Staff choose one of the first three. */
export const adjustReasons = ['goodwill', 'promotion', 'correction'] as const;
const CreditReason = z.enum([...adjustReasons, 'refund', 'forfeited']);
export type CreditReason = z.infer<typeof CreditReason>;
export const creditReasonLabels: Record<CreditReason, string> = {
  goodwill: 'Goodwill',
  promotion: 'Promotion',
  correction: 'Correction',
  refund: 'Refund',
  forfeited: 'Forfeited',
};

const NumberedRef = z.object({ _id: Id, number: z.string() });

export const CreditEntry = z.object({
  _id: Id,
  kind: CreditKind,
  /** Negative if credit was spent or removed. */
  amount: Cents,
  balanceAfter: Cents,
  /** Null unless credit was issued or adjusted. */
  reason: CreditReason.nullable(),
  note: z.string().nullable(),
  order: NumberedRef.nullable(),
  ticket: NumberedRef.nullable(),
  by: z.string(),
  at: Instant,
});
export type CreditEntry = z.infer<typeof CreditEntry>;

export const CreditHistoryPage = z.strictObject({
  ...pageRequest(['at'], { kind: CreditKind }).unwrap().shape,
  customerId: Id,
});
export type CreditHistoryPage = z.infer<typeof CreditHistoryPage>;
export const CreditHistory = pageOf(CreditEntry).extend({
  /** The credit that can be spent. */
  balance: Cents,
  /** The credit that open orders hold; the balance excludes it. */
  held: Cents,
});
export type CreditHistory = z.infer<typeof CreditHistory>;

const amountMessage = 'Enter an amount above or below 0 with at most 2 decimals';
export const CreditAdjustInput = z.strictObject({
  customerId: Id,
  /** In cents: positive to issue credit, negative to remove it. */
  amount: z
    .int({ error: amountMessage })
    .min(-1_000_000_000, amountMessage)
    .max(1_000_000_000, amountMessage)
    .refine((amount) => amount !== 0, amountMessage),
  reason: z.enum(adjustReasons, { error: 'Choose a reason' }),
  note: optionalLongText('Note', 500),
  /** The order or the ticket that the credit is about. */
  orderId: Id.optional(),
  ticketId: Id.optional(),
});
export type CreditAdjustInput = z.infer<typeof CreditAdjustInput>;

export const creditRoutes = routes('credits', {
  history: {
    method: 'POST',
    path: '/customer/credit-history',
    permission: 'customer_view',
    everywhere: true,
    summary: "Lists what changed a customer's store credit, newest first, with the balance",
    body: CreditHistoryPage,
    data: CreditHistory,
    reads: true,
    list: { screen: partOfRecord, exportAs: 'creditEntries' },
  },
  adjust: {
    method: 'POST',
    path: '/customer/credit-adjust',
    permission: 'customer_credit',
    confirms: 'money',
    when: 'above creditConfirmAbove',
    everywhere: true,
    onceByKey: true,
    summary: 'Issues store credit to a customer or removes some. Large amounts require the password again',
    body: CreditAdjustInput,
    data: CreditEntry,
    message: 'Store credit adjusted',
    problems: ['reauth-required', 'credits.too-little'],
    changes: ['credits', 'customers'],
  },
});
