import { randomBytes } from 'node:crypto';
import { changeTopic } from '@aisle/contract/system/changes';
import {
  eventNeeds,
  pingEvent,
  topicOfEvent,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryView,
  type WebhookEdit,
  type WebhookInput,
} from '@aisle/contract/system/webhooks/webhooks';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { webhookContext } from '../../core/db/seals/sealed-columns.ts';
import type { Seals } from '../../core/db/seals/seals.ts';
import type { Actor } from '../../core/http/actor.ts';
import { isListedHost } from '../../core/http/outside/outside.ts';
import { looksPrivate } from '../../core/http/outside/private-addresses.ts';
import { newId } from '../../core/ids.ts';
import { wrongField } from '../../core/problem.ts';
import type { Settings } from '../../core/settings.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { refreshKeyNotice } from '../api-keys/api-keys.queries.ts';
import { mustFindLocations } from '../api-keys/api-keys.service.ts';
import { expiryOf } from '../api-keys/expiry.ts';
import { mustBeConfirmed } from '../auth/confirmation.ts';
import { mustHold } from '../users/user-rules.ts';
import { getDelivery, insertPing, insertReplay } from './deliveries.queries.ts';
import { hasRecord } from './fat-payload.ts';
import {
  changeSecret,
  confirmWebhookOwner,
  deleteWebhook,
  getWebhook,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  webhookColumns,
} from './webhooks.queries.ts';

/** Format of Standard Webhooks. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** In base64, because the column is text. */
const sealSecret = (seals: Seals, id: string, secret: string): string =>
  seals.seal(secret, webhookContext(id)).toString('base64');
export const openSecret = (seals: Seals, id: string, sealed: string): string =>
  seals.open(Buffer.from(sealed, 'base64'), webhookContext(id));

/**
 * Webhooks can only call the hosts in the settings, if any are listed. Unless the settings allow it, they can't call private
 * addresses (SSRF) and must use HTTPS.
 */
function assertUrlAllowed(url: string | undefined, { webhookAllowPrivate, webhookHosts }: Settings): void {
  if (url === undefined) return;
  if (!isListedHost(new URL(url).hostname, webhookHosts)) {
    throw wrongField('url', 'Webhooks can only call the hosts that WEBHOOK_HOSTS lists on the server');
  }
  if (webhookAllowPrivate) return;
  if (looksPrivate(new URL(url))) throw wrongField('url', 'This URL is in a private network');
  if (new URL(url).protocol !== 'https:') throw wrongField('url', 'Enter a URL that starts with https://');
}

/** Users can't send events and records that they don't have access to. */
function mustSee(
  actor: Actor,
  { events, body = 'thin' }: { events: readonly string[]; body?: Webhook['body'] | undefined },
): void {
  const topics = body === 'fat' ? events.flatMap((event) => topicOfEvent(event) ?? []) : [];
  mustHold(
    actor,
    new Set([...events.map(eventNeeds), ...topics.map((topic) => changeTopic(topic).permission)]),
  );
}

/** Whether the edit sends more events, or other events, than before: renaming or turning off is no risk. */
const sendsMore = ({ name: _, status, ...sent }: Omit<WebhookEdit, 'version'>) =>
  status === true || Object.values(sent).some((value) => value !== undefined);

/** Only this response shows the secret. */
export async function addWebhook(
  { tx, actor, services }: Context,
  input: WebhookInput,
): Promise<Webhook & { secret: string }> {
  assertUrlAllowed(input.url, services.settings);
  mustSee(actor, input);
  await mustFindLocations(tx, input.locationIds);
  await mustBeConfirmed(tx, actor);
  const [id, secret] = [newId(), newSecret()];
  await insertWebhook(tx, {
    id,
    ...webhookColumns(input),
    expires_at: expiryOf(input.expiresAt),
    secret: sealSecret(services.seals, id, secret),
    created_by: actor.userId,
  });
  const made = await getWebhook(tx, id);
  await recordChange(tx, actor, { action: 'create', resource: 'webhooks', recordId: id, after: made });
  return { ...made, secret };
}

