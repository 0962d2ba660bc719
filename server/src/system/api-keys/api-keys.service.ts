import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@aisle/contract/audit-sentences';
import type { ApiScope } from '@aisle/contract/core/route';
import { type Permission, withNeeded } from '@aisle/contract/permissions';
import { type ApiKey, type ApiKeyEdit, type ApiKeyInput, scopeNeeds } from '@aisle/contract/system/api-keys';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { type Actor, hashToken } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { missingAt, problem, wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { mustHold } from '../users/user-rules.ts';
import { reachableLocations } from '../users/users.queries.ts';
import {
  confirmApiKey,
  endApiKey,
  getApiKey,
  hasConnection,
  insertApiKey,
  keyColumns,
  lockApiKey,
  refreshKeyNotice,
  replaceSecret,
  updateApiKey,
} from './api-keys.queries.ts';
import { expiryOf } from './expiry.ts';

const shown = 10;
const newSecret = () => {
  const key = `aisle_${randomBytes(32).toString('base64url')}`;
  return { key, prefix: key.slice(0, shown), hash: hashToken(key) };
};

/** Only this response contains the key; the database stores its hash. */
export async function addApiKey(tx: Tx, actor: Actor, input: ApiKeyInput): Promise<ApiKey & { key: string }> {
  const { scopes, expiresAt, connectionId, ...rights } = input;
  const permissions = closureOf(rights.permissions ?? []);
  mustHoldScopes(actor, scopes);
  mustCover(actor, permissions);
  await mustFindLocations(tx, rights.locationIds);
  if (connectionId && !(await hasConnection(tx, connectionId))) throw missingAt('connectionId', 'Connection');
  await mustBeConfirmed(tx, actor);
  const id = newId();
  const { key, prefix, hash } = newSecret();
  await insertApiKey(tx, {
    id,
    ...keyColumns({ ...rights, permissions }),
    name: rights.name,
    scopes,
    prefix,
    key_hash: hash,
    created_by: actor.userId,
    expires_at: expiryOf(expiresAt),
    ...(connectionId && { connection_id: connectionId }),
  });
  const made = await getApiKey(tx, id);
  await recordChange(tx, actor, { action: 'create', resource: 'apiKeys', recordId: id, after: made });
  return { ...made, key };
}

/** The permissions, including the permissions that they depend on, as for the role of a user. */
const closureOf = (permissions: readonly Permission[]): Permission[] => [...withNeeded(permissions)];

const mustHoldScopes = (actor: Actor, scopes: readonly ApiScope[]) =>
  mustHold(
    actor,
    scopes.flatMap((scope) => scopeNeeds[scope]),
  );

/** No user gives a key more than they hold. */
function mustCover(actor: Actor, permissions: readonly string[]): void {
  const held: ReadonlySet<string> = actor.permissions;
  const permission = permissions.find((one) => !held.has(one));
  if (permission) throw problem('apiKeys.more-than-you', { permission });
}

/** Rejects locations that don't exist. */
export async function mustFindLocations(tx: Tx, ids: readonly string[] | null | undefined): Promise<void> {
  if (!ids) return;
  const reachable = await reachableLocations(tx, ids);
  const wrong = ids.findIndex((id) => !reachable.has(id));
  if (wrong >= 0) throw wrongField(`locationIds.${wrong}`, 'This location was not found');
}

/** Users who give a key more permissions become responsible for it, since its creator may not hold them. */
export async function changeApiKey(
  { tx, actor, services }: Context,
  id: string,
  { version, ...input }: ApiKeyEdit,
): Promise<WithMessage<ApiKey>> {
  await lockApiKey(tx, id);
  const before = await getActiveKey(tx, id);
  const permissions = input.permissions && closureOf(input.permissions);
  const sent = { ...input, permissions };
  const meanwhile = await assertNoConflict(tx, {
    resource: 'apiKeys',
    current: before,
    readAt: version,
    sent,
  });
  if (permissions?.length === 0 && before.scopes.length === 0) {
    throw wrongField('permissions', 'Choose at least one permission');
  }
  mustHoldScopes(actor, before.scopes);
  mustCover(actor, permissions ?? before.permissions);
  await mustFindLocations(tx, input.locationIds);
  await mustBeConfirmed(tx, actor);
  await updateApiKey(tx, id, keyColumns(sent));
  if (permissions?.some((one) => !before.permissions.includes(one))) {
    await confirmApiKey(tx, id, actor.userId);
  }
  afterCommit(tx, () => services.actors.forgetAll());
  return withNotice(await audited(tx, actor, 'edit', before), meanwhile);
}

async function getActiveKey(tx: Tx, id: string): Promise<ApiKey> {
  const key = await getApiKey(tx, id);
  if (key.revokedAt || Date.parse(key.expiresAt) <= Date.now()) throw problem('apiKeys.over');
  return key;
}

/** Only this response contains the new secret. Its reader could do what the key can, so they need its permissions. */
export async function rotateApiKey({ tx, actor }: Context, id: string): Promise<ApiKey & { key: string }> {
  await lockApiKey(tx, id);
  const before = await getActiveKey(tx, id);
  mustHoldScopes(actor, before.scopes);
  mustCover(actor, before.permissions);
  await mustBeConfirmed(tx, actor);
  const { key, ...secret } = newSecret();
  await replaceSecret(tx, id, secret);
  return { ...(await audited(tx, actor, 'rotate', before)), key };
}

/** Keeps a key, unchanged, after its creator left or lost a required permission. */
export async function extendApiKey(tx: Tx, actor: Actor, id: string): Promise<ApiKey> {
  const before = await getApiKey(tx, id);
  mustCover(actor, before.permissions);
  await mustBeConfirmed(tx, actor);
  await confirmApiKey(tx, id);
  return audited(tx, actor, 'keep', before);
}

/** Makes the actor responsible for the key. The actor must hold all permissions of the key. */
export async function adoptApiKey(tx: Tx, actor: Actor, id: string): Promise<ApiKey> {
  const before = await getApiKey(tx, id);
  mustHoldScopes(actor, before.scopes);
  mustCover(actor, before.permissions);
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
