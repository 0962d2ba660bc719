import type { MaskedPayoutAccount, PayoutAccount, PayoutAccountInput } from '@aisle/contract/payout-accounts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { mustFind, notFound, stale } from '../core/problem.ts';
import type { Seals } from '../core/seals.ts';
import { findLocationRef } from './assignment.queries.ts';
import { lockLocation } from './locations.queries.ts';
import {
  deletePayoutAccount,
  findPayoutAccount,
  masked,
  savePayoutAccount,
} from './payout-accounts.queries.ts';

const aboutOf = (locationId: string) => `payout account of ${locationId}`;
type Numbers = Pick<PayoutAccountInput, 'routingNumber' | 'accountNumber'>;

export async function showPayoutAccount(
  tx: Tx,
  id: string,
): Promise<{ account: MaskedPayoutAccount | null }> {
  mustFind(await findLocationRef(tx, id), 'Location');
  const account = await findPayoutAccount(tx, id);
  return { account: account ? masked(account) : null };
}

/** Whoever changes where money goes proves again who they are; the log holds the ends of the numbers alone. */
export async function changePayoutAccount(
  tx: Tx,
  actor: Actor,
  seals: Seals,
  id: string,
  { version, ...input }: PayoutAccountInput & { version?: number | undefined },
): Promise<MaskedPayoutAccount> {
  await lockLocation(tx, id);
  const found = await findPayoutAccount(tx, id);
  const before = found && masked(found);
  if (version !== undefined && version !== (before?.version ?? 0)) throw stale(before ?? { version: 0 });
  await mustBeConfirmed(tx, actor);

  const { bankName, accountHolder, routingNumber, accountNumber } = input;
  const numbers: Numbers = { routingNumber, accountNumber };
  await savePayoutAccount(tx, id, {
    sealed: seals.seal(JSON.stringify(numbers), aboutOf(id)),
    bank_name: bankName,
    account_holder: accountHolder,
    routing_last4: routingNumber.slice(-4),
    account_last4: endOf(accountNumber),
  });
  const after = masked(mustFind(await findPayoutAccount(tx, id), 'Payout account'));
  await note(tx, actor, id, { action: before ? 'edit' : 'create', before, after });
  return after;
}

/** Of a short number less is shown: what is hidden must not be guessed. */
const endOf = (number: string): string => number.slice(-Math.min(4, Math.floor(number.length / 2)));

export async function revealPayoutAccount(
  tx: Tx,
  actor: Actor,
  seals: Seals,
  id: string,
): Promise<PayoutAccount> {
  mustFind(await findLocationRef(tx, id), 'Location');
  const found = mustFind(await findPayoutAccount(tx, id), 'Payout account');
  await mustBeConfirmed(tx, actor);
  await note(tx, actor, id, { action: 'reveal' });
  const { bankName, accountHolder, version, updatedAt } = found;
  const numbers = JSON.parse(seals.open(found.sealed, aboutOf(id))) as Numbers;
  return { bankName, accountHolder, ...numbers, version, updatedAt };
}

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
  action: string;
  before?: MaskedPayoutAccount | undefined;
  after?: MaskedPayoutAccount;
}
const note = (tx: Tx, actor: Actor, id: string, entry: Note) =>
  audit(tx, actor, { resource: 'payoutAccounts', recordId: id, locationId: id, ...entry });
