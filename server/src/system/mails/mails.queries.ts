import type { Mail } from '@aisle/contract/system/mails';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** An attachment of an email: its storage key, and the name that the reader sees. */
export interface Attachment {
  key: string;
  name: string;
  mime: string;
}
/** Additional headers of an email. Message IDs have no angle brackets. */
export interface MailHeaders {
  messageId?: string;
  inReplyTo?: string;
  references?: readonly string[];
  replyTo?: string;
  /** Any other headers, by name: `List-Unsubscribe`. */
  other?: Readonly<Record<string, string>>;
}
interface NewMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  /** The same text as HTML; null for plain text alone. */
  html: string | null;
  attachments: readonly Attachment[];
  headers: MailHeaders;
  /** The outbox also contains messages for phones. */
  channel: 'email' | 'sms' | 'push';
}
export interface MailRow extends NewMail {
  attempts: number;
}

export async function insertMails(
  tx: Tx,
  mails: readonly (NewMail & { delaySeconds: number })[],
): Promise<void> {
  await tx
    .insertInto('mails')
    .values(
      mails.map(({ delaySeconds, ...mail }) => ({
        ...mail,
        next_attempt_at: sql<string>`now() + make_interval(secs => ${delaySeconds})`,
        attachments: JSON.stringify(mail.attachments),
        headers: JSON.stringify(mail.headers),
      })),
    )
    .execute();
}

export async function rewriteMails(
  tx: Tx,
  mails: readonly Pick<NewMail, 'id' | 'recipient' | 'subject' | 'body'>[],
): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    UPDATE mails SET recipient = new.recipient, subject = new.subject, body = new.body, html = NULL
    FROM jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      AS new (id uuid, recipient text, subject text, body text)
    WHERE mails.id = new.id`.execute(tx);
}

type StoredMail = Omit<Mail, 'attachments'> & { attachments: Attachment[] };
export async function newestMails(tx: Tx): Promise<StoredMail[]> {
  return tx
    .selectFrom('mails')
    .select([
      'id as _id',
      'recipient as to',
      'subject',
      'body as text',
      'created_at as createdAt',
      'sent_at as sentAt',
    ])
    .select(sql<Attachment[]>`attachments`.as('attachments'))
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/**
 * Claims the next due email for two minutes. By then it was sent or failed, or its server is gone and another one can try. Two
 * servers never claim the same email.
 */
export async function claimNextMail(tx: Tx): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes'
    WHERE id = (SELECT id FROM mails WHERE sent_at IS NULL AND next_attempt_at <= now()
                ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, recipient, subject, body, html, attachments, headers, channel, attempts`.execute(tx);
  return rows[0];
}

export async function recordSent(tx: Tx, id: string, keepText: boolean): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ sent_at: sql`now()`, last_error: null, ...(!keepText && { body: '', html: null }) })
    .where('id', '=', id)
    .execute();
}

/** `waitSeconds` is null if no more attempts follow. */
export async function recordNotSent(
  tx: Tx,
  id: string,
  reason: string,
  waitSeconds: number | null,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      last_error: reason,
      next_attempt_at:
        waitSeconds === null ? sql`'infinity'` : sql`now() + make_interval(secs => ${waitSeconds})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns the emails of administrators who can sign in, for warnings about the installation. */
export async function administratorEmails(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('email')
    .where('user_type', '=', 'admin')
    .where('status', '=', true)
    .where('password_hash', 'is not', null)
    .orderBy('email')
    .limit(100)
    .execute();
  return rows.map(({ email }) => email);
}
