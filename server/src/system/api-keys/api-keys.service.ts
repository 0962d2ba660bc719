import { randomBytes } from 'node:crypto';
import type { ApiKey, ApiKeyInput } from '@aisle/contract/system/api-keys';
import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { type Actor, hashToken } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { endApiKey, getApiKey, insertApiKey } from './api-keys.queries.ts';

const shown = 10;

/** This answer alone holds the key; only its hash is stored. */
export async function addApiKey(
  tx: Tx,
  actor: Actor,
  { name, scopes }: ApiKeyInput,
): Promise<ApiKey & { key: string }> {
  const id = newId();
  const key = `aisle_${randomBytes(32).toString('base64url')}`;
  await insertApiKey(tx, {
    id,
    name,
    scopes,
    prefix: key.slice(0, shown),
    key_hash: hashToken(key),
    created_by: actor.userId,
  });
  const made = await getApiKey(tx, id);
  await audit(tx, actor, { action: 'create', resource: 'apiKeys', recordId: id, after: made });
  return { ...made, key };
}

export async function revokeApiKey({ tx, actor, services }: Context, id: string): Promise<ApiKey> {
  const before = await getApiKey(tx, id);
  await endApiKey(tx, id);
  const after = await getApiKey(tx, id);
  await audit(tx, actor, { action: 'revoke', resource: 'apiKeys', recordId: id, before, after });
  afterCommit(tx, () => services.actors.forgetAll());
  return after;
}
