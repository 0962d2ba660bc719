import { z } from 'zod';
import {
  BooleanLike,
  DateOnly,
  Email,
  Id,
  Instant,
  optionalLongText,
  optionalText,
  requiredText,
  Version,
} from '../core/fields.ts';
import { Cents, Price } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';
import { Job } from '../system/jobs.ts';
import { CreditEntry } from './credits.ts';
import { GiftCardCode } from './gift-card-code.ts';

/** Sold cards are paid for; promotional ones are given away. */
export const giftCardKinds = ['sold', 'promotional'] as const;
const GiftCardKind = z.enum(giftCardKinds);
export type GiftCardKind = z.infer<typeof GiftCardKind>;
export const giftCardKindLabels: Record<GiftCardKind, string> = { sold: 'Sold', promotional: 'Promotional' };

export const giftCardStatuses = ['active', 'frozen', 'voided', 'used', 'expired'] as const;
const GiftCardStatus = z.enum(giftCardStatuses);
export type GiftCardStatus = z.infer<typeof GiftCardStatus>;
export const giftCardStatusLabels: Record<GiftCardStatus, string> = {
  active: 'Active',
  frozen: 'Frozen',
  voided: 'Voided',
  used: 'Used up',
  expired: 'Expired',
};
/** The statuses that staff can set, by the current status. */
export const giftCardFlow = {
  active: ['frozen', 'voided'],
  frozen: ['active', 'voided'],
  voided: [],
  used: [],
  expired: [],
} as const satisfies Record<GiftCardStatus, readonly GiftCardStatus[]>;

const paymentMethods = ['cash', 'terminal', 'other'] as const;
export const giftCardPaymentLabels: Record<(typeof paymentMethods)[number], string> = {
  cash: 'Cash',
  terminal: 'Card terminal',
  other: 'Other',
};
/** How a sold card was paid for. Cards are sold by staff, so a card token is not accepted. */
const GiftCardPayment = z.strictObject({
  method: z.enum(paymentMethods, { error: 'Choose how the card was paid for' }),
  reference: optionalText('Reference', 200),
});

export const GiftCard = z.object({
  _id: Id,
  number: z.string(),
  kind: GiftCardKind,
  /** The amount when it was issued. */
  amount: Cents,
  /** What can still be spent, without the amount that open orders hold. */
  balance: Cents,
  held: Cents,
  /** The last four characters of its code before the check character. */
  last4: z.string(),
  recipient: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
  /** From the person who gives the card, for the recipient. */
  message: z.string().nullable(),
  /** The day on which the recipient gets an email with a link to the code; null for at once. */
  sendOn: DateOnly.nullable(),
  /** When the last email with a link was queued; null if the card has no recipient email or it is not sent yet. */
  sentAt: Instant.nullable(),
  /** When the code was first shown. Only its HMAC is stored since. */
  deliveredAt: Instant.nullable(),
  /** The last day on which it can be used; null if it never expires. */
  expiresOn: DateOnly.nullable(),
  status: GiftCardStatus,
  payment: z.object({ method: z.enum(paymentMethods), reference: z.string().nullable() }).nullable(),
  /** The ID of the job that issued the card together with others; null for a single card. */
  batchId: Id.nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  version: Version,
});
export type GiftCard = z.infer<typeof GiftCard>;
/** The code is in the first response only, and only without a recipient email. A retry gets the card without it. */
export const IssuedGiftCard = GiftCard.extend({ code: z.string().optional() });
export type IssuedGiftCard = z.infer<typeof IssuedGiftCard>;

export const giftCardEntryKinds = ['issued', 'redeemed', 'voided', 'expired', 'spent', 'returned'] as const;
export const giftCardEntryLabels: Record<(typeof giftCardEntryKinds)[number], string> = {
  issued: 'Issued',
  redeemed: 'Redeemed to store credit',
  voided: 'Voided',
  expired: 'Expired',
  spent: 'Spent',
  returned: 'Returned',
};
/** A change of the balance. */
export const GiftCardEntry = z.object({
  _id: Id,
  kind: z.enum(giftCardEntryKinds),
  /** Negative if the balance fell. */
  amount: Cents,
  balanceBefore: Cents,
  balanceAfter: Cents,
  /** The customer who redeemed or spent the card, and the order that it paid. */
  customer: z.object({ _id: Id, name: z.string() }).nullable(),
  order: z.object({ _id: Id, number: z.string() }).nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  at: Instant,
});
export type GiftCardEntry = z.infer<typeof GiftCardEntry>;

