import type { ReplyValues } from '@aisle/contract/system/support-rules';
import type { Context } from '../../../core/context.ts';
import { queueMail } from '../../../system/mails/mail.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { type LockedTicket, mailIdsOf, type Recipient } from '../tickets/ticket-writes.queries.ts';
import { attachmentsToSend } from './attachments.ts';
import { replyAddress } from './reply-address.ts';

/** Marks our own emails, so that support recognizes them when they come back. */
export const ticketHeader = 'X-Aisle-Ticket';

interface Reply {
  messageId: string;
  text: string;
  fileIds: readonly string[];
}
interface QueuedReply {
  mailId: string;
  mailMessageId: string;
  mailTo: string;
}
/** Queues a reply as an email, threaded with the previous ones. Does nothing without an address. */
export async function mailReply(
  { tx, services }: Context,
  ticket: LockedTicket,
  { email }: Recipient,
  { messageId, text, fileIds }: Reply,
): Promise<QueuedReply | null> {
  if (!email) return null;
  const { support, brandName } = await getSettings(tx);
  const earlier = await mailIdsOf(tx, ticket.id);
  const mailMessageId = `${messageId}@aisle`;
  const mailId = await queueMail(tx, {
    to: email,
    subject: `Re: ${ticket.subject} [${ticket.number}]`,
    text: `${text}\n\n-- \n${brandName}\n`,
    attachments: await attachmentsToSend(tx, fileIds),
    headers: {
      messageId: mailMessageId,
      ...(earlier.length > 0 && { inReplyTo: earlier.at(-1)!, references: earlier }),
      ...(support.address && { replyTo: replyAddress(services.seals, support.address, ticket.id) }),
      other: { [ticketHeader]: ticket.number },
    },
  });
  return { mailId, mailMessageId, mailTo: email };
}

/** The values of the reply fields for this ticket. */
export function valuesOf(
  ticket: Pick<LockedTicket, 'number'>,
  to: Recipient,
  { agent, brand }: { agent: string; brand: string },
): ReplyValues {
  return {
    'customer.firstName': to.firstName,
    'customer.lastName': to.lastName,
    'order.number': to.orderNumber,
    'ticket.number': ticket.number,
    'location.name': to.locationName,
    'agent.firstName': agent.split(' ')[0] ?? agent,
    'agent.name': agent,
    'brand.name': brand,
  };
}
