import { z } from 'zod';
import {
  BooleanLike,
  beforeNormalizing,
  Choice,
  DateOnly,
  From,
  Id,
  Instant,
  OptionalId,
  Ref,
  requiredMessage,
  requiredText,
  SearchText,
  UpTo,
  Version,
} from '../core/fields.ts';
import type { ListSearch } from '../core/list-search.ts';
import { normalLine } from '../core/normal-text.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';
import { HeadlineStatusField } from '../sales/orders/order-labels.ts';
import {
  CannedReply,
  TicketCategory,
  TicketCategoryKey,
  TicketPriority,
  TicketStatus,
  TicketTags,
} from '../system/support-rules.ts';

export const maxAttachments = 10;
/** The maximum number of messages in a conversation; longer ones show their latest messages. */
export const maxMessages = 500;

const Numbered = z.object({ _id: Id, number: z.string() });

/** The author of a message: the customer, the location that wrote to the marketplace, or a support agent. */
const messageSides = ['customer', 'location', 'staff'] as const;
export const MessageSide = z.enum(messageSides);
export type MessageSide = z.infer<typeof MessageSide>;

export const Ticket = z.object({
  _id: Id,
  /** The number of the ticket, such as H-1042. */
  number: z.string(),
  subject: z.string(),
  customerId: Id.nullable(),
  customer: Ref.nullable(),
  /** The location that opened the ticket. */
  locationId: Id.nullable(),
  location: Ref.nullable(),
  orderId: Id.nullable(),
  order: Numbered.nullable(),
  /** The sender of an email if it isn't from an existing customer. */
  sender: z.object({ name: z.string().nullable(), email: z.string() }).nullable(),
  /** The key of a category in the settings. */
  category: z.string(),
  priority: TicketPriority,
  status: TicketStatus,
  assignee: Ref.nullable(),
  tags: z.array(z.string()),
  source: z.enum(['staff', 'email', 'api']),
  /** The start of the last message that isn't a note. */
  excerpt: z.string(),
  lastFrom: MessageSide,
  /** The author of that message if it is from a support agent; without an ID if the author isn't a user. */
  lastAuthor: z.object({ _id: Id.nullable(), name: z.string() }).nullable(),
  lastMessageAt: Instant,
  messageCount: z.int(),
  firstResponseAt: Instant.nullable(),
  resolvedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  /** The next target: the first response, then the resolution. Null while the ticket waits for the customer, and after it is resolved. */
  dueAt: Instant.nullable(),
  isOverdue: z.boolean(),
  /** The ticket that this one was merged into. */
  mergedInto: Numbered.nullable(),
  /** The closed ticket that this one continues. */
  previous: Numbered.nullable(),
  createdAt: Instant,
  version: Version,
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketAttachment = z.object({
  _id: Id,
  name: z.string(),
  kind: z.enum(['image', 'document']),
  bytes: z.int(),
  /** A signed URL, valid for a day. */
  url: z.string(),
  /** The URL of a small version of a picture. */
  preview: z.string().nullable(),
});
export type TicketAttachment = z.infer<typeof TicketAttachment>;

const mailStates = ['received', 'waiting', 'sent', 'retrying', 'failed'] as const;
export const TicketMessage = z.object({
  _id: Id,
  /** The ticket that the message was written on. It differs if that ticket was merged into this one. */
  ticketId: Id,
  from: MessageSide,
  /** Without an ID if the author isn't a user. */
  author: z.object({ _id: Id.nullable(), name: z.string(), email: z.string().nullable() }),
  text: z.string(),
  /** The quoted part of an email, below the new text. */
  quoted: z.string().nullable(),
  internal: z.boolean(),
  attachments: z.array(TicketAttachment),
  at: Instant,
  /** Null if the message isn't an email. */
  mail: z.object({ messageId: z.string(), state: z.enum(mailStates), to: z.string().nullable() }).nullable(),
});
export type TicketMessage = z.infer<typeof TicketMessage>;

const ticketEventKinds = [
  'created',
  'status',
  'assigned',
  'priority',
  'category',
  'tags',
  'linked',
  'merged',
] as const;
export const TicketEvent = z.object({
  _id: Id,
  kind: z.enum(ticketEventKinds),
  /** The previous value; null if there was none. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  by: z.string(),
  at: Instant,
});
export type TicketEvent = z.infer<typeof TicketEvent>;

/** The customer who opened the ticket. Shown beside the ticket together with the order. */
const TicketContact = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  status: z.enum(['active', 'blocked']),
});
const TicketOrder = z.object({
  _id: Id,
  number: z.string(),
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  status: HeadlineStatusField,
  createdAt: Instant,
});

export const TicketView = Ticket.extend({
  /** The messages of the conversation, oldest first. */
  messages: z.array(TicketMessage),
  /** The number of messages before the first one shown. */
  olderMessages: z.int(),
  events: z.array(TicketEvent),
  contact: TicketContact.nullable(),
  orderData: TicketOrder.nullable(),
  /** Tickets merged into this one. */
  mergedFrom: z.array(Numbered),
  /** Tickets that continue this one. */
  followUps: z.array(Numbered),
  /** The statuses that the ticket can change to now. */
  nextStatuses: z.array(TicketStatus),
});
export type TicketView = z.infer<typeof TicketView>;

const Text = requiredMessage('Message', 50_000);
const AssigneeFilter = z.union([z.enum(['me', 'nobody']), Id], { error: 'Choose a user' });
/** Null removes the assignee. */
const Assignee = z.union([Id, z.enum(['me', 'nobody']), z.null()], { error: 'Choose a user' });

const ticketFilters = {
  status: z.union([TicketStatus, z.array(TicketStatus).min(1).max(4)]),
  priority: TicketPriority,
  assignee: AssigneeFilter,
  category: TicketCategoryKey,
  tag: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalLine)
    .min(1)
    .max(40),
  customerId: Id,
  orderId: Id,
  /** Tickets that the location opened, and tickets about its orders. */
  locationId: Id,
  overdue: z.boolean(),
  /** Created at or after `from` and before `to`. */
  from: From,
  to: UpTo,
  /** Whether the ticket has had a first response. */
  answered: z.boolean(),
  /** Whether the ticket was merged into another one. */
  merged: z.boolean(),
  resolvedFrom: From,
  resolvedTo: UpTo,
};
export const TicketFilters = z.strictObject(ticketFilters).partial();
export type TicketFilters = z.infer<typeof TicketFilters>;
export const TicketPage = pageRequest(['lastMessageAt', 'createdAt', 'dueAt', 'number'], ticketFilters);
export type TicketPage = z.infer<typeof TicketPage>;

export const TicketInput = z.strictObject({
  subject: requiredText('Subject', 200),
  customerId: OptionalId,
  locationId: OptionalId,
  orderId: OptionalId,
  category: TicketCategoryKey,
  priority: TicketPriority.optional(),
  message: Text,
  tags: TicketTags.optional(),
  assignee: Assignee.optional(),
});
export type TicketInput = z.infer<typeof TicketInput>;

export const TicketReply = z.strictObject({
  text: Text,
  /** A note for colleagues: never sent, and not a response. */
  internal: BooleanLike.optional(),
  /** If omitted, the status stays the same. */
  status: TicketStatus.optional(),
  assignee: Assignee.optional(),
  addTags: TicketTags.optional(),
  /** The version that was last read. If the ticket has changed since, the response is a 409 with the newer messages. */
  version: Version.optional(),
});
export type TicketReply = z.infer<typeof TicketReply>;

export const TicketStatusChange = z.strictObject({ status: TicketStatus, version: Version.optional() });
export const TicketAssignment = z.strictObject({ assignee: Assignee, version: Version.optional() });

/** Omitted fields stay as they are. Tags are added and removed, so that two users at once overwrite nothing. */
export const TicketEdit = z.strictObject({
  priority: TicketPriority.optional(),
  category: TicketCategoryKey.optional(),
  addTags: TicketTags.optional(),
  removeTags: TicketTags.optional(),
  customerId: OptionalId,
  orderId: OptionalId,
  version: Version,
});
export type TicketEdit = z.infer<typeof TicketEdit>;

export const TicketMerge = z.strictObject({
  /** The remaining ticket. */
  intoId: Id,
  version: Version.optional(),
});

const presences = ['looking', 'typing', 'left'] as const;
/** The data of the live topic `supportPresence`: a user who is viewing the ticket or typing. Sent again every 20 seconds. */
export const TicketPresence = z.object({ userId: Id, name: z.string(), doing: z.enum(presences) });
export type TicketPresence = z.infer<typeof TicketPresence>;
export const presenceTopic = 'supportPresence';

export const ticketTabs = ['open', 'mine', 'unassigned', 'overdue', 'pending', 'resolved', 'closed'] as const;
export type TicketTab = (typeof ticketTabs)[number];
/** The filter of each tab. Only open tickets wait for an answer; pending ones wait for the customer. */
export const tabFilters: Record<TicketTab, TicketFilters> = {
  mine: { assignee: 'me', status: 'open' },
  unassigned: { assignee: 'nobody', status: 'open' },
  open: { status: 'open' },
  pending: { status: 'pending' },
  overdue: { overdue: true },
  resolved: { status: 'resolved' },
  closed: { status: 'closed' },
};
/** With any of these parameters, the inbox shows tickets of every status. */
const particular = [
  'status',
  'assignee',
  'overdue',
  'customerId',
  'orderId',
  'from',
  'to',
  'resolvedFrom',
  'resolvedTo',
  'answered',
  'search',
] as const;
/** The default filters of the inbox: only open tickets, unless its URL asks for particular ones. */
export const defaultTicketFilters = (url: ListSearch): { status: 'open' } | undefined =>
  particular.every((name) => url[name] === undefined) ? { status: 'open' } : undefined;
/** The maximum count of a tab. */
export const maxCountedTickets = 1000;

/** A metric with the filters that open its list. */
const Figure = z.object({ count: z.int(), filters: TicketFilters });
/** In minutes, around the clock; null without any tickets. */
const Durations = z.object({
  median: z.number().nullable(),
  p90: z.number().nullable(),
  /** The number of measured tickets. */
  count: z.int(),
  /** The number of measured tickets that met their target. */
  inTime: z.int(),
  filters: TicketFilters,
});
export const SupportDashboard = z.object({
  /** Calendar days in the time zone of the settings; both days are included. */
  from: DateOnly,
  to: DateOnly,
  timeZone: z.string(),
  /** Tickets that wait for an answer as of now, with the unassigned and overdue ones among them. */
  open: Figure,
  unassigned: Figure,
  overdue: Figure,
  /** Tickets created in the period. */
  created: Figure,
  firstResponse: Durations,
  /** Tickets resolved in the period. */
  resolution: Durations,
  byCategory: z.array(Figure.extend({ category: z.string(), name: z.string() })),
  /** Tickets of the period by assignee; `agent` is null for unassigned ones. */
  byAgent: z.array(
    Figure.extend({
      agent: Ref.nullable(),
      resolved: z.int(),
      firstResponseMedian: z.number().nullable(),
    }),
  ),
  byDay: z.array(z.object({ day: DateOnly, created: z.int(), resolved: z.int(), filters: TicketFilters })),
});
export type SupportDashboard = z.infer<typeof SupportDashboard>;

const longestDays = 366;
export const SupportDashboardQuery = z
  .strictObject({ from: DateOnly.optional(), to: DateOnly.optional(), locationId: Id.optional() })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'Must not be before the start',
  })
  .refine(({ from, to }) => !from || !to || Date.parse(to) - Date.parse(from) < longestDays * 86_400_000, {
    path: ['from'],
    error: `Choose at most ${longestDays} days`,
  });
