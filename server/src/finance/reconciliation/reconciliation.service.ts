import { latestDay } from '@aisle/contract/core/dates';
import type {
  ProviderBalance,
  Reconciliation,
  ReconciliationRow,
  ReconciliationRowsQuery,
  ReconciliationView,
  ResolveInput,
  ResolveRowInput,
} from '@aisle/contract/finance/reconciliation';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { missingAt, problem, stale } from '../../core/problem.ts';
import { recountPayouts } from '../../ledgers/provider-transactions/provider-transactions.queries.ts';
import { postTransactions } from '../../ledgers/provider-transactions/provider-transactions.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { readTrialBalance } from '../books/trial-balance.queries.ts';
import {
  balanceFacts,
  findTarget,
  getReconciliation,
  getRow,
  listRows,
  lockReconciliation,
  lockRow,
  type OpenRow,
  saveClosed,
  saveResolution,
} from './reconciliation.queries.ts';

/** The balance held by providers according to the books, its pending part, and the number of its unmatched rows. */
export async function providerBalance(tx: Tx): Promise<ProviderBalance> {
  const today = latestDay();
  const { totals } = await readTrialBalance(
    tx,
    { from: today, to: today, groupBy: 'account', account: 'providerBalance', page: 1, limit: 1 },
    ['providerBalance'],
  );
  return { providerBalance: totals.closing, ...(await balanceFacts(tx)) };
}

export async function viewReconciliation(
  tx: Tx,
  id: string,
  { page, limit, unmatched }: ReconciliationRowsQuery,
): Promise<ReconciliationView> {
  const record = await getReconciliation(tx, id);
  const state = unmatched ? 'unmatched' : undefined;
  const rows = await listRows(tx, { page, limit, filters: { recordId: id, state } }).page();
  return { ...record, rows: rows.records, totalRows: rows.totalRecords };
}

/** Posts an unmatched row as what a person says that it is. */
export async function resolveRow(
  tx: Tx,
  actor: Actor,
  id: string,
  { rowId, ...input }: ResolveInput,
): Promise<Reconciliation> {
  await mustBeConfirmed(tx, actor);
  const record = await lockReconciliation(tx, id);
  if (record.status === 'closed') throw problem('reconciliation.closed');
  const { transactionId, amount } = await resolveAs(tx, actor, await lockRow(tx, record, rowId), input);
  await recountPayouts(tx, record.provider, [record.payoutId]);
  const after = await getReconciliation(tx, id);
  const audited = ({ payoutId, status, version }: Reconciliation) => ({ name: payoutId, status, version });
  await recordChange(tx, actor, {
    resource: 'reconciliation',
    action: 'resolve',
    recordId: id,
    before: audited(record),
    after: { ...audited(after), transaction: transactionId, amount, as: input.as, reason: input.reason },
  });
  return after;
}

/** Posts an unmatched row that no bank payout contains. */
export async function resolveBalanceRow(
  tx: Tx,
  actor: Actor,
  id: string,
  input: ResolveRowInput,
): Promise<ReconciliationRow> {
  await mustBeConfirmed(tx, actor);
  const { transactionId, amount } = await resolveAs(tx, actor, await lockRow(tx, null, id), input);
  await recordChange(tx, actor, {
    resource: 'reconciliation',
    action: 'resolveRow',
    recordId: id,
    after: { name: transactionId, amount, as: input.as, reason: input.reason },
  });
  return getRow(tx, id);
}

async function resolveAs(
  tx: Tx,
  actor: Actor,
  row: OpenRow,
  { as, targetId, reason }: ResolveRowInput,
): Promise<OpenRow> {
  if (row.state !== 'unmatched') throw problem('reconciliation.matched');
  const target = targetId === undefined ? undefined : await findTarget(tx, as, targetId);
  if (targetId !== undefined && !target) throw missingAt('targetId', as === 'dispute' ? 'Dispute' : 'Order');
  const { id, amount, fee } = row;
  await saveResolution(tx, actor, id, { as, reason, target });
  await postTransactions(tx, [{ id, as, amount, fee, orderId: target?.orderId ?? null }]);
  return row;
}

export async function closeReconciliation(
  tx: Tx,
  actor: Actor,
  id: string,
  version: number,
): Promise<Reconciliation> {
  const record = await lockReconciliation(tx, id);
  if (record.status === 'closed') throw problem('reconciliation.closed');
  if (record.version !== version) throw stale(record);
  if (record.unmatched > 0) throw problem('reconciliation.unmatched', { unmatched: record.unmatched });
  if (record.status === 'open') throw problem('reconciliation.incomplete');
  await saveClosed(tx, actor, id);
  const after = await getReconciliation(tx, id);
  await recordChange(tx, actor, {
    resource: 'reconciliation',
    action: 'close',
    recordId: id,
    before: { name: record.payoutId, status: record.status, version },
    after: { name: record.payoutId, status: after.status, version: after.version },
  });
  return after;
}
