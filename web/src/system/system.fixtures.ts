import type { Job } from '@aisle/contract/system/jobs';
import type { Session } from '@aisle/contract/system/profile';
import type { User } from '@aisle/contract/system/users/users';
import type { Webhook, WebhookDelivery } from '@aisle/contract/system/webhooks/webhooks';
import { newId, stored } from '../../test/records.ts';

export const userOf = (more: Partial<User> = {}): User => ({
  ...stored,
  _id: newId(),
  firstName: 'Ben',
  lastName: 'Reed',
  email: 'ben@shop.example',
  pendingEmail: null,
  phone: null,
  userType: 'others',
  locations: [],
  status: true,
  hasPassword: true,
  hasSecondFactor: false,
  lastLoginAt: '2026-11-20T10:00:00.000Z',
  ...more,
});

export const sessionOf = (more: Partial<Session> = {}): Session => ({
  _id: newId(),
  userAgent: null,
  address: '203.0.113.7',
  createdAt: stored.createdAt,
  lastSeenAt: stored.updatedAt,
  expiresAt: '2026-12-20T10:00:00.000Z',
  isCurrent: false,
  ...more,
});

export const webhookOf = (more: Partial<Webhook> = {}): Webhook => ({
  ...stored,
  _id: newId(),
  name: 'Storefront',
  url: 'https://shop.example/events',
  events: ['order.created'],
  locationIds: null,
  locations: null,
  body: 'thin',
  status: true,
  failingSince: null,
  lastDeliveredAt: null,
  waiting: 0,
  oldSecretUntil: null,
  expiresAt: '2100-01-01T00:00:00.000Z',
  makerLeftAt: null,
  createdBy: null,
  ...more,
});
export const deliveryOf = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  _id: newId(),
  webhookId: newId(),
  webhookName: 'Storefront',
  eventId: newId(),
  event: 'order.created',
  status: 'delivered',
  attemptCount: 1,
  last: { at: stored.updatedAt, httpStatus: 200, ms: 1250, problem: null, response: null },
  nextAt: null,
  replayOf: null,
  createdAt: stored.createdAt,
  deliveredAt: stored.updatedAt,
  ...more,
});

export const jobOf = (more: Partial<Job> = {}): Job => ({
  _id: newId(),
  kind: 'export',
  title: 'Exporting brands',
  status: 'done',
  done: 12,
  total: 12,
  percent: 100,
  cancelling: false,
  result: null,
  files: [],
  error: null,
  createdAt: stored.createdAt,
  startedAt: stored.createdAt,
  finishedAt: stored.createdAt,
  ...more,
});
