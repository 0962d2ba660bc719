import type { Preferences, Session } from '@aisle/contract/system/profile';
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

export async function readPreferences(tx: Tx, userId: string): Promise<Preferences> {
  const row = await tx
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.preferences as Preferences;
}

export async function writePreferences(tx: Tx, userId: string, preferences: Preferences): Promise<void> {
  await tx
    .updateTable('users')
    .set({ preferences: JSON.stringify(preferences) })
    .where('id', '=', userId)
    .execute();
}
