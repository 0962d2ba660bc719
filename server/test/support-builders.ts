import type { InboundResult, TicketInput, TicketView } from '@aisle/contract/service/support';
import { supportRoutes } from '@aisle/contract/service/support';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { type SettingsValues, settingsRoutes } from '@aisle/contract/system/settings';
import { basePath } from '../src/core/http/serve.ts';
import { newId } from '../src/core/ids.ts';
import { newShopper } from './order-builders.ts';
import { type Got, gotOf, type Person, type Shop } from './shop.ts';

/** A customer with an email. */
export async function addShopper(shop: Shop, email: string | null, firstName = 'Grace'): Promise<string> {
  const id = newId();
  const { lastName, phone } = newShopper();
  await shop.look((tx) =>
    tx
      .insertInto('customers')
      .values({
        id,
        first_name: firstName,
        last_name: lastName,
        email,
        phone,
        phone_digits: `${phone.replace(/\D/g, '')}${id.slice(-4)}`,
      })
      .execute(),
  );
  return id;
}

export const addTicket = (person: Person, input: Partial<TicketInput> = {}): Promise<TicketView> =>
  person.do(supportRoutes.create, {
    body: { subject: 'Where is my order?', category: 'order', message: 'It has not come.', ...input },
  });

export async function setSupport(person: Person, support: Partial<SettingsValues['support']>) {
  const { version, support: current } = await person.do(settingsRoutes.get);
  await person.do(settingsRoutes.update, { body: { version, support: { ...current, ...support } } });
}

/** Delivers emails to support like a mail provider. */
export async function openMailbox(shop: Shop, manager: Person) {
  const { key } = await manager.do(apiKeyRoutes.create, { body: { name: 'Mail', scopes: ['inbound-mail'] } });
  const send = async (raw: string | Buffer, type = 'message/rfc822'): Promise<Got<InboundResult>> => {
    const answer = await shop.server.inject({
      method: 'POST',
      url: `${basePath}/support/inbound-mail`,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      payload: raw,
    });
    return gotOf<InboundResult>(answer);
  };
  const deliver = async (raw: string | Buffer): Promise<InboundResult> => {
    const got = await send(raw);
    if (got.status !== 200) throw new Error(JSON.stringify(got.body));
    return got.data;
  };
  return { send, deliver };
}

let mails = 0;
interface MailParts {
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  messageId?: string;
  headers?: Record<string, string>;
}
/** A plain email. */
export function mailOf({ headers = {}, ...parts }: MailParts = {}): string {
  mails += 1;
  const lines: Record<string, string> = {
    From: parts.from ?? 'Grace <grace@people.example>',
    To: parts.to ?? 'help@shop.example',
    Subject: parts.subject ?? 'A question',
    'Message-ID': `<${parts.messageId ?? `mail-${mails}@people.example`}>`,
    Date: 'Mon, 23 Nov 2026 10:00:00 -0600',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  return `${head.join('\r\n')}\r\n\r\n${(parts.text ?? `Hello ${mails}`).replaceAll('\n', '\r\n')}\r\n`;
}
