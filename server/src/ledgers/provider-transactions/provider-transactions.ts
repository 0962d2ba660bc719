import type { Tx } from '../../core/db/db.ts';
import { postToMarketplace } from '../money/journal.queries.ts';
import {
  insertTransactions,
  type MatchedTransaction,
  matchTransactions,
  type ProviderTransaction,
} from './provider-transactions.queries.ts';
import { transactionEntries } from './transaction-kinds.ts';

const batchSize = 500;

/**
 * Stores what the provider reports and posts what matches a record here, once for each transaction. The rest stays unmatched:
 * its record may come later, or a person resolves it.
 */
export async function recordTransactions(
  tx: Tx,
  provider: string,
  transactions: readonly ProviderTransaction[],
): Promise<void> {
  await insertTransactions(tx, provider, transactions);
  await postMatching(tx);
}

/** Matches transactions whose records may have changed since, and posts them. */
async function postMatching(tx: Tx): Promise<void> {
  for (const matched of await matchTransactions(tx, batchSize)) await postTransaction(tx, matched);
}

const postTransaction = (tx: Tx, { id, kind, amount, fee, orderId }: MatchedTransaction): Promise<void> =>
  postToMarketplace(tx, {
    kind: 'providerTransaction',
    causeId: id,
    orderId,
    entries: transactionEntries(kind, { amount, fee }),
  });
