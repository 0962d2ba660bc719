import { z } from 'zod';
import { Id, Instant } from '../../core/fields.ts';
import { Amount, Cents } from '../../core/money.ts';
import { Refund } from '../refunds/refunds.ts';

export const PaymentStatusField = z.enum(['due', 'authorised', 'captured', 'failed', 'voided']);
export const Payment = z.object({
  _id: Id,
  kind: z.string(),
  /** How it was collected: cash, a terminal at the till, or a card's gateway; null while it is only due. */
  provider: z.string().nullable(),
  status: PaymentStatusField,
  amount: Cents,
  reference: z.string().nullable(),
  /** The operation that is waiting for the gateway. */
  underWay: z.enum(['authorise', 'capture', 'void']).nullable(),
  /** Why it failed, or why the gateway has to be asked again. */
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
  /** Captured less refunded and less what open refunds will take. */
  refundable: Amount,
  /** The part of the total that no payment covers yet. */
  due: Amount,
  /** The ways in which staff can take a payment here. */
  methods: z.array(z.enum(['cash', 'terminal', 'card'])),
  /** Where the gateway is a simulated one: the cards that it knows, and what each does. */
  testCards: z.array(z.object({ token: z.string(), label: z.string() })),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  /** The ledger entries of the delivered order. */
  entries: z.array(
    z.object({ account: z.string(), part: z.string(), amount: Cents, kind: z.string(), postedAt: Instant }),
  ),
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;
