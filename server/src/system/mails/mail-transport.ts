import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../core/files/storage.ts';
import type { Settings } from '../../core/settings.ts';
import type { MailHeaders, MailRow } from './mails.queries.ts';

type OutgoingMail = Pick<MailRow, 'id' | 'recipient' | 'subject' | 'body' | 'html' | 'attachments'> & {
  headers?: MailHeaders;
};
/** Sends one email; if it throws, the email was not sent. */
type Send = (mail: OutgoingMail) => Promise<void>;
export interface MailTransport {
  send: Send;
  close: () => void;
}

/** Sends over SMTP if it is set up, otherwise writes one `.eml` file per email below DATA_DIR/outbox. */
export async function openMailTransport(
  settings: Settings,
  storage: Storage,
  connections = 1,
): Promise<MailTransport> {
  // Loaded with the first email: it would slow down every start by 70 ms.
  const { createTransport } = await import('nodemailer');
  const message = async (mail: OutgoingMail) => ({
    // The same at every attempt, so that a mailbox recognizes repeats.
    messageId: `<${mail.headers?.messageId ?? `${mail.id}@aisle`}>`,
    ...threadingOf(mail.headers ?? {}),
    from: settings.mailFrom,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body,
    ...(mail.html !== null && { html: mail.html }),
    textEncoding: 'quoted-printable' as const,
    attachments: await Promise.all(
      mail.attachments.map(async ({ key, name, mime }) => ({
        filename: name,
        contentType: mime,
        content: await buffer(await storage.getStream(key)),
      })),
    ),
  });
  if (settings.smtpUrl) {
    const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
    const many = connections > 1 && ({ pool: true, maxConnections: connections } as const);
    const transport = createTransport({ url: settings.smtpUrl, ...patience, ...many });
    return {
      send: async (mail) => void (await transport.sendMail(await message(mail))),
      close: () => transport.close(),
    };
  }
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const folder = path.join(settings.dataDir, 'outbox');
  return {
    send: async (mail) => {
      const { message: bytes } = await writer.sendMail(await message(mail));
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${mail.id}.eml`);
      // Renamed when complete, so that no one reads half an email.
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => writer.close(),
  };
}

const threadingOf = ({ inReplyTo, references, replyTo, other }: MailHeaders) => ({
  ...(inReplyTo && { inReplyTo: `<${inReplyTo}>` }),
  ...(references && { references: references.map((id) => `<${id}>`) }),
  ...(replyTo && { replyTo }),
  ...(other && { headers: { ...other } }),
});
