import { systemActor } from '../../core/audit.ts';
import { recordChanges } from '../../core/changes/record-change.ts';
import { type Database, system, transaction } from '../../core/db/db.ts';
import { announce } from '../../core/live-events.ts';
import type { BalanceReader } from '../../ledgers/gateways/balance.ts';
import type { Gateway } from '../../ledgers/gateways/gateway.ts';
import { notifyOperator } from '../../ledgers/provider-transactions/operator-notices.queries.ts';
import { matchBatch, recordTransactions } from '../../ledgers/provider-transactions/provider-transactions.ts';
import {
  closeSettled,
  completePayout,
  readUntil,
  savePayout,
  saveReadUntil,
} from './read-balances.queries.ts';

const day = 24 * 60 * 60 * 1000;
/** Transactions can appear a little after others that are newer, and the contents of a payout days after it. */
const overlap = { transactions: day, payouts: 14 * day } as const;
const before = (instant: string, milliseconds: number) =>
  new Date(Date.parse(instant) - milliseconds).toISOString();

/**
 * Reads what moved at the providers since the last time, posts what matches a record here, and closes reconciliations without
 * unmatched rows. Repeating it changes nothing, so a run that stops in between is simply repeated.
 */
export async function readBalances(db: Database, gateways: readonly Gateway[]): Promise<void> {
  for (const { name, balance } of gateways) if (balance) await readBalance(db, name, balance);
  while ((await transaction(db, system, closeAll)) > 0);
}

async function readBalance(db: Database, provider: string, balance: BalanceReader): Promise<void> {
  const since = await transaction(db, system, (tx) => readUntil(tx, provider));
  if (since === undefined) return;
  const startedAt = new Date().toISOString();
  for await (const rows of balance.transactionsSince(before(since, overlap.transactions))) {
    await transaction(db, system, (tx) => recordTransactions(tx, provider, rows));
  }
  for await (const payout of balance.payoutsSince(before(since, overlap.payouts))) {
    const isIncomplete = await transaction(db, system, async (tx) => {
      if (payout.status === null) {
        await notifyOperator(
          tx,
          `The card provider reports an unknown status of payouts: ${payout.providerStatus}`,
        );
      }
      return savePayout(tx, provider, payout);
    });
    if (isIncomplete && payout.isListed) await readContents(db, provider, balance, payout.id);
  }
  await matchAll(db, provider);
  await transaction(db, system, async (tx) => {
    await saveReadUntil(tx, provider, startedAt);
    await announce(tx, { topic: 'reconciliation', action: 'read', permission: 'reconciliation_list' });
  });
}

async function readContents(
  db: Database,
  provider: string,
  balance: BalanceReader,
  payoutId: string,
): Promise<void> {
  for await (const rows of balance.transactionsOf(payoutId)) {
    await transaction(db, system, (tx) => recordTransactions(tx, provider, rows));
  }
  await transaction(db, system, (tx) => completePayout(tx, provider, payoutId));
}

/** Matches all open transactions again, because their records may have come later. */
async function matchAll(db: Database, provider: string): Promise<void> {
  let last: string | null = null;
  do last = await transaction(db, system, (tx) => matchBatch(tx, provider, last));
  while (last !== null);
}

async function closeAll(tx: Parameters<typeof closeSettled>[0]): Promise<number> {
  const closed = await closeSettled(tx, systemActor.name);
  await recordChanges(
    tx,
    systemActor,
    closed.map(({ id, payoutId, version }) => ({
      resource: 'reconciliation',
      action: 'close',
      recordId: id,
      before: { name: payoutId, status: 'matched' },
      after: { name: payoutId, status: 'closed', version },
    })),
  );
  return closed.length;
}
