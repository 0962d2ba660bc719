import { z } from 'zod';
import {
  BooleanLike,
  beforeNormalizing,
  Id,
  Instant,
  optionalLongText,
  optionalText,
  Ref,
  requiredText,
  tooLong,
} from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { normalLine } from '../core/normal-text.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes } from '../core/route.ts';
import { type TemplateFields, templateProblem, templateText } from '../core/templates.ts';
import { CustomerRule, CustomerRuleData } from '../customers/customer-groups.ts';
import { Job } from '../system/jobs.ts';

export const messageChannels = ['email', 'sms', 'push'] as const;
export const MessageChannel = z.enum(messageChannels);
export type MessageChannel = z.infer<typeof MessageChannel>;
export const messageChannelLabels: Record<MessageChannel, string> = {
  email: 'Email',
  sms: 'Text message',
  push: 'Push notification',
};

export const bulkMessageFields = {
  'customer.firstName': 'First name',
  'customer.lastName': 'Last name',
  'brand.name': 'Brand name',
} as const satisfies TemplateFields;

/** The audience of a message: the customers of a group, or all, who match all given conditions. */
export const MessageAudience = z.strictObject({
  ...CustomerRule.shape,
  /** A group by conditions has the members that match when sending starts. */
  groupId: Id.optional(),
});
export type MessageAudience = z.infer<typeof MessageAudience>;

/** Why a customer of the audience doesn't get the message. The first reason that applies is used. */
const exclusionReasons = ['no-consent', 'blocked', 'no-email'] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];
export const exclusionLabels: Record<ExclusionReason, string> = {
  'no-consent': 'No consent to marketing',
  blocked: 'Blocked',
  'no-email': 'No email address',
};

const MessageParts = z.object({
  text: z.string(),
  button: z.object({ label: z.string(), url: z.string() }).nullable(),
  /** The color of the button: the brand's. */
  color: z.string(),
  footer: z.array(z.string()),
});
export type MessageParts = z.infer<typeof MessageParts>;

export const AudienceCount = z.object({
  /** The number of recipients. */
  count: z.int(),
  leftOut: z.array(z.object({ reason: z.enum(exclusionReasons), count: z.int() })),
  /** Previews for the first three recipients. */
  examples: z.array(
    z.object({
      customerId: Id,
      name: z.string(),
      to: z.string().nullable(),
      subject: z.string(),
      body: z.string(),
      /** The body as an email shows it: the text, the button, and the lines below the button. */
      parts: MessageParts,
    }),
  ),
});
export type AudienceCount = z.infer<typeof AudienceCount>;

const subject = optionalText('Subject', 200).superRefine((text, context) => {
  const message = templateProblem(text ?? '', bulkMessageFields);
  if (message) context.addIssue({ code: 'custom', message });
});
const body = templateText('Text', 10_000, bulkMessageFields);
/** Fits into a few text message segments. */
const maxSmsLength = 480;

