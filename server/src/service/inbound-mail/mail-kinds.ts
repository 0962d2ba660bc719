import type { IgnoreReason } from '@aisle/contract/service/support';
import { ticketHeader } from '../support/mail/outgoing-mail.ts';
import type { MailAddress, ParsedMail } from './parsed-mail.ts';

/** No email between people passes through this many servers. */
const maxReceived = 30;
const autoHeaders = ['x-autoreply', 'x-autorespond', 'x-autoresponse'];

/**
 * The recipient of replies: Reply-To, which forms use for their author, otherwise From. Our own addresses are skipped in
 * Reply-To.
 */
export function senderOf({ from, replyTo }: ParsedMail, ownAddresses: readonly string[]): MailAddress | null {
  const other = replyTo.find(({ email }) => !ownAddresses.includes(withoutTag(email)));
  if (!other || other.email === from?.email) return from;
  return other;
}

/** Why an email counts as sent by a program, based on its headers; null if a person wrote it. Subjects are no evidence. */
export function ignoredReason(
  mail: ParsedMail,
  sender: MailAddress | null,
  ownAddresses: readonly string[],
): IgnoreReason | null {
  const { headers } = mail;
  const has = (name: string) => headers[name] !== undefined;
  if (has(ticketHeader.toLowerCase()) || has('x-loop') || mail.receivedTimes > maxReceived) return 'loop';
  if (sender && ownAddresses.includes(withoutTag(sender.email))) return 'loop';
  if (isBounce(mail)) return 'bounce';
  if (has('auto-submitted') && !/^no\b/i.test(headers['auto-submitted']!)) return 'autoReply';
  if (autoHeaders.some(has)) return 'autoReply';
  if (/\b(?:all|oof|autoreply)\b/i.test(headers['x-auto-response-suppress'] ?? '')) return 'autoReply';
  if (isOfOwnList(headers, ownAddresses)) return null;
  if (/^(?:bulk|junk|list|auto_reply)\b/i.test(headers.precedence ?? '')) return 'autoReply';
  return Object.keys(headers).some((name) => name.startsWith('list-')) ? 'list' : null;
}

const isBounce = ({ headers, isReport, from }: ParsedMail): boolean =>
  isReport ||
  headers['return-path'] === '<>' ||
  headers.from === '<>' ||
  from?.email.startsWith('mailer-daemon@') === true;

/** A group that the support address belongs to, such as a Google group, marks the emails of people as list emails. */
function isOfOwnList(headers: Readonly<Record<string, string>>, ownAddresses: readonly string[]): boolean {
  const named = `${headers['list-post'] ?? ''} ${headers['list-id'] ?? ''}`.toLowerCase();
  return ownAddresses.some(
    (own) => named.includes(`mailto:${own}>`) || named.includes(`<${own.replace('@', '.')}>`),
  );
}

/** Whether an email has no content. */
export const isEmptyMail = ({ text, quoted, subject, attachments, leftOut }: ParsedMail): boolean =>
  text === '' && quoted === null && subject === '' && attachments.length === 0 && leftOut.length === 0;

/** "help+tag@shop.example" → "help@shop.example". */
export function withoutTag(address: string): string {
  const lower = address.toLowerCase();
  const [plus, at] = [lower.indexOf('+'), lower.indexOf('@')];
  return plus >= 0 && plus < at ? lower.slice(0, plus) + lower.slice(at) : lower;
}
