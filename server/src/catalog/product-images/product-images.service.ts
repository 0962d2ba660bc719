import type { ImagePlaces } from '@aisle/contract/catalog/sub-products';
import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { forgetImages, keepImage } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Upload } from '../../core/http/input/uploads.ts';
import { wrongField } from '../../core/problem.ts';
import {
  type ImageOwner,
  imageIdsOf,
  imagesWithoutProduct,
  insertImages,
  placeImages,
} from './product-images.queries.ts';

export const maxImages = 20;

/** Adds uploaded pictures after the existing ones, in upload order. */
export async function addImages(
  { tx, actor, services }: Context,
  owner: ImageOwner,
  uploads: readonly Upload[],
): Promise<void> {
  if (uploads.length === 0) return;
  const there = await imageIdsOf(tx, owner);
  if (there.length + uploads.length > maxImages) {
    throw wrongField('images', `Up to ${maxImages} pictures are allowed. There are already ${there.length}`);
  }
  const added: string[] = [];
  for (const upload of uploads) added.push(await keepImage(tx, services.storage, upload, actor.userId));
  await insertImages(tx, owner, added);
}

interface ArrangedImages {
  owner: ImageOwner;
  places: z.infer<typeof ImagePlaces>;
  /** Of the list in the form. */
  path?: string;
}
/** Saves the order of pictures; those left out are removed. */
export async function arrangeImages(
  tx: Tx,
  storage: Storage,
  { owner, places, path = 'images' }: ArrangedImages,
): Promise<void> {
  const there = new Set(await imageIdsOf(tx, owner));
  const index = places.findIndex((place) => !there.delete(place._id));
  if (index >= 0) throw wrongField(`${path}.${index}._id`, "This picture doesn't exist or is listed twice");
  await placeImages(tx, owner, places);
  await forgetUnused(tx, storage, [...there]);
}

/** Deletes the files of removed pictures, unless another product uses them. */
export async function forgetUnused(tx: Tx, storage: Storage, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await forgetImages(tx, storage, await imagesWithoutProduct(tx, ids));
}
