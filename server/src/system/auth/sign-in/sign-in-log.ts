import { audit } from '../../../core/audit.ts';
import { afterCommit, type Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { Services } from '../../../core/services.ts';
import { type Account, locationsOfPerson } from '../auth.queries.ts';

type Log = Services['log'];
/** Where somebody is who signs in. */
export interface SignInPlace {
  address: string;
  userAgent: string | null;
}
/** Who has not proven to be anybody yet. */
const someone = { userId: null, name: 'Someone' };

const nameOf = ({ first_name, last_name }: Account) => `${first_name} ${last_name}`;
const placeOf = ({ address, userAgent }: SignInPlace) => ({
  address,
  userAgent: userAgent?.slice(0, 300) ?? null,
});

const noOne = '00000000-0000-0000-0000-000000000000';
/**
 * Entries about people of one location belong to it: its owner sees them. Looked up for everybody alike, so that the
 * time reveals nothing.
 */
async function locationOfAccount(tx: Tx, account: Account | undefined): Promise<string | null> {
  const locations = await locationsOfPerson(tx, account?.id ?? noOne);
  return account?.user_type === 'store' && locations.length === 1 ? locations[0]!._id : null;
}

/** A session was opened, by whatever factors: in the audit log and as a log line. */
export async function recordSignIn(
  tx: Tx,
  log: Log,
  account: Account,
  { sessionId, ...place }: SignInPlace & { sessionId: string },
): Promise<void> {
  await audit(
    tx,
    { userId: account.id, name: nameOf(account) },
    {
      action: 'signedIn',
      resource: 'users',
      recordId: account.id,
      locationId: await locationOfAccount(tx, account),
      after: { sessionId, ...placeOf(place) },
    },
  );
  afterCommit(tx, () =>
    log.info({ event: 'signedIn', userId: account.id, sessionId, address: place.address }, 'signed in'),
  );
}

/**
 * A password or code did not fit. What was typed as the email of nobody is not kept: now and then it is a password,
 * or the email of a customer.
 */
export async function recordFailedSignIn(
  tx: Tx,
  log: Log,
  account: Account | undefined,
  { reason, ...place }: SignInPlace & { reason: string },
): Promise<void> {
  await audit(tx, someone, {
    action: 'signInFailed',
    resource: 'users',
    recordId: account?.id ?? null,
    locationId: await locationOfAccount(tx, account),
    after: { reason, ...placeOf(place) },
  });
  afterCommit(tx, () =>
    log.info(
      { event: 'signInFailed', userId: account?.id ?? null, reason, address: place.address },
      'sign-in failed',
    ),
  );
}

export async function recordSignOut(
  tx: Tx,
  log: Log,
  actor: Actor,
  { sessionId, ...place }: SignInPlace & { sessionId: string },
): Promise<void> {
  await audit(tx, actor, {
    action: 'signedOut',
    resource: 'users',
    recordId: actor.userId,
    locationId: actor.locations?.length === 1 ? actor.locations[0]! : null,
    after: { sessionId, ...placeOf(place) },
  });
  afterCommit(tx, () =>
    log.info({ event: 'signedOut', userId: actor.userId, sessionId, address: place.address }, 'signed out'),
  );
}

/** A link that sets a password was asked for by someone who knows the email; its use is a separate entry. */
export async function recordLinkRequested(
  tx: Tx,
  log: Log,
  account: Account,
  place: SignInPlace,
): Promise<void> {
  await audit(tx, someone, {
    action: 'passwordLinkRequested',
    resource: 'users',
    recordId: account.id,
    locationId: await locationOfAccount(tx, account),
    after: placeOf(place),
  });
  afterCommit(tx, () =>
    log.info(
      { event: 'passwordLinkRequested', userId: account.id, address: place.address },
      'password link requested',
    ),
  );
}
