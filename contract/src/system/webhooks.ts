import { z } from 'zod';
import { BooleanLike, Deleted, Id, Instant, requiredText, StatusBody, Version } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes } from '../core/route.ts';

/** The events that other programs can subscribe to. The keys are wire names. */
export const webhookEvents = {
  'order.created': 'An order was placed',
  'order.status': 'An order took a step',
  'order.late': 'An order is late for its slot',
  'dispatch.status': 'A delivery took a step',
  'return.created': 'A shopper asked for a return or replacement',
  'return.status': 'A return or replacement took a step',
  'refund.created': 'A refund was opened',
  'refund.status': 'A refund took a step',
  'product.changed': 'A product or one of its sub-products changed',
} as const;
export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];
/** The test event that a user can send to an endpoint. */
export const pingEvent = 'ping';

/**
 * The headers of each delivery. The first three are those of Standard Webhooks, https://www.standardwebhooks.com:
 * the signature is `v1,<base64>`, and two of them, parted by a space, while a secret is changed.
 */
export const webhookHeaders = {
  /** The id of the event: the same for every endpoint and every time it is sent. */
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
  event: 'aisle-event',
  delivery: 'aisle-delivery',
} as const;

export const WebhookInput = z.strictObject({
  name: requiredText('Name', 100),
  url: z
    .string({ error: 'Address is required' })
    .trim()
    .min(1, 'Address is required')
    .max(2000, 'Address must be at most 2000 characters')
    .pipe(z.url({ protocol: /^https?$/, error: 'Enter an address that begins with https://' }))
    .refine(
      (url) => !/^https?:\/\/[^/?#]*@/i.test(url),
      'Leave name and password out: deliveries are signed',
    ),
  events: z
    .array(z.enum(webhookEventNames))
    .min(1, 'Choose at least one event')
    .max(webhookEventNames.length)
    .refine((events) => new Set(events).size === events.length, 'Each event once'),
  status: BooleanLike.optional(),
});
export type WebhookInput = z.infer<typeof WebhookInput>;
export const WebhookEdit = WebhookInput.partial().extend({ version: Version });
export type WebhookEdit = z.infer<typeof WebhookEdit>;

export const Webhook = z.object({
  _id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  status: z.boolean(),
  /** Since when nothing arrives; null while all is well. */
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  /** Deliveries that still wait; never counted past 1,000. */
  waiting: z.int(),
  /** Until when what is sent is signed with the secret before this one too. */
  oldSecretUntil: Instant.nullable(),
  createdBy: z.string().nullable(),
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
  /** Null where nobody answered. */
  httpStatus: z.int().nullable(),
  ms: z.int(),
  problem: z.string().nullable(),
  /** The beginning of what was answered. */
  response: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const WebhookDelivery = z.object({
  _id: Id,
  webhookId: Id,
  webhookName: z.string(),
  /** The same for every endpoint and every time it is sent. */
  eventId: Id,
  event: z.string(),
  status: z.enum(deliveryStatuses),
  attemptCount: z.int(),
  last: DeliveryAttempt.nullable(),
  /** When it is sent next; null once it is over. */
  nextAt: Instant.nullable(),
  replayOf: Id.nullable(),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
export const WebhookDeliveryView = WebhookDelivery.extend({
  url: z.string(),
  /** To the byte what is sent. */
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

const here = { permission: 'access_setting', everywhere: true } as const;
export const webhookRoutes = routes({
  list: {
    ...here,
    method: 'POST',
    path: '/webhook/list',
    summary: 'A page of endpoints that are told of events, without their secrets',
    body: WebhookPage,
    data: pageOf(Webhook),
    reads: true,
  },
  get: {
    ...here,
    method: 'GET',
    path: '/webhook/get/{id}',
    summary: 'One endpoint, without its secret',
    data: Webhook,
    reads: true,
  },
  create: {
    ...here,
    method: 'POST',
    path: '/webhook/create',
    summary: 'Adds an endpoint; the answer is the only time its secret is shown',
    body: WebhookInput,
    data: WithSecret,
    message: 'Webhook added: copy its secret now, it is not shown again',
    changes: ['webhooks'],
  },
  edit: {
    ...here,
    method: 'PUT',
    path: '/webhook/edit/{id}',
    summary: 'Changes an endpoint',
    body: WebhookEdit,
    data: Webhook,
    message: 'Webhook saved',
    problems: ['version-stale'],
    changes: ['webhooks'],
  },
  remove: {
    ...here,
    method: 'DELETE',
    path: '/webhook/delete/{id}',
    summary: 'Deletes an endpoint with the log of its deliveries',
    data: Deleted,
    message: 'Webhook deleted',
    changes: ['webhooks'],
  },
  updateStatus: {
    ...here,
    method: 'PUT',
    path: '/webhook/update-status/{id}',
    summary: 'Switches an endpoint on or off; what happens while it is off is not sent later',
    body: StatusBody,
    data: Webhook,
    message: 'Webhook saved',
    changes: ['webhooks'],
  },
  rotateSecret: {
    ...here,
    method: 'POST',
    path: '/webhook/rotate-secret/{id}',
    summary: 'Makes a new secret; the old one signs as well for 24 hours',
    data: WithSecret,
    message: 'New secret made: copy it now, it is not shown again',
    changes: ['webhooks'],
  },
  test: {
    ...here,
    method: 'POST',
    path: '/webhook/test/{id}',
    summary: 'Sends a ping, to see whether it arrives',
    data: WebhookDelivery,
    message: 'Ping on its way',
    changes: ['webhooks'],
  },
  deliveries: {
    ...here,
    method: 'POST',
    path: '/webhook/deliveries',
    summary: 'A page of the log: what was sent where, and what was answered; kept for 30 days',
    body: DeliveryPage,
    data: pageOf(WebhookDelivery),
    reads: true,
  },
  delivery: {
    ...here,
    method: 'GET',
    path: '/webhook/delivery/{id}',
    summary: 'One delivery with its payload and every attempt',
    data: WebhookDeliveryView,
    reads: true,
  },
  replay: {
    ...here,
    method: 'POST',
    path: '/webhook/replay/{id}',
    summary: 'Sends an event once more, to the byte as before, under the same event id',
    data: WebhookDelivery,
    message: 'On its way again',
    changes: ['webhooks'],
  },
});
