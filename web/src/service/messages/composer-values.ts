import type { MessageDraft } from '@aisle/contract/service/message-drafts';
import {
  type BulkMessage,
  BulkMessageDraft,
  type MessageAudience,
  type MessageChannel,
} from '@aisle/contract/service/messages';
import { z } from 'zod';
import { type RuleValues, ruleOf, ruleValues } from '../../customers/customer-groups/rule-values.ts';

type AudienceValues = RuleValues & { groupId: string | null };
/** The field values of the content, which templates have as well. */
export type ContentValues = {
  name: string;
  channel: MessageChannel;
  subject: string;
  body: string;
  /** Null without a button. */
  button: { label: string; url: string } | null;
};
/** The field values of the composer. */
export type ComposerValues = ContentValues & {
  when: 'now' | 'later';
  /** In the format of a browser date field: in the user's time zone, without an offset. */
  sendAt: string;
  audience: AudienceValues;
};

export const emptyContent: ContentValues = {
  name: '',
  channel: 'email',
  subject: '',
  body: '',
  button: null,
};
const audienceValues = ({ groupId = null as never, ...rule }: MessageAudience): AudienceValues => ({
  ...ruleValues(rule),
  groupId,
});

/** The initial values of a new message to a group or to all customers. */
export const newValues = (groupId?: string): ComposerValues => ({
  ...emptyContent,
  when: 'now',
  sendAt: '',
  audience: { groupId: groupId ?? null },
});

/** The initial values of a copy. */
export const copyValues = ({
  name,
  channel,
  subject,
  body,
  button,
  audience,
}: BulkMessage): ComposerValues => ({
  ...newValues(),
  name: `${name} (copy)`,
  channel,
  subject,
  body,
  button,
  audience: audienceValues(audience),
});

export const contentOf = (draft: MessageDraft): ContentValues => {
  const { name, channel, subject, body, buttonLabel, buttonUrl } = draft;
  const button = buttonLabel || buttonUrl ? { label: buttonLabel, url: buttonUrl } : null;
  return { name, channel, subject, body, button };
};
export const draftValues = (draft: MessageDraft): ComposerValues => ({
  ...contentOf(draft),
  when: draft.sendAt ? 'later' : 'now',
  sendAt: draft.sendAt ? localOf(draft.sendAt) : '',
  audience: audienceValues(draft.audience),
});

/** The audience in the API format; omits conditions without a value. */
export const audienceOf = ({ groupId, ...rule }: AudienceValues): MessageAudience => ({
  ...ruleOf(rule),
  ...(groupId !== null && { groupId }),
});

/** Invalid input is sent unchanged, so that the server rejects it at its field. */
const instantOf = (local: string) =>
  Number.isNaN(Date.parse(local)) ? local : new Date(local).toISOString();
function localOf(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The content of a draft or a template in the API format. A draft without a name gets its subject as its name. */
export const draftContent = ({ name, channel, subject, body, button }: ContentValues) => ({
  name: name.trim() || subject.trim().slice(0, 120) || 'Untitled message',
  channel,
  subject,
  body,
  buttonLabel: button?.label ?? '',
  buttonUrl: button?.url ?? '',
});
/** An unfinished message in the API format. A time that isn't complete isn't kept. */
export const draftOf = ({ when, sendAt, audience, ...content }: ComposerValues) => ({
  ...draftContent(content),
  audience: audienceOf(audience),
  sendAt: when === 'later' && !Number.isNaN(Date.parse(sendAt)) ? instantOf(sendAt) : null,
});

export const ComposerFields = z.preprocess((values) => {
  const { when, sendAt, audience, subject, button, ...rest } = values as ComposerValues;
  return {
    ...rest,
    subject: rest.channel === 'sms' ? null : subject,
    button: rest.channel === 'push' ? null : button,
    audience: audienceOf(audience),
    ...(when === 'later' && { sendAt: instantOf(sendAt) }),
  };
}, BulkMessageDraft);
