import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseNumber } from '@aisle/contract/core/numbers';
import { type InboundResult, maxAttachments } from '@aisle/contract/service/support';
import { afterAnswer } from '@aisle/contract/service/support-flow';
import type { Context } from '../../core/context.ts';
import { keepDocument } from '../../core/files/documents.ts';
import type { Upload } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { Problem, problem } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { targetsOf } from '../support/clock/support-hours.ts';
import { ticketOfAddress } from '../support/mail/reply-address.ts';
import { excerptOf, fallbackCategory, inStatus } from '../support/tickets/ticket-rules.ts';
import {
  insertEvents,
  insertMessage,
  insertTicket,
  type LockedTicket,
  lockTickets,
  updateTicket,
} from '../support/tickets/ticket-writes.queries.ts';
import {
  claimInbound,
  customerOfEmail,
  findInbound,
  findMessage,
  noteInbound,
  orderOfCustomer,
  type Sender,
  survivorOf,
  ticketOfMails,
  timesSent,
} from './inbound-mail.queries.ts';
import { whyIgnored, withoutTag } from './mail-kinds.ts';
import { parseMail } from './parse-mail.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { partQuoted } from './quoted-text.ts';

/** A program that answers itself sends the same text again and again. */
const maxSameTexts = 5;

/** An email that can be read, and what identifies it. */
interface Incoming {
  mail: ParsedMail & { from: NonNullable<ParsedMail['from']> };
  messageId: string;
  textHash: Buffer;
}

/** Parses an email without a transaction, and makes a message of it in one. */
export async function receiveMail(
  { actor, services }: Omit<Context, 'tx'>,
  raw: Upload | undefined,
): Promise<InboundResult> {
  if (!raw || raw.bytes === 0) throw problem('support.unreadable-mail', { reason: 'it is empty' });
  const mail = await parseMail(raw.path);
  const { from } = mail;
  if (!from) throw problem('support.unreadable-mail', { reason: 'it has no sender' });
  const messageId = mail.messageId ?? `${hash('sha256', await readFile(raw.path), 'hex')}@unnamed`;
  const incoming: Incoming = {
    mail: { ...mail, from },
    messageId,
    textHash: hash('sha256', `${mail.subject}\n${mail.text}`, 'buffer'),
  };
  return services.inTransaction(actor, (tx) => makeOf({ tx, actor, services }, incoming));
}

async function makeOf(context: Context, incoming: Incoming): Promise<InboundResult> {
  const { tx } = context;
  const { mail, messageId, textHash } = incoming;
  const sender = mail.from.email;
  const known = await findMessage(tx, messageId);
  if (known?.isOwn) return ignored('loop');
  if (known) return { ...ignored('duplicate'), ticketId: known.ticketId, number: known.number };
  if (!(await claimInbound(tx, { messageId, sender, textHash }))) {
    return { ...ignored('duplicate'), ...(await findInbound(tx, messageId)) };
  }
  const result = await resultOf(context, incoming);
  await noteInbound(tx, messageId, result);
  return result;
}

const ignored = (reason: InboundResult['reason']): InboundResult => ({
  result: 'ignored',
  reason,
  ticketId: null,
  number: null,
  leftOut: [],
});

async function resultOf(context: Context, incoming: Incoming): Promise<InboundResult> {
  const { tx, services } = context;
  const { mail, textHash } = incoming;
  const { support } = await getSettings(tx);
  const from = /<([^>]+)>/.exec(services.settings.mailFrom)?.[1] ?? services.settings.mailFrom;
  const own = [from, support.address ?? []].flat().map(withoutTag);
  const reason = whyIgnored(mail, own);
  if (reason) return ignored(reason);
  if ((await timesSent(tx, mail.from.email, textHash)) > maxSameTexts) return ignored('loop');
  const threaded = await threadOf(context, mail);
  if (threaded && afterAnswer[threaded.status] !== null) return answer(context, threaded, incoming);
  return open(context, incoming, threaded);
}

/** The ticket that an email answers: by the emails it refers to, or by the address it was sent to. */
async function threadOf({ tx, services }: Context, mail: ParsedMail): Promise<LockedTicket | undefined> {
  const refersTo = [mail.inReplyTo ?? [], mail.references.toReversed()].flat();
  const byAddress = () =>
    mail.recipients.map((address) => ticketOfAddress(services.seals, address)).find((id) => id !== undefined);
  const id = (refersTo.length > 0 && (await ticketOfMails(tx, refersTo))) || byAddress();
  const survivor = id && (await survivorOf(tx, id));
  return survivor ? (await lockTickets(tx, [survivor]))[0] : undefined;
}

async function answer(context: Context, ticket: LockedTicket, incoming: Incoming): Promise<InboundResult> {
  const { tx } = context;
  const { support } = await getSettings(tx);
  const sender = await customerOfEmail(tx, incoming.mail.from.email);
  const { leftOut, excerpt } = await addMessage(context, { ticketId: ticket.id, incoming, sender });
  const to = afterAnswer[ticket.status]!;
  const isMoved = to !== ticket.status;
  await updateTicket(tx, ticket.id, {
    ...(isMoved && inStatus(support, ticket, to).change),
    excerpt,
    last_from: 'customer',
    last_message_at: new Date().toISOString(),
    message_count: ticket.messageCount + 1,
  });
  const by = { userId: null, name: incoming.mail.from.name ?? incoming.mail.from.email };
  await insertEvents(tx, by, ticket.id, isMoved ? [{ kind: 'status', from: ticket.status, to }] : []);
  return { result: 'answered', reason: null, ticketId: ticket.id, number: ticket.number, leftOut };
}

