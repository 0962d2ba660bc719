import { z } from 'zod';
import { Id, Instant } from '../../core/fields.ts';
import { Amount, Cents } from '../../core/money.ts';
import { Refund } from '../refunds/refunds.ts';

/** What customers can pay with besides money, in the sequence in which it is used. Orders hold it from placing to delivery. */
export const tenders: readonly string[] = ['coins', 'storeCredit', 'giftCard'];
export const isTender = (provider: string | null): boolean => provider !== null && tenders.includes(provider);

/** A card as its provider describes it. Its number is never known. */
const PaymentCard = z.object({
  brand: z.string(),
  last4: z.string(),
  /** The month, for example 2029-04. */
  expires: z.string(),
});

/** The next step of the shopper, without which the payment stops: authentication with `handleNextAction` of Stripe.js. */
export const NextAction = z.object({
  kind: z.literal('handleNextAction'),
  clientSecret: z.string(),
  publishableKey: z.string().nullable(),
  /** The end of the payment window; null if there is none. */
  expiresAt: Instant.nullable(),
});

/** A link with which the shopper pays the order by card on a page of the gateway. */
export const PayLink = z.object({
  state: z.enum(['sent', 'opened', 'paid', 'expired']),
  channel: z.enum(['email', 'sms']),
  /** The email or phone; null for API keys that see only their own orders. */
  to: z.string().nullable(),
  sentAt: Instant,
  expiresAt: Instant,
});
export type PayLink = z.infer<typeof PayLink>;

export const PaymentStatusField = z.enum(['due', 'authorised', 'captured', 'failed', 'voided']);
export const Payment = z.object({
  _id: Id,
  kind: z.string(),
  /** How it was collected: cash, a terminal, or the gateway of a card; null while it is due. */
  provider: z.string().nullable(),
  status: PaymentStatusField,
  amount: Cents,
  /** For gift cards, the last four characters of the code. */
  reference: z.string().nullable(),
  giftCardId: Id.nullable(),
  /** The amount that the card authorized, which limits the charge; null if no card did. */
  hold: Cents.nullable(),
  card: PaymentCard.nullable(),
  /** The fee of the card provider for the payment. Null if unknown, and for API keys. */
  fee: Cents.nullable(),
  /** The operation that is waiting for the gateway. */
  underWay: z.enum(['verify', 'authorise', 'increment', 'capture', 'void']).nullable(),
  /** When the card of an order for later is authorized. Until then it is only verified, and the payment is due. */
  authoriseAt: Instant.nullable(),
  /** Why the payment failed, or why the gateway has to be contacted again. */
  problem: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Payment = z.infer<typeof Payment>;

/** Payments, refunds and ledger entries of an order. */
export const PaymentDetails = z.object({
  orderId: Id,
  number: z.string(),
  paymentType: z.string(),
  total: Cents,
  paid: Cents,
  refunded: Cents,
  /** The captured amount less refunds and open refunds. */
  refundable: Amount,
  /** The part of the total that no payment covers yet. */
  due: Amount,
  /** The payment methods that staff can use for this order. */
  methods: z.array(z.enum(['cash', 'terminal', 'card'])),
  /** How staff can send links to pay by card; empty if the gateway has no pages. */
  linkChannels: z.array(PayLink.shape.channel),
  /** With a simulated gateway, its test cards and the result of each. */
  testCards: z.array(z.object({ token: z.string(), label: z.string() })),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  /** The ledger entries of the delivered order. */
  entries: z.array(
    z.object({ account: z.string(), part: z.string(), amount: Cents, kind: z.string(), postedAt: Instant }),
  ),
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;
