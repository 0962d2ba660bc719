import type { Mail } from '@aisle/contract/system/mails';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

export interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  attempts: number;
}

export async function insertMails(
  tx: Tx,
  mails: readonly { id: string; recipient: string; subject: string; body: string }[],
): Promise<void> {
  await tx.insertInto('mails').values(mails).execute();
}

export async function newestMails(tx: Tx): Promise<Mail[]> {
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
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/**
 * Claims the next due mail for two minutes: by then it was sent, or failed, or its server is gone and another one
 * may try. Two servers never claim the same mail.
 */
export async function takeNextMail(tx: Tx): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes'
    WHERE id = (SELECT id FROM mails WHERE sent_at IS NULL AND next_attempt_at <= now()
                ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, recipient, subject, body, attempts`.execute(tx);
  return rows[0];
}

export async function noteSent(tx: Tx, id: string, keepText: boolean): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ sent_at: sql`now()`, last_error: null, ...(!keepText && { body: '' }) })
    .where('id', '=', id)
    .execute();
}

/** `waitSeconds` null: it is given up. */
export async function noteNotSent(
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