export type SupportDashboardQuery = z.infer<typeof SupportDashboardQuery>;

/** Why an email becomes no ticket. Ignored emails are listed for 30 days, except duplicates. */
export const ignoreReasons = ['autoReply', 'list', 'loop', 'bounce', 'empty', 'tooMany'] as const;
export const IgnoreReason = z.enum(ignoreReasons);
export type IgnoreReason = z.infer<typeof IgnoreReason>;

/** The result of an incoming email. */
export const InboundResult = z.object({
  result: z.enum(['created', 'answered', 'ignored']),
  /** The reason why the email was ignored; null if it wasn't. */
  reason: z.enum(['duplicate', ...ignoreReasons]).nullable(),
  ticketId: Id.nullable(),
  number: z.string().nullable(),
  /** The names of omitted attachments: neither pictures nor PDFs, or beyond the maximum number. */
  leftOut: z.array(z.string()),
});
export type InboundResult = z.infer<typeof InboundResult>;

export const IgnoredEmail = z.object({
  _id: Id,
  reason: IgnoreReason,
  /** Null if the email has no sender. */
  sender: z.object({ name: z.string().nullable(), email: z.string() }).nullable(),
  subject: z.string(),
  /** The start of the email's text. */
  preview: z.string(),
  /** The ticket that the email was opened as; null if it wasn't. */
  ticket: Numbered.nullable(),
  createdAt: Instant,
});
export type IgnoredEmail = z.infer<typeof IgnoredEmail>;
export const IgnoredEmailPage = pageRequest(['createdAt'], { reason: IgnoreReason });
export type IgnoredEmailPage = z.infer<typeof IgnoredEmailPage>;

