import { EventEmitter } from 'node:events';
import { afterCommit, type Database, type Tx } from '../../core/db/db.ts';
import { perDatabase } from '../../core/db/per-database.ts';
import { newId } from '../../core/ids.ts';
import {
  type Attachment,
  insertMails,
  type MailHeaders,
  type MailRow,
  rewriteMails,
} from './mails.queries.ts';

export interface MailToSend {
  to: string;
  subject: string;
  text: string;
  /** The same text as HTML, for programs that show it. */
  html?: string | null;
  attachments?: readonly Attachment[];
  headers?: MailHeaders;
  /** `email` if omitted. */
  channel?: MailRow['channel'];
  /** Sends it this much later, unless it is released before. */
  delaySeconds?: number;
}

const queuedIn = perDatabase(() => new EventEmitter());
/** Calls the listener whenever an email is committed, until the returned function is called. */
export function onMailQueued(db: Database, listener: () => void): () => void {
  const queued = queuedIn(db);
  queued.on('mail', listener);
  return () => queued.off('mail', listener);
}

/** Sends an email if, and only if, the transaction commits. Returns its ID in the outbox. */
export async function queueMail(tx: Tx, mail: MailToSend): Promise<string> {
  const [id] = await queueMails(tx, [mail]);
  return id!;
}

/** Queues several emails in one statement; returns their IDs in order. */
export async function queueMails(tx: Tx, mails: readonly MailToSend[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map(
    ({
      to,
      subject,
      text,
      html = null,
      attachments = [],
      headers = {},
      channel = 'email' as const,
      delaySeconds = 0,
    }) => ({
      id: newId(),
      recipient: to,
      subject,
      body: text,
      html,
      attachments,
      headers,
      channel,
      delaySeconds,
    }),
  );
  await insertMails(tx, rows);
  const queued = queuedIn(tx);
  afterCommit(tx, () => queued.emit('mail'));
  return rows.map(({ id }) => id);
}

/** Replaces the recipient and the text of emails that aren't sent yet. */
export const replaceMails = (
  tx: Tx,
  mails: readonly { id: string; mail: Pick<MailToSend, 'to' | 'subject' | 'text'> }[],
): Promise<void> =>
  rewriteMails(
    tx,
    mails.map(({ id, mail: { to, subject, text } }) => ({ id, recipient: to, subject, body: text })),
  );
