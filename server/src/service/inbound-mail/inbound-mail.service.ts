import { parseNumber } from '@aisle/contract/core/numbers';
import { type IgnoreReason, type InboundResult, maxAttachments } from '@aisle/contract/service/support';
import { statusAfterReply } from '@aisle/contract/service/support-flow';
import type { Context } from '../../core/context.ts';
import { storeDocument, storeRawMail } from '../../core/files/documents.ts';
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
import { insertIgnored } from './ignored-mails.queries.ts';
import {
  claimInbound,
  countRecentMails,
  customerOfEmail,
  findInbound,
  findMessage,
  type MailKey,
  orderOfCustomer,
  recordInbound,
  type Sender,
  survivorOf,
  ticketOfMails,
  ticketOfSender,
} from './inbound-mail.queries.ts';
import { ignoredReason, isEmptyMail, senderOf, withoutTag } from './mail-kinds.ts';
import { parseMail, type ReadMail } from './parse-mail.ts';
import type { MailAddress, ParsedMail } from './parsed-mail.ts';

/** People send fewer emails per hour; only programs that reply to each other send more. */
const maxAnHour = 20;

/** An email with the values that identify it. */
interface Incoming {
  raw: Upload;
  mail: ParsedMail;
  /** The recipient of replies; null if the email has no sender. */
  sender: MailAddress | null;
  key: MailKey;
  /** The reason for attaching the raw email: it or its sender can't be read. */
  unreadable: string | null;
}

/** Parses an email outside a transaction, and creates a message from it in one. */
export async function receiveMail(
  { actor, services }: Omit<Context, 'tx'>,
  raw: Upload | undefined,
): Promise<InboundResult> {
  if (!raw || raw.bytes === 0) throw problem('support.unreadable-mail', { reason: 'it is empty' });
  const read = await parseMail(raw);
  return services.inTransaction(actor, async (tx) => {
    const context = { tx, actor, services };
    return processMail(context, await incomingOf(context, raw, read));
  });
}

/** An email with its sender and its key. */
export async function incomingOf(
  context: Pick<Context, 'tx' | 'services'>,
  raw: Upload,
  { mail, unreadable }: ReadMail,
): Promise<Incoming> {
  const sender = senderOf(mail, await ownAddresses(context));
  const content = unreadable === null ? mail.contentDigest : mail.fileDigest;
  return {
    raw,
    mail,
    sender,
    key: {
      messageId: mail.messageId ?? `${mail.fileDigest}@unnamed`,
      sender: sender?.email ?? '',
      digest: Buffer.from(content, 'hex'),
    },
    unreadable: unreadable ?? (sender ? null : 'it has no sender'),
  };
}

/** The sender addresses of our own emails. */
async function ownAddresses({ tx, services }: Pick<Context, 'tx' | 'services'>): Promise<string[]> {
  const { support } = await getSettings(tx);
  const from = /<([^<>]+)>/.exec(services.settings.mailFrom)?.[1] ?? services.settings.mailFrom;
  return [from, support.address ?? []].flat().map(withoutTag);
}

async function processMail(context: Context, incoming: Incoming): Promise<InboundResult> {
  const { tx } = context;
  const { key } = incoming;
  if (!(await claimInbound(tx, key))) {
    return { ...nothing('duplicate'), ...(await findInbound(tx, key)) };
  }
  const known = await findMessage(tx, key);
  if (known && !known.isOwn) {
    return { ...nothing('duplicate'), ticketId: known.ticketId, number: known.number };
  }
  const reason = known ? 'loop' : await reasonToIgnore(context, incoming);
  const result = reason ? await ignore(context, incoming, reason) : await deliver(context, incoming);
  await recordInbound(tx, key, result);
  return result;
}

const nothing = (reason: InboundResult['reason']): InboundResult => ({
  result: 'ignored',
  reason,
  ticketId: null,
  number: null,
  leftOut: [],
});

async function reasonToIgnore(
  context: Context,
  { mail, sender, key, unreadable }: Incoming,
): Promise<IgnoreReason | null> {
  const reason = ignoredReason(mail, sender, await ownAddresses(context));
  if (reason) return reason;
  if (unreadable === null && isEmptyMail(mail)) return 'empty';
  const taken = await countRecentMails(context.tx, key.sender, maxAnHour);
  return taken === maxAnHour ? 'tooMany' : null;
}

