import { system, type Tx, transaction } from '../../core/db/db.ts';
import { announce } from '../../core/live-events.ts';
import { Problem, problem } from '../../core/problem.ts';
import { NoResponse } from '../../ledgers/gateways/gateway.ts';
import type { EventHandlers } from '../../ledgers/gateways/gateway-events.ts';
import { openLocationPayouts } from '../../ledgers/gateways/gateways.ts';
import { type LocationPayouts, TransferRefused } from '../../ledgers/gateways/location-payouts.ts';
import type { JobRun } from '../../system/jobs/job-run.ts';
import { lockStatement } from '../statements/statements.queries.ts';
import { type LockedRun, lockUnsettled, type RunStatement, settle } from './payout-runs.queries.ts';
import { mustBePayable, recordPayout } from './payouts.service.ts';
import {
  endTransfer,
  lookNextTime,
  markInBank,
  type PendingTransfer,
  reserveTransfer,
} from './transfers.queries.ts';

const refusalOf = ({ reason, message }: TransferRefused): Problem => {
  if (reason === 'accountNotReady') return problem('payouts.account-not-ready');
  if (reason === 'balanceTooLow') return problem('payouts.balance-too-low');
  return problem('payouts.transfer-refused', { reason: message });
};

/**
 * Pays a statement of a run by a transfer. It is reserved first, so that the same transfer is repeated if the server stops before
 * the payout is recorded. A refused one leaves the statement open. Without a response the run stops and can be resumed.
 */
export async function payByTransfer(run: JobRun, payoutRun: LockedRun, of: RunStatement): Promise<void> {
  const gateway = await openLocationPayouts(run.services.settings);
  if (!gateway) throw problem('payments.no-gateway');
  const pending = await run.inTransaction((tx) => reserve(tx, payoutRun.id, of));
  if (!pending) return;
  const outcome = await send(run, gateway.payouts, payoutRun.id, pending);
  await run.inTransaction(async (tx) => {
    if (!(await lockUnsettled(tx, payoutRun.id, of))) return;
    const statement = await lockStatement(tx, of.statementId);
    await endTransfer(tx, statement);
    if (outcome instanceof Problem) return settle(tx, payoutRun.id, of, { problem: outcome.message });
    const { payoutId, provider } = pending;
    await recordPayout(tx, run.actor, statement, {
      id: payoutId,
      method: 'stripe',
      paidOn: payoutRun.paidOn,
      reference: outcome,
      runId: payoutRun.id,
      transfer: { provider, ref: outcome },
    });
    await settle(tx, payoutRun.id, of, { payout_id: payoutId });
  });
}

async function reserve(tx: Tx, runId: string, of: RunStatement): Promise<PendingTransfer | undefined> {
  if (!(await lockUnsettled(tx, runId, of))) return undefined;
  const statement = await lockStatement(tx, of.statementId);
  mustBePayable({
    ...statement,
    transferringRun: statement.transferringRun === runId ? null : statement.transferringRun,
  });
  const pending = await reserveTransfer(tx, statement, runId);
  if (!pending) throw problem('payouts.account-not-ready');
  return pending;
}

async function send(
  run: JobRun,
  payouts: LocationPayouts,
  group: string,
  pending: PendingTransfer,
): Promise<string | Problem> {
  const { payoutId: reference, amount, account, since, mustLook } = pending;
  try {
    return await payouts.transfer({ reference, amount, account, group, since, mustLook });
  } catch (error) {
    if (error instanceof TransferRefused) return refusalOf(error);
    if (error instanceof NoResponse && error.mustLook) {
      await run.inTransaction((tx) => lookNextTime(tx, pending));
    }
    throw error;
  }
}

/** Follows the money from a connected account to the bank of its location. */
export const followTransfers: EventHandlers[string] = async ({ db, gateway, event }) => {
  if (event.account === null || !gateway.locationPayouts) return;
  const { isPaid, transfers } = await gateway.locationPayouts.readPayout(event.objectId, event.account);
  await transaction(db, system, async (tx) => {
    const moved = await markInBank(tx, { provider: gateway.name, transfers, isPaid });
    for (const { locationId, statementId } of moved) {
      await announce(tx, {
        topic: 'statements',
        action: 'transfer',
        recordId: statementId,
        locationId,
        permission: 'location_report',
      });
    }
  });
};
