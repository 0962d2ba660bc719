import type { Picture } from '@aisle/contract/core/fields';
import sharp from 'sharp';
import type { Tx } from './db.ts';
import { newId } from './ids.ts';
import { problem } from './problem.ts';
import type { Storage } from './storage.ts';
import type { Upload } from './uploads.ts';

const sizes = { small: 160, medium: 480, large: 1280 } as const;
const formats = new Set(['jpeg', 'png', 'webp', 'heif']);
/** More is not a picture of groceries but a way to fill our memory. */
const mostPixels = 50_000_000;

/**
 * Keeps an uploaded picture in three sizes, re-encoded, so that neither metadata nor anything hidden in the
 * file survives. What it is, its content says, not its name. Gives the id of the `files` row.
 */
export async function keepImage(
  tx: Tx,
  storage: Storage,
  upload: Upload,
  createdBy: string | null,
): Promise<string> {
  const source = sharp(upload.path, { limitInputPixels: mostPixels, failOn: 'error' });
  const metadata = await source.metadata().catch(() => undefined);
  if (!metadata?.format || !formats.has(metadata.format)) {
    throw problem('unsupported-type', { reason: `${upload.name} is not a JPEG, PNG, WebP or AVIF picture` });
  }
  const id = newId();
  const key = `images/${id}`;
  const encoded = await Promise.all(
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
    throw problem('unsupported-type', { reason: `${upload.name} cannot be read as a picture` });
  });
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
      width: metadata.width ?? null,
      height: metadata.height ?? null,
      created_by: createdBy,
    })
    .execute();
  return id;
}

/** The signed addresses of a picture; null where there is none. */
export function pictureOf(storage: Storage, fileId: string | null, alt: string): Picture | null {
  if (fileId === null) return null;
  const url = (size: string) => storage.url(`images/${fileId}/${size}.webp`, 7);
  return { _id: fileId, alt, small: url('small'), medium: url('medium'), large: url('large') };
}
