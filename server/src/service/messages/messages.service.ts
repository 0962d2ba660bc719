import { fullName } from '@aisle/contract/core/full-name';
import type { DataOf } from '@aisle/contract/core/route';
import {
  type AudienceCount,
  type AudienceQuestion,
  type BulkMessage,
  type BulkMessageInput,
  bulkMessageStateLabels,
  type MessageAudience,
  type MessageChannel,
  messageChannelLabels,
  messageChannels,
  type messageRoutes,
} from '@aisle/contract/service/messages';
import type { Job } from '@aisle/contract/system/jobs';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { keepGroups } from '../../customers/customer-groups/customer-groups.queries.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { requestStop } from '../../system/jobs/jobs.queries.ts';
import { showJob, startJob } from '../../system/jobs/jobs.service.ts';
import { queueMail } from '../../system/mails/mail.ts';
import { providerOf } from '../../system/message-providers/provider.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { contactOf } from '../../system/users/users.queries.ts';
import { countAudience, findAudience } from './audience.queries.ts';
import { deleteMessageDraft } from './message-drafts.queries.ts';
import {
  findJobOf,
  getBulkMessage,
  insertBulkMessage,
  lockBulkMessage,
  markStopped,
  retryFailed,
  setJob,
} from './messages.queries.ts';
import { renderMessage, senderOf, type Wording } from './render.ts';

type Services = Context['services'];

const isSetUp = (channel: MessageChannel, services: Services): boolean =>
  channel === 'email' || providerOf(channel, services) !== null;

function mustBeSetUp(channel: MessageChannel, services: Services): void {
  if (isSetUp(channel, services)) return;
  throw problem('messages.no-provider', { channel: `${messageChannelLabels[channel].toLowerCase()}s` });
}

export async function sendingRules({
  tx,
  services,
}: Context): Promise<DataOf<typeof messageRoutes.channels>> {
  const { bulkMessages } = await getSettings(tx);
  return { channels: messageChannels.filter((channel) => isSetUp(channel, services)), ...bulkMessages };
}

/** Previews the audience of a message, and its text for the first recipients. Writes nothing. */
export async function previewMessage(
  { tx, services }: Context,
  { audience, ...wording }: AudienceQuestion,
): Promise<AudienceCount> {
  const { channel } = wording;
  mustBeSetUp(channel, services);
  const isIncluded = await findAudience(tx, audience);
  if (!isIncluded) throw noGroup();
  const { count, leftOut, first } = await countAudience(tx, isIncluded, channel);
  const sender = await senderOf(tx);
  const links = { unsubscribe: `${services.settings.publicUrl}/unsubscribe/…` };
  const examples = first.map((person) => {
    const { subject, body, parts } = renderMessage(wording, sender, person, links);
    return {
      customerId: person.customerId,
      name: fullName(person),
      to: channel === 'email' ? person.email : channel === 'sms' ? person.phone : null,
      subject,
      body,
      parts,
    };
  });
  return { count, leftOut, examples };
}

const noGroup = () => wrongField('audience.groupId', 'This group was not found');
/** Keeps the group of an audience from being deleted meanwhile. */
export async function keepGroupOf(tx: Tx, { groupId }: MessageAudience): Promise<void> {
  // Users of single locations find no group, and can't lock one.
  if (
    groupId !== undefined &&
    !((await findAudience(tx, { groupId })) && (await keepGroups(tx, [groupId])).size > 0)
  )
    throw noGroup();
}

const maxDaysAhead = 366;
/** Tolerates clocks that are slightly behind. */
const graceMs = 5 * 60_000;

function mustBeAhead(sendAt: string | undefined): void {
  if (sendAt === undefined) return;
  const ms = Date.parse(sendAt) - Date.now();
  if (ms < -graceMs) throw wrongField('sendAt', 'Choose a time in the future');
  if (ms > maxDaysAhead * 86_400_000) throw wrongField('sendAt', 'Choose a time within a year');
}

/** Sends a message to an audience in a job, either now or later. */
export async function sendBulkMessage(
  context: Context,
  { dryRun, sendAt, draftId, ...input }: BulkMessageInput,
): Promise<DataOf<typeof messageRoutes.send>> {
  const { tx, actor } = context;
  mustBeAhead(sendAt);
  const preview = await previewMessage(context, input);
  if (dryRun) return preview;
  await confirmIfMany(context, preview.count);
  await keepGroupOf(tx, input.audience);
  if (draftId && !(await deleteMessageDraft(tx, draftId, 'draft'))) throw problem('messages.draft-gone');
  const id = newId();
  await insertBulkMessage(tx, {
    id,
    name: input.name,
    channel: input.channel,
    subject: input.subject ?? '',
    body: input.body,
    button_label: input.button?.label ?? null,
    button_url: input.button?.url ?? null,
    audience: JSON.stringify(input.audience),
    send_at: sendAt ?? null,
    location_ids: actor.locations ? [...actor.locations] : null,
    created_by: actor.userId,
    created_by_name: actor.name,
  });
  const jobId = await startSending(context, id, { name: input.name, sendAt: sendAt ?? null });
  await recordChange(tx, actor, {
    action: 'send',
    resource: 'messages',
    recordId: id,
    after: { ...input, sendAt, recipients: preview.count },
  });
  const { state } = await getBulkMessage(tx, id);
  return { ...preview, _id: id, jobId, state };
}

