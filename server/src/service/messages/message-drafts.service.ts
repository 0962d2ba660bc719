import type {
  MessageDraft,
  MessageDraftEdit,
  MessageDraftInput,
} from '@aisle/contract/service/message-drafts';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { columnsOf } from '../../core/db/rows/columns.ts';
import { newId } from '../../core/ids.ts';
import { stale, wrongField } from '../../core/problem.ts';
import {
  deleteMessageDraft,
  getMessageDraft,
  insertMessageDraft,
  lockMessageDraft,
  updateMessageDraft,
} from './message-drafts.queries.ts';
import { keepGroupOf } from './messages.service.ts';

type Caller = Pick<Context, 'tx' | 'actor'>;

export async function addMessageDraft(
  { tx, actor }: Caller,
  { kind, ...input }: MessageDraftInput,
): Promise<MessageDraft> {
  const id = newId();
  const { audience = {} } = input;
  await keepGroupOf(tx, audience);
  await insertMessageDraft(tx, {
    id,
    kind,
    name: input.name,
    channel: input.channel,
    subject: input.subject ?? '',
    body: input.body ?? '',
    button_label: input.buttonLabel ?? '',
    button_url: input.buttonUrl ?? '',
    audience: JSON.stringify(audience),
    send_at: input.sendAt ?? null,
    location_ids: actor.locations ? [...actor.locations] : null,
    saved_by_name: actor.name,
  });
  const draft = await getMessageDraft(tx, id);
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'messageDrafts',
    recordId: id,
    after: draft,
  });
  return draft;
}

export async function changeMessageDraft(
  { tx, actor }: Caller,
  id: string,
  { version, audience, ...input }: MessageDraftEdit,
): Promise<MessageDraft> {
  await lockMessageDraft(tx, id);
  const before = await getMessageDraft(tx, id);
  // A text is written as a whole, so edits of two people aren't merged.
  if (before.version !== version) throw stale(before);
  if (before.kind === 'template' && (input.sendAt || Object.keys(audience ?? {}).length > 0)) {
    throw wrongField('audience', 'A template has no audience and no time');
  }
  if (audience) await keepGroupOf(tx, audience);
  await updateMessageDraft(tx, id, {
    ...draftColumns(input),
    ...(audience && { audience: JSON.stringify(audience) }),
    saved_by_name: actor.name,
  });
  const after = await getMessageDraft(tx, id);
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'messageDrafts',
    recordId: id,
    before,
    after,
  });
  return after;
}

const filled = ({
  subject,
  body,
  buttonLabel,
  buttonUrl,
  ...rest
}: Omit<MessageDraftEdit, 'version' | 'audience'>) => ({
  ...rest,
  ...(subject !== undefined && { subject: subject ?? '' }),
  ...(body !== undefined && { body: body ?? '' }),
  ...(buttonLabel !== undefined && { buttonLabel: buttonLabel ?? '' }),
  ...(buttonUrl !== undefined && { buttonUrl: buttonUrl ?? '' }),
});
const textColumns = columnsOf<'message_drafts', ReturnType<typeof filled>>()({
  name: 'name',
  channel: 'channel',
  subject: 'subject',
  body: 'body',
  buttonLabel: 'button_label',
  buttonUrl: 'button_url',
  sendAt: 'send_at',
});
const draftColumns = (input: Parameters<typeof filled>[0]) => textColumns(filled(input));

export async function removeMessageDraft({ tx, actor }: Caller, id: string): Promise<{ _id: string }> {
  await lockMessageDraft(tx, id);
  const before = await getMessageDraft(tx, id);
  await deleteMessageDraft(tx, id, before.kind);
  await recordChange(tx, actor, {
    action: 'delete',
    resource: 'messageDrafts',
    recordId: id,
    before,
  });
  return { _id: id };
}
