import { z } from 'zod';
import { DateOnly, Id, Instant } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';

const Item = z.object({ _id: Id, name: z.string(), sku: z.string() });
/** Something that a location sells and has none left of. */
export const OutOfStock = z.object({
  /** Of the place on the shelf: the same location and sub-product have the same again. */
  _id: z.string(),
  locationId: Id,
  locationName: z.string(),
  subProductData: Item,
  /** The last movement of it. */
  since: Instant,
});
export type OutOfStock = z.infer<typeof OutOfStock>;

/** No more than its threshold can be sold. */
export const LowStock = OutOfStock.extend({ available: z.number() });
export type LowStock = z.infer<typeof LowStock>;

/** A lot that expires within the days that the settings say. */
export const ExpiringSoon = z.object({
  /** Of the lot. */
  _id: Id,
  locationId: Id,
  locationName: z.string(),
  subProductData: Item,
  onHand: z.number(),
  expiresOn: DateOnly,
});
export type ExpiringSoon = z.infer<typeof ExpiringSoon>;

/** An order that was wanted by now and has not arrived. */
export const LateOrder = z.object({
  /** Of the order. */
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
] as const;
export const NoticeKind = z.enum(noticeKinds);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Something that happened to the stock or to an order, from when it began until it was over. */
export const Notice = z.object({
  _id: Id,
  kind: NoticeKind,
  /** "Milk 1 gal", or what was found. */
  text: z.string(),
  locationId: Id.nullable(),
  locationName: z.string().nullable(),
  /** Of the location. */
  timeZone: z.string().nullable(),
  subProductId: Id.nullable(),
  lotId: Id.nullable(),
  orderId: Id.nullable(),
  ticketId: Id.nullable(),
  at: Instant,
  /** Null: still so. */
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
/** Notices about a ticket of this user. */
export const TicketNotice = z.object({
  /** Of the notice. */
  _id: Id,
  kind: z.enum(ticketNoticeKinds),
  ticketId: Id,
  number: z.string(),
  since: Instant,
  isUnread: z.boolean(),
});
export type TicketNotice = z.infer<typeof TicketNotice>;
export const maxTicketNotices = 20;

export const systemNoticeKinds = ['backup', 'drift', 'keys'] as const satisfies NoticeKind[];
/** Notices for users with access to settings. */
export const SystemNotice = z.object({
  /** Of the notice. */
  _id: Id,
  kind: z.enum(systemNoticeKinds),
  text: z.string(),
  since: Instant,
  isUnread: z.boolean(),
});
export type SystemNotice = z.infer<typeof SystemNotice>;
export const maxSystemNotices = 20;

/** The groups of the Notification Center in their order: late and failed first. */
export const groupKinds = ['late', 'refundFailed', 'outOfStock', 'low', 'expiring'] as const;
/** All that is open of one kind at one location. */
export const NoticeGroup = z.object({
  kind: z.enum(groupKinds),
  locationId: Id,
  locationName: z.string(),
  /** Counted up to `maxGroupCount`. */
  count: z.int(),
  /** Whether any of it is newer than what this person marked as read. */
  isUnread: z.boolean(),
});
export type NoticeGroup = z.infer<typeof NoticeGroup>;
export const maxGroupCount = 100;
/** Of each kind, the locations where something happened last. */
export const maxGroups = 5;

const mailWays = ['off', 'soon', 'daily'] as const;
export const NoticeSettings = z.strictObject({
  /** Never; within a quarter of an hour, many in one mail; or each day at 7:00 where the location is. */
  mail: z.enum(mailWays),
  kinds: z.array(NoticeKind).max(noticeKinds.length),
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
      /** The newest about this person's tickets, up to `maxTicketNotices`. */
      tickets: z.array(TicketNotice),
      /** Late backups, mismatches and keys to decide on, for those with access to settings: up to `maxSystemNotices`. */
      system: z.array(SystemNotice),
      /**
       * The number of unread notices about late orders, out of stock, the user's tickets and the system, up to `maxGroupCount`.
       */
      unread: z.int(),
    }),
    reads: true,
  },
  unread: {
    method: 'GET',
    path: '/notification/unread',
    permission: 'signedIn',
    summary: `Counts what you haven't read of late orders, out of stock, your tickets and the system, up to ${maxGroupCount}`,
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
    summary: 'Shows your email alert settings',
    data: NoticeSettings,
    reads: true,
  },
  changeSettings: {
    method: 'PUT',
    path: '/notification/settings',
    permission: 'signedIn',
    summary: 'Changes your email alert settings',
    body: NoticeSettings,
    data: NoticeSettings,
    message: 'Saved',
    changes: ['notifications'],
  },
});