/** A new ticket; one that answers a closed ticket names it, and goes on about its order. */
async function open(
  context: Context,
  incoming: Incoming,
  previous: LockedTicket | undefined,
): Promise<InboundResult> {
  const { tx } = context;
  const { mail } = incoming;
  const { support } = await getSettings(tx);
  const sender = await customerOfEmail(tx, mail.from.email);
  const isSame = previous !== undefined && previous.customerId === (sender?.customerId ?? null);
  const order = await orderOf(context, mail, sender, isSame ? previous : undefined);
  const id = newId();
  const times = targetsOf(support, 'normal', new Date());
  await insertTicket(tx, {
    id,
    ...times,
    subject: subjectOf(mail.subject),
    customerId: sender?.customerId ?? null,
    locationId: null,
    orderId: order?.id ?? null,
    orderLocationId: order?.locationId ?? null,
    requester: 'customer',
    senderName: sender ? null : mail.from.name,
    senderEmail: sender ? null : mail.from.email,
    category: isSame ? previous.category : fallbackCategory(support),
    priority: 'normal',
    assignee: null,
    tags: [],
    source: 'email',
    dueAt: times.firstResponseDueAt,
    previousId: previous?.id ?? null,
    createdBy: null,
  });
  const { leftOut, excerpt } = await addMessage(context, { ticketId: id, incoming, sender });
  await updateTicket(tx, id, { excerpt, message_count: 1 });
  const by = { userId: null, name: mail.from.name ?? mail.from.email };
  await insertEvents(tx, by, id, [{ kind: 'created', from: null, to: null }]);
  const [created] = await lockTickets(tx, [id]);
  return { result: 'created', reason: null, ticketId: id, number: created!.number, leftOut };
}

/** An email names few orders; one that lists more is not about any of them. */
const maxNamed = 10;
/** The first order of this customer that the subject or the text names, or that of the ticket before. */
async function orderOf(
  { tx }: Context,
  { subject, text }: ParsedMail,
  sender: Sender | undefined,
  previous: LockedTicket | undefined,
): Promise<{ id: string; locationId: string } | undefined> {
  const found = `${subject}\n${partQuoted(text).text}`.matchAll(/\bO-\d{1,15}\b/gi);
  const numbers = new Set([...found].flatMap(([one]) => parseNumber('order', one) ?? []));
  const isNamed = numbers.size > 0 && numbers.size <= maxNamed;
  const named = sender && isNamed && (await orderOfCustomer(tx, sender.customerId, [...numbers]));
  if (named) return named;
  return previous?.orderId && previous.orderLocationId
    ? { id: previous.orderId, locationId: previous.orderLocationId }
    : undefined;
}

const maxSubject = 200;
const subjectOf = (subject: string): string =>
  subject
    .replace(/^(\s*(re|aw|sv|antw)\s*:\s*)+/i, '')
    .replace(/\s*\[H-\d+\]/g, '')
    .trim()
    .slice(0, maxSubject)
    .toWellFormed() || 'No subject';

const maxText = 50_000;
interface Added {
  ticketId: string;
  incoming: Incoming;
  sender: Sender | undefined;
}
async function addMessage(
  context: Context,
  { ticketId, incoming: { mail, messageId }, sender }: Added,
): Promise<{ leftOut: string[]; excerpt: string }> {
  const { fileIds, leftOut } = await keepFiles(context, mail);
  const { text, quoted } = partQuoted(mail.text);
  const note = leftOut.length > 0 ? `[Attachments not kept: ${leftOut.join(', ')}]` : '';
  const shown = [text.slice(0, maxText).toWellFormed(), note].filter(Boolean).join('\n\n');
  await insertMessage(
    context.tx,
    {
      id: newId(),
      ticketId,
      side: 'customer',
      authorId: null,
      authorName: mail.from.name ?? sender?.name ?? mail.from.email,
      authorEmail: mail.from.email,
      text: shown || '(no text)',
      quoted: quoted?.slice(0, maxText).toWellFormed() ?? null,
      internal: false,
      mailMessageId: messageId,
      mailId: null,
      mailTo: null,
    },
    fileIds,
  );
  return { leftOut, excerpt: excerptOf(shown || mail.subject) };
}

/** Pictures and PDFs; what claims to be one and can't be read is left out. */
async function keepFiles(
  { tx, services, actor, signal = new AbortController().signal }: Context,
  mail: ParsedMail,
) {
  const fileIds: string[] = [];
  const leftOut = [...mail.leftOut];
  for (const { name, path, bytes } of mail.attachments.slice(0, maxAttachments)) {
    const upload = { field: 'attachments', name, path, bytes, signal };
    try {
      fileIds.push(await keepDocument(tx, services.storage, upload, actor.userId));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      leftOut.push(name);
    }
  }
  return { fileIds, leftOut };
}
