import type { AuditAction } from '@aisle/contract/audit-sentences';
import type {
  MaskedPayoutAccount,
  PayoutAccount,
  PayoutAccountInput,
} from '@aisle/contract/locations/payout-accounts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { payoutAccountContext } from '../../core/db/seals/sealed-columns.ts';
import type { Seals } from '../../core/db/seals/seals.ts';
import type { Actor } from '../../core/http/actor.ts';
import { mustFind, notFound, stale } from '../../core/problem.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { findLocationRef } from './assignment.queries.ts';
import { lockLocation } from './locations.queries.ts';
import {
  deletePayoutAccount,
  findPayoutAccount,
  masked,
  savePayoutAccount,
} from './payout-accounts.queries.ts';

type AccountNumbers = Pick<PayoutAccountInput, 'routingNumber' | 'accountNumber'>;

export async function showPayoutAccount(
  tx: Tx,
  id: string,
): Promise<{ account: MaskedPayoutAccount | null }> {
  mustFind(await findLocationRef(tx, id), 'Location');
  const account = await findPayoutAccount(tx, id);
  return { account: account ? masked(account) : null };
}

/**
 * Requires a recent confirmation of the user's identity, because it changes where money is paid. The log contains only the last
 * digits.
 */
export async function changePayoutAccount(
  { tx, actor, services }: Context,
  id: string,
  { version, ...input }: PayoutAccountInput & { version?: number | undefined },
): Promise<MaskedPayoutAccount> {
  await lockLocation(tx, id);
  const found = await findPayoutAccount(tx, id);
  const before = found && masked(found);
  if (version !== undefined && version !== (before?.version ?? 0)) throw stale(before ?? { version: 0 });
  await mustBeConfirmed(tx, actor);

  const { bankName, accountHolder, routingNumber, accountNumber } = input;
  const numbers: AccountNumbers = { routingNumber, accountNumber };
  await savePayoutAccount(tx, id, {
    sealed: encryptAccountNumbers(services.seals, id, numbers),
    bank_name: bankName,
    account_holder: accountHolder,
    routing_last4: routingNumber.slice(-4),
    account_last4: endOf(accountNumber),
  });
  const after = masked(mustFind(await findPayoutAccount(tx, id), 'Payout account'));
  await note(tx, actor, id, { action: before ? 'edit' : 'create', before, after });
  return after;
}

/** Shows fewer digits of a short number, so that the hidden ones cannot be guessed. */
const endOf = (number: string): string => number.slice(-Math.min(4, Math.floor(number.length / 2)));

export async function revealPayoutAccount(
  { tx, actor, services }: Context,
  id: string,
): Promise<PayoutAccount> {
  mustFind(await findLocationRef(tx, id), 'Location');
  const found = mustFind(await findPayoutAccount(tx, id), 'Payout account');
  await mustBeConfirmed(tx, actor);
  await note(tx, actor, id, { action: 'reveal' });
  const { bankName, accountHolder, version, updatedAt } = found;
  const numbers = decryptAccountNumbers(services.seals, id, found.sealed);
  return { bankName, accountHolder, ...numbers, version, updatedAt };
}

export const encryptAccountNumbers = (seals: Seals, locationId: string, numbers: AccountNumbers): Buffer =>
  seals.seal(JSON.stringify(numbers), payoutAccountContext(locationId));

/** The numbers of an account, for a user who asks to see them and for the job that writes the bank's file. */
export const decryptAccountNumbers = (seals: Seals, locationId: string, sealed: Buffer): AccountNumbers =>
  JSON.parse(seals.open(sealed, payoutAccountContext(locationId))) as AccountNumbers;

export async function removePayoutAccount(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockLocation(tx, id);
  const found = await findPayoutAccount(tx, id);
  if (!found) throw notFound('Payout account');
  await mustBeConfirmed(tx, actor);
  await deletePayoutAccount(tx, id);
  await note(tx, actor, id, { action: 'delete', before: masked(found) });
  return { _id: id };
}

interface Note {
  action: AuditAction<'payoutAccounts'>;
  before?: MaskedPayoutAccount | undefined;
  after?: MaskedPayoutAccount;
}
const note = (tx: Tx, actor: Actor, id: string, entry: Note) =>
  recordChange(tx, actor, { resource: 'payoutAccounts', recordId: id, locationId: id, ...entry });