/** Lists an email that becomes no ticket, with its full content, because the classification may be wrong. */
async function ignore(context: Context, incoming: Incoming, reason: IgnoreReason): Promise<InboundResult> {
  const { tx, services, actor } = context;
  const { mail, sender, raw } = incoming;
  await insertIgnored(tx, {
    reason,
    sender,
    subject: cut(mail.subject, maxSubject),
    preview: cut(mail.text.replace(/\s+/g, ' '), maxPreview),
    fileId: await storeRawMail(tx, services.storage, raw, actor.userId),
  });
  return nothing(reason);
}
const maxPreview = 500;
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

/** Adds an email to the ticket that it replies to, or opens a new one. */
export async function deliver(context: Context, incoming: Incoming): Promise<InboundResult> {
  const customer = incoming.sender ? await customerOfEmail(context.tx, incoming.sender.email) : undefined;
  const threaded = await threadOf(context, incoming, customer);
  if (threaded && statusAfterReply[threaded.status] !== null)
    return answer(context, threaded, incoming, customer);
  return open(context, incoming, customer, threaded);
}

/** Finds the ticket that an email replies to: by the emails it refers to, its recipient address, or its subject. */
async function threadOf(
  { tx, services }: Context,
  { mail, sender, key }: Incoming,
  customer: Sender | undefined,
): Promise<LockedTicket | undefined> {
  const refersTo = [mail.inReplyTo ?? [], mail.references.toReversed()].flat();
  const byAddress = () =>
    mail.recipients.map((address) => ticketOfAddress(services.seals, address)).find((id) => id !== undefined);
  const bySubject = () => {
    const number = parseNumber('ticket', /\[(H-\d{1,15})\]/i.exec(mail.subject)?.[1] ?? '');
    if (number === undefined || !sender) return undefined;
    return ticketOfSender(tx, number, { email: sender.email, customerId: customer?.customerId ?? null });
  };
  const id =
    (refersTo.length > 0 && (await ticketOfMails(tx, refersTo, key.sender))) ||
    byAddress() ||
    (await bySubject());
  const survivor = id && (await survivorOf(tx, id));
  return survivor ? (await lockTickets(tx, [survivor]))[0] : undefined;
}

async function answer(
  context: Context,
  ticket: LockedTicket,
  incoming: Incoming,
  customer: Sender | undefined,
): Promise<InboundResult> {
  const { tx } = context;
  const { support } = await getSettings(tx);
  const { leftOut, excerpt } = await addMessage(context, { ticketId: ticket.id, incoming, customer });
  const to = statusAfterReply[ticket.status]!;
  const isMoved = to !== ticket.status;
  await updateTicket(tx, ticket.id, {
    ...(isMoved && inStatus(support, ticket, to).change),
    excerpt,
    last_from: 'customer',
    last_message_at: new Date().toISOString(),
    message_count: ticket.messageCount + 1,
  });
  const by = { userId: null, name: nameOf(incoming.sender) };
  await insertEvents(tx, by, ticket.id, isMoved ? [{ kind: 'status', from: ticket.status, to }] : []);
  return { result: 'answered', reason: null, ticketId: ticket.id, number: ticket.number, leftOut };
}

/** Opens a ticket. If the email replies to a closed ticket, the new one refers to it and keeps its order. */
async function open(
  context: Context,
  incoming: Incoming,
  customer: Sender | undefined,
  previous: LockedTicket | undefined,
): Promise<InboundResult> {
  const { tx } = context;
  const { mail, sender } = incoming;
  const { support } = await getSettings(tx);
  const isSame = previous !== undefined && previous.customerId === (customer?.customerId ?? null);
  const order = await orderOf(context, mail, customer, isSame ? previous : undefined);
  const id = newId();
  const times = targetsOf(support, 'normal', new Date());
  await insertTicket(tx, {
    id,
    ...times,
    subject: subjectOf(incoming),
    customerId: customer?.customerId ?? null,
    locationId: null,
    orderId: order?.id ?? null,
    orderLocationId: order?.locationId ?? null,
    requester: 'customer',
    senderName: customer ? null : (sender?.name ?? null),
    senderEmail: customer ? null : (sender?.email ?? null),
    category: isSame ? previous.category : fallbackCategory(support),
    priority: 'normal',
    assignee: null,
    tags: [],
    source: 'email',
    dueAt: times.firstResponseDueAt,
    previousId: previous?.id ?? null,
    createdBy: null,
  });
  const { leftOut, excerpt } = await addMessage(context, { ticketId: id, incoming, customer });
  await updateTicket(tx, id, { excerpt, message_count: 1 });
  const by = { userId: null, name: nameOf(sender) };
  await insertEvents(tx, by, id, [{ kind: 'created', from: null, to: null }]);
  const [created] = await lockTickets(tx, [id]);
  return { result: 'created', reason: null, ticketId: id, number: created!.number, leftOut };
}