async function confirmIfMany({ tx, actor }: Context, recipients: number): Promise<void> {
  const { bulkMessages } = await getSettings(tx);
  if (recipients > bulkMessages.confirmAbove) await mustBeConfirmed(tx, actor);
}

async function startSending(
  { tx, actor }: Context,
  id: string,
  { name, sendAt }: Pick<BulkMessage, 'name' | 'sendAt'>,
): Promise<string> {
  const jobId = await startJob(tx, actor, {
    kind: 'bulkMessage',
    title: `Sending ${name}`,
    permission: 'customer_list',
    input: { messageId: id },
    at: sendAt ?? undefined,
  });
  await setJob(tx, id, jobId);
  return jobId;
}

/** Unsent messages stay unsent. The job checks for a stop before the next message. */
export async function stopBulkMessage({ tx, actor }: Context, id: string): Promise<BulkMessage> {
  await lockBulkMessage(tx, id);
  const { name, state, jobId, counts } = await getBulkMessage(tx, id);
  if (!['scheduled', 'waiting', 'sending'].includes(state)) throw isOver(state);
  await markStopped(tx, id);
  // If the job belongs to a colleague, it ends as soon as it sees that the message was stopped.
  if (jobId) await requestStop(tx, jobId);
  await recordChange(tx, actor, {
    action: 'stop',
    resource: 'messages',
    recordId: id,
    after: { name, counts },
  });
  return getBulkMessage(tx, id);
}

export async function resumeBulkMessage(context: Context, id: string): Promise<BulkMessage> {
  const { tx, actor, services } = context;
  const { locationIds } = await lockBulkMessage(tx, id);
  const message = await getBulkMessage(tx, id);
  const { state, channel, recipients, counts } = message;
  const isRetry = state === 'sent' && counts.failed > 0;
  if (state !== 'stopped' && state !== 'failed' && !isRetry) throw isOver(state);
  if (recipients === null && !isSameScope(locationIds, actor.locations)) {
    throw problem('not-allowed', { reason: 'This was written for other locations. Copy it instead' });
  }
  mustBeSetUp(channel, services);
  const left = recipients === null ? await countAgain(tx, message) : recipients - counts.sent;
  await confirmIfMany(context, left);
  await retryFailed(tx, id);
  await startSending(context, id, message);
  await recordChange(tx, actor, {
    action: 'resume',
    resource: 'messages',
    recordId: id,
    after: { name: message.name, counts },
  });
  return getBulkMessage(tx, id);
}

async function countAgain(tx: Tx, { audience, channel }: BulkMessage): Promise<number> {
  const isIncluded = await findAudience(tx, audience);
  if (!isIncluded) throw problem('messages.group-gone');
  return (await countAudience(tx, isIncluded, channel)).count;
}

const isSameScope = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one && [...one].sort()) === JSON.stringify(other && [...other].sort());

const isOver = (state: BulkMessage['state']) =>
  problem('messages.over', { state: bulkMessageStateLabels[state].toLowerCase() });

/** The message as the actor would get it. */
export async function sendTest({ tx, actor, services }: Context, wording: Wording): Promise<{ to: string }> {
  const { channel } = wording;
  mustBeSetUp(channel, services);
  const person = await testPerson(tx, actor.userId);
  const to = testAddress(channel, person);
  const { subject, body, html } = renderMessage(wording, await senderOf(tx), person, { unsubscribe: null });
  await queueMail(tx, {
    to,
    channel,
    subject: channel === 'email' ? `Test: ${subject}` : subject,
    text: body,
    html,
  });
  return { to };
}

async function testPerson(tx: Tx, userId: string | null) {
  const found = userId && (await contactOf(tx, userId));
  if (!found) throw problem('messages.no-test-address', { reason: 'Only people get tests' });
  return found;
}

function testAddress(
  channel: MessageChannel,
  { email, phone }: { email: string; phone: string | null },
): string {
  if (channel === 'email') return email;
  if (channel === 'push')
    throw problem('messages.no-test-address', { reason: 'Staff have no app for push notifications' });
  if (!phone) throw problem('messages.no-test-address', { reason: 'Add your phone number to your profile' });
  return phone;
}

/** Finds one of the actor's jobs. The ID of a message stands for its latest job. */
export async function jobOf(context: Context, id: string): Promise<Job> {
  const jobId = await findJobOf(context.tx, id);
  return showJob(context, jobId ?? id);
}
