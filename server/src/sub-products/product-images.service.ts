import type { ImagePlaces } from '@aisle/contract/sub-products';
import type { z } from 'zod';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { forgetImages, keepImage } from '../core/images.ts';
import { wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Upload } from '../core/uploads.ts';
import {
  type ImageOwner,
  imageIdsOf,
  imagesWithoutProduct,
  insertImages,
  placeImages,
} from './product-images.queries.ts';

const mostImages = 20;

/** Keeps uploaded pictures behind those that are there, in the order in which they came. */
export async function addImages(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  owner: ImageOwner,
  uploads: readonly Upload[],
): Promise<void> {
  if (uploads.length === 0) return;
  const there = await imageIdsOf(tx, owner);
  if (there.length + uploads.length > mostImages) {
    throw wrongField('images', `At most ${mostImages} pictures, ${there.length} are there already`);
  }
  const added: string[] = [];
  for (const upload of uploads) added.push(await keepImage(tx, storage, upload, actor.userId));
  await insertImages(tx, owner, added);
}

/** The order of pictures as somebody dragged it; those left out are taken away. */
export async function arrangeImages(
  tx: Tx,
  storage: Storage,
  owner: ImageOwner,
  places: z.infer<typeof ImagePlaces>,
): Promise<void> {
  const there = new Set(await imageIdsOf(tx, owner));
  const index = places.findIndex((place) => !there.delete(place._id));
  if (index >= 0) throw wrongField(`images.${index}._id`, 'This picture is not there, or is named twice');
  await placeImages(tx, owner, places);
  await forgetUnused(tx, storage, [...there]);
}

/** Pictures were taken away: their files go too, unless another product shows them. */
export async function forgetUnused(tx: Tx, storage: Storage, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await forgetImages(tx, storage, await imagesWithoutProduct(tx, ids));
}
