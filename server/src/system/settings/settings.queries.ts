import { defaultSettings, type Settings, SettingsValues } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

export async function readSettingsRow(tx: Tx): Promise<Settings> {
  const row = await tx
    .selectFrom('settings')
    .select(['values', 'version', 'updated_at as updatedAt'])
    .executeTakeFirstOrThrow();
  return { ...complete(row.values), version: row.version, updatedAt: row.updatedAt };
}

/** The file of the logo; null if there is none. */
export async function readLogoId(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('settings').select('logo_id').executeTakeFirstOrThrow();
  return row.logo_id;
}

export async function saveLogoId(tx: Tx, logo_id: string | null): Promise<void> {
  await tx.updateTable('settings').set({ logo_id }).execute();
}

/** Blocks other edits and returns the version of the settings. */
export async function lockSettings(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('settings').select('version').forUpdate().executeTakeFirstOrThrow();
  return row.version;
}

/** Stores only values that a user chose, so that defaults can still change. */
export async function saveSettings(tx: Tx, decided: Partial<SettingsValues>): Promise<void> {
  const row = await tx.selectFrom('settings').select('values').executeTakeFirstOrThrow();
  const values = { ...(row.values as Partial<SettingsValues>), ...decided };
  await tx
    .updateTable('settings')
    .set({ values: JSON.stringify(values) })
    .execute();
}

/** Deletes the marketplace's account sums, because days start at other times in its new time zone. */
export async function followTimeZone(tx: Tx): Promise<void> {
  await sql`SELECT reset_account_sums(marketplace_books())`.execute(tx);
}

/** Returns the stored settings, with defaults for missing ones. */
function complete(kept: unknown): SettingsValues {
  const values: Record<string, unknown> = { ...defaultSettings };
  for (const [name, value] of Object.entries(kept as Record<string, unknown>)) {
    if (!Object.hasOwn(defaultSettings, name)) continue;
    const base = values[name];
    const isGroup = typeof base === 'object' && base !== null && !Array.isArray(base);
    values[name] = isGroup ? { ...base, ...(value as object) } : value;
  }
  return SettingsValues.parse(values);
}
