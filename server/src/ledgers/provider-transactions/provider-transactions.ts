import type { TransactionKind } from '@aisle/contract/finance/reconciliation';
import type { Tx } from '../../core/db/db.ts';
import { postManyToMarketplace } from '../money/journal.queries.ts';
import { notifyOperator } from './operator-notices.queries.ts';
import {
  insertTransactions,
  matchTransactions,
  type ProviderTransaction,
  recountPayouts,
} from './provider-transactions.queries.ts';
import { kindOfCategory, transactionEntries } from './transaction-kinds.ts';

const batchSize = 500;

/**
 * Stores what the provider reports and posts what matches a record here, once for each transaction. The rest stays unmatched:
 * its record may come later, or a person resolves it. Operators learn of categories that Aisle doesn't know.
 */
export async function recordTransactions(
  tx: Tx,
  provider: string,
  transactions: readonly ProviderTransaction[],
): Promise<void> {
  const added = await insertTransactions(tx, provider, transactions);
  const unknown = new Set(added.filter((category) => kindOfCategory(category) === 'other'));
  for (const category of unknown) {
    await notifyOperator(tx, `The card provider reports an unknown kind of transaction: ${category}`);
  }
  await matchBatch(tx, provider, null);
  await recountPayouts(tx, provider, payoutsOf(transactions));
}

const payoutsOf = (rows: readonly { payoutId: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ payoutId }) => payoutId ?? [])),
];

/**
 * Matches and posts transactions whose records may have changed since, newest first. Returns the last one that it examined, to
 * continue before it.
 */
export async function matchBatch(tx: Tx, provider: string, before: string | null): Promise<string | null> {
  const { matched, last } = await matchTransactions(tx, { provider, before, limit: batchSize });
  await postTransactions(
    tx,
    matched.map(({ kind, ...transaction }) => ({ as: kind, ...transaction })),
  );
  await recountPayouts(tx, provider, payoutsOf(matched));
  return last;
}

interface Posting {
  id: string;
  as: TransactionKind;
  amount: number;
  fee: number;
  orderId: string | null;
}
/** Posts transactions to the marketplace's books as what they are, each once. */
export const postTransactions = (tx: Tx, transactions: readonly Posting[]): Promise<void> =>
  postManyToMarketplace(
    tx,
    transactions.map(({ id, as, amount, fee, orderId }) => ({
      kind: 'providerTransaction',
      causeId: id,
      orderId,
      entries: transactionEntries(as, { amount, fee }),
    })),
  );
