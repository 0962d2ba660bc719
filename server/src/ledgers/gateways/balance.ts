import type { bankStatuses } from '@aisle/contract/finance/reconciliation';
import type { ProviderTransaction } from '../provider-transactions/provider-transactions.queries.ts';

/** A payout from a provider to the bank. */
export interface BankPayout {
  /** The provider's ID. */
  id: string;
  amount: number;
  /** The day of its arrival. */
  arrivesOn: string;
  /** The provider's own status, and what it means; null if that is unknown. */
  providerStatus: string;
  status: (typeof bankStatuses)[number] | null;
  /** Paid by the provider's schedule. Of other payouts it doesn't know the contents. */
  isAutomatic: boolean;
  /** Whether the provider can list its contents now. */
  isListed: boolean;
}

/** Reads the money that a provider holds for the marketplace. */
export interface BalanceReader {
  /** The movements since a time, newest first, in batches. */
  transactionsSince(since: string): AsyncIterable<readonly ProviderTransaction[]>;
  /** The contents of a payout, without the payout itself, in batches. */
  transactionsOf(payoutId: string): AsyncIterable<readonly ProviderTransaction[]>;
  /** The payouts since a time, newest first. */
  payoutsSince(since: string): AsyncIterable<BankPayout>;
}