export async function changeWebhook(
  { tx, actor, services }: Context,
  id: string,
  { version, ...input }: WebhookEdit,
): Promise<WithMessage<Webhook>> {
  assertUrlAllowed(input.url, services.settings);
  await lockWebhook(tx, id);
  const before = await getWebhook(tx, id);
  const meanwhile = await assertNoConflict(tx, {
    resource: 'webhooks',
    current: before,
    readAt: version,
    sent: input,
  });
  if (sendsMore(input)) {
    mustSee(actor, { events: input.events ?? before.events, body: input.body ?? before.body });
    await mustFindLocations(tx, input.locationIds);
    await mustBeConfirmed(tx, actor);
  }
  if (input.expiresAt !== undefined) expiryOf(input.expiresAt);
  await updateWebhook(tx, id, webhookColumns(input));
  const after = await getWebhook(tx, id);
  await recordChange(tx, actor, { action: 'edit', resource: 'webhooks', recordId: id, before, after });
  return withNotice(after, meanwhile);
}

export async function switchWebhook(
  context: Context,
  id: string,
  status: boolean,
): Promise<WithMessage<Webhook>> {
  const { version } = await lockWebhook(context.tx, id);
  return changeWebhook(context, id, { version, status });
}

export async function rotateSecret(
  { tx, actor, services }: Context,
  id: string,
): Promise<Webhook & { secret: string }> {
  await lockWebhook(tx, id);
  mustSee(actor, await getWebhook(tx, id));
  await mustBeConfirmed(tx, actor);
  const secret = newSecret();
  await changeSecret(tx, id, sealSecret(services.seals, id, secret));
  const after = await getWebhook(tx, id);
  await recordChange(tx, actor, { action: 'rotateSecret', resource: 'webhooks', recordId: id, after });
  return { ...after, secret };
}

/** Keeps a webhook, unchanged, after its creator left or lost a required permission. */
export async function confirmWebhook(tx: Tx, actor: Actor, id: string): Promise<Webhook> {
  await lockWebhook(tx, id);
  const before = await getWebhook(tx, id);
  await mustBeConfirmed(tx, actor);
  await confirmWebhookOwner(tx, id);
  const after = await getWebhook(tx, id);
  await recordChange(tx, actor, { action: 'keep', resource: 'webhooks', recordId: id, before, after });
  return after;
}

/** Makes the actor responsible for the webhook. The actor must have access to everything it sends. */
export async function adoptWebhook(tx: Tx, actor: Actor, id: string): Promise<Webhook> {
  await lockWebhook(tx, id);
  const before = await getWebhook(tx, id);
  mustSee(actor, before);
  await mustBeConfirmed(tx, actor);
  await confirmWebhookOwner(tx, id, actor.userId);
  const after = await getWebhook(tx, id);
  await recordChange(tx, actor, { action: 'takeOver', resource: 'webhooks', recordId: id, before, after });
  return after;
}

export async function removeWebhook(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockWebhook(tx, id);
  const before = await getWebhook(tx, id);
  await deleteWebhook(tx, id);
  await refreshKeyNotice(tx);
  await recordChange(tx, actor, { action: 'delete', resource: 'webhooks', recordId: id, before });
  return { _id: id };
}

export async function testWebhook(tx: Tx, id: string): Promise<WebhookDelivery> {
  const { _id } = await getWebhook(tx, id);
  return withoutPayload(await getDelivery(tx, await insertPing(tx, _id, pingEvent)));
}

/** Includes the payload, for users who can see the record that it is about. */
export async function showDelivery(tx: Tx, actor: Actor, id: string): Promise<WebhookDeliveryView> {
  const delivery = await getDelivery(tx, id);
  if (delivery.event !== pingEvent)
    mustSee(actor, { events: [delivery.event], body: hasRecord(delivery) ? 'fat' : 'thin' });
  return delivery;
}

export async function replayDelivery(tx: Tx, actor: Actor, id: string): Promise<WebhookDelivery> {
  const { _id } = await showDelivery(tx, actor, id);
  return withoutPayload(await getDelivery(tx, await insertReplay(tx, _id)));
}

const withoutPayload = ({
  url: _url,
  payload: _payload,
  attempts: _attempts,
  ...delivery
}: Awaited<ReturnType<typeof getDelivery>>): WebhookDelivery => delivery;
