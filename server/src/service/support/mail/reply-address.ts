import { timingSafeEqual } from 'node:crypto';
import type { Seals } from '../../../core/db/seals/seals.ts';

/** Short enough for the 64 characters before the @, and too long to guess. Base 36, because servers change the case. */
const signatureLength = 16;
const idLength = 25;
const sign = (seals: Seals, ticketId: string): string =>
  seals.sign(ticketId, 'reply-address').toString('hex').slice(0, signatureLength);

const compact = (id: string): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(idLength, '0');
const expanded = (text: string): string =>
  [...text]
    .reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** "help@shop.example" → "help+<id><signature>@shop.example". */
export function replyAddress(seals: Seals, address: string, ticketId: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${compact(ticketId)}${sign(seals, ticketId)}${address.slice(at)}`;
}

const pattern = new RegExp(`\\+([0-9a-z]{${idLength}})([0-9a-f]{${signatureLength}})@`);
/** The ticket of a reply address, if its signature is valid. */
export function ticketOfAddress(seals: Seals, address: string): string | undefined {
  const [, text, signature] = pattern.exec(address.toLowerCase()) ?? [];
  if (!text || !signature) return undefined;
  const id = expanded(text);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(seals, id))) ? id : undefined;
}
