import { EventEmitter } from 'node:events';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { insertMail } from './mails.queries.ts';

export interface MailToSend {
  to: string;
  subject: string;
  text: string;
}

const queued = new EventEmitter().setMaxListeners(0);
/** Calls back whenever a mail is committed, until the function that it gives is called. */
export function onMailQueued(listener: () => void): () => void {
  queued.on('mail', listener);
  return () => queued.off('mail', listener);
}

/** Sends a mail if, and only if, the transaction commits. */
export async function queueMail(tx: Tx, { to, subject, text }: MailToSend): Promise<void> {
  await insertMail(tx, { id: newId(), recipient: to, subject, body: text });
  afterCommit(tx, () => queued.emit('mail'));
}
