import type { BulkMessage, MessageChannel } from '@aisle/contract/service/messages';
import { problem } from '../../core/problem.ts';
import type { Services } from '../../core/services.ts';
import { openMailTransport } from '../../system/mails/mail-transport.ts';
import { NotSent, providerOf } from '../../system/message-providers/provider.ts';
import { linkToken } from './link-token.ts';
import { renderMessage, type Sender } from './render.ts';
import type { ClaimedRecipient, SendResult } from './sending.queries.ts';

/** Passes a message to the mail server or a provider. Throws NotSent if it was certainly not sent. */
interface Outlet {
  send(recipient: ClaimedRecipient): Promise<void>;
  close(): void;
}

/** The number of messages sent in parallel. */
export const connections = 5;

/** What all copies of a message have in common. */
interface Sent {
  message: BulkMessage;
  sender: Sender;
  /** Whether the button leads through an address that counts the click. */
  countsClicks: boolean;
}
/** Opens the connection that sends a message to its recipients. */
export async function openOutlet(
  services: Services,
  { message, sender, countsClicks }: Sent,
): Promise<Outlet> {
  const { settings, storage, unsubscribeKey } = services;
  const { _id: messageId, channel } = message;
  const forOne = ({ customerId, ...person }: ClaimedRecipient) => {
    const tokenFor = (purpose: 'unsubscribe' | 'button') =>
      linkToken(unsubscribeKey, purpose, { customerId, messageId });
    const link = `${settings.publicUrl}/unsubscribe/${tokenFor('unsubscribe')}`;
    const button = countsClicks ? `${settings.publicUrl}/m/${tokenFor('button')}` : undefined;
    // The same for every attempt, so that a mailbox or a provider can detect duplicates.
    const key = `${messageId}.${customerId}`;
    return { link, key, ...renderMessage(message, sender, person, { unsubscribe: link, button }) };
  };
  if (channel !== 'email') return textOutlet(services, channel, forOne);

  const transport = await openMailTransport(settings, storage, connections);
  return {
    send: async (recipient) => {
      const { link, key, subject, body, html } = forOne(recipient);
      const other = {
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        Precedence: 'bulk',
      };
      const mail = {
        id: key,
        recipient: recipient.email!,
        subject,
        body,
        html,
        attachments: [],
        headers: { other },
      };
      await transport.send(mail).catch((error: unknown) => {
        throw asNotSent(error);
      });
    },
    close: transport.close,
  };
}

type ForOne = (recipient: ClaimedRecipient) => { key: string; subject: string; body: string };
function textOutlet(services: Services, channel: Exclude<MessageChannel, 'email'>, forOne: ForOne): Outlet {
  const provider = providerOf(channel, services);
  if (!provider) throw problem('messages.no-provider', { channel });
  return {
    send: async (recipient) => {
      const { key: id, subject: title, body: text } = forOne(recipient);
      const to = channel === 'sms' ? recipient.phone : recipient.customerId;
      await provider.send({ id, channel, to, title, text });
    },
    close: () => {},
  };
}

interface SmtpFailure extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}
/** Recognizes refusals and failed connections. After any other error, it is unknown whether the email was sent. */
function asNotSent(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '', command, responseCode = 0 }: SmtpFailure = error;
  if (responseCode === 421 || command === 'CONN' || /^(EDNS|EAUTH|ECONNECTION|ETLS)$/.test(code)) {
    return new NotSent('unavailable', error.message);
  }
  return responseCode >= 400 ? new NotSent('refused', error.message) : error;
}

/** The result of one attempt; never throws. With `unavailable`, the recipient waits for another attempt. */
export async function resultOf(
  { position }: ClaimedRecipient,
  sending: Promise<void>,
): Promise<SendResult & { unavailable?: string }> {
  try {
    await sending;
    return { position, outcome: 'sent', reason: null };
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    if (!(error instanceof NotSent)) return { position, outcome: 'unknown', reason };
    if (error.fate === 'refused') return { position, outcome: 'failed', reason };
    return { position, outcome: 'waiting', reason: null, unavailable: reason };
  }
}
