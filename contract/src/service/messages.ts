import { z } from 'zod';
import {
  BooleanLike,
  From,
  Id,
  Instant,
  optionalLongText,
  optionalText,
  PostalCode,
  Ref,
  requiredText,
} from '../core/fields.ts';
import { Amount } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes } from '../core/route.ts';
import { type TemplateFields, templateProblem, templateText } from '../core/templates.ts';
import { CustomerStatus } from '../customers/customers.ts';
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

/** The audience of a message. All given conditions must match. With `locationIds`, only orders at these locations count. */
export const MessageAudience = z.strictObject({
  locationIds: z.array(Id).min(1, 'Choose a location').max(500).optional(),
  /** Customers who placed an order that counts as a sale at this time or later. */
  orderedSince: From.optional(),
  /** Customers who placed no order at this time or later. */
  notOrderedSince: From.optional(),
  minOrders: z
    .int({ error: 'Enter a whole number' })
    .min(1, 'Enter at least 1')
    .max(100_000, 'Enter at most 100,000')
    .optional(),
  /** The minimum total of the customer's orders less refunds, in cents. */
  minSpent: Amount.optional(),
  /** Includes subcategories. */
  boughtCategoryId: Id.optional(),
  boughtSubProductId: Id.optional(),
  planId: Id.optional(),
  /** True: customers with any current plan; false: customers without one. */
  hasPlan: BooleanLike.optional(),
  city: requiredText('City', 100).optional(),
  postalCodes: z
    .array(PostalCode)
    .min(1, 'Enter a postal code')
    .max(500, 'Enter at most 500 postal codes')
    .optional(),
  status: CustomerStatus.optional(),
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

interface Text {
  channel: MessageChannel;
  subject?: string | null | undefined;
  body: string;
}
function checkText({ channel, subject, body }: Text, context: z.RefinementCtx): void {
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
    /** If omitted: now. */
    sendAt: Instant.optional(),
  })
  .superRefine(checkText);
export const BulkMessageInput = z
  .strictObject({ ...BulkMessageDraft.shape, dryRun: BooleanLike.optional() })
  .superRefine(checkText);
export type BulkMessageInput = z.infer<typeof BulkMessageInput>;

export const AudienceQuestion = z.strictObject({
  audience: MessageAudience,
  channel: MessageChannel,
  subject: optionalText('Subject', 200),
  body: optionalLongText('Text', 10_000),
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
  createdBy: z.string(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type BulkMessage = z.infer<typeof BulkMessage>;

/** A message with the names of the records that its audience refers to, limited to those that the user can see. */
export const BulkMessageView = BulkMessage.extend({
  audienceData: z.object({
    locations: z.array(Ref),
    boughtSubProduct: Ref.nullable(),
    boughtCategory: Ref.nullable(),
    plan: Ref.nullable(),
  }),
});
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
});
export type BulkMessageResult = z.infer<typeof BulkMessageResult>;
export const BulkMessageResultPage = pageRequest(['position'], { messageId: Id, outcome: SendOutcome });
export type BulkMessageResultPage = z.infer<typeof BulkMessageResultPage>;

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
    list: { screen: '/messages/history', exportAs: 'messages' },
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
    summary: 'Sends a message to an audience in a job, or with `dryRun` shows who would get it',
    body: BulkMessageInput,
    data: AudienceCount.extend({
      _id: Id.optional(),
      jobId: Id.optional(),
      state: BulkMessageState.optional(),
    }),
    onceByKey: true,
    problems: ['messages.no-provider', 'reauth-required'],
    changes: touched,
  },
  test: {
    method: 'POST',
    path: '/notification/test-bulk-notification',
    permission: 'customer_list',
    summary: 'Sends a message to yourself',
    body: z.strictObject({ channel: MessageChannel, subject, body }).superRefine(checkText),
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
    summary: 'Resumes a stopped message, or tries again where sending failed. No one gets it twice',
    data: BulkMessage,
    message: 'Sending resumed',
    onceByKey: true,
    problems: ['messages.over', 'messages.no-provider', 'reauth-required'],
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
