import type { Page } from '@aisle/contract/core/page';
import type { IgnoredEmail, IgnoredEmailPage, IgnoreReason } from '@aisle/contract/service/support';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';

const keptDays = 30;
const isStored = sql<boolean>`i.created_at > now() - ${sql.lit(`${keptDays} days`)}::interval`;

interface NewIgnoredMail {
  reason: IgnoreReason;
  sender: { name: string | null; email: string } | null;
  subject: string;
  preview: string;
  fileId: string;
}
export async function insertIgnored(tx: Tx, mail: NewIgnoredMail): Promise<void> {
  await tx
    .insertInto('ignored_mails')
    .values({
      id: newId(),
      reason: mail.reason,
      sender_name: mail.sender?.name ?? null,
      sender_email: mail.sender?.email ?? null,
      subject: mail.subject,
      preview: mail.preview,
      file_id: mail.fileId,
    })
    .execute();
}

export async function listIgnored(tx: Tx, request: IgnoredEmailPage): Promise<Page<IgnoredEmail>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('ignored_mails as i').where(isStored);
  if (filters.reason) filtered = filtered.where('i.reason', '=', filters.reason);
  if (search) {
    filtered = filtered.where(hasWords(search, 'i.subject', 'i.sender_name', 'i.sender_email'));
  }
  const page = await listPage(tx, filtered, {
    request,
    sort: { columns: [sql.ref('i.created_at'), sql.ref('i.id')], direction: sort?.order ?? 'desc' },
    select: (query) =>
      query.select([
        'i.id as _id',
        'i.reason',
        'i.subject',
        'i.preview',
        'i.created_at as createdAt',
        sql`CASE WHEN i.sender_email IS NOT NULL
          THEN jsonb_build_object('name', i.sender_name, 'email', i.sender_email) END`.as('sender'),
        sql`(SELECT jsonb_build_object('_id', t.id, 'number', format_number('ticket', t.number))
          FROM tickets t WHERE t.id = i.ticket_id)`.as('ticket'),
      ]),
  });
  return page as Page<IgnoredEmail>;
}

export interface StoredMail {
  /** The file with the raw email. */
  key: string;
  bytes: number;
  ticketId: string | null;
  number: string | null;
}
export async function findIgnored(tx: Tx, id: string): Promise<StoredMail | undefined> {
  const { rows } = await sql<StoredMail>`
    SELECT f.storage_key AS key, f.bytes, t.id AS "ticketId", format_number('ticket', t.number) AS number
    FROM ignored_mails i JOIN files f ON f.id = i.file_id LEFT JOIN tickets t ON t.id = i.ticket_id
    WHERE i.id = ${id} AND ${isStored}`.execute(tx);
  return rows[0];
}

/** Locks an ignored email against a second user who opens it. Reads its ticket after the lock. */
export async function lockIgnored(tx: Tx, id: string): Promise<StoredMail | undefined> {
  await sql`SELECT FROM ignored_mails WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findIgnored(tx, id);
}

export async function recordOpened(tx: Tx, id: string, ticketId: string): Promise<void> {
  await tx.updateTable('ignored_mails').set({ ticket_id: ticketId }).where('id', '=', id).execute();
}

/** Deletes a limited number of old ignored emails, and returns the storage keys of their files. */
export async function deleteOldIgnored(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH old AS (DELETE FROM ignored_mails WHERE id IN (
      SELECT id FROM ignored_mails WHERE created_at < now() - ${sql.lit(`${keptDays} days`)}::interval
      ORDER BY created_at LIMIT 10000) RETURNING file_id)
    SELECT storage_key AS key FROM files WHERE id IN (SELECT file_id FROM old)`.execute(tx);
  await sql`DELETE FROM files f WHERE storage_key = ANY (${rows.map(({ key }) => key)}::text[])
    AND mime = 'message/rfc822'`.execute(tx);
  return rows.map(({ key }) => key);
}
