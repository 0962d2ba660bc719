import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Picture } from '@aisle/contract/core/fields';
import sharp from 'sharp';
import { afterCommit, afterRollback, type Tx } from '../db/db.ts';
import type { Upload } from '../http/input/uploads.ts';
import { newId } from '../ids.ts';
import { type Problem, problem } from '../problem.ts';
import { Semaphore } from '../semaphore.ts';
import { fileDigest } from './file-digest.ts';
import { beginsAsPicture, pictureHead } from './picture-format.ts';
import type { Storage } from './storage.ts';

const sizes = { small: 160, medium: 480, large: 1280 } as const;
/** Larger pictures would take too much memory to decode. */
const maxPixels = 50_000_000;
/** libvips decodes in its own threads, so more pictures at once would only use more memory. */
const turns = new Semaphore({ concurrency: 2, waiting: 200 });
const maxSeconds = 20;

/** Stores a picture of the marketplace, such as a product's, visible to users of all locations. */
export const storeImage = (tx: Tx, storage: Storage, upload: Upload, createdBy: string | null) =>
  storePicture(tx, storage, upload, { kind: 'image', created_by: createdBy });

/** The owner of a photo. Without a location, access follows from the record that refers to it. */
interface PhotoOwner {
  createdBy: string | null;
  locationId?: string;
}
/** Stores a photo of items, a doorstep, a person or a document, visible only with access to its record. */
export const storePhoto = (tx: Tx, storage: Storage, upload: Upload, { createdBy, locationId }: PhotoOwner) =>
  storePicture(tx, storage, upload, {
    kind: 'photo',
    created_by: createdBy,
    location_id: locationId ?? null,
  });

/**
 * Stores an uploaded picture in three sizes, re-encoded to drop metadata and hidden data; only the first frame of an animation.
 * The type follows from the content, not from the name. Returns the ID of the `files` row. A rollback deletes the bytes.
 */
async function storePicture(
  tx: Tx,
  storage: Storage,
  upload: Upload,
  owner: { kind: 'image' | 'photo'; created_by: string | null; location_id?: string | null },
): Promise<string> {
  const { width, height } = await measure(upload);
  const encoded = await turns.take(() => encode(upload), upload.signal);
  const digest = await fileDigest(upload.path);
  const id = newId();
  const key = keyOf(id);
  afterRollback(tx, () => removeBytes(storage, key));
  for (const { size, bytes } of encoded) await storage.put(`${key}/${size}.webp`, bytes);
  await tx
    .insertInto('files')
    .values({
      ...owner,
      id,
      storage_key: key,
      mime: 'image/webp',
      bytes: upload.bytes,
      name: upload.name,
      width,
      height,
      digest,
      large_digest: hash('sha256', encoded.find(({ size }) => size === 'large')!.bytes, 'buffer'),
    })
    .execute();
  return id;
}

/** Deletes unreferenced pictures of the marketplace, and their bytes after the commit. */
export async function deleteUnusedImages(
  tx: Tx,
  storage: Storage,
  ids: readonly (string | null)[],
): Promise<void> {
  const unused = ids.filter((id) => id !== null);
  if (unused.length === 0) return;
  const gone = await tx
    .deleteFrom('files')
    .where('kind', '=', 'image')
    .where('id', 'in', unused)
    .returning('storage_key as key')
    .execute();
  afterCommit(tx, () => Promise.all(gone.map(({ key }) => removeBytes(storage, key))));
}

const keyOf = (id: string): string => `images/${id}`;
/** Remaining bytes do no harm, so a failure to delete them is ignored. */
const removeBytes = (storage: Storage, key: string) =>
  Promise.allSettled(Object.keys(sizes).map((size) => storage.remove(`${key}/${size}.webp`)));

/** The key of a picture's large size, which external systems receive. */
export const largePictureKey = (fileId: string): string => `${keyOf(fileId)}/large.webp`;

/** Reads only the header of a file, so that a decompression bomb is never decoded. */
async function measure(upload: Upload): Promise<{ width: number; height: number }> {
  if (!(await isKnownFormat(upload.path))) {
    throw unusable(upload, 'is not a JPEG, PNG, WebP or AVIF picture');
  }
  const metadata = await sharp(upload.path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unusable(upload, 'cannot be read as a picture');
    });
  const { width, height } = metadata;
  if (width * height > maxPixels) {
    const message = `${upload.name} has more than ${maxPixels / 1_000_000} megapixels`;
    throw problem('validation-failed', {}, { fields: [{ path: upload.field, message }], message });
  }
  return { width, height };
}

async function isKnownFormat(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(pictureHead), 0, pictureHead, 0);
    return beginsAsPicture(buffer);
  } finally {
    await file.close();
  }
}

function encode(upload: Upload): Promise<{ size: string; bytes: Buffer }[]> {
  const source = sharp(upload.path, { limitInputPixels: maxPixels, failOn: 'error' });
  return Promise.all(
    Object.entries(sizes).map(async ([size, edge]) => ({
      size,
      bytes: await source
        .clone()
        .rotate()
        .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .timeout({ seconds: maxSeconds })
        .toBuffer(),
    })),
  ).catch(() => {
    throw unusable(upload, 'cannot be read as a picture');
  });
}

function unusable({ name, field }: Upload, why: string): Problem {
  const reason = `${name} ${why}`;
  return problem('unsupported-type', { reason }, { fields: [{ path: field, message: reason }] });
}

/** The signed URLs of a picture; null if there is none. */
export function pictureOf(storage: Storage, fileId: string | null, alt: string): Picture | null {
  if (fileId === null) return null;
  const url = (size: string) => storage.pictureUrl(`${keyOf(fileId)}/${size}.webp`);
  return { _id: fileId, alt, small: url('small'), medium: url('medium'), large: url('large') };
}
