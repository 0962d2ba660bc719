import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { afterRollback, type Tx } from '../db/db.ts';
import type { Upload } from '../http/input/uploads.ts';
import { newId } from '../ids.ts';
import { problem } from '../problem.ts';
import { storePhoto } from './images.ts';
import type { Storage } from './storage.ts';

/**
 * Stores a scanned document: a PDF unchanged, a picture re-encoded. The type follows from the content. Returns the ID of the
 * `files` row.
 */
export async function storeDocument(
  tx: Tx,
  storage: Storage,
  upload: Upload,
  createdBy: string | null,
): Promise<string> {
  if (!(await headOf(upload.path)).startsWith('%PDF-')) return storePhoto(tx, storage, upload, { createdBy });
  const id = newId();
  const storage_key = `documents/${id}.pdf`;
  afterRollback(tx, () => storage.remove(storage_key));
  await storage.put(storage_key, await readFile(upload.path));
  await tx
    .insertInto('files')
    .values({
      id,
      kind: 'document',
      storage_key,
      mime: 'application/pdf',
      bytes: upload.bytes,
      name: upload.name,
      created_by: createdBy,
    })
    .execute();
  return id;
}

const evidenceTypes = [
  { head: '%PDF-', extension: 'pdf', mime: 'application/pdf' },
  { head: '\xff\xd8\xff', extension: 'jpg', mime: 'image/jpeg' },
  { head: '\x89PNG\r\n\x1a\n', extension: 'png', mime: 'image/png' },
];
/** Stores evidence for others unchanged: a PDF, JPEG or PNG by its content. Returns the ID of the `files` row. */
export async function storeEvidence(
  tx: Tx,
  storage: Storage,
  upload: Upload,
  owner: { createdBy: string | null; locationId: string },
): Promise<string> {
  const head = await headOf(upload.path);
  const type = evidenceTypes.find((known) => head.startsWith(known.head));
  if (!type) {
    const message = `${upload.name} is not a PDF, JPEG or PNG`;
    throw problem('unsupported-type', { reason: message }, { fields: [{ path: upload.field, message }] });
  }
  const id = newId();
  const storage_key = `documents/${id}.${type.extension}`;
  afterRollback(tx, () => storage.remove(storage_key).catch(() => {}));
  await storage.put(storage_key, await readFile(upload.path));
  await tx
    .insertInto('files')
    .values({
      id,
      kind: 'document',
      storage_key,
      mime: type.mime,
      bytes: upload.bytes,
      name: upload.name,
      created_by: owner.createdBy,
      location_id: owner.locationId,
    })
    .execute();
  return id;
}

/** Stores an email unchanged, for download only. Returns the ID of the `files` row. */
export async function storeRawMail(
  tx: Tx,
  storage: Storage,
  upload: Upload,
  createdBy: string | null,
): Promise<string> {
  const id = newId();
  const storage_key = `documents/${id}.eml`;
  afterRollback(tx, () => storage.remove(storage_key).catch(() => {}));
  await storage.putStream(storage_key, createReadStream(upload.path));
  await tx
    .insertInto('files')
    .values({
      id,
      kind: 'document',
      storage_key,
      mime: 'message/rfc822',
      bytes: upload.bytes,
      name: 'email.eml',
      created_by: createdBy,
    })
    .execute();
  return id;
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The signed URL of a file that is stored unchanged, under its own name. */
export const downloadUrl = (storage: Storage, file: { storageKey: string; name: string }): string =>
  `${storage.url(file.storageKey)}&name=${encodeURIComponent(file.name)}`;

/** The signed URL of a stored document, valid for 15 minutes. */
export const documentUrl = (storage: Storage, file: { id: string; kind: string; name: string }): string =>
  file.kind === 'document'
    ? downloadUrl(storage, { storageKey: `documents/${file.id}.pdf`, name: file.name })
    : storage.url(`images/${file.id}/large.webp`);
