import { z } from 'zod';
import {
  BooleanLike,
  beforeNormalizing,
  Deleted,
  Id,
  Instant,
  Ref,
  requiredText,
  StatusBody,
  tooLong,
  Version,
} from '../../core/fields.ts';
import { normalLine } from '../../core/normal-text.ts';
import { pageOf, pageRequest } from '../../core/page.ts';
import { partOfRecord, routes, without } from '../../core/route.ts';
import type { Permission } from '../../permissions.ts';
import { type ChangeTopicName, changeTopicNames } from '../changes.ts';

/** The events that other programs can subscribe to. The keys are wire names. */
export const webhookEvents = {
  'order.created': 'An order was placed',
  'order.status': 'An order changed status',
  'order.late': 'An order is late for its slot',
  'dispatch.status': 'A delivery changed status',
  'return.created': 'A return or replacement was requested',
  'return.status': 'A return or replacement changed status',
  'refund.created': 'A refund was opened',
  'refund.status': 'A refund changed status',
  'product.changed': 'A product or one of its sub-products changed',
  'stock.changed': 'Stock at a location changed',
  'price.changed': 'Prices changed, at a location or everywhere',
  'assignment.changed': 'The assortment of a location changed',
  'customer.changed': 'A customer was added, changed, merged or deleted',
  'credit.changed': 'Store credit of a customer changed',
  'giftCard.changed': 'A gift card was issued, spent, redeemed or changed',
  'dispute.changed': 'A dispute of a card payment was opened, answered or decided',
  'ticket.created': 'A ticket was opened',
  'ticket.status': 'A ticket changed status',
  'promotion.changed': 'A promotion was added, changed, published, paused or ended',
  'subscription.status': 'A subscription was sold, renewed, cancelled or ended',
  'statement.created': 'A statement was made',
  'statement.status': 'A statement changed status',
  'payout.status': 'A payout was made or voided',
} as const;
/** The groups of events in forms, by the subject of the event: the part before the dot. */
export const webhookEventGroups = {
  Orders: ['order', 'dispatch', 'return', 'refund'],
  Products: ['product', 'stock', 'price', 'assignment', 'promotion'],
  'Customers and support': ['customer', 'credit', 'giftCard', 'ticket', 'subscription'],
  Finance: ['statement', 'payout', 'dispute'],
} as const satisfies Record<string, readonly EventSubject[]>;
type EventSubject = keyof typeof webhookEvents extends `${infer Subject}.${string}` ? Subject : never;

const needs: Readonly<Record<string, Permission>> = {
  product: 'product_view',
  stock: 'inventory_list',
  price: 'sub_product_list',
  assignment: 'Assign_Product_View',
  promotion: 'promotion_view',
  customer: 'customer_view',
  credit: 'customer_view',
  giftCard: 'gift_card_view',
  ticket: 'support_view',
  subscription: 'subscriptionPlan_list',
  statement: 'location_report',
  payout: 'location_report',
  dispute: 'dispute_list',
} satisfies Partial<Record<EventSubject, Permission>>;
/** The topic of `GET changes` whose records fat deliveries of an event have. Null if there is none. */
export function topicOfEvent(event: string): ChangeTopicName | null {
  const subject = eventSubject(event);
  if (subject === 'credit') return 'customer';
  return changeTopicNames.find((topic) => topic === subject) ?? null;
}
export const eventSubject = (event: string): string => event.slice(0, event.indexOf('.'));
/** The permission required to create, change or take over an endpoint with this event. */
export const eventNeeds = (event: string): Permission => needs[eventSubject(event)] ?? 'order_view';
export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];
/** The test event that a user can send to an endpoint. */
export const pingEvent = 'ping';

/**
 * The headers of each delivery. The first three follow Standard Webhooks, https://www.standardwebhooks.com: the signature is
 * `v1,<base64>`. While a secret is being changed there are two signatures, separated by a space.
 */
export const webhookHeaders = {
  /** The ID of the event, equal for every endpoint and every attempt. */
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
  event: 'aisle-event',
  delivery: 'aisle-delivery',
} as const;

