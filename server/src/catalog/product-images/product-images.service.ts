import type { ImageOrFile, ImagePlaces } from '@aisle/contract/catalog/sub-products';
import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { deleteUnusedImages, storeImage } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Upload, Uploads } from '../../core/http/input/uploads.ts';
import { wrongField } from '../../core/problem.ts';
import {
  type ImageOwner,
  imageIdsOf,
  imagesWithoutProduct,
  insertImages,
  positionImages,
} from './product-images.queries.ts';

export const maxImages = 20;

interface ProductImages {
  productId: string;
  images: readonly ImageOrFile[] | undefined;
  variants: readonly { id: string; images?: readonly ImageOrFile[] | undefined }[];
}
/**
 * Sorts the pictures of a product and its variants as in their lists, with the files that each list names. Adds files that no
 * list names to the product. Returns whether the product's own pictures were sent.
 */
export async function saveImages(
  context: Context,
  { productId, images, variants }: ProductImages,
  { images: files = [] }: Uploads,
): Promise<boolean> {
  const product = { productId, subProductId: null };
  const lists = [
    { owner: product, places: images, path: 'images' },
    ...variants.map(({ id, images: places }, index) => ({
      owner: { productId, subProductId: id },
      places,
      path: `subProducts.${index}.images`,
    })),
  ];
  const unnamed = new Set(files.keys());
  for (const { owner, places, path } of lists) {
    if (!places) continue;
    for (const [index, { file }] of places.entries()) {
      if (file === undefined || unnamed.delete(file)) continue;
      throw wrongField(`${path}.${index}.file`, "This file wasn't sent or is listed twice");
    }
    await writeImages(context, { owner, places, path }, files);
  }
  const added = files.filter((_, index) => unnamed.has(index));
  await addImages(context, product, added);
  return images !== undefined || added.length > 0;
}

interface ImageList {
  owner: ImageOwner;
  places: readonly ImageOrFile[];
  /** The path of the list in the form. */
  path: string;
}
async function writeImages(
  context: Context,
  { owner, places, path }: ImageList,
  files: readonly Upload[],
): Promise<void> {
  const { tx, actor, services } = context;
  const added: string[] = [];
  const ordered: { _id: string; alt?: string | undefined }[] = [];
  for (const [index, { _id, file, alt }] of places.entries()) {
    if (file === undefined) ordered.push({ _id: _id!, alt });
    else {
      const upload = { ...files[file]!, field: `${path}.${index}` };
      const id = await storeImage(tx, services.storage, upload, actor.userId);
      added.push(id);
      ordered.push({ _id: id, alt });
    }
  }
  if (added.length > 0) await insertImages(tx, owner, added);
  await arrangeImages(tx, services.storage, { owner, places: ordered, path });
}

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
  for (const upload of uploads) added.push(await storeImage(tx, services.storage, upload, actor.userId));
  await insertImages(tx, owner, added);
}

interface ArrangedImages {
  owner: ImageOwner;
  places: z.infer<typeof ImagePlaces>;
  /** The path of the list in the form. */
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
  await positionImages(tx, owner, places);
  await deleteUnused(tx, storage, [...there]);
}

/** Deletes the files of removed pictures, unless another product uses them. */
export async function deleteUnused(tx: Tx, storage: Storage, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteUnusedImages(tx, storage, await imagesWithoutProduct(tx, ids));
}
