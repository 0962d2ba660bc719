import { randomBytes } from 'node:crypto';
import {
  pingEvent,
  type Webhook,
  type WebhookDelivery,
  type WebhookEdit,
  type WebhookInput,
} from '@aisle/contract/system/webhooks';
import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/merge-edits.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { wrongField } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import { getDelivery, insertPing, insertReplay } from './deliveries.queries.ts';
import { looksPrivate } from './private-addresses.ts';
import {
  changeSecret,
  deleteWebhook,
  getWebhook,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  webhookColumns,
} from './webhooks.queries.ts';

/** In the form of Standard Webhooks. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Unless the settings allow it, a webhook may call no private address (SSRF) and must use HTTPS. */
function mustBeOutside(url: string | undefined, { webhookAllowPrivate }: Settings): void {
  if (url === undefined || webhookAllowPrivate) return;
  if (looksPrivate(new URL(url))) throw wrongField('url', 'This URL is in a private network');
  if (new URL(url).protocol !== 'https:') throw wrongField('url', 'Enter a URL that starts with https://');
}

/** This answer alone shows the secret. */
export async function addWebhook(
  { tx, actor, services }: Context,
  input: WebhookInput,
): Promise<Webhook & { secret: string }> {
  mustBeOutside(input.url, services.settings);
  const [id, secret] = [newId(), newSecret()];
  await insertWebhook(tx, { id, ...webhookColumns(input), secret, created_by: actor.userId });
  const made = await getWebhook(tx, id);
  await audit(tx, actor, { action: 'create', resource: 'webhooks', recordId: id, after: made });
  return { ...made, secret };
}

export async function changeWebhook(
  { tx, actor, services }: Context,
  id: string,
  { version, ...input }: WebhookEdit,
): Promise<Webhook> {
  mustBeOutside(input.url, services.settings);
  await lockWebhook(tx, id);
  const before = await getWebhook(tx, id);
  const meanwhile = await assertNoConflict(tx, {
    resource: 'webhooks',
    current: before,
    readAt: version,
    sent: input,
  });
  await updateWebhook(tx, id, webhookColumns(input));
  const after = await getWebhook(tx, id);
  await audit(tx, actor, { action: 'edit', resource: 'webhooks', recordId: id, before, after });
  return withNotice(after, meanwhile);
}

export async function switchWebhook(context: Context, id: string, status: boolean): Promise<Webhook> {
  const { version } = await lockWebhook(context.tx, id);
  return changeWebhook(context, id, { version, status });
}

export async function rotateSecret(tx: Tx, actor: Actor, id: string): Promise<Webhook & { secret: string }> {
  await lockWebhook(tx, id);
  const secret = newSecret();
  await changeSecret(tx, id, secret);
  const after = await getWebhook(tx, id);
  await audit(tx, actor, { action: 'rotateSecret', resource: 'webhooks', recordId: id, after });
  return { ...after, secret };
}

export async function removeWebhook(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockWebhook(tx, id);
  const before = await getWebhook(tx, id);
  await deleteWebhook(tx, id);
  await audit(tx, actor, { action: 'delete', resource: 'webhooks', recordId: id, before });
  return { _id: id };
}

export async function testWebhook(tx: Tx, id: string): Promise<WebhookDelivery> {
  const { _id } = await getWebhook(tx, id);
  return withoutPayload(await getDelivery(tx, await insertPing(tx, _id, pingEvent)));
}

export async function replayDelivery(tx: Tx, id: string): Promise<WebhookDelivery> {
  const { _id } = await getDelivery(tx, id);
  return withoutPayload(await getDelivery(tx, await insertReplay(tx, _id)));
}

const withoutPayload = ({
  url: _url,
  payload: _payload,
  attempts: _attempts,
  ...delivery
}: Awaited<ReturnType<typeof getDelivery>>): WebhookDelivery => delivery;
