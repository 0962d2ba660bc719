import type { InboundResult } from '@aisle/contract/service/support';
import { ticketHeader } from '../support/mail/outgoing-mail.ts';
import type { ParsedMail } from './parsed-mail.ts';

type Reason = NonNullable<InboundResult['reason']>;
/** No email between people passes as many servers. */
const maxReceived = 30;

const bouncers = /^(mailer-daemon|postmaster)@/;
const autoSubjects = /^(auto(matic|mated)?[ -]?(reply|response)|autoreply|out of (the )?office)\b/i;
const autoHeaders = ['x-autoreply', 'x-autorespond', 'x-autoresponse'];

/** Why an email is no message of a person to support; null for one that is. */
export function whyIgnored(mail: ParsedMail, ownAddresses: readonly string[]): Reason | null {
  const { headers, from } = mail;
  const has = (name: string) => headers[name] !== undefined;
  if (has(ticketHeader.toLowerCase())) return 'loop';
  if (mail.receivedTimes > maxReceived) return 'loop';
  if (from && ownAddresses.some((own) => withoutTag(from.email) === own)) return 'loop';
  if (mail.isReport || headers['return-path'] === '<>' || (from && bouncers.test(from.email))) {
    return 'bounce';
  }
  if (has('auto-submitted') && !/^no\b/i.test(headers['auto-submitted']!)) return 'autoReply';
  if (autoHeaders.some(has) || /^(bulk|junk|list|auto_reply)\b/i.test(headers.precedence ?? '')) {
    return 'autoReply';
  }
  if (autoSubjects.test(mail.subject)) return 'autoReply';
  const isEmpty = mail.text === '' && mail.attachments.length === 0 && mail.leftOut.length === 0;
  return isEmpty && mail.subject === '' ? 'empty' : null;
}

/** "help+tag@shop.example" → "help@shop.example". */
export const withoutTag = (address: string): string => address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
