import type { Session } from '@aisle/contract/system/profile';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, idleHours } from '../../core/http/actor.ts';
import { deleteOldCounts } from '../../core/http/limits/limits.queries.ts';
import { byName } from '../../core/list/by-name.ts';
import { announce } from '../../core/live-events.ts';
import { problem } from '../../core/problem.ts';

export interface Account {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  user_type: string;
  roles: string[] | null;
  password_hash: string | null;
  status: boolean;
}
const accountColumns = [
  'u.id',
  'u.email',
  'u.first_name',
  'u.last_name',
  'u.user_type',
  'u.roles',
  'u.password_hash',
  'u.status',
] as const;

export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  return tx
    .selectFrom('users as u')
    .select(accountColumns)
    .where(sql`lower(u.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Reads the account of a session. The session ends with the account, which can be deleted during the request. */
export async function getAccount(tx: Tx, id: string): Promise<Account> {
  const account = await tx
    .selectFrom('users as u')
    .select(accountColumns)
    .where('u.id', '=', id)
    .executeTakeFirst();
  if (!account) throw problem('not-signed-in');
  return account;
}

/** Returns the locations that a user is limited to, by name. */
export async function locationsOfPerson(
  tx: Tx,
  userId: string,
): Promise<{ _id: string; name: string; timeZone: string }[]> {
  return tx
    .selectFrom('user_locations as ul')
    .innerJoin('locations as l', 'l.id', 'ul.location_id')
    .select(['l.id as _id', 'l.name', 'l.time_zone as timeZone'])
    .where('ul.user_id', '=', userId)
    .orderBy(byName('l.name'))
    .execute();
}

// ── sessions ──

interface NewSession {
  id: string;
  userId: string;
  tokenHash: Buffer;
  userAgent: string | null;
  address: string;
  isSetupOnly: boolean;
}
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
      address: session.address,
      is_setup_only: session.isSetupOnly,
      expires_at: sql`now() + interval '7 days'`,
    })
    .execute();
  await tx.updateTable('users').set({ last_login_at: sql`now()` }).where('id', '=', session.userId).execute();
}

export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Removes the setup-only limit of this session after the factor is set up, and ends the user's other setup-only sessions. */
export async function liftSetupOnly(tx: Tx, userId: string, sessionId: string): Promise<void> {
  await tx.updateTable('sessions').set({ is_setup_only: false }).where('id', '=', sessionId).execute();
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('is_setup_only', '=', true).execute();
}

/**
 * Ends all sessions of a user, or all but one, and sign-ins waiting for a second factor; returns the number of ended sessions.
 */
export async function deleteSessions(tx: Tx, userId: string, butFor: string | null = null): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id IS DISTINCT FROM ${butFor}::uuid`)
    .returning('id')
    .execute();
  await tx.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
  return ended.length;
}

/** Returns the active sessions of a user, most recently used first. */
export async function activeSessions(
  tx: Tx,
  userId: string,
  { sessionId }: Pick<Actor, 'sessionId'>,
): Promise<Session[]> {
  return (
    tx
      .selectFrom('sessions')
      .select([
        'id as _id',
        'user_agent as userAgent',
        'address',
        'created_at as createdAt',
        'last_seen_at as lastSeenAt',
        'expires_at as expiresAt',
        sql<boolean>`id = ${sessionId}::uuid`.as('isCurrent'),
      ])
      .where('user_id', '=', userId)
      // Excludes sessions in which another user views as this one.
      .where('view_of', 'is', null)
      .where('expires_at', '>', sql<string>`now()`)
      .where('last_seen_at', '>', sql<string>`now() - make_interval(hours => ${idleHours})`)
      .orderBy('last_seen_at', 'desc')
      .limit(100)
      .execute()
  );
}

/** Whether the user entered the password or a second factor in this session within the given minutes. */
export async function wasConfirmed(tx: Tx, sessionId: string, withinMinutes: number): Promise<boolean> {
  const fresh = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('confirmed_at', '>', sql<string>`now() - make_interval(mins => ${withinMinutes})`)
    .executeTakeFirst();
  return fresh !== undefined;
}

/** With a new token, the session's previous token stops working. */
export async function recordConfirmation(tx: Tx, sessionId: string, newTokenHash?: Buffer): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ confirmed_at: sql`now()`, ...(newTokenHash && { token_hash: newTokenHash }) })
    .where('id', '=', sessionId)
    .execute();
}

// ── passwords and the links that set them ──

export async function setPasswordHash(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

interface NewPasswordToken {
  tokenHash: Buffer;
  userId: string;
  kind: 'reset' | 'invitation';
  hours: number;
}
export async function insertPasswordToken(tx: Tx, token: NewPasswordToken): Promise<void> {
  await tx
    .insertInto('password_tokens')
    .values({
      token_hash: token.tokenHash,
      user_id: token.userId,
      kind: token.kind,
      expires_at: sql`now() + make_interval(hours => ${token.hours})`,
    })
    .execute();
}

export async function isPasswordTokenGood(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const good = await tx
    .selectFrom('password_tokens')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return good !== undefined;
}

/** Uses up a link if it is valid, and returns its user. */
export async function spendPasswordToken(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const spent = await tx
    .updateTable('password_tokens')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return spent?.user_id;
}

/** Returns the recipient of a link, however old it is. */
export async function findAccountByToken(tx: Tx, tokenHash: Buffer): Promise<Account | undefined> {
  return tx
    .selectFrom('password_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(accountColumns)
    .where('t.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Serializes creating links for one user, so that concurrent requests are all counted. */
export async function lockPasswordLinks(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`password links ${userId}`}, 0))`.execute(tx);
}

export async function linksOfLastHour(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('password_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Invalidates all links sent before. */
export async function deletePasswordTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('password_tokens').where('user_id', '=', userId).execute();
}

// ── the first administrator and expired rows ──

export async function lockFirstStart(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(tx);
}

export async function hasAnyPassword(tx: Tx): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

/** Creates the administrator of a first start and announces it, so that user lists open on other servers show it at once. */
export async function insertAdministrator(
  tx: Tx,
  admin: { id: string; firstName: string; lastName: string; email: string; passwordHash: string | null },
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id: admin.id,
      first_name: admin.firstName,
      last_name: admin.lastName,
      email: admin.email,
      user_type: 'admin',
      password_hash: admin.passwordHash,
    })
    .execute();
  await announce(tx, { topic: 'users', action: 'create', recordId: admin.id, permission: 'user_list' });
}

/** Deletes expired sessions, links, tickets, captchas and challenges, and failures and guesses that no longer count. */
export async function deleteExpired(tx: Tx): Promise<void> {
  await sql`DELETE FROM sessions
    WHERE expires_at < now() OR last_seen_at < now() - make_interval(hours => ${idleHours})`.execute(tx);
  await sql`DELETE FROM password_tokens WHERE expires_at < now() - interval '30 days'`.execute(tx);
  await sql`DELETE FROM sign_in_failures WHERE failed_at < now() - interval '1 day'`.execute(tx);
  await sql`DELETE FROM email_changes WHERE created_at < now() - interval '30 days'`.execute(tx);
  await sql`DELETE FROM captchas WHERE expires_at < now()`.execute(tx);
  await deleteOldCounts(tx);
  await sql`DELETE FROM sign_in_tickets WHERE expires_at < now()`.execute(tx);
  await sql`DELETE FROM passkey_challenges WHERE expires_at < now()`.execute(tx);
  await sql`DELETE FROM second_factor_guesses WHERE guessed_at < now() - interval '1 day'`.execute(tx);
}
