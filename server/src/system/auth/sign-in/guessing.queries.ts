import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { Attempt } from './sign-in.ts';

/** Serializes attempts for an email and for an address; otherwise concurrent guesses would all count as the first. */
export async function lockAttempts(tx: Tx, { email, address }: Attempt): Promise<void> {
  // Always locks the email first, so that two attempts can't deadlock.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in email ${email}`}, 0))`.execute(tx);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in address ${address}`}, 0))`.execute(tx);
}

export async function countFailures(
  tx: Tx,
  { email, address }: Attempt,
  windowMinutes: number,
): Promise<{ ofEmail: number; ofAddress: number }> {
  const { rows } = await sql<{ ofEmail: number; ofAddress: number }>`
    SELECT (SELECT count(*) FROM sign_in_failures
            WHERE email = ${email} AND failed_at > now() - make_interval(mins => ${windowMinutes})) AS "ofEmail",
           (SELECT count(*) FROM sign_in_failures
            WHERE address = ${address} AND failed_at > now() - make_interval(mins => ${windowMinutes})) AS "ofAddress"`.execute(
    tx,
  );
  return rows[0]!;
}

/**
 * Counts an attempt, and returns in how many milliseconds its password may be checked: the given time after the previous
 * attempt, on any server.
 */
export async function insertFailure(
  tx: Tx,
  { email, address }: Attempt,
  { seconds, maxSeconds }: { seconds: number; maxSeconds: number },
): Promise<{ waitMs: number; isTooLong: boolean }> {
  const { rows } = await sql<{ waitMs: number; isTooLong: boolean }>`
    WITH next AS (
      SELECT greatest(clock_timestamp(), coalesce(max(checked_at), '-infinity')) + make_interval(secs => ${seconds}) AS at
      FROM sign_in_failures WHERE email = ${email} AND ${seconds}::int > 0
    ), counted AS (
      INSERT INTO sign_in_failures (email, address, checked_at)
      SELECT ${email}, ${address}, at FROM next
      WHERE at <= clock_timestamp() + make_interval(secs => ${maxSeconds})
    )
    SELECT greatest(0, ceil(extract(epoch FROM at - clock_timestamp()) * 1000))::int AS "waitMs",
      at > clock_timestamp() + make_interval(secs => ${maxSeconds}) AS "isTooLong" FROM next`.execute(tx);
  return rows[0]!;
}

/** Whether to notify the account's owner now that someone is guessing the password: at most once a day. */
export async function recordGuessesMailed(tx: Tx, userId: string): Promise<boolean> {
  const noted = await tx
    .updateTable('users')
    .set({ guesses_mailed_at: sql`now()` })
    .where('id', '=', userId)
    .where(sql<boolean>`coalesce(guesses_mailed_at, '-infinity') < now() - interval '1 day'`)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function deleteFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('email', '=', email).execute();
}

export async function storeCaptcha(
  tx: Tx,
  { email, address }: Attempt,
  answerHash: Buffer,
  lifeMinutes: number,
): Promise<void> {
  const kept = {
    answer_hash: answerHash,
    expires_at: sql<string>`now() + make_interval(mins => ${lifeMinutes})`,
    solved: false,
  };
  await tx
    .insertInto('captchas')
    .values({ email, address, ...kept })
    .onConflict((conflict) => conflict.columns(['email', 'address']).doUpdateSet(kept))
    .execute();
}

/** Whether the text solves the captcha. A right one counts once. */
export async function solveCaptcha(
  tx: Tx,
  { email, address }: Attempt,
  answerHash: Buffer,
): Promise<boolean> {
  const solved = await tx
    .updateTable('captchas')
    .set({ solved: true })
    .where('email', '=', email)
    .where('address', '=', address)
    .where('answer_hash', '=', answerHash)
    .where('solved', '=', false)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('email')
    .executeTakeFirst();
  return solved !== undefined;
}

/** Uses up a solved captcha, if one exists. */
export async function spendCaptcha(tx: Tx, { email, address }: Attempt): Promise<boolean> {
  const spent = await tx
    .deleteFrom('captchas')
    .where('email', '=', email)
    .where('address', '=', address)
    .where('solved', '=', true)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('email')
    .executeTakeFirst();
  return spent !== undefined;
}
