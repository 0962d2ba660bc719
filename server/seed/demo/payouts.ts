import { dayIn } from '@aisle/contract/core/dates';
import { formatNumber } from '@aisle/contract/core/numbers';
import type { Tx } from '../../src/core/db/db.ts';
import type { Entry } from '../../src/ledgers/money/accounts.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Staff } from './people.ts';

/** All stores are in Texas. */
export const zone = 'America/Chicago';
const hour = 3_600_000;

export interface Stated {
  storeKey: string;
  location_id: string;
  id: string;
  number: number;
  total: number;
  status: string;
  accountLast4: string;
}

interface Run {
  at: number;
  /** The store whose payout the bank returned. */
  sentBack: string | null;
}
/** A payout run for all open statements. */
export async function payAll(
  tx: Tx,
  stated: readonly Stated[],
  finance: Staff,
  { at, sentBack }: Run,
): Promise<void> {
  const open = stated.filter(({ status }) => status === 'open');
  const id = idAt(at);
  const moment = new Date(at);
  await insertRows(tx, 'payout_runs', [
    {
      id,
      job_id: idAt(at),
      method: 'bankTransfer',
      paid_on: dayIn(zone, moment),
      user_id: finance.id,
      user_name: finance.name,
      created_at: moment,
      finished_at: moment,
      files: [],
    },
  ]);
  for (const statement of open) {
    const payoutId = await pay(tx, statement, finance, { method: 'bankTransfer', at, run: id });
    const { location_id, id: statement_id, number, total: amount } = statement;
    const result = { location_id, run_id: id, statement_id, number, amount, payout_id: payoutId };
    await insertRows(tx, 'payout_run_results', [result]);
    if (statement.storeKey !== sentBack) continue;
    await sendBack(tx, statement, finance, { payoutId, at: at + 50 * hour });
    await pay(tx, statement, finance, { method: 'check', at: at + 76 * hour, run: null });
  }
}

interface Paying {
  method: 'bankTransfer' | 'check';
  at: number;
  run: string | null;
}
async function pay(tx: Tx, statement: Stated, finance: Staff, { method, at, run }: Paying): Promise<string> {
  const { location_id, id: statement_id, number, total: amount } = statement;
  const id = idAt(at);
  await insertRows(tx, 'payouts', [
    {
      location_id,
      id,
      statement_id,
      amount,
      method,
      reference: method === 'check' ? 'Check 20418' : formatNumber('statement', number),
      paid_on: dayIn(zone, new Date(at)),
      account_last4: method === 'bankTransfer' ? statement.accountLast4 : null,
      run_id: run,
      user_id: finance.id,
      user_name: finance.name,
      created_at: new Date(at),
    },
  ]);
  await post(tx, { locationId: location_id, kind: 'payout', causeId: id, userId: finance.id, at }, [
    { account: 'locationPayable', part: 'payout', amount },
    { account: 'payouts', part: 'payout', amount: -amount },
  ]);
  return id;
}

async function sendBack(
  tx: Tx,
  { location_id, total }: Stated,
  finance: Staff,
  { payoutId, at }: { payoutId: string; at: number },
): Promise<void> {
  const voidId = idAt(at);
  await tx
    .updateTable('payouts')
    .set({
      void_id: voidId,
      voided_at: new Date(at).toISOString(),
      void_reason: 'Account closed',
      voided_by: finance.id,
      voided_by_name: finance.name,
    })
    .where('location_id', '=', location_id)
    .where('id', '=', payoutId)
    .execute();
  await post(tx, { locationId: location_id, kind: 'payout', causeId: voidId, userId: finance.id, at }, [
    { account: 'locationPayable', part: 'payout', amount: -total },
    { account: 'payouts', part: 'payout', amount: total },
  ]);
}

interface Posting {
  locationId: string;
  kind: 'correction' | 'payout';
  causeId: string;
  userId: string;
  at: number;
}
/** Posts a journal with a date in the past. */
export async function post(tx: Tx, posting: Posting, entries: readonly Entry[]): Promise<void> {
  const { locationId: location_id, kind, causeId: cause_id, userId: user_id, at } = posting;
  const [id, posted_at] = [idAt(at), new Date(at)];
  await insertRows(tx, 'journals', [{ location_id, id, kind, cause_id, user_id, posted_at }]);
  await insertRows(
    tx,
    'ledger_entries',
    entries.map((entry, index) => ({
      location_id,
      journal_id: id,
      position: index + 1,
      ...entry,
      posted_at,
    })),
  );
}
