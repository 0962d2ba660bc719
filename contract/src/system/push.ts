import { z } from 'zod';
import { beforeNormalizing, tooLong } from '../core/fields.ts';
import { normalLine } from '../core/normal-text.ts';
import { routes } from '../core/route.ts';

/** A browser's push subscription: where the server sends notifications, and the keys that encrypt them for the browser. */
export const PushDeviceInput = z.strictObject({
  endpoint: z
    .string({ error: 'Endpoint is required' })
    .max(...beforeNormalizing)
    .overwrite(normalLine)
    .pipe(z.url({ protocol: /^https?$/, error: 'Enter a URL that starts with https://' })),
  /** The browser's public key: an uncompressed point of the curve P-256. */
  p256dh: keyOf(65),
  auth: keyOf(16),
});
export type PushDeviceInput = z.infer<typeof PushDeviceInput>;

/** Bytes in base64url, without padding. */
function keyOf(bytes: number) {
  const length = Math.ceil((bytes * 4) / 3);
  const message = `Must be ${bytes} bytes in base64url`;
  return z
    .string()
    .max(length, tooLong(message))
    .min(length, message)
    .regex(/^[\w-]+$/, message);
}

export const PushState = z.object({
  /** Whether this session's browser gets notifications. */
  isOn: z.boolean(),
});
export type PushState = z.infer<typeof PushState>;

export const pushRoutes = routes('push', {
  key: {
    method: 'GET',
    path: '/push/key',
    permission: 'public',
    summary: 'Shows the public key (VAPID) that browsers need to subscribe to push notifications',
    data: z.object({ publicKey: z.string() }),
    reads: true,
  },
  show: {
    method: 'GET',
    path: '/push/device',
    permission: 'signedIn',
    summary: 'Shows whether the browser of this session gets push notifications',
    data: PushState,
    reads: true,
  },
  turnOn: {
    method: 'PUT',
    path: '/push/device',
    permission: 'signedIn',
    summary: 'Sends push notifications to the browser of this session, until the session ends',
    body: PushDeviceInput,
    data: PushState,
    changes: ['push'],
  },
  turnOff: {
    method: 'DELETE',
    path: '/push/device',
    permission: 'signedIn',
    summary: 'Stops push notifications to the browser of this session',
    data: PushState,
    changes: ['push'],
  },
});