/** Bodies of deliveries: `fat` ones also have the current record. */
export const webhookBodies = ['thin', 'fat'] as const;

export const WebhookInput = z.strictObject({
  name: requiredText('Name', 100),
  url: z
    .string({ error: 'Address is required' })
    .max(...beforeNormalizing)
    .overwrite(normalLine)
    .min(1, 'Address is required')
    .max(2000, tooLong('Address must be at most 2000 characters'))
    .pipe(z.url({ protocol: /^https?$/, error: 'Enter a URL that starts with https://' }))
    .refine(
      (url) => !/^https?:\/\/[^/?#]*@/i.test(url),
      "Don't include a user name or password. Deliveries are signed",
    ),
  events: z
    .array(z.enum(webhookEventNames))
    .min(1, 'Choose at least one event')
    .max(webhookEventNames.length)
    .refine((events) => new Set(events).size === events.length, 'Each event can be listed only once'),
  /** The locations whose events it gets, besides events without a location; null for all. */
  locationIds: z
    .array(Id)
    .min(1, 'Choose at least one location')
    .max(1000)
    .refine((ids) => new Set(ids).size === ids.length, 'Each location can be listed only once')
    .nullable()
    .optional(),
  /** `thin` (default): IDs and versions. `fat`: also the current record, as `GET changes` returns it. */
  body: z.enum(webhookBodies).optional(),
  status: BooleanLike.optional(),
  /** One year from now if omitted, five years at most. */
  expiresAt: Instant.optional(),
});
export type WebhookInput = z.infer<typeof WebhookInput>;
export const WebhookEdit = WebhookInput.partial().extend({ version: Version });
export type WebhookEdit = z.infer<typeof WebhookEdit>;

export const Webhook = z.object({
  _id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  locationIds: z.array(Id).nullable(),
  /** Their names. */
  locations: z.array(Ref).nullable(),
  body: z.enum(webhookBodies),
  status: z.boolean(),
  /** Since when deliveries have failed; null if they succeed. */
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  /** The number of waiting deliveries, counted up to 1,000. */
  waiting: z.int(),
  /** Until this time, deliveries are also signed with the previous secret. */
  oldSecretUntil: Instant.nullable(),
  /** The time from which no events are sent. */
  expiresAt: Instant,
  createdBy: z.string().nullable(),
  /**
   * Since when the creator has been inactive, deleted or without a required permission; null otherwise, and after a user
   * has decided about the endpoint.
   */
  makerLeftAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Webhook = z.infer<typeof Webhook>;
const WithSecret = Webhook.extend({ secret: z.string() });

export const WebhookPage = pageRequest(['name', 'createdAt'], { status: z.boolean() });
export type WebhookPage = z.infer<typeof WebhookPage>;

export const deliveryStatuses = ['waiting', 'delivered', 'dead'] as const;
export const DeliveryAttempt = z.object({
  at: Instant,
  /** The HTTP status of the response; null without a response. */
  httpStatus: z.int().nullable(),
  ms: z.int(),
  problem: z.string().nullable(),
  /** The start of the response. */
  response: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const WebhookDelivery = z.object({
  _id: Id,
  webhookId: Id,
  webhookName: z.string(),
  /** The event of the delivery. All endpoints and attempts share this ID. */
  eventId: Id,
  event: z.string(),
  status: z.enum(deliveryStatuses),
  attemptCount: z.int(),
  last: DeliveryAttempt.nullable(),
  /** The time of the next attempt; null if there is none. */
  nextAt: Instant.nullable(),
  replayOf: Id.nullable(),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
export const WebhookDeliveryView = WebhookDelivery.extend({
  url: z.string(),
  /** The exact body of the delivery. */
  payload: z.string(),
  attempts: z.array(DeliveryAttempt),
});
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>;
export const DeliveryPage = pageRequest(['createdAt'], {
  webhookId: Id,
  status: z.enum(deliveryStatuses),
  event: z.string().max(100),
});
export type DeliveryPage = z.infer<typeof DeliveryPage>;

const here = { permission: 'access_setting', everywhere: true, confirms: 'access' } as const;
export const webhookRoutes = routes('webhooks', {
  list: {
    ...here,
    method: 'POST',
    path: '/webhook/list',
    summary: 'Lists webhook endpoints, without their secrets',
    body: WebhookPage,
    data: pageOf(Webhook),
    reads: true,
    list: { screen: '/settings/webhooks', exportAs: without('Addresses of receivers do not leave Aisle') },
  },
  get: {
    ...here,
    method: 'GET',
    path: '/webhook/get/{id}',
    summary: 'Shows a webhook endpoint, without its secret',
    data: Webhook,
    reads: true,
  },
  create: {
    ...here,
    method: 'POST',
    path: '/webhook/create',
    when: 'always',
    summary: 'Adds a webhook endpoint. Its secret is shown only in this response',
    body: WebhookInput,
    data: WithSecret,
    message: "Webhook added. Copy its secret now, it won't be shown again",
    problems: ['reauth-required'],
    changes: ['webhooks'],
  },
  edit: {
    ...here,
    method: 'PUT',
    path: '/webhook/edit/{id}',
    when: 'if it sends more',
    summary: 'Changes a webhook endpoint',
    body: WebhookEdit,
    data: Webhook,
    message: 'Webhook saved',
    problems: ['version-stale', 'reauth-required'],
    changes: ['webhooks'],
  },
  keep: {
    ...here,
    method: 'POST',
    path: '/webhook/keep/{id}',
    when: 'always',
    summary: "Keeps a webhook endpoint as it is, though its maker left or can't see what it sends",
    data: Webhook,
    message: 'Webhook kept',
    problems: ['reauth-required'],
    changes: ['webhooks', 'notifications'],
  },
  takeOver: {
    ...here,
    method: 'POST',
    path: '/webhook/take-over/{id}',
    when: 'always',
    summary: 'Makes you responsible for a webhook endpoint. You need every permission that its events need',
    data: Webhook,
    message: "You're responsible for this webhook now",
    problems: ['reauth-required'],
    changes: ['webhooks', 'notifications'],
  },
  remove: {
    ...here,
    method: 'DELETE',
    path: '/webhook/delete/{id}',
    summary: 'Deletes a webhook endpoint and its delivery log',
    data: Deleted,
    message: 'Webhook deleted',
    changes: ['webhooks', 'notifications'],
  },
  updateStatus: {
    ...here,
    method: 'PUT',
    path: '/webhook/update-status/{id}',
    when: 'if it turns the webhook on',
    summary: "Turns a webhook endpoint on or off. Events that occur while it's off aren't sent later",
    body: StatusBody,
    data: Webhook,
    message: 'Webhook saved',
    problems: ['reauth-required'],
    changes: ['webhooks'],
  },
  rotateSecret: {
    ...here,
    method: 'POST',
    path: '/webhook/rotate-secret/{id}',
    when: 'always',
    summary: 'Creates a new secret. The old one also signs for 24 hours',
    data: WithSecret,
    message: "New secret created. Copy it now, it won't be shown again",
    problems: ['reauth-required'],
    changes: ['webhooks'],
  },
  test: {
    ...here,
    method: 'POST',
    path: '/webhook/test/{id}',
    summary: 'Sends a test ping',
    data: WebhookDelivery,
    message: 'Ping sent',
    changes: ['webhooks'],
  },
  deliveries: {
    ...here,
    method: 'POST',
    path: '/webhook/deliveries',
    summary: 'Lists deliveries and responses of the last 30 days',
    body: DeliveryPage,
    data: pageOf(WebhookDelivery),
    reads: true,
    list: { screen: partOfRecord, exportAs: without('Deliveries are deleted after a few days') },
  },
  delivery: {
    ...here,
    method: 'GET',
    path: '/webhook/delivery/{id}',
    summary: 'Shows a delivery with its payload and every attempt',
    data: WebhookDeliveryView,
    reads: true,
  },
  replay: {
    ...here,
    method: 'POST',
    path: '/webhook/replay/{id}',
    summary: 'Sends an event again, unchanged and with the same event id',
    data: WebhookDelivery,
    message: 'Sending again',
    changes: ['webhooks'],
  },
});
