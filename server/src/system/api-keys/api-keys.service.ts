import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@aisle/contract/audit-sentences';
import type { ApiScope } from '@aisle/contract/core/route';
import { type ApiKey, type ApiKeyInput, scopeNeeds } from '@aisle/contract/system/api-keys';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { type Actor, hashToken } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { mustHold } from '../users/user-rules.ts';
import { confirmApiKey, endApiKey, getApiKey, insertApiKey, refreshKeyNotice } from './api-keys.queries.ts';
import { expiryOf } from './expiry.ts';

const shown = 10;

/** Only this response contains the key; the database stores its hash. */
export async function addApiKey(
  tx: Tx,
  actor: Actor,
  { name, scopes, expiresAt }: ApiKeyInput,
): Promise<ApiKey & { key: string }> {
  mustHold(actor, needsOf(scopes));
  await mustBeConfirmed(tx, actor);
  const id = newId();
  const key = `aisle_${randomBytes(32).toString('base64url')}`;
  await insertApiKey(tx, {
    id,
    name,
    scopes,
    prefix: key.slice(0, shown),
    key_hash: hashToken(key),
    created_by: actor.userId,
    expires_at: expiryOf(expiresAt),
  });
  const made = await getApiKey(tx, id);
  await recordChange(tx, actor, { action: 'create', resource: 'apiKeys', recordId: id, after: made });
  return { ...made, key };
}

const needsOf = (scopes: readonly ApiScope[]) => scopes.flatMap((scope) => scopeNeeds[scope]);

/** Keeps a key, unchanged, after its creator left or lost a required permission. */
export async function extendApiKey(tx: Tx, actor: Actor, id: string): Promise<ApiKey> {
  const before = await getApiKey(tx, id);
  await mustBeConfirmed(tx, actor);
  await confirmApiKey(tx, id);
  return audited(tx, actor, 'keep', before);
}

/** Makes the actor responsible for the key. The actor must hold all permissions of the key. */
export async function adoptApiKey(tx: Tx, actor: Actor, id: string): Promise<ApiKey> {
  const before = await getApiKey(tx, id);
  mustHold(actor, needsOf(before.scopes));
  await mustBeConfirmed(tx, actor);
  await confirmApiKey(tx, id, actor.userId);
  return audited(tx, actor, 'takeOver', before);
}

export async function revokeApiKey({ tx, actor, services }: Context, id: string): Promise<ApiKey> {
  const before = await getApiKey(tx, id);
  await endApiKey(tx, id);
  await refreshKeyNotice(tx);
  afterCommit(tx, () => services.actors.forgetAll());
  return audited(tx, actor, 'revoke', before);
}

async function audited(
  tx: Tx,
  actor: Actor,
  action: AuditAction<'apiKeys'>,
  before: ApiKey,
): Promise<ApiKey> {
  const after = await getApiKey(tx, before._id);
  await recordChange(tx, actor, { action, resource: 'apiKeys', recordId: before._id, before, after });
  return after;
}
