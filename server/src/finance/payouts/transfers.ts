import type { PayoutInput } from '@aisle/contract/finance/payouts';
import type { Statement } from '@aisle/contract/finance/statements';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Call } from '../../core/http/serve.ts';
import { announce } from '../../core/live-events.ts';
import { Problem, problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
import { NoResponse, retrySeconds } from '../../ledgers/gateways/gateway.ts';
import type { EventHandlers } from '../../ledgers/gateways/gateway-events.ts';
import { openLocationPayouts } from '../../ledgers/gateways/gateways.ts';
import { type LocationPayouts, TransferRefused } from '../../ledgers/gateways/location-payouts.ts';
import { notifyOperator } from '../../ledgers/provider-transactions/operator-notices.queries.ts';
import type { JobRun } from '../../system/jobs/job-run.ts';
import { getStatement, lockStatement } from '../statements/statements.queries.ts';
import { type LockedRun, lockUnsettled, type RunStatement, settle } from './payout-runs.queries.ts';
import { lockPayable, mustBePayable, recordPayout } from './payouts.service.ts';
import {
  claimDueTransfer,
  endTransfer,
  markInBank,
  type NewTransfer,
  type PendingTransfer,
  replaceTransferKey,
  reserveTransfer,
  retryTransfer,
} from './transfers.queries.ts';

const refusalOf = ({ reason, message }: TransferRefused): Problem => {
  if (reason === 'accountNotReady') return problem('payouts.account-not-ready');
  if (reason === 'balanceTooLow') return problem('payouts.balance-too-low');
  return problem('payouts.transfer-refused', { reason: message });
};

type InTransaction = Call['inTransaction'];

/**
 * Pays a statement by a transfer. It is reserved before the provider is asked, so that a job repeats it if the server stops or
 * the provider doesn't respond. A refused one leaves the statement open.
 */
export async function transferStatement(
  {
    actor,
    services,
    inTransaction,
    once,
  }: Pick<Call, 'services' | 'inTransaction' | 'once'> & { actor: Actor },
  id: string,
  input: PayoutInput,
): Promise<Statement> {
  const gateway = await openLocationPayouts(services.settings);
  const pending = await inTransaction(async (tx) => {
    const statement = await lockPayable(tx, actor, id, input);
    if (!gateway) throw problem('payments.no-gateway');
    const { paidOn, reference = null } = input;
    return reserveTransfer(tx, actor, statement, { runId: null, paidOn, reference, isSentNow: true });
  });
  if (!gateway || !pending) throw problem('payouts.account-not-ready');
  const outcome = await send(inTransaction, gateway.payouts, pending);
  if (outcome === undefined) throw problem('payouts.transfer-under-way');
  if (outcome instanceof Problem) {
    await inTransaction((tx) => endTransfer(tx, pending));
    throw outcome;
  }
  return once(async (tx) => {
    await recordOutcome(tx, pending, outcome);
    return getStatement(tx, id);
  });
}

/**
 * Pays a statement of a payout run by a transfer, or leaves it to the job that repeats transfers if the provider doesn't
 * respond. Returns whether it responds.
 */
export async function payByTransfer(
  run: JobRun,
  payoutRun: LockedRun,
  of: RunStatement,
  responds: boolean,
): Promise<boolean> {
  const gateway = await openLocationPayouts(run.services.settings);
  if (!gateway) throw problem('payments.no-gateway');
  const inTransaction: InTransaction = (work) => run.inTransaction(work);
  const { id: runId, paidOn } = payoutRun;
  const pending = await inTransaction((tx) =>
    reserve(tx, run.actor, of, { runId, paidOn, reference: null, isSentNow: responds }),
  );
  if (!pending || !responds) return responds;
  const outcome = await send(inTransaction, gateway.payouts, pending);
  if (outcome === undefined) return false;
  await inTransaction((tx) => recordOutcome(tx, pending, outcome));
  return true;
}

/** Undefined if this run has reserved the transfer before: the job repeats it. */
async function reserve(
  tx: Tx,
  actor: Actor,
  of: RunStatement,
  transfer: NewTransfer & { runId: string },
): Promise<PendingTransfer | undefined> {
  const { runId } = transfer;
  if (!(await lockUnsettled(tx, runId, of))) return undefined;
  const statement = await lockStatement(tx, of.statementId);
  if (statement.transfer?.runId === runId) return undefined;
  mustBePayable(statement);
  const pending = await reserveTransfer(tx, actor, statement, transfer);
  if (!pending) throw problem('payouts.account-not-ready');
  return pending;
}

/** Repeats due transfers until none is left or the provider doesn't respond. */
export async function repeatTransfers(db: Database, { settings }: Pick<Services, 'settings'>): Promise<void> {
  const gateway = await openLocationPayouts(settings);
  if (!gateway) return;
  const inTransaction: InTransaction = (work) => transaction(db, system, work);
  for (;;) {
    const pending = await inTransaction((tx) => claimDueTransfer(tx, gateway.provider));
    if (!pending) return;
    const outcome = await send(inTransaction, gateway.payouts, pending);
    if (outcome === undefined) return;
    await inTransaction((tx) => recordOutcome(tx, pending, outcome));
  }
}

/** Returns the provider's ID of the transfer or why it was refused. Undefined if the outcome is unknown, so that it is repeated. */
async function send(
  inTransaction: InTransaction,
  payouts: LocationPayouts,
  pending: PendingTransfer,
): Promise<string | Problem | undefined> {
  const { payoutId, runId, attempts, locationId, statementId } = pending;
  try {
    return await payouts.transfer({
      ...pending,
      reference: payoutId,
      group: runId ?? payoutId,
      replaceKey: () => replaceKey(inTransaction, pending),
    });
  } catch (error) {
    if (error instanceof TransferRefused) return refusalOf(error);
    const mustLook = error instanceof NoResponse && error.mustLook;
    const reason = error instanceof Error ? error.message : String(error);
    await inTransaction(async (tx) => {
      await retryTransfer(tx, pending, { seconds: retrySeconds(attempts), problem: reason, mustLook });
      await announceTransfer(tx, { locationId, statementId });
    });
    return undefined;
  }
}

async function replaceKey(inTransaction: InTransaction, pending: PendingTransfer): Promise<string> {
  const key = `${pending.payoutId}:${pending.attempts}`;
  if (await inTransaction((tx) => replaceTransferKey(tx, pending, key))) return key;
  throw new NoResponse('Another server repeats this transfer');
}

/** Records the payout that a transfer was, or why there is none. Only the first outcome counts. */
async function recordOutcome(tx: Tx, pending: PendingTransfer, outcome: string | Problem): Promise<void> {
  const { runId, statementId, locationId, payoutId, provider, paidOn, userId, userName } = pending;
  const of = { locationId, statementId };
  if (runId) await lockUnsettled(tx, runId, of);
  const statement = await lockStatement(tx, statementId);
  if (!(await endTransfer(tx, pending))) return;
  if (outcome instanceof Problem) {
    await announceTransfer(tx, of);
    if (runId) return settle(tx, runId, of, { problem: outcome.message });
    return notifyOperator(tx, `Statement ${statement.number} wasn't paid. ${outcome.message}`);
  }
  await recordPayout(tx, { userId, name: userName }, statement, {
    id: payoutId,
    method: 'stripe',
    paidOn,
    reference: pending.reference ?? outcome,
    runId,
    transfer: { provider, ref: outcome },
  });
  if (runId) await settle(tx, runId, of, { payout_id: payoutId });
}

const announceTransfer = (tx: Tx, { locationId, statementId }: RunStatement): Promise<void> =>
  announce(tx, {
    topic: 'statements',
    action: 'transfer',
    recordId: statementId,
    locationId,
    permission: 'location_report',
  });

/** Follows the money from a connected account to the bank of its location. */
export const followTransfers: EventHandlers[string] = async ({ db, gateway, event }) => {
  if (event.account === null || !gateway.locationPayouts) return;
  const { isPaid, transfers } = await gateway.locationPayouts.readPayout(event.objectId, event.account);
  await transaction(db, system, async (tx) => {
    const moved = await markInBank(tx, { provider: gateway.name, transfers, isPaid });
    for (const statement of moved) await announceTransfer(tx, statement);
  });
};
