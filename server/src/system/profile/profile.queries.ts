import type { PreferenceChanges, Preferences } from '@aisle/contract/system/preferences';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** Needs no condition on the user: row-level security only shows the user's own row. */
export async function readPreferences(tx: Tx): Promise<Preferences> {
  const row = await tx.selectFrom('preferences').select('preferences').executeTakeFirst();
  return (row?.preferences ?? {}) as Preferences;
}

/** Merged in one statement, so that two devices saving at once both keep their changes. */
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
