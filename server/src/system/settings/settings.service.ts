import { isDeepStrictEqual } from 'node:util';
import { settingsId } from '@aisle/contract/system/audit';
import { type Settings, type SettingsEdit, sensitiveSettings } from '@aisle/contract/system/settings';
import { recordChange } from '../../core/changes/record-change.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { perDatabase } from '../../core/db/per-database.ts';
import { isOfReplica } from '../../core/db/replica.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { mailIfLooser } from './looser-sign-in.ts';
import { followTimeZone, lockSettings, readSettingsRow, saveSettings } from './settings.queries.ts';

/** Changes made by another server take effect within this time. */
const cachedForMs = 5_000;

class SettingsCache {
  #cached: { settings: Settings; until: number } | undefined;
  #changes = 0;

  async get(tx: Tx): Promise<Settings> {
    const now = Date.now();
    if (this.#cached && this.#cached.until > now) return this.#cached.settings;
    const changesBefore = this.#changes;
    const settings = await readSettingsRow(tx);
    // Settings that changed while they were read, or that come from a replica, may be stale, so they aren't cached.
    const isCurrent = changesBefore === this.#changes && !isOfReplica(tx);
    if (isCurrent) this.#cached = { settings, until: now + cachedForMs };
    return settings;
  }

  invalidate(): void {
    this.#changes += 1;
    this.#cached = undefined;
  }
}
const cacheOf = perDatabase(() => new SettingsCache());

/** Returns the settings of the marketplace, usually from the cache. */
export const getSettings = (tx: Tx): Promise<Settings> => cacheOf(tx).get(tx);

/** Makes the next reader query the database after the commit. Before that, readers would cache the old settings. */
export function invalidateSettings(tx: Tx): void {
  const cache = cacheOf(tx);
  afterCommit(tx, () => cache.invalidate());
}

/** Requires a recent password in this session. The caller passes it in, because sign-in is a feature above this one. */
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
  invalidateSettings(tx);
  const after = await readSettingsRow(tx);
  if (after.timeZone !== before.timeZone) await followTimeZone(tx);
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'settings',
    recordId: settingsId,
    before,
    after,
  });
  await mailIfLooser(tx, actor, { before, after });
  return withNotice(after, meanwhile);
}

/** Customers' replies go to the support address. */
const isSensitive = (before: Settings, wanted: Settings): boolean =>
  before.support.address !== wanted.support.address ||
  sensitiveSettings.some((name) => !isDeepStrictEqual(before[name], wanted[name]));
