import type { Mail } from '@aisle/contract/system/mails';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** A file that goes with an email: where its bytes are, and what the reader finds. */
export interface Attachment {
  key: string;
  name: string;
  mime: string;
}
/** What an email has beside the usual headers. Message IDs are without their angle brackets. */
export interface MailHeaders {
  messageId?: string;
  inReplyTo?: string;
  references?: readonly string[];
  replyTo?: string;
  /** Any others, by name: `List-Unsubscribe`. */
  other?: Readonly<Record<string, string>>;
}
interface NewMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  attachments: readonly Attachment[];
  headers: MailHeaders;
  /** The outbox holds texts for phones as well. */
  channel: 'email' | 'sms' | 'push';
}
export interface MailRow extends NewMail {
  attempts: number;
}

export async function insertMails(tx: Tx, mails: readonly NewMail[]): Promise<void> {
  await tx
    .insertInto('mails')
    .values(
      mails.map((mail) => ({
        ...mail,
        attachments: JSON.stringify(mail.attachments),
        headers: JSON.stringify(mail.headers),
      })),
    )
    .execute();
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
 * Claims the next due mail for two minutes: by then it was sent, or failed, or its server is gone and another one
 * may try. Two servers never claim the same mail.
 */
export async function claimNextMail(tx: Tx): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes'
    WHERE id = (SELECT id FROM mails WHERE sent_at IS NULL AND next_attempt_at <= now()
                ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, recipient, subject, body, attachments, headers, channel, attempts`.execute(tx);
  return rows[0];
}

export async function recordSent(tx: Tx, id: string, keepText: boolean): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ sent_at: sql`now()`, last_error: null, ...(!keepText && { body: '' }) })
    .where('id', '=', id)
    .execute();
}

/** `waitSeconds` null: it is given up. */
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

/** The addresses of administrators who can sign in, for warnings about the installation. */
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
