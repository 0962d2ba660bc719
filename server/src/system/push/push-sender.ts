import webPush from 'web-push';
import { awaitAll } from '../../core/await-all.ts';
import { type Database, system, transaction } from '../../core/db/db.ts';
import { guarded, post, reasonOf } from '../../core/http/outside/outside.ts';
import type { Services } from '../../core/services.ts';
import {
  claimPushes,
  deleteGoneDevice,
  deletePush,
  maxAgeSeconds,
  type PushMessage,
  retryPush,
} from './push.queries.ts';

/** Short, because a job waits for the slowest of a batch, and other jobs wait for it. */
const timeoutMs = 5_000;

/** Sends due push notifications until none is left. */
export async function sendPushes(db: Database, services: Services): Promise<void> {
  for (;;) {
    const messages = await transaction(db, system, claimPushes);
    if (messages.length === 0) return;
    await awaitAll(messages.map((message) => send(db, services, message)));
  }
}

async function send(db: Database, services: Services, message: PushMessage): Promise<void> {
  const outcome = await deliver(services, message);
  const settle = { sent: deletePush, refused: deletePush, gone: deleteGoneDevice, failed: retryPush };
  await transaction(db, system, (tx) => settle[outcome.fate](tx, message));
  // The endpoint isn't logged: anyone who knows it could find out which device it belongs to.
  if (outcome.fate !== 'sent') {
    services.log.info(
      { push: message.id, attempt: message.attempts, ...outcome },
      'push notification not sent',
    );
  }
}

interface Outcome {
  fate: 'sent' | 'refused' | 'gone' | 'failed';
  reason?: string;
}
async function deliver({ settings, pushKeys }: Services, message: PushMessage): Promise<Outcome> {
  const { endpoint, p256dh, auth, content } = message;
  try {
    const url = new URL(endpoint);
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(content),
      {
        vapidDetails: { subject: contactOf(settings), ...pushKeys },
        TTL: maxAgeSeconds,
        urgency: 'high',
      },
    );
    const { httpStatus } = await post(url, body!, {
      headers: headers as Record<string, string>,
      signal: AbortSignal.timeout(timeoutMs),
      // The address comes from a browser, and could be any.
      ...guarded(url, { allowPrivate: settings.webhookAllowPrivate }),
    });
    return { fate: fateOf(httpStatus), reason: `Answered ${httpStatus}` };
  } catch (error) {
    return { fate: 'failed', reason: reasonOf(error, timeoutMs) };
  }
}

function fateOf(status: number): Outcome['fate'] {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}

/** Whom a push service can reach if something is wrong with our notifications. */
function contactOf({ publicUrl, mailFrom }: Services['settings']): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  // "Aisle <aisle@example.com>" or the address alone.
  return `mailto:${/<([^<>]{1,254})>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
