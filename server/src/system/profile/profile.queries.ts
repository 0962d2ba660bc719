import type { PreferenceChanges, Preferences } from '@aisle/contract/system/preferences';
import type { Session } from '@aisle/contract/system/profile';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { type Actor, idleHours } from '../../core/http/actor.ts';

/** The sessions of a person that are alive, the latest used first. */
export async function aliveSessions(tx: Tx, { userId, sessionId }: Actor): Promise<Session[]> {
  return tx
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
    .where('user_id', '=', userId!)
    .where('expires_at', '>', sql<string>`now()`)
    .where('last_seen_at', '>', sql<string>`now() - make_interval(hours => ${idleHours})`)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}

/** No condition on the user: row-level security leaves the own row alone. */
export async function readPreferences(tx: Tx): Promise<Preferences> {
  const row = await tx.selectFrom('preferences').select('preferences').executeTakeFirst();
  return (row?.preferences ?? {}) as Preferences;
}

/** Merged in one statement, so that two devices saving at once both keep what they changed. */
export async function mergePreferences(
  tx: Tx,
  userId: string,
  changes: PreferenceChanges,
): Promise<{ preferences: Preferences; bytes: number }> {
  const { rows } = await sql<{ preferences: Preferences; bytes: number }>`
    INSERT INTO preferences AS own (user_id, preferences)
    VALUES (${userId}, jsonb_strip_nulls(${JSON.stringify(changes)}::jsonb))
    ON CONFLICT (user_id) DO UPDATE SET updated_at = now(), preferences = jsonb_strip_nulls(
      own.preferences || ${JSON.stringify(changes)}::jsonb || CASE
        WHEN jsonb_typeof(excluded.preferences -> 'lists') = 'object'
        THEN jsonb_build_object('lists', coalesce(own.preferences -> 'lists', '{}') || (excluded.preferences -> 'lists'))
        ELSE '{}' END)
    RETURNING preferences, octet_length(preferences::text) AS bytes`.execute(tx);
  return rows[0]!;
}
