import type Stripe from 'stripe';
import type { ProviderTransaction } from '../../provider-transactions/provider-transactions.queries.ts';

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);

export const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** A balance transaction of Stripe in the terms of every provider. */
export const toTransaction = (
  row: Stripe.BalanceTransaction,
  known: Partial<Pick<ProviderTransaction, 'chargeId' | 'orderId' | 'payoutId'>> = {},
): ProviderTransaction => ({
  id: row.id,
  category: row.reporting_category,
  sourceId: idOf(row.source),
  amount: row.amount,
  fee: row.fee,
  description: row.description,
  occurredAt: instantOf(row.created),
  availableAt: instantOf(row.available_on),
  chargeId: null,
  orderId: null,
  payoutId: null,
  ...known,
});
