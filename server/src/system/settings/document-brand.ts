import type { Picture } from '@aisle/contract/core/fields';
import { settingsId } from '@aisle/contract/system/audit';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { deleteUnusedImages, largePictureKey, pictureOf, storeImage } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Uploads } from '../../core/http/input/uploads.ts';
import type { Brand } from '../../core/paper/pdf.ts';
import { lockSettings, readLogoId, saveLogoId } from './settings.queries.ts';
import { getSettings, invalidateSettings } from './settings.service.ts';

interface Logo {
  logo: Picture | null;
}
export const getLogo = async (tx: Tx, storage: Storage): Promise<Logo> => ({
  logo: pictureOf(storage, await readLogoId(tx), 'Logo'),
});

/** Replaces the logo, or removes it without an upload. Documents that exist already keep theirs. */
export async function changeLogo({ tx, actor, services }: Context, uploads: Uploads): Promise<Logo> {
  const { storage } = services;
  await lockSettings(tx);
  const earlier = await readLogoId(tx);
  const before = await getLogo(tx, storage);
  const upload = uploads.logo?.[0];
  await saveLogoId(tx, upload ? await storeImage(tx, storage, upload, actor.userId) : null);
  invalidateSettings(tx);
  await deleteUnusedImages(tx, storage, [earlier]);
  const after = await getLogo(tx, storage);
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'settings',
    recordId: settingsId,
    before,
    after,
  });
  return after;
}

/** Logos as PNG, the format that PDFs can contain, by file. A file never changes. */
const logos = new LRUCache<string, NonNullable<Brand['logo']>>({ max: 10 });
const maxLogo = { width: 480, height: 160, fit: 'inside', withoutEnlargement: true } as const;

/** The name, color and logo that documents show. */
export async function readBrand(tx: Tx, storage: Storage): Promise<Brand> {
  const { brandName, brandColor } = await getSettings(tx);
  const id = await readLogoId(tx);
  return { name: brandName, color: brandColor, logo: id === null ? null : await readLogo(storage, id) };
}

async function readLogo(storage: Storage, id: string): Promise<Brand['logo']> {
  const known = logos.get(id);
  if (known) return known;
  const key = largePictureKey(id);
  // A document without its logo is better than none.
  if (!(await storage.exists(key))) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.getStream(key)) chunks.push(chunk);
  const { data, info } = await sharp(Buffer.concat(chunks))
    .resize(maxLogo)
    .flatten({ background: '#fff' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const logo = {
    url: `data:image/png;base64,${data.toString('base64')}`,
    width: info.width,
    height: info.height,
  };
  logos.set(id, logo);
  return logo;
}
