import { audit } from '../../../core/audit.ts';
import { afterCommit, type Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { Services } from '../../../core/services.ts';
import { type Account, locationsOfPerson } from '../auth.queries.ts';

type Log = Services['log'];
/** Address and browser of a sign-in. */
export interface SignInPlace {
  address: string;
  userAgent: string | null;
}
/** Actor of a sign-in before the identity is proven. */
const anonymousActor = { userId: null, name: 'Someone' };

const nameOf = ({ first_name, last_name }: Account) => `${first_name} ${last_name}`;
const placeOf = ({ address, userAgent }: SignInPlace) => ({
  address,
  userAgent: userAgent?.slice(0, 300) ?? null,
});

const unknownUserId = '00000000-0000-0000-0000-000000000000';
/**
 * Entries about users of one location belong to it, so that its owner sees them. Every sign-in does this lookup, so that the
 * time reveals nothing.
 */
async function locationOfAccount(tx: Tx, account: Account | undefined): Promise<string | null> {
  const locations = await locationsOfPerson(tx, account?.id ?? unknownUserId);
  return account?.user_type === 'store' && locations.length === 1 ? locations[0]!._id : null;
}

/** Records a session opened with any factors, in the audit log and as a log line. */
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
 * Records a wrong password or code. An unknown email isn't stored, because it is sometimes a password or the email of a
 * customer.
 */
export async function recordFailedSignIn(
  tx: Tx,
  log: Log,
  account: Account | undefined,
  { reason, ...place }: SignInPlace & { reason: string },
): Promise<void> {
  await audit(tx, anonymousActor, {
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

/** Records that someone who knows the email requested a link to set the password. Using the link is a separate entry. */
export async function recordLinkRequested(
  tx: Tx,
  log: Log,
  account: Account,
  place: SignInPlace,
): Promise<void> {
  await audit(tx, anonymousActor, {
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
