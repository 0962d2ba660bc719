import type { Settings, SettingsEdit } from '@aisle/contract/settings';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { stale } from '../core/problem.ts';
import { lockSettings, readSettingsRow, saveSettings } from './settings.queries.ts';

/** Another server's change counts after this long. */
const keptFor = 5_000;
/** An edit is seen by others only once it is committed: until then nothing read is worth keeping. */
const commitsWithin = 2_000;
/** There is one row in all. */
const nameOfTheRow = '00000000-0000-0000-0000-000000000000';

let known: { settings: Settings; until: number } | undefined;
let keepFrom = 0;

/** What the marketplace has decided; mostly without asking the database. */
export async function getSettings(tx: Tx): Promise<Settings> {
  const now = Date.now();
  if (known && known.until > now) return known.settings;
  const settings = await readSettingsRow(tx);
  known = now < keepFrom ? undefined : { settings, until: now + keptFor };
  return settings;
}

/** The next reader asks the database. */
export function forgetSettings(): void {
  known = undefined;
  keepFrom = Date.now() + commitsWithin;
}

export async function changeSettings(
  tx: Tx,
  actor: Actor,
  { version, ...decided }: SettingsEdit,
): Promise<Settings> {
  const current = await lockSettings(tx);
  const before = await readSettingsRow(tx);
  if (current !== version) throw stale(before);

  await saveSettings(tx, decided);
  forgetSettings();
  const after = await readSettingsRow(tx);
  await audit(tx, actor, { action: 'edit', resource: 'settings', recordId: nameOfTheRow, before, after });
  return after;
}