const attachments = { attachments: { kind: 'document', many: true } } as const;
const changes = ['support'] as const;

export const supportRoutes = routes('support', {
  list: {
    method: 'POST',
    path: '/support/list',
    permission: 'support_list',
    summary: 'Lists tickets. The search looks in subjects, messages, customers, order and ticket numbers',
    body: TicketPage,
    data: pageOf(Ticket),
    reads: true,
    list: {
      screen: '/supports',
      exportAs: 'tickets',
      shownFor: (search) => defaultTicketFilters(search) ?? {},
    },
  },
  counts: {
    method: 'GET',
    path: '/support/counts',
    permission: 'support_list',
    summary: 'Counts the tickets of each tab, up to 1,000 each',
    data: z.record(z.enum(ticketTabs), z.int().min(0).max(maxCountedTickets)),
    reads: true,
  },
  get: {
    method: 'GET',
    path: '/support/get/{id}',
    permission: 'support_view',
    summary: 'Shows a ticket with its messages in order',
    data: TicketView,
    reads: true,
  },
  create: {
    method: 'POST',
    path: '/support/create',
    permission: 'support_add',
    apiScope: 'support',
    onceByKey: true,
    summary: 'Creates a ticket with its first message, which is from the customer if one is named',
    body: TicketInput,
    files: attachments,
    data: TicketView,
    message: 'Ticket created',
    changes,
  },
  reply: {
    method: 'POST',
    path: '/support/reply/{id}',
    permission: 'support_reply',
    onceByKey: true,
    summary:
      'Adds a reply or a note to a ticket. Fields such as {{customer.firstName}} are filled in. Replies to customers are sent by email',
    body: TicketReply,
    files: attachments,
    data: TicketView,
    message: 'Reply added',
    problems: ['version-stale', 'support.step-not-possible', 'support.closed'],
    changes,
  },
  updateStatus: {
    method: 'PUT',
    path: '/support/update-status/{id}',
    permission: 'support_reply',
    orPermission: 'support_edit',
    summary: 'Moves a ticket to another status',
    body: TicketStatusChange,
    data: TicketView,
    message: 'Ticket updated',
    problems: ['version-stale', 'support.step-not-possible'],
    changes,
  },
  assign: {
    method: 'PUT',
    path: '/support/assign/{id}',
    permission: 'support_reply',
    orPermission: 'support_edit',
    summary: 'Assigns a ticket to a user, or removes its assignee',
    body: TicketAssignment,
    data: TicketView,
    message: 'Ticket assigned',
    problems: ['version-stale'],
    changes,
  },
  edit: {
    method: 'PUT',
    path: '/support/edit/{id}',
    permission: 'support_edit',
    summary: 'Changes priority, category, tags, customer or order of a ticket',
    body: TicketEdit,
    data: TicketView,
    message: 'Ticket saved',
    problems: ['version-stale'],
    changes,
  },
  merge: {
    method: 'POST',
    path: '/support/merge/{id}',
    permission: 'support_edit',
    summary: 'Merges a ticket into another, which shows the messages of both and gets further answers',
    body: TicketMerge,
    data: TicketView,
    message: 'Tickets merged',
    problems: ['version-stale', 'support.not-mergeable'],
    changes,
  },
  dashboard: {
    method: 'GET',
    path: '/support/dashboard',
    permission: 'support_dashboard',
    summary: 'Shows the figures of support. Without days: the last 30',
    query: SupportDashboardQuery,
    data: SupportDashboard,
    reads: true,
  },
  options: {
    method: 'GET',
    path: '/support/options',
    permission: 'support_list',
    summary: 'Shows the categories and canned replies to choose from',
    data: z.object({ categories: z.array(TicketCategory), cannedReplies: z.array(CannedReply) }),
    reads: true,
  },
  agents: {
    method: 'GET',
    path: '/support/agents',
    permission: 'support_list',
    summary: 'Lists up to 50 users who can be assigned tickets, yourself first',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(Choice),
    reads: true,
  },
  tags: {
    method: 'GET',
    path: '/support/tags',
    permission: 'support_list',
    summary: 'Lists up to 50 tags of recent tickets, the most used first',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(z.string()),
    reads: true,
  },
  presence: {
    method: 'POST',
    path: '/support/presence/{id}',
    permission: 'support_view',
    forKeys: false,
    summary: 'Tells others who have the ticket open that you are looking at it, typing, or left',
    body: z.strictObject({ doing: z.enum(presences) }),
    data: z.object({}),
  },
  inboundMail: {
    method: 'POST',
    path: '/support/inbound-mail',
    permission: 'support_add',
    apiScope: 'inbound-mail',
    everywhere: true,
    summary: 'Takes an email as raw MIME (message/rfc822): an answer to a ticket, or a new ticket',
    raw: { types: ['message/rfc822', 'application/octet-stream'], maxMiB: 40 },
    outside: true,
    data: InboundResult,
    problems: ['support.unreadable-mail', 'too-large', 'busy'],
    changes,
  },
  ignoredEmails: {
    method: 'POST',
    path: '/support/ignored-emails',
    permission: 'support_list',
    everywhere: true,
    summary:
      'Lists the emails of the last 30 days that became no tickets. The search looks in senders and subjects',
    body: IgnoredEmailPage,
    data: pageOf(IgnoredEmail),
    reads: true,
    list: {
      screen: without('It has one filter'),
      exportAs: without('Ignored emails are deleted after 30 days'),
    },
  },
  openIgnoredEmail: {
    method: 'POST',
    path: '/support/open-ignored-email/{id}',
    permission: 'support_add',
    everywhere: true,
    summary: 'Makes a ticket of an ignored email, or a message of the ticket that it answers',
    outside: true,
    data: Numbered,
    message: 'Email opened as a ticket',
    problems: ['busy', 'file-missing'],
    changes,
  },
});