/** Sold cards keep their value for at least this number of years. */
export const minYearsOfSoldCards = 5;
const Recipient = z.strictObject({ name: requiredText('Name', 100), email: Email.optional() });
/** Sold cards are paid for, promotional ones aren't. */
const paidIfSold = <Schema extends z.ZodType<{ kind: GiftCardKind; payment?: unknown }>>(
  schema: Schema,
): Schema =>
  schema
    .refine(({ kind, payment }) => kind !== 'sold' || payment, {
      path: ['payment'],
      error: 'Choose how the card was paid for',
    })
    .refine(({ kind, payment }) => kind === 'sold' || !payment, {
      path: ['payment'],
      error: "Promotional cards aren't paid for",
    });
const IssuedInput = z.strictObject({
  kind: GiftCardKind,
  amount: Price,
  message: optionalLongText('Message', 1000),
  expiresOn: DateOnly.optional(),
  payment: GiftCardPayment.optional(),
});
export const GiftCardInput = paidIfSold(
  IssuedInput.extend({ recipient: Recipient.optional(), sendOn: DateOnly.optional() }),
).refine(({ recipient, sendOn }) => recipient?.email || !sendOn, {
  path: ['sendOn'],
  error: "Enter the recipient's email, or leave this empty",
});
export type GiftCardInput = z.infer<typeof GiftCardInput>;

export const maxBatchSize = 10_000;
const wrongCount = 'Enter a number from 1 to 10,000';
export const GiftCardBatchInput = paidIfSold(
  IssuedInput.extend({
    count: z.int({ error: wrongCount }).min(1, wrongCount).max(maxBatchSize, wrongCount),
  }),
);
export type GiftCardBatchInput = z.infer<typeof GiftCardBatchInput>;

export const GiftCardStep = z.strictObject({
  status: z.enum(['active', 'frozen', 'voided']),
  reason: requiredText('Reason', 300),
  /** For a voided sold card: its balance was refunded by hand. Otherwise the balance is written off. */
  refund: BooleanLike.optional(),
  version: Version,
});
export type GiftCardStep = z.infer<typeof GiftCardStep>;
export const GiftCardReplacement = z.strictObject({
  reason: requiredText('Reason', 300),
  /** Gets the new code instead of the former recipient. */
  recipient: Recipient.optional(),
  version: Version,
});
export type GiftCardReplacement = z.infer<typeof GiftCardReplacement>;

export const GiftCardPage = pageRequest(['number', 'createdAt'], {
  status: GiftCardStatus,
  kind: GiftCardKind,
  /** Cards that this customer spent or redeemed. */
  customerId: Id,
  outstandingOnly: BooleanLike,
  /** Cards whose code wasn't delivered. */
  undeliveredOnly: BooleanLike,
});
export type GiftCardPage = z.infer<typeof GiftCardPage>;

/** The ages by which outstanding balances of cards are added up, in days since they were issued. */
export const outstandingAges = [
  { upTo: 90, label: 'Up to 90 days' },
  { upTo: 365, label: 'Up to a year' },
  { upTo: 1095, label: 'Up to 3 years' },
  { upTo: null, label: 'Older' },
] as const;
const Outstanding = z.object({ label: z.string(), cards: z.int(), balance: Cents });

