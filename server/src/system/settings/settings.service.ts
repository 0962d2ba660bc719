import { isDeepStrictEqual } from 'node:util';
import { settingsId } from '@aisle/contract/system/audit';
import { type Settings, type SettingsEdit, sensitiveSettings } from '@aisle/contract/system/settings';
import { audit } from '../../core/audit.ts';
import { isOfCopy } from '../../core/db/copy.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { mailIfLooser } from './looser-sign-in.ts';
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

/** Requires that the password was given in this session a short while ago; sign-in is a feature above this one. */
export type Confirm = (tx: Tx, actor: Actor) => Promise<void>;

export async function changeSettings(
  tx: Tx,
  actor: Actor,
  { version, ...decided }: SettingsEdit,
  mustBeConfirmed: Confirm,
): Promise<WithMessage<Settings>> {
  await lockSettings(tx);
  const before = await readSettingsRow(tx);
  const wanted = { ...before, ...decided };
  if (isSensitive(before, wanted)) await mustBeConfirmed(tx, actor);
  if (before.secondFactorRequired.admin && !wanted.secondFactorRequired.admin && actor.userType !== 'admin') {
    const reason = 'Only administrators can stop requiring a second factor of administrators';
    const fields = [{ path: 'secondFactorRequired.admin', message: reason }];
    throw problem('not-allowed', { reason }, { fields });
  }
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
  await mailIfLooser(tx, actor, { before, after });
  return withNotice(after, meanwhile);
}

/** The support address is where customers' replies go. */
const isSensitive = (before: Settings, wanted: Settings): boolean =>
  before.support.address !== wanted.support.address ||
  sensitiveSettings.some((name) => !isDeepStrictEqual(before[name], wanted[name]));
