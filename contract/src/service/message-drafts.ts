import { z } from 'zod';
import {
  Deleted,
  Id,
  Instant,
  optionalLongText,
  optionalText,
  requiredText,
  Version,
} from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';
import {
  MessageAudience,
  MessageAudienceData,
  MessageChannel,
  maxButtonLabel,
  maxButtonUrl,
} from './messages.ts';

/** A draft is an unfinished message. A template has the content of messages, without an audience and a time. */
const messageDraftKinds = ['draft', 'template'] as const;
export const MessageDraftKind = z.enum(messageDraftKinds);
export type MessageDraftKind = z.infer<typeof MessageDraftKind>;

/** Texts may be unfinished: fields and addresses are checked when the message is sent. */
const DraftText = z.strictObject({
  name: requiredText('Name', 120),
  channel: MessageChannel,
  subject: optionalText('Subject', 200),
  body: optionalLongText('Text', 10_000),
  buttonLabel: optionalText('Button label', maxButtonLabel),
  buttonUrl: optionalText('Button address', maxButtonUrl),
  audience: MessageAudience.optional(),
  sendAt: Instant.nullable().optional(),
});
export const MessageDraftInput = z
  .strictObject({ ...DraftText.shape, kind: MessageDraftKind })
  .superRefine(({ kind, audience, sendAt }, context) => {
    if (kind === 'draft') return;
    const message = 'A template has no audience and no time';
    if (audience && Object.keys(audience).length > 0)
      context.addIssue({ code: 'custom', path: ['audience'], message });
    if (sendAt) context.addIssue({ code: 'custom', path: ['sendAt'], message });
  });
export type MessageDraftInput = z.infer<typeof MessageDraftInput>;
export const MessageDraftEdit = DraftText.partial().extend({ version: Version });
export type MessageDraftEdit = z.infer<typeof MessageDraftEdit>;

export const MessageDraft = z.object({
  _id: Id,
  kind: MessageDraftKind,
  name: z.string(),
  channel: MessageChannel,
  subject: z.string(),
  body: z.string(),
  /** Empty without a button. */
  buttonLabel: z.string(),
  buttonUrl: z.string(),
  audience: MessageAudience,
  sendAt: Instant.nullable(),
  savedBy: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type MessageDraft = z.infer<typeof MessageDraft>;

/** A draft with the names of the records that its audience refers to. */
export const MessageDraftView = MessageDraft.extend({ audienceData: MessageAudienceData });
export type MessageDraftView = z.infer<typeof MessageDraftView>;

export const MessageDraftPage = pageRequest(['updatedAt', 'name'], { kind: MessageDraftKind });
export type MessageDraftPage = z.infer<typeof MessageDraftPage>;

const touched = ['messageDrafts', 'customerGroups'] as const;

export const messageDraftRoutes = routes('messageDrafts', {
  list: {
    method: 'POST',
    path: '/notification/draft-list',
    permission: 'customer_list',
    summary: 'Lists drafts and templates of messages, last saved first',
    body: MessageDraftPage,
    data: pageOf(MessageDraft),
    reads: true,
    list: { screen: '/messages/drafts', exportAs: 'messageDrafts' },
  },
  get: {
    method: 'GET',
    path: '/notification/draft/{id}',
    permission: 'customer_list',
    summary: 'Shows a draft or a template',
    data: MessageDraftView,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/notification/create-draft',
    permission: 'customer_list',
    summary: 'Saves an unfinished message as a draft, or the content of a message as a template',
    body: MessageDraftInput,
    data: MessageDraft,
    message: 'Saved',
    changes: touched,
  },
  edit: {
    method: 'PUT',
    path: '/notification/edit-draft/{id}',
    permission: 'customer_list',
    summary: 'Changes a draft or a template',
    body: MessageDraftEdit,
    data: MessageDraft,
    message: 'Saved',
    problems: ['version-stale'],
    changes: touched,
  },
  remove: {
    method: 'DELETE',
    path: '/notification/delete-draft/{id}',
    permission: 'customer_list',
    summary: 'Deletes a draft or a template',
    data: Deleted,
    message: 'Deleted',
    changes: touched,
  },
});
