import { formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import {
  latestPayDay,
  type PayoutInput,
  type StatementPayment,
  type VoidPayoutInput,
} from '@aisle/contract/finance/payouts';
import type { PayoutMethod, Statement } from '@aisle/contract/finance/statements';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { mustFind, problem, stale, wrongField } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import { openLocationPayouts } from '../../ledgers/gateways/gateways.ts';
import { TransferRefused } from '../../ledgers/gateways/location-payouts.ts';
import type { Entry } from '../../ledgers/money/accounts.ts';
import { insertJournal } from '../../ledgers/money/journal.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { getStatement, type LockedStatement, lockStatement } from '../statements/statements.queries.ts';
import { insertPayout, paymentsOf, todayAt, voidCurrentPayout } from './payouts.queries.ts';
import { type CurrentTransfer, currentTransfer } from './transfers.queries.ts';

/** Records the full payment of a statement. */
export async function payStatement(tx: Tx, actor: Actor, id: string, input: PayoutInput): Promise<Statement> {
  const statement = await lockPayable(tx, actor, id, input);
  const { method, reference = '', paidOn } = input;
  await recordPayout(tx, actor, statement, { method, reference, paidOn, runId: null });
  return getStatement(tx, id);
}

/** Locks a statement that can be paid like this. */
export async function lockPayable(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: PayoutInput,
): Promise<LockedStatement> {
  await mustBeConfirmed(tx, actor);
  const statement = await lockStatement(tx, id);
  mustBePayable(statement);
  const today = await todayAt(tx, statement.locationId);
  mustBePaidWithin(input, { statement, today });
  if (version !== undefined && version !== statement.version) throw stale(await getStatement(tx, id));
  return statement;
}

/** The date of a payout is not before its period. Only bank transfers can have a date in the near future. */
export function mustBePaidWithin(
  { method, paidOn }: { method: PayoutMethod; paidOn: string },
  { statement: { from, number }, today }: { statement: { from: string; number: string }; today: string },
): void {
  const latest = latestPayDay(method, today);
  if (paidOn > latest) {
    throw wrongField('paidOn', `Must not be after ${latest === today ? 'today, ' : ''}${formatDay(latest)}`);
  }
  if (paidOn < from) {
    throw wrongField('paidOn', `Must not be before ${formatDay(from)}, the first day of statement ${number}`);
  }
}

export function mustBePayable({
  number,
  status,
  total,
  transfer,
}: Pick<LockedStatement, 'number' | 'status' | 'total' | 'transfer'>): void {
  if (transfer) throw problem('payouts.transfer-under-way');
  if (status === 'paid') throw problem('statements.paid', { number });
  if (status === 'open') return;
  const reason = `Nothing is paid for statement ${number}. Its total of ${formatMoney(total)} is carried into the next one`;
  throw problem('statements.nothing-to-pay', { reason });
}

/** A user, by whom a job can record a payout, too. */
type Who = Pick<Actor, 'userId' | 'name'>;
interface PayoutDetails {
  method: PayoutMethod;
  reference: string;
  paidOn: string;
  runId: string | null;
  /** The transfer that the card provider made, and the ID that it was requested with. */
  transfer?: { provider: string; ref: string };
  id?: string;
}
/** Adds the payout of a locked statement with its journal, and returns its ID. */
export async function recordPayout(
  tx: Tx,
  actor: Who,
  statement: LockedStatement,
  paying: PayoutDetails,
): Promise<string> {
  const { id = newId() } = paying;
  await insertPayout(tx, actor, statement, { ...paying, id });
  await post(tx, actor, statement, { causeId: id, amount: statement.total });
  const { method, reference, paidOn } = paying;
  const after = { method, reference, paidOn, amount: statement.total };
  await note(tx, actor, statement, { action: 'payout', after });
  return id;
}

/**
 * Records that the bank returned a payout, or takes a transfer of the card provider back. The statement is open again, and both
 * stay visible.
 */
export async function voidPayout(
  { actor, services }: Pick<Context, 'actor' | 'services'>,
  id: string,
  { reason }: VoidPayoutInput,
): Promise<Statement> {
  const transfer = await services.inTransaction(actor, async (tx) => {
    await mustBeConfirmed(tx, actor);
    return currentTransfer(tx, await lockPaid(tx, id));
  });
  if (transfer) await takeBack(services.settings, transfer);
  return services.inTransaction(actor, async (tx) => {
    const statement = await lockPaid(tx, id);
    // Another user may have voided the payout meanwhile, and paid the statement again.
    const current = await currentTransfer(tx, statement);
    if (current?.payoutId !== transfer?.payoutId)
      throw problem('statements.not-paid', { number: statement.number });
    const voidId = newId();
    await voidCurrentPayout(tx, actor, statement, { id: voidId, reason });
    await post(tx, actor, statement, { causeId: voidId, amount: -statement.total });
    await note(tx, actor, statement, { action: 'voidPayout', after: { reason, amount: -statement.total } });
    return getStatement(tx, id);
  });
}

async function lockPaid(tx: Tx, id: string): Promise<LockedStatement> {
  const statement = await lockStatement(tx, id);
  if (statement.status !== 'paid') throw problem('statements.not-paid', { number: statement.number });
  return statement;
}

/** Repeating it has no effect, so that a stopped attempt can be repeated. */
async function takeBack(settings: Settings, { transferRef }: CurrentTransfer): Promise<void> {
  const gateway = await openLocationPayouts(settings);
  if (!gateway) throw problem('payouts.provider-unavailable');
  try {
    await gateway.payouts.reverse(transferRef);
  } catch (error) {
    if (error instanceof TransferRefused)
      throw problem('payouts.reversal-refused', { reason: error.message });
    throw problem('payouts.provider-unavailable');
  }
}

/** Posts the amount that the marketplace paid out and no longer owes the location; negative for a void. */
async function post(
  tx: Tx,
  actor: Who,
  { locationId }: LockedStatement,
  { causeId, amount }: { causeId: string; amount: number },
): Promise<void> {
  const entries: Entry[] = [
    { account: 'locationPayable', part: 'payout', amount },
    { account: 'payouts', part: 'payout', amount: -amount },
  ];
  await insertJournal(tx, {
    locationId,
    kind: 'payout',
    causeId,
    orderId: null,
    userId: actor.userId,
    entries,
  });
}

async function note(
  tx: Tx,
  actor: Who,
  { id, locationId, number, total, status: from }: LockedStatement,
  { action, after }: { action: 'payout' | 'voidPayout'; after: object },
): Promise<void> {
  const snapshot = { number, total, from, to: action === 'payout' ? 'paid' : 'open' };
  await recordChange(tx, actor, {
    action,
    resource: 'statements',
    recordId: id,
    locationId,
    after: { number, ...after },
    snapshot,
  });
}

export async function showPayments(tx: Tx, id: string): Promise<{ records: StatementPayment[] }> {
  return { records: mustFind(await paymentsOf(tx, id), 'Statement') };
}
