import { z } from 'zod';
import { DateOnly, Id, Instant } from '../core/fields.ts';
import { itemNames } from '../core/item-name.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';

const Item = z.object({ _id: Id, name: z.string(), ...itemNames, sku: z.string() });
/** A sub-product that a location sells and that is out of stock. */
export const OutOfStock = z.object({
  /** Identifies location and sub-product: a later notice about the same two has the same ID. */
  _id: z.string(),
  locationId: Id,
  locationName: z.string(),
  subProductData: Item,
  /** When its last movement happened. */
  since: Instant,
});
export type OutOfStock = z.infer<typeof OutOfStock>;

/** A sub-product whose available quantity is at or below its threshold. */
export const LowStock = OutOfStock.extend({ available: z.number() });
export type LowStock = z.infer<typeof LowStock>;

/** A lot that expires within the number of days in the settings. */
export const ExpiringSoon = z.object({
  /** The ID of the lot. */
  _id: Id,
  locationId: Id,
  locationName: z.string(),
  subProductData: Item,
  onHand: z.number(),
  expiresOn: DateOnly,
});
export type ExpiringSoon = z.infer<typeof ExpiringSoon>;

/** An order that is past its due time and hasn't arrived. */
export const LateOrder = z.object({
  /** The ID of the order. */
  _id: Id,
  number: z.string(),
  locationId: Id,
  locationName: z.string(),
  since: Instant,
});
export type LateOrder = z.infer<typeof LateOrder>;