export const giftCardRoutes = routes('giftCards', {
  list: {
    method: 'POST',
    path: '/gift-card/list',
    permission: 'gift_card_list',
    everywhere: true,
    summary: 'Lists gift cards, with the outstanding balances of sold ones by age',
    body: GiftCardPage,
    data: pageOf(GiftCard).extend({
      /** The cards with a balance that match search and filters, by age: sold ones, unless the filter has a kind. */
      outstanding: z.array(Outstanding),
    }),
    reads: true,
    list: { screen: '/gift-cards', exportAs: 'giftCards' },
  },
  view: {
    method: 'GET',
    path: '/gift-card/view/{id}',
    permission: 'gift_card_view',
    everywhere: true,
    summary: 'Shows a gift card with every change of its balance, newest first',
    data: z.object({ giftCard: GiftCard, entries: z.array(GiftCardEntry) }),
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/gift-card/create',
    permission: 'gift_card_add',
    everywhere: true,
    onceByKey: true,
    summary:
      'Issues a gift card. Its code is emailed to the recipient as a link, or else in the first response only',
    body: GiftCardInput,
    data: IssuedGiftCard,
    message: 'Gift card issued',
    changes: ['giftCards'],
  },
  bulkCreate: {
    method: 'POST',
    path: '/gift-card/bulk-create',
    permission: 'gift_card_add',
    confirms: 'money',
    when: 'always',
    everywhere: true,
    onceByKey: true,
    summary: 'Issues many gift cards in a job. Requires the password again',
    body: GiftCardBatchInput,
    data: Job,
    message: 'Issuing the gift cards',
    problems: ['reauth-required'],
    changes: ['giftCards', 'jobs'],
  },
  downloadCodes: {
    method: 'POST',
    path: '/gift-card/download-codes/{batchId}',
    permission: 'gift_card_add',
    confirms: 'money',
    when: 'always',
    everywhere: true,
    summary: 'Returns the codes of a batch as CSV, for the only time. Requires the password again',
    data: z.object({ name: z.string(), csv: z.string() }),
    problems: ['giftCards.downloaded', 'reauth-required'],
    changes: ['giftCards'],
  },
  updateStatus: {
    method: 'PUT',
    path: '/gift-card/update-status/{id}',
    permission: 'gift_card_edit',
    confirms: 'money',
    when: 'always',
    everywhere: true,
    summary: 'Freezes, reactivates or voids a gift card. Requires the password again',
    body: GiftCardStep,
    data: GiftCard,
    message: 'Gift card updated',
    problems: ['giftCards.step-not-possible', 'version-stale', 'reauth-required'],
    changes: ['giftCards'],
  },
  replace: {
    method: 'POST',
    path: '/gift-card/replace/{id}',
    permission: 'gift_card_edit',
    confirms: 'money',
    when: 'always',
    everywhere: true,
    onceByKey: true,
    summary: 'Gives a gift card a new code; the old one stops working. Requires the password again',
    body: GiftCardReplacement,
    data: IssuedGiftCard,
    message: 'Gift card replaced',
    problems: ['giftCards.step-not-possible', 'version-stale', 'reauth-required'],
    changes: ['giftCards'],
  },
  resend: {
    method: 'POST',
    path: '/gift-card/resend/{id}',
    permission: 'gift_card_view',
    everywhere: true,
    summary: 'Emails the recipient a new link to the code, and ends the old link',
    data: GiftCard,
    message: 'Email sent',
    problems: ['giftCards.delivered', 'giftCards.no-email', 'giftCards.step-not-possible'],
    changes: ['giftCards'],
  },
  pdf: {
    method: 'GET',
    path: '/gift-card/pdf/{id}',
    permission: 'gift_card_view',
    everywhere: true,
    summary: 'Creates a PDF with the code and its barcode, until the code is delivered',
    data: z.object({
      /** A signed URL; null if a job creates the file. */
      url: z.string().nullable(),
      jobId: Id.nullable(),
    }),
    problems: ['giftCards.delivered', 'giftCards.step-not-possible'],
    changes: ['giftCards'],
  },
  redeem: {
    method: 'POST',
    path: '/gift-card/redeem',
    permission: 'customer_credit',
    everywhere: true,
    onceByKey: true,
    summary: 'Turns the balance of a gift card into store credit of a customer',
    body: z.strictObject({ code: GiftCardCode, customerId: Id }),
    data: CreditEntry,
    message: 'Gift card redeemed',
    problems: ['giftCards.not-usable', 'too-many-requests'],
    changes: ['giftCards', 'credits', 'customers'],
  },
  balance: {
    method: 'POST',
    path: '/gift-card/balance',
    permission: 'order_add',
    apiScope: 'orders',
    summary: 'Shows the balance of the gift card with a code',
    body: z.strictObject({ code: GiftCardCode }),
    data: GiftCard.pick({ last4: true, balance: true, expiresOn: true }),
    problems: ['giftCards.not-usable', 'too-many-requests'],
  },
});