export const maxButtonLabel = 40;
export const maxButtonUrl = 2000;
/** One link of a message. Only https, because readers enter passwords and card numbers behind it. */
export const MessageButton = z.strictObject({
  label: requiredText('Button label', maxButtonLabel),
  url: z
    .string({ error: 'Button address is required' })
    .max(...beforeNormalizing)
    .overwrite(normalLine)
    .min(1, 'Button address is required')
    .max(maxButtonUrl, tooLong('Button address must be at most 2000 characters'))
    .pipe(z.url({ protocol: /^https$/, error: 'Enter an address that starts with https://' }))
    .refine((url) => !/^https:\/\/[^/?#]*@/i.test(url), "Don't include a user name or password"),
});
export type MessageButton = z.infer<typeof MessageButton>;
const button = MessageButton.nullable().optional();

interface Text {
  channel: MessageChannel;
  subject?: string | null | undefined;
  body: string;
  button?: MessageButton | null | undefined;
}
function checkText({ channel, subject, body, button }: Text, context: z.RefinementCtx): void {
  if (channel === 'push' && button) {
    const message = 'Push notifications have no button';
    context.addIssue({ code: 'custom', path: ['button'], message });
  }
  if (channel !== 'sms' && !subject) {
    context.addIssue({ code: 'custom', path: ['subject'], message: 'Subject is required' });
  }
  if (channel !== 'email' && body.length > maxSmsLength) {
    const message = `Text must be at most ${maxSmsLength} characters`;
    context.addIssue({ code: 'custom', path: ['body'], message });
  }
}

/** The fields of the form. */
export const BulkMessageDraft = z
  .strictObject({
    name: requiredText('Name', 120),
    audience: MessageAudience,
    channel: MessageChannel,
    subject,
    body,
    button,
    /** If omitted: now. */
    sendAt: Instant.optional(),
  })
  .superRefine(checkText);
export const BulkMessageInput = z
  .strictObject({
    ...BulkMessageDraft.shape,
    dryRun: BooleanLike.optional(),
    /** The draft that the message was written in. It is deleted, and can't be sent twice. */
    draftId: Id.optional(),
  })
  .superRefine(checkText);
export type BulkMessageInput = z.infer<typeof BulkMessageInput>;

export const AudienceQuestion = z.strictObject({
  audience: MessageAudience,
  channel: MessageChannel,
  subject: optionalText('Subject', 200),
  body: optionalLongText('Text', 10_000),
  button,
});
export type AudienceQuestion = z.infer<typeof AudienceQuestion>;

const bulkMessageStates = ['scheduled', 'waiting', 'sending', 'stopped', 'failed', 'sent'] as const;
export const BulkMessageState = z.enum(bulkMessageStates);
export type BulkMessageState = z.infer<typeof BulkMessageState>;
export const bulkMessageStateLabels: Record<BulkMessageState, string> = {
  scheduled: 'Scheduled',
  waiting: 'Waiting',
  sending: 'Sending',
  stopped: 'Stopped',
  failed: 'Failed',
  sent: 'Sent',
};

export const sendOutcomes = ['waiting', 'sending', 'sent', 'failed', 'leftOut', 'unknown'] as const;
export const SendOutcome = z.enum(sendOutcomes);
export type SendOutcome = z.infer<typeof SendOutcome>;
export const sendOutcomeLabels: Record<SendOutcome, string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  leftOut: 'Excluded',
  unknown: 'Not known',
};

export const BulkMessage = z.object({
  _id: Id,
  name: z.string(),
  channel: MessageChannel,
  subject: z.string(),
  body: z.string(),
  button: MessageButton.nullable(),
  audience: MessageAudience,
  state: BulkMessageState,
  sendAt: Instant.nullable(),
  /** The latest job, which `notification/job/{id}` shows. */
  jobId: Id.nullable(),
  /** Null until the recipients are listed, just before the first message is sent. */
  recipients: z.int().nullable(),
  counts: z.object({
    waiting: z.int(),
    sending: z.int(),
    sent: z.int(),
    failed: z.int(),
    leftOut: z.int(),
    unknown: z.int(),
  } satisfies Record<SendOutcome, z.ZodInt>),
  /** The numbers of customers in the audience who don't get the message. */
  leftOut: z.array(z.object({ reason: z.enum(exclusionReasons), count: z.int() })),
  unsubscribed: z.int(),
  /** The number of recipients who clicked the button. */
  clicked: z.int(),
  /** Orders that recipients placed within 7 days after they got the message, without cancelled ones. Null until counted. */
  orders: z.object({ count: z.int(), total: Cents }).nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type BulkMessage = z.infer<typeof BulkMessage>;

/** The names of the records that an audience refers to, limited to those that the user can see. */
export const MessageAudienceData = CustomerRuleData.extend({
  /** Null without a group, and for a deleted one. */
  group: Ref.nullable(),
});
export type MessageAudienceData = z.infer<typeof MessageAudienceData>;
export const BulkMessageView = BulkMessage.extend({ audienceData: MessageAudienceData });
export type BulkMessageView = z.infer<typeof BulkMessageView>;

export const BulkMessagePage = pageRequest(['createdAt', 'name'], { channel: MessageChannel });
export type BulkMessagePage = z.infer<typeof BulkMessagePage>;

export const BulkMessageResult = z.object({
  _id: z.string(),
  customerId: Id,
  customerName: z.string(),
  outcome: SendOutcome,
  /** Why the message wasn't sent, or why its outcome is unknown. */
  reason: z.string().nullable(),
  at: Instant.nullable(),
  /** The first click on the button. */
  clickedAt: Instant.nullable(),
  /** When the customer unsubscribed by the link in this message. */
  unsubscribedAt: Instant.nullable(),
});
export type BulkMessageResult = z.infer<typeof BulkMessageResult>;
export const BulkMessageResultPage = pageRequest(['position'], {
  messageId: Id,
  outcome: SendOutcome,
  clicked: z.boolean(),
  unsubscribed: z.boolean(),
});
export type BulkMessageResultPage = z.infer<typeof BulkMessageResultPage>;

/** Orders count as a result of a message for this many days. */
export const orderWindowDays = 7;
/** An order of a recipient within the window, at a location that the user can see. */
export const BulkMessageOrder = z.object({
  _id: Id,
  number: z.string(),
  locationId: Id,
  locationName: z.string(),
  customerId: Id,
  customerName: z.string(),
  total: Cents,
  createdAt: Instant,
  /** When the customer got the message. */
  sentAt: Instant,
});
export type BulkMessageOrder = z.infer<typeof BulkMessageOrder>;
export const BulkMessageOrderPage = pageRequest(['createdAt', 'total'], { messageId: Id });
export type BulkMessageOrderPage = z.infer<typeof BulkMessageOrderPage>;

export const Unsubscribe = z.object({
  brandName: z.string(),
  /** Mostly masked, so that a forwarded message doesn't reveal the address. */
  email: z.string().nullable(),
  subscribed: z.boolean(),
});
export type Unsubscribe = z.infer<typeof Unsubscribe>;

const touched = ['messages', 'jobs'] as const;

export const messageRoutes = routes('messages', {
  list: {
    method: 'POST',
    path: '/notification/bulk-list',
    permission: 'customer_list',
    summary: 'Lists messages to many customers, newest first',
    body: BulkMessagePage,
    data: pageOf(BulkMessage),
    reads: true,
    list: { screen: '/messages', exportAs: 'messages' },
  },
  results: {
    method: 'POST',
    path: '/notification/bulk-results',
    permission: 'customer_list',
    summary: 'Lists the result for each recipient of a message, chosen with `filters.messageId`',
    body: BulkMessageResultPage,
    data: pageOf(BulkMessageResult),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'messageResults' },
  },
  orders: {
    method: 'POST',
    path: '/notification/bulk-orders',
    permission: 'customer_list',
    alsoNeeds: 'order_list',
    summary:
      'Lists the orders that recipients of a message placed within 7 days, chosen with `filters.messageId`',
    body: BulkMessageOrderPage,
    data: pageOf(BulkMessageOrder),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'messageOrders' },
  },
  get: {
    method: 'GET',
    path: '/notification/bulk/{id}',
    permission: 'customer_list',
    summary: 'Shows a message to many customers, its audience and its progress',
    data: BulkMessageView,
    reads: true,
  },
  job: {
    method: 'GET',
    path: '/notification/job/{id}',
    permission: 'signedIn',
    summary: 'Shows one of your jobs, such as the sending of a message',
    data: Job,
    reads: true,
    resource: 'jobs',
  },
  channels: {
    method: 'GET',
    path: '/notification/channels',
    permission: 'customer_list',
    summary: 'Shows which channels are set up, and the limit above which sending asks for the password',
    data: z.object({ channels: z.array(MessageChannel), confirmAbove: z.int(), perMinute: z.int() }),
    reads: true,
  },
  preview: {
    method: 'POST',
    path: '/notification/preview-bulk-notification',
    permission: 'customer_list',
    summary: 'Counts an audience and renders three examples, also of an unfinished message',
    body: AudienceQuestion,
    data: AudienceCount,
    reads: true,
    problems: ['messages.no-provider'],
  },
  /** With `dryRun`, it counts recipients and renders previews without saving anything. */
  send: {
    method: 'POST',
    path: '/notification/send-bulk-notification',
    permission: 'customer_list',
    confirms: 'money',
    when: 'above bulkMessages.confirmAbove',
    summary: 'Sends a message to an audience in a job, or with `dryRun` shows who would get it',
    body: BulkMessageInput,
    data: AudienceCount.extend({
      _id: Id.optional(),
      jobId: Id.optional(),
      state: BulkMessageState.optional(),
    }),
    onceByKey: true,
    problems: ['messages.no-provider', 'messages.draft-gone', 'reauth-required'],
    changes: [...touched, 'messageDrafts', 'customerGroups'],
  },
  test: {
    method: 'POST',
    path: '/notification/test-bulk-notification',
    permission: 'customer_list',
    summary: 'Sends a message to yourself',
    body: z.strictObject({ channel: MessageChannel, subject, body, button }).superRefine(checkText),
    data: z.object({ to: z.string() }),
    message: 'Test sent',
    problems: ['messages.no-provider', 'messages.no-test-address'],
    changes: ['mails'],
  },
  stop: {
    method: 'POST',
    path: '/notification/stop-bulk/{id}',
    permission: 'customer_list',
    summary: 'Stops sending a message. It can be resumed',
    data: BulkMessage,
    message: 'Sending stopped',
    problems: ['messages.over'],
    changes: touched,
  },
  resume: {
    method: 'POST',
    path: '/notification/resume-bulk/{id}',
    permission: 'customer_list',
    confirms: 'money',
    when: 'above bulkMessages.confirmAbove',
    summary: 'Resumes a stopped message, or tries again where sending failed. No one gets it twice',
    data: BulkMessage,
    message: 'Sending resumed',
    onceByKey: true,
    problems: ['messages.over', 'messages.no-provider', 'messages.group-gone', 'reauth-required'],
    changes: touched,
  },
  showSubscription: {
    method: 'GET',
    path: '/notification/unsubscribe/{token}',
    permission: 'public',
    summary: 'Shows what a link in a message unsubscribes from',
    data: Unsubscribe,
    reads: true,
  },
  /** The one-click request of mail programs (RFC 8058), and the page behind the link. */
  unsubscribe: {
    method: 'POST',
    path: '/notification/unsubscribe/{token}',
    permission: 'public',
    summary: 'Withdraws the consent to marketing messages, by the link in a message',
    body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click').optional() }).optional(),
    data: Unsubscribe,
    message: 'You are unsubscribed',
    takesForms: true,
  },
});
