import { type ImageOrFile, maxVariants, type VariantPart } from '@aisle/contract/catalog/sub-products';
import type { Context } from '../../core/context.ts';
import { keepImage } from '../../core/files/images.ts';
import type { Upload, Uploads } from '../../core/http/input/uploads.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { type ImageOwner, insertImages } from '../product-images/product-images.queries.ts';
import { addImages, arrangeImages, forgetUnused } from '../product-images/product-images.service.ts';
import type { SubProductColumns } from '../sub-products/sub-products.queries.ts';
import {
  checkVariants,
  mayWriteVariants,
  mustHave,
  refuseUsed,
  writeVariants,
} from '../sub-products/sub-products.service.ts';
import { deleteSubProducts, imageIdsOfVariants } from './product-parts.queries.ts';

/** The lists of pictures in one save, and the files sent with it. */
interface Pictures {
  images?: readonly ImageOrFile[] | undefined;
  subProducts?: readonly VariantPart[] | undefined;
}

/** Parts the files by the list that names each; those that none names are the product's, behind its others. */
export class SentFiles {
  readonly #files: readonly Upload[];
  readonly #unnamed: Set<number>;

  constructor({ images = [] }: Uploads, { images: own, subProducts }: Pictures) {
    this.#files = images;
    this.#unnamed = new Set(images.keys());
    this.#take(own, 'images');
    for (const [index, variant] of (subProducts ?? []).entries()) {
      this.#take(variant.images, `subProducts.${index}.images`);
    }
  }

  #take(places: readonly ImageOrFile[] | undefined, path: string): void {
    for (const [index, { file }] of (places ?? []).entries()) {
      if (file === undefined || this.#unnamed.delete(file)) continue;
      throw wrongField(`${path}.${index}.file`, "This file wasn't sent or is listed twice");
    }
  }

  /** The file, with the path in the form by which an error names it. */
  at(index: number, field: string): Upload {
    return { ...this.#files[index]!, field };
  }

  get unnamed(): Upload[] {
    return this.#files.filter((_, index) => this.#unnamed.has(index));
  }
}

interface List {
  owner: ImageOwner;
  places: readonly ImageOrFile[];
  /** Of the list in the form. */
  path: string;
}
/** Stores the files of a list of pictures and brings all of them into its order. */
async function writeImages(context: Context, files: SentFiles, { owner, places, path }: List): Promise<void> {
  const { tx, actor, services } = context;
  const added: string[] = [];
  const ordered: { _id: string; alt?: string | undefined }[] = [];
  for (const [index, { _id, file, alt }] of places.entries()) {
    if (file === undefined) ordered.push({ _id: _id!, alt });
    else {
      const upload = files.at(file, `${path}.${index}`);
      const id = await keepImage(tx, services.storage, upload, actor.userId);
      added.push(id);
      ordered.push({ _id: id, alt });
    }
  }
  if (added.length > 0) await insertImages(tx, owner, added);
  await arrangeImages(tx, services.storage, { owner, places: ordered, path });
}

/** Saves the pictures of the product itself. */
export async function writeProductImages(
  context: Context,
  productId: string,
  images: readonly ImageOrFile[] | undefined,
  files: SentFiles,
): Promise<void> {
  const owner = { productId, subProductId: null };
  if (images) await writeImages(context, files, { owner, places: images, path: 'images' });
  await addImages(context, owner, files.unnamed);
}

interface VariantChanges {
  subProducts?: readonly VariantPart[] | undefined;
  removeSubProducts?: readonly string[] | undefined;
  /** Goes with the refusal where variants were changed meanwhile. */
  staleData?: unknown;
}
/** Deletes, adds and changes variants of a locked product, with their own pictures. */
export async function writeVariantParts(
  context: Context,
  product: { _id: string; name: string },
  { subProducts = [], removeSubProducts = [], staleData }: VariantChanges,
  files: SentFiles,
): Promise<void> {
  mustHave(context.actor, 'sub_product_delete', removeSubProducts.length > 0);
  mayWriteVariants(context.actor, subProducts);
  if (removeSubProducts.length > 0) await removeVariants(context, product, removeSubProducts);
  if (subProducts.length === 0) return;
  const ids = await writeVariants(context.tx, product._id, inputsOf(subProducts), () => staleData);
  await writeVariantImages(context, { productId: product._id, ids, subProducts }, files);
}

const inputsOf = (subProducts: readonly VariantPart[]) =>
  subProducts.map(({ images: _, ...variant }) => variant);

/** Checks the variants of a product that is about to be added. */
export async function checkNewVariants(
  { tx, actor }: Context,
  productId: string,
  subProducts: readonly VariantPart[],
): Promise<SubProductColumns[]> {
  mayWriteVariants(actor, subProducts);
  if (subProducts.length > maxVariants) throw problem('subProducts.too-many', { most: maxVariants });
  const { rows } = await checkVariants(tx, productId, inputsOf(subProducts), () => undefined);
  return rows;
}

/** Saves the pictures of variants, each with its own. */
export async function writeVariantImages(
  context: Context,
  {
    productId,
    ids,
    subProducts,
  }: { productId: string; ids: readonly string[]; subProducts: readonly VariantPart[] },
  files: SentFiles,
): Promise<void> {
  for (const [index, { images }] of subProducts.entries()) {
    if (!images) continue;
    const owner = { productId, subProductId: ids[index]! };
    await writeImages(context, files, { owner, places: images, path: `subProducts.${index}.images` });
  }
}

async function removeVariants(
  { tx, services }: Context,
  product: { _id: string; name: string },
  ids: readonly string[],
): Promise<void> {
  await refuseUsed(tx, product.name, ids);
  const images = await imageIdsOfVariants(tx, product._id, ids);
  await deleteSubProducts(tx, product._id, ids);
  await forgetUnused(tx, services.storage, images);
}
