import { z } from 'zod';
import { Id, Instant } from '../../core/fields.ts';
import { Amount, Cents } from '../../core/money.ts';
import { Refund } from '../refunds/refunds.ts';

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

/** What was paid, refunded and posted for an order. */
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
