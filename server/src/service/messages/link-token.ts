import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/problem.ts';

type Key = Context['services']['unsubscribeKey'];
/** The customer and the message that a link in a message is about. */
export interface Link {
  customerId: string;
  messageId: string;
}
/** What a link does. A token works only for its own purpose: a forwarded button must not unsubscribe. */
type Purpose = 'unsubscribe' | 'button';
/** Signed with the IDs. The first links had only one purpose, so theirs is empty. */
const signedPurpose: Record<Purpose, string> = { unsubscribe: '', button: 'button' };

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const signatureOf = (key: Key, purpose: Purpose, ids: Buffer) =>
  createHmac('sha256', key).update(signedPurpose[purpose]).update(ids).digest().subarray(0, 16);

/** The token of a link: both IDs and a signature. It never expires, because people keep messages for years. */
export function linkToken(key: Key, purpose: Purpose, { customerId, messageId }: Link): string {
  const ids = Buffer.concat([bytesOf(customerId), bytesOf(messageId)]);
  return Buffer.concat([ids, signatureOf(key, purpose, ids)]).toString('base64url');
}

/** The IDs in a link; throws unless its signature is genuine. */
export function readLinkToken(key: Key, purpose: Purpose, token: string): Link {
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 32);
  const isGenuine =
    bytes.length === 48 && timingSafeEqual(bytes.subarray(32), signatureOf(key, purpose, ids));
  if (!isGenuine) throw notFound('This link');
  return { customerId: idOf(ids.subarray(0, 16)), messageId: idOf(ids.subarray(16)) };
}
