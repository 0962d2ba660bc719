import { settingsId } from '@aisle/contract/system/audit';
import type { Settings, SettingsEdit } from '@aisle/contract/system/settings';
import { audit } from '../../core/audit.ts';
import { isOfCopy } from '../../core/db/copy.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import type { Actor } from '../../core/http/actor.ts';
import { lockSettings, readSettingsRow, saveSettings } from './settings.queries.ts';

/** Another server's change counts after this long. */
const keptFor = 5_000;

let known: { settings: Settings; until: number } | undefined;

/** What the marketplace has decided; mostly without asking the database. */
export async function getSettings(tx: Tx): Promise<Settings> {
  const now = Date.now();
  if (known && known.until > now) return known.settings;
  const settings = await readSettingsRow(tx);
  if (!isOfCopy(tx)) known = { settings, until: now + keptFor };
  return settings;
}

/** The next reader asks the database. */
export function forgetSettings(): void {
  known = undefined;
}

export async function changeSettings(
  tx: Tx,
  actor: Actor,
  { version, ...decided }: SettingsEdit,
): Promise<Settings> {
  await lockSettings(tx);
  const before = await readSettingsRow(tx);
  const meanwhile = await assertNoConflict(tx, {
    resource: 'settings',
    recordId: settingsId,
    current: before,
    readAt: version,
    sent: decided,
  });

  await saveSettings(tx, decided);
  // Once committed: before that, others would read and keep what held until now.
  afterCommit(tx, forgetSettings);
  const after = await readSettingsRow(tx);
  await audit(tx, actor, { action: 'edit', resource: 'settings', recordId: settingsId, before, after });
  return withNotice(after, meanwhile);
}
