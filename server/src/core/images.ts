import { open } from 'node:fs/promises';
import type { Picture } from '@aisle/contract/core/fields';
import sharp from 'sharp';
import { afterCommit, afterRollback, type Tx } from './db.ts';
import { newId } from './ids.ts';
import { type Problem, problem } from './problem.ts';
import type { Storage } from './storage.ts';
import type { Upload } from './uploads.ts';

const sizes = { small: 160, medium: 480, large: 1280 } as const;
/** More is not a picture of groceries but a way to fill our memory. */
const mostPixels = 50_000_000;

/**
 * Keeps an uploaded picture in three sizes, re-encoded, so that neither metadata nor anything hidden in the
 * file survives; of one that moves, its first frame. What it is, its content says, not its name. Gives the id
 * of the `files` row. Its bytes go again when the transaction is rolled back.
 */
export async function keepImage(
  tx: Tx,
  storage: Storage,
  upload: Upload,
  createdBy: string | null,
): Promise<string> {
  const { width, height } = await measure(upload);
  const encoded = await encode(upload);
  const id = newId();
  const key = keyOf(id);
  afterRollback(tx, () => removeBytes(storage, key));
  for (const { size, bytes } of encoded) await storage.put(`${key}/${size}.webp`, bytes);
  await tx
    .insertInto('files')
    .values({
      id,
      kind: 'image',
      storage_key: key,
      mime: 'image/webp',
      bytes: upload.bytes,
      name: upload.name,
      width,
      height,
      created_by: createdBy,
    })
    .execute();
  return id;
}

/** Forgets pictures that nothing refers to any more; their bytes go once that is certain. */
export async function forgetImages(tx: Tx, storage: Storage, ids: readonly (string | null)[]): Promise<void> {
  const given = ids.filter((id) => id !== null);
  if (given.length === 0) return;
  const gone = await tx
    .deleteFrom('files')
    .where('kind', '=', 'image')
    .where('id', 'in', given)
    .returning('storage_key as key')
    .execute();
  afterCommit(tx, () => Promise.all(gone.map(({ key }) => removeBytes(storage, key))));
}

const keyOf = (id: string): string => `images/${id}`;
/** Bytes that stay lie about and harm nobody: not worth failing for. */
const removeBytes = (storage: Storage, key: string) =>
  Promise.allSettled(Object.keys(sizes).map((size) => storage.remove(`${key}/${size}.webp`)));

/** Looks at no more than the head of a file, so that a bomb is never unpacked. */
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
  if (width * height > mostPixels) {
    const message = `${upload.name} has more than ${mostPixels / 1_000_000} megapixels`;
    throw problem('validation-failed', {}, { fields: [{ path: upload.field, message }], message });
  }
  return { width, height };
}

async function isKnownFormat(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    const text = buffer.toString('latin1');
    return (
      text.startsWith('\xff\xd8\xff') ||
      text.startsWith('\x89PNG\r\n\x1a\n') ||
      /^RIFF.{4}WEBP/s.test(text) ||
      /^.{4}ftypavi[fs]/s.test(text)
    );
  } finally {
    await file.close();
  }
}

function encode(upload: Upload): Promise<{ size: string; bytes: Buffer }[]> {
  const source = sharp(upload.path, { limitInputPixels: mostPixels, failOn: 'error' });
  return Promise.all(
    Object.entries(sizes).map(async ([size, edge]) => ({
      size,
      bytes: await source
        .clone()
        .rotate()
        .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
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

/** The signed addresses of a picture; null where there is none. */
export function pictureOf(storage: Storage, fileId: string | null, alt: string): Picture | null {
  if (fileId === null) return null;
  const url = (size: string) => storage.url(`${keyOf(fileId)}/${size}.webp`, 7);
  return { _id: fileId, alt, small: url('small'), medium: url('medium'), large: url('large') };
}
