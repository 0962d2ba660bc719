import { formatMoney } from '@aisle/contract/core/money';
import type {
  CreditAdjustInput,
  CreditEntry,
  CreditHistory,
  CreditHistoryPage,
} from '@aisle/contract/customers/credits';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, problem } from '../../core/problem.ts';
import { postToMarketplace } from '../../ledgers/money/journal.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  findMovedCredit,
  findOrderOf,
  getEntry,
  hasTicket,
  insertCredit,
  insertNote,
  listEntries,
  lockCredit,
  readCredit,
} from './credits.queries.ts';

export async function creditHistory(tx: Tx, request: CreditHistoryPage): Promise<CreditHistory> {
  const credit = await readCredit(tx, request.customerId);
  if (!credit) throw missingAt('customerId', 'Customer');
  return { ...(await listEntries(tx, request)), ...credit };
}

/** Issues store credit to a customer or removes some, at the marketplace's expense. */
export async function adjustCredit(tx: Tx, actor: Actor, input: CreditAdjustInput): Promise<CreditEntry> {
  const { amount, reason, note, orderId, ticketId } = input;
  const { creditConfirmAbove } = await getSettings(tx);
  if (amount > creditConfirmAbove) await mustBeConfirmed(tx, actor);
  const customer = await lockCredit(tx, input.customerId);
  if (!customer) throw missingAt('customerId', 'Customer');
  const { id: customerId, name, balance } = customer;
  const order = orderId ? await findOrderOf(tx, customerId, orderId) : undefined;
  if (orderId && !order) throw missingAt('orderId', 'Order');
  if (ticketId && !(await hasTicket(tx, ticketId))) throw missingAt('ticketId', 'Ticket');
  if (balance + amount < 0) throw problem('credits.too-little', { name, balance: formatMoney(balance) });
  const isIssued = amount > 0 && reason !== 'correction';
  const entryId = await insertCredit(tx, {
    customerId,
    kind: isIssued ? 'issued' : 'adjusted',
    reason,
    amount,
    causeId: newId(),
    order,
    ticketId,
    userId: actor.userId,
  });
  if (note) await insertNote(tx, { customerId, entryId, note });
  await postAdjustment(tx, entryId, amount);
  await recordChange(tx, actor, {
    action: 'adjustCredit',
    resource: 'customers',
    recordId: customerId,
    before: { storeCredit: balance },
    after: { storeCredit: balance + amount, reason },
  });
  return getEntry(tx, customerId, entryId);
}

const postAdjustment = (tx: Tx, causeId: string, amount: number) =>
  postToMarketplace(tx, {
    kind: 'creditAdjustment',
    causeId,
    entries: [
      { account: 'storeCreditLiability', part: 'adjustment', amount: -amount },
      { account: 'discounts', part: 'adjustment', amount },
    ],
  });

/** Removes all store credit of a customer who is erased. The customer must be locked. */
export async function forfeitCredit(
  tx: Tx,
  { userId }: Pick<Actor, 'userId'>,
  customer: { id: string; balance: number },
): Promise<void> {
  const entryId = await insertCredit(tx, {
    customerId: customer.id,
    kind: 'adjusted',
    reason: 'forfeited',
    amount: -customer.balance,
    causeId: newId(),
    userId,
  });
  await postAdjustment(tx, entryId, -customer.balance);
}

interface CreditMove {
  survivorId: string;
  mergedId: string;
  mergeId: string;
  userId: string | null;
}
/**
 * Moves the store credit of the merged customer to the remaining one. No journal is posted, since the credit still belongs to
 * customers. Both must be locked.
 */
export async function moveCredit(
  tx: Tx,
  { survivorId, mergedId, mergeId, userId }: CreditMove,
): Promise<void> {
  const { balance } = (await readCredit(tx, mergedId))!;
  await move(tx, { from: mergedId, to: survivorId, amount: balance, causeId: mergeId, userId });
}

/** Moves the credit of a merge back, as far as it is left. */
export async function moveCreditBack(
  tx: Tx,
  { survivorId, mergedId, mergeId, userId }: CreditMove,
): Promise<void> {
  const moved = await findMovedCredit(tx, survivorId, mergeId);
  if (!moved) return;
  const { balance } = (await readCredit(tx, survivorId))!;
  const amount = Math.min(moved.amount, balance);
  await move(tx, { from: survivorId, to: mergedId, amount, causeId: moved.id, userId });
}

async function move(
  tx: Tx,
  {
    from,
    to,
    amount,
    ...cause
  }: Pick<CreditMove, 'userId'> & { from: string; to: string; amount: number; causeId: string },
): Promise<void> {
  if (amount === 0) return;
  await insertCredit(tx, { customerId: from, kind: 'moved', amount: -amount, ...cause });
  await insertCredit(tx, { customerId: to, kind: 'moved', amount, ...cause });
}