/** An email with more order numbers than this isn't about any of them. */
const maxNamed = 10;
/** The customer's first order named in the subject or the text, or else the previous ticket's order. */
async function orderOf(
  { tx }: Context,
  { subject, text }: ParsedMail,
  customer: Sender | undefined,
  previous: LockedTicket | undefined,
): Promise<{ id: string; locationId: string } | undefined> {
  const found = `${subject}\n${text}`.matchAll(/\bO-\d{1,15}\b/gi);
  const numbers = new Set([...found].flatMap(([one]) => parseNumber('order', one) ?? []));
  const isNamed = numbers.size > 0 && numbers.size <= maxNamed;
  const named = customer && isNamed && (await orderOfCustomer(tx, customer.customerId, [...numbers]));
  if (named) return named;
  return previous?.orderId && previous.orderLocationId
    ? { id: previous.orderId, locationId: previous.orderLocationId }
    : undefined;
}

const maxSubject = 200;
function subjectOf({ mail: { subject, text }, unreadable }: Incoming): string {
  const own = subject
    .replace(/^(?:(?:re|aw|sv|antw|odp|res|rif|vs) ?: ?)+/i, '')
    .replace(/ ?\[H-\d+\]/g, '')
    .trim();
  if (unreadable !== null && (own === '' || text === '')) return "Email couldn't be read";
  return cut(own, maxSubject) || 'No subject';
}

const nameOf = (sender: MailAddress | null): string => sender?.name ?? sender?.email ?? 'Unknown sender';

const maxText = 50_000;
interface Added {
  ticketId: string;
  incoming: Incoming;
  customer: Sender | undefined;
}
async function addMessage(
  context: Context,
  { ticketId, incoming, customer }: Added,
): Promise<{ leftOut: string[]; excerpt: string }> {
  const { mail, sender, key } = incoming;
  const { fileIds, leftOut } = await storeFiles(context, incoming);
  const notes = [
    unreadableNote(incoming),
    leftOut.length > 0 && `[Attachments not kept: ${leftOut.join(', ')}]`,
  ];
  const shown = [cut(mail.text, maxText), ...notes].filter(Boolean).join('\n\n');
  await insertMessage(
    context.tx,
    {
      id: newId(),
      ticketId,
      side: 'customer',
      authorId: null,
      authorName: sender?.name ?? customer?.name ?? nameOf(sender),
      authorEmail: sender?.email ?? null,
      text: shown || '(no text)',
      quoted: mail.quoted === null ? null : cut(mail.quoted, maxText),
      internal: false,
      mailMessageId: key.messageId,
      mailId: null,
      mailTo: null,
    },
    fileIds,
  );
  return { leftOut, excerpt: excerptOf(shown || mail.subject) };
}

function unreadableNote({ mail, unreadable }: Incoming): string {
  if (unreadable === null) return '';
  const subject =
    mail.subject && mail.text === '' ? ` Its subject is “${cut(mail.subject, maxSubject)}”.` : '';
  return `[This email couldn't be read: ${unreadable}.${subject} The original is attached.]`;
}

/** Stores pictures and PDFs, and skips broken ones. An unreadable email is attached in its raw form. */
async function storeFiles(
  { tx, services, actor, signal = new AbortController().signal }: Context,
  { mail, raw, unreadable }: Incoming,
) {
  const fileIds: string[] = [];
  const leftOut = [...mail.leftOut];
  if (unreadable !== null) fileIds.push(await storeRawMail(tx, services.storage, raw, actor.userId));
  for (const { name, path, bytes } of mail.attachments.slice(0, maxAttachments - fileIds.length)) {
    const upload = { field: 'attachments', name, path, bytes, signal };
    try {
      fileIds.push(await storeDocument(tx, services.storage, upload, actor.userId));
    } catch (error) {
      // A full disk or a busy server is not the file's fault.
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      leftOut.push(name);
    }
  }
  return { fileIds, leftOut };
}
