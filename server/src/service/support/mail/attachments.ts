import { maxAttachments, type TicketAttachment, type TicketMessage } from '@aisle/contract/service/support';
import type { Context } from '../../../core/context.ts';
import type { Tx } from '../../../core/db/db.ts';
import { storeDocument } from '../../../core/files/documents.ts';
import type { Storage } from '../../../core/files/storage.ts';
import type { Upload } from '../../../core/http/input/uploads.ts';
import { wrongField } from '../../../core/problem.ts';
import type { Attachment } from '../../../system/mails/mails.queries.ts';
import type { StoredMessage } from '../tickets/ticket-view.queries.ts';
import { filesToSend } from '../tickets/ticket-writes.queries.ts';

/** Stores the attachments of a message. Their content decides whether they are pictures or PDFs. */
export async function storeAttachments(
  { tx, actor, services }: Context,
  uploads: readonly Upload[],
): Promise<string[]> {
  if (uploads.length > maxAttachments) {
    throw wrongField('attachments', `Attach up to ${maxAttachments} files`);
  }
  const kept: string[] = [];
  for (const upload of uploads) kept.push(await storeDocument(tx, services.storage, upload, actor.userId));
  return kept;
}

/** The message with the signed addresses of its attachments. */
export const withAttachments = (
  storage: Storage,
  { attachments, ...message }: StoredMessage,
): TicketMessage => ({
  ...message,
  attachments: attachments.map(
    ({ _id, name, kind, bytes, key }): TicketAttachment => ({
      _id,
      name,
      kind: kind === 'document' ? 'document' : 'image',
      bytes,
      // PDFs and emails are downloaded, never rendered here.
      url: kind === 'document' ? storage.namedUrl(key, name) : storage.url(`images/${_id}/large.webp`),
      preview: kind === 'document' ? null : storage.url(`images/${_id}/small.webp`),
    }),
  ),
});

/** The same files as email attachments. */
export async function attachmentsToSend(tx: Tx, ids: readonly string[]): Promise<Attachment[]> {
  const files = await filesToSend(tx, ids);
  return files.map(({ kind, key, name, mime }) =>
    kind === 'document'
      ? { key, name, mime }
      : { key: `${key}/large.webp`, name: `${name.replace(/\.\w{1,5}$/, '')}.webp`, mime },
  );
}
