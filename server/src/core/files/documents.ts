import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { afterRollback, type Tx } from '../db/db.ts';
import type { Upload } from '../http/input/uploads.ts';
import { newId } from '../ids.ts';
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
  if (!(await isPdf(upload.path))) return storePhoto(tx, storage, upload, { createdBy });
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

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 0);
    return buffer.toString('latin1') === '%PDF-';
  } finally {
    await file.close();
  }
}

/** The signed URL of a stored document, valid for 15 minutes. */
export const documentUrl = (storage: Storage, file: { id: string; kind: string; name: string }): string =>
  file.kind === 'document'
    ? `${storage.url(`documents/${file.id}.pdf`)}&name=${encodeURIComponent(file.name)}`
    : storage.url(`images/${file.id}/large.webp`);
