import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Unsubscribe } from '@aisle/contract/service/messages';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { mustFind, notFound } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { findSubscriber, withdrawConsent } from './unsubscribe.queries.ts';

type Keys = Context['services']['unsubscribeKey'];
interface Link {
  customerId: string;
  messageId: string;
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const signatureOf = (key: Keys, ids: Buffer) =>
  createHmac('sha256', key).update(ids).digest().subarray(0, 16);

/** The token of a link: both IDs and a signature. It never expires, because people keep messages for years. */
export function unsubscribeToken(key: Keys, { customerId, messageId }: Link): string {
  const ids = Buffer.concat([bytesOf(customerId), bytesOf(messageId)]);
  return Buffer.concat([ids, signatureOf(key, ids)]).toString('base64url');
}

/** The IDs in a link; throws unless its signature is genuine. */
export function readToken(key: Keys, token: string): Link {
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 32);
  const isGenuine = bytes.length === 48 && timingSafeEqual(bytes.subarray(32), signatureOf(key, ids));
  if (!isGenuine) throw notFound('This link');
  return { customerId: idOf(ids.subarray(0, 16)), messageId: idOf(ids.subarray(16)) };
}

type Outside = Pick<Context, 'tx' | 'services'>;

export async function showSubscription({ tx, services }: Outside, token: string): Promise<Unsubscribe> {
  const { customerId } = readToken(services.unsubscribeKey, token);
  const { email, subscribed } = mustFind(await findSubscriber(tx, customerId), 'This link');
  const { brandName } = await getSettings(tx);
  return { brandName, email: email && masked(email), subscribed };
}

/** Repeated calls are fine, because mail programs repeat requests. */
export async function unsubscribe({ tx, services }: Outside, token: string): Promise<Unsubscribe> {
  const { customerId, messageId } = readToken(services.unsubscribeKey, token);
  if (await withdrawConsent(tx, customerId, messageId)) {
    await recordChange(
      tx,
      { userId: null, name: 'Customer' },
      {
        action: 'unsubscribe',
        resource: 'customers',
        recordId: customerId,
        before: { marketingConsent: true },
        after: { marketingConsent: false },
      },
    );
  }
  return showSubscription({ tx, services }, token);
}

/** "a•••@shoppers.example" */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1•••');