export const noticeKinds = [
  'outOfStock',
  'low',
  'expiring',
  'late',
  'drift',
  'statements',
  'backup',
  'keys',
  'ticketAssigned',
  'ticketReply',
  'ticketDue',
  'dispute',
  'cardPayments',
  'countNeeded',
] as const;
export const NoticeKind = z.enum(noticeKinds);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** An alert about stock, an order, a ticket or the system, from its start until its end. */
export const Notice = z.object({
  _id: Id,
  kind: NoticeKind,
  /** The name of the item, such as "Milk 1 gal", or the finding. */
  text: z.string(),
  locationId: Id.nullable(),
  locationName: z.string().nullable(),
  /** The time zone of the location. */
  timeZone: z.string().nullable(),
  subProductId: Id.nullable(),
  lotId: Id.nullable(),
  orderId: Id.nullable(),
  ticketId: Id.nullable(),
  at: Instant,
  /** When the cause ended; null while it lasts. */
  overAt: Instant.nullable(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;
export const NoticePage = pageRequest(['at'], {
  kind: NoticeKind,
  locationId: Id,
  state: z.enum(['open', 'over']),
  unread: z.boolean(),
});
export type NoticePage = z.infer<typeof NoticePage>;

export const ticketNoticeKinds = [
  'ticketAssigned',
  'ticketReply',
  'ticketDue',
] as const satisfies NoticeKind[];
/** Minutes before a target at which the agent of a ticket gets a notice. */
export const dueSoonMinutes = 30;
/** Notices about the tickets of this user. */
export const TicketNotice = z.object({
  /** The ID of the notice. */
  _id: Id,
  kind: z.enum(ticketNoticeKinds),
  ticketId: Id,
  number: z.string(),
  since: Instant,
  isUnread: z.boolean(),
});
export type TicketNotice = z.infer<typeof TicketNotice>;
export const maxTicketNotices = 20;

export const systemNoticeKinds = ['backup', 'drift', 'keys', 'cardPayments'] as const satisfies NoticeKind[];
/** Notices for users with access to settings. */
export const SystemNotice = z.object({
  /** The ID of the notice. */
  _id: Id,
  kind: z.enum(systemNoticeKinds),
  text: z.string(),
  since: Instant,
  isUnread: z.boolean(),
});
export type SystemNotice = z.infer<typeof SystemNotice>;
export const maxSystemNotices = 20;

/** The groups of the Notification Center in their order: late orders, failed refunds and items to count first. */
export const groupKinds = ['late', 'refundFailed', 'countNeeded', 'outOfStock', 'low', 'expiring'] as const;
/** All open notices of one kind at one location. */
export const NoticeGroup = z.object({
  kind: z.enum(groupKinds),
  locationId: Id,
  locationName: z.string(),
  /** The number of notices, counted up to `maxGroupCount`. */
  count: z.int(),
  /** Whether any of these notices is newer than the last time the user marked notices as read. */
  isUnread: z.boolean(),
});
export type NoticeGroup = z.infer<typeof NoticeGroup>;
export const maxGroupCount = 100;
/** The maximum number of locations per kind; the ones with the latest notices are shown. */
export const maxGroups = 5;

/** The title of a notice with its text, on the Notifications page and in push notifications. */
export const noticeTitles: Record<NoticeKind, (text: string) => string> = {
  outOfStock: (text) => `${text} Is Out of Stock`,
  low: (text) => `${text} is low`,
  expiring: (text) => `${text} expires soon`,
  late: (text) => `${text} is late`,
  drift: (text) => text,
  statements: (text) => text,
  backup: (text) => text,
  keys: (text) => text,
  ticketAssigned: (text) => `${text} was assigned to you`,
  ticketReply: (text) => `${text} has a new reply`,
  ticketDue: (text) => `${text} is due soon`,
  dispute: (text) => text,
  cardPayments: (text) => text,
  countNeeded: (text) => `Count ${text}`,
};

/** The kinds of push notifications. Users choose them once for all their devices. */
export const pushKinds = ['newOrder', ...ticketNoticeKinds] as const;
export const PushKind = z.enum(pushKinds);
export type PushKind = z.infer<typeof PushKind>;

const mailFrequencies = ['off', 'soon', 'daily'] as const;
export const NoticeSettings = z.strictObject({
  /** Never; within a quarter of an hour, combined in one email; or every day at 7:00 in the location's time zone. */
  mail: z.enum(mailFrequencies),
  kinds: z.array(NoticeKind).max(noticeKinds.length),
  /** What push notifications are about, on each device where they are on. */
  pushKinds: z.array(PushKind).max(pushKinds.length),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

export const notificationRoutes = routes('notifications', {
  get: {
    method: 'GET',
    path: '/notification/get',
    permission: 'signedIn',
    summary:
      'Lists what is out of stock, low, about to expire or late: the first 50 of each, with totals up to 300',
    data: z.object({
      outOfStock: z.array(OutOfStock),
      count: z.int(),
      low: z.array(LowStock),
      lowCount: z.int(),
      expiring: z.array(ExpiringSoon),
      expiringCount: z.int(),
      late: z.array(LateOrder),
      lateCount: z.int(),
      groups: z.array(NoticeGroup),
      /** The newest notices about the user's tickets, up to `maxTicketNotices`. */
      tickets: z.array(TicketNotice),
      /** Late backups, mismatches and keys to decide about, for users with access to settings; up to `maxSystemNotices`. */
      system: z.array(SystemNotice),
      /**
       * The number of unread notices about late orders, out of stock, items to count, the user's tickets and the system, up to
       * `maxGroupCount`.
       */
      unread: z.int(),
    }),
    reads: true,
  },
  unread: {
    method: 'GET',
    path: '/notification/unread',
    permission: 'signedIn',
    summary: `Counts what you haven't read of late orders, out of stock, items to count, your tickets and the system, up to ${maxGroupCount}`,
    data: z.object({ unread: z.int() }),
    reads: true,
  },
  list: {
    method: 'POST',
    path: '/notification/list',
    permission: 'signedIn',
    summary: 'Lists notifications, newest first',
    body: NoticePage,
    data: pageOf(Notice),
    reads: true,
    list: {
      screen: without('Its page has no columns to choose'),
      exportAs: without('A notice is read once'),
    },
  },
  markRead: {
    method: 'POST',
    path: '/notification/read',
    permission: 'signedIn',
    summary: 'Marks notifications as read for you, selected ones or all',
    body: z.strictObject({ ids: z.array(Id).max(100).optional(), all: z.literal(true).optional() }),
    data: z.object({ marked: z.int() }),
    changes: ['notifications'],
  },
  settings: {
    method: 'GET',
    path: '/notification/settings',
    permission: 'signedIn',
    summary: 'Shows which emails and push notifications you get',
    data: NoticeSettings,
    reads: true,
  },
  changeSettings: {
    method: 'PUT',
    path: '/notification/settings',
    permission: 'signedIn',
    summary: 'Changes which emails and push notifications you get',
    body: NoticeSettings.partial(),
    data: NoticeSettings,
    message: 'Saved',
    changes: ['notifications'],
  },
});
