import type { Passkey, SecondFactorKind } from '@aisle/contract/system/auth/second-factors';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { NewRow } from '../../../core/db/rows/columns.ts';
import type { HashedCodes } from './recovery-codes.ts';

const minutesOfTicket = 10;
const minutesOfChallenge = 10;

// ── factors of a user ──

/** Whether the user in this column has a second factor. */
export const hasSecondFactor = (userId: string): RawBuilder<boolean> => sql<boolean>`(
  EXISTS (SELECT FROM authenticator_apps a WHERE a.user_id = ${sql.ref(userId)} AND a.secret IS NOT NULL)
  OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = ${sql.ref(userId)}))`;

interface Factors {
  totpSince: string | null;
  passkeyCount: number;
  recoveryCodesLeft: number;
}
export async function factorsOf(tx: Tx, userId: string): Promise<Factors> {
  const { rows } = await sql<Factors>`
    SELECT (SELECT confirmed_at FROM authenticator_apps WHERE user_id = ${userId}) AS "totpSince",
      (SELECT count(*) FROM passkeys WHERE user_id = ${userId}) AS "passkeyCount",
      (SELECT count(*) FROM recovery_codes WHERE user_id = ${userId} AND used_at IS NULL) AS "recoveryCodesLeft"`.execute(
    tx,
  );
  return rows[0]!;
}

/** Returns the kinds of factors that can prove the user's identity; empty without a second factor. */
export function kindsOf({ totpSince, passkeyCount, recoveryCodesLeft }: Factors): SecondFactorKind[] {
  const kinds: SecondFactorKind[] = [];
  if (totpSince) kinds.push('totp');
  if (passkeyCount > 0) kinds.push('passkey');
  if (kinds.length > 0 && recoveryCodesLeft > 0) kinds.push('recoveryCode');
  return kinds;
}

/** Serializes changes of one user's factors. */
export async function lockFactors(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`second factors ${userId}`}, 0))`.execute(tx);
}

export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await deleteRecoveryCodes(tx, userId);
}

// ── authenticator apps ──

export async function storePendingSecret(tx: Tx, userId: string, secret: Buffer): Promise<void> {
  await tx
    .insertInto('authenticator_apps')
    .values({ user_id: userId, pending_secret: secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret: secret }))
    .execute();
}

export async function findApp(tx: Tx, userId: string) {
  return tx
    .selectFrom('authenticator_apps')
    .select(['secret', 'pending_secret as pendingSecret'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Activates the app that is being set up, and uses up the time step of the code that confirmed it. */
export async function confirmApp(tx: Tx, userId: string, step: number): Promise<void> {
  await tx
    .updateTable('authenticator_apps')
    .set({
      secret: sql.ref('pending_secret'),
      pending_secret: null,
      confirmed_at: sql<string>`now()`,
      last_step: step,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Uses up the code of a time step. False if this step or a later one was used before. */
export async function spendStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const spent = await tx
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function deleteApp(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute();
}

// ── recovery codes ──

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  { salt, hashes }: HashedCodes,
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, salt })))
    .execute();
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export async function saltOfCodes(tx: Tx, userId: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('recovery_codes')
    .select('salt')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row?.salt;
}

export async function spendRecoveryCode(tx: Tx, userId: string, codeHash: Buffer): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

// ── passkeys ──

export async function passkeysOf(
  tx: Tx,
  userId: string,
): Promise<(Passkey & { credentialId: string; transports: string[] })[]> {
  return tx
    .selectFrom('passkeys')
    .select([
      'id as _id',
      'name',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'credential_id as credentialId',
      'transports',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export async function findPasskey(tx: Tx, credentialId: string) {
  return tx
    .selectFrom('passkeys')
    .select([
      'id',
      'user_id as userId',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'transports',
    ])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export async function insertPasskey(tx: Tx, passkey: NewRow<'passkeys'>): Promise<Passkey> {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .returning(['id as _id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirstOrThrow();
}

export async function recordPasskeyUse(tx: Tx, id: string, counter: number): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const removed = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return removed?.name;
}

export type ChallengePurpose = 'register' | 'signIn' | 'secondFactor' | 'confirm';
interface Challenge {
  challenge: string;
  purpose: ChallengePurpose;
  userId: string | null;
}
export async function insertChallenge(tx: Tx, { challenge, purpose, userId }: Challenge): Promise<void> {
  // Anyone can request challenges. Each request deletes some expired ones, so that they don't pile up.
  await sql`DELETE FROM passkey_challenges WHERE challenge IN (
    SELECT challenge FROM passkey_challenges WHERE expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED)`.execute(
    tx,
  );
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge,
      purpose,
      user_id: userId,
      expires_at: sql<string>`now() + make_interval(mins => ${minutesOfChallenge})`,
    })
    .execute();
}

/** Uses up a challenge. False if it wasn't issued for this purpose and user, was used before or has expired. */
export async function spendChallenge(tx: Tx, { challenge, purpose, userId }: Challenge): Promise<boolean> {
  const spent = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('challenge')
    .executeTakeFirst();
  return spent !== undefined;
}

// ── guesses ──

/** Returns the number of guesses within the window, and how long the oldest of them still counts. */
export async function guessesOf(
  tx: Tx,
  userId: string,
  windowMinutes: number,
): Promise<{ count: number; secondsLeft: number }> {
  const { rows } = await sql<{ count: number; secondsLeft: number }>`
    SELECT count(*) AS count, coalesce(ceil(extract(epoch FROM
      min(guessed_at) + make_interval(mins => ${windowMinutes}) - now())), 0) AS "secondsLeft"
    FROM second_factor_guesses
    WHERE user_id = ${userId} AND guessed_at > now() - make_interval(mins => ${windowMinutes})`.execute(tx);
  return rows[0]!;
}

export async function insertGuess(tx: Tx, userId: string): Promise<void> {
  await tx.insertInto('second_factor_guesses').values({ user_id: userId }).execute();
}

export async function deleteGuesses(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor_guesses').where('user_id', '=', userId).execute();
}

// ── tickets ──

export async function insertTicket(tx: Tx, tokenHash: Buffer, userId: string): Promise<void> {
  await tx
    .insertInto('sign_in_tickets')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: sql<string>`now() + make_interval(mins => ${minutesOfTicket})`,
    })
    .execute();
}

/** Returns the user of a ticket while it is valid. */
export async function findTicket(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const ticket = await tx
    .selectFrom('sign_in_tickets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return ticket?.user_id;
}

export async function spendTicket(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const spent = await tx
    .deleteFrom('sign_in_tickets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}
