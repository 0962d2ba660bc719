import { type Product, productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, invalidate, useWrite } from '../../core/api.ts';
import { ApiError, isApiError } from '../../core/api-error.ts';
import { tellError, tellSuccess } from '../../core/notice.tsx';
import type { PictureUploads } from './picture-uploads.ts';
import {
  atGridRows,
  changedRows,
  isSameOrder,
  knownSpecifications,
  type ProductForm,
  picturePlaces,
} from './product-values.ts';

/**
 * Saves a product and then its sub-products. What the first call has saved is remembered, so that trying again
 * after a refused SKU neither adds the product twice nor collides with oneself.
 */
export function useSaveProduct(
  product: Product | undefined,
  specificationNames: readonly string[],
  uploads: PictureUploads,
) {
  const client = useQueryClient();
  const create = useWrite(productRoutes.create, { quiet: true });
  const edit = useWrite(productRoutes.edit, { quiet: true });
  const saveRows = useWrite(subProductRoutes.saveEdit, { quiet: true });
  const removeRow = useWrite(subProductRoutes.remove, { quiet: true });
  const latest = useRef(product);
  /** The version that one's own saving has led to: what was typed before it is no edit of an older one. */
  const own = useRef(0);

  function keep(saved: Product): void {
    own.current = saved.version;
    latest.current = saved;
  }

  async function saveProduct(
    { images, alts, subProducts: _, specifications, ...rest }: ProductForm,
    version: number,
    changed: Partial<ProductForm>,
  ): Promise<Product> {
    const before = latest.current;
    const named = knownSpecifications(specifications ?? {}, specificationNames);
    if (!before) return create.mutateAsync({ body: { ...rest, specifications: named } });
    const { images: newImages, alts: newAlts, subProducts: __, specifications: typed, ...fields } = changed;
    const places = (newImages ?? newAlts) && picturePlaces(images, alts, uploads.stored);
    const body = {
      ...fields,
      // Another category asks for others.
      ...((typed ?? fields.categoryId) && { specifications: named }),
      ...(places && !isSameOrder(places, before.images) && { images: places }),
    };
    if (Object.keys(body).length === 0) return before;
    return edit.mutateAsync({
      params: { id: before._id },
      body: { ...body, version: Math.max(version, own.current) },
    });
  }

  /** One after the other, so that one that cannot be taken keeps none of the others. */
  async function savePictures({ images, alts }: ProductForm, saved: Product): Promise<Product> {
    let now = saved;
    try {
      for (const { file } of images) {
        if (!file || uploads.stored(file)) continue;
        now = await uploads.send(saved._id, file);
        keep(now);
      }
    } finally {
      // Also where a later one was refused: those before it are there.
      if (now !== saved) void invalidate(client, productRoutes.addImages.changes);
    }
    // New pictures go behind the others: another place takes a second step.
    const places = picturePlaces(images, alts, uploads.stored);
    if (now === saved || isSameOrder(places, now.images)) return now;
    return edit.mutateAsync({
      params: { id: saved._id },
      body: { version: now.version, images: places },
    });
  }

  async function saveSubProducts(values: ProductForm, saved: Product): Promise<void> {
    const kept = new Set(values.subProducts.map(({ _id }) => _id));
    for (const { _id } of saved.subProducts.filter((one) => !kept.has(one._id))) {
      await removeRow.mutateAsync({ params: { id: _id } });
      const subProducts = latest.current?.subProducts.filter((one) => one._id !== _id) ?? [];
      latest.current = { ...saved, ...latest.current, subProducts };
    }
    const sent = changedRows(values.subProducts, saved.subProducts);
    if (sent.length === 0) return;
    const versions = new Map(saved.subProducts.map(({ _id, version }) => [_id, version]));
    const subProducts = sent.map(({ row }) =>
      row._id === undefined ? row : { ...row, version: versions.get(row._id) ?? 1 },
    );
    try {
      await saveRows.mutateAsync({ body: { productId: saved._id, subProducts } });
    } catch (error) {
      if (!isApiError(error)) throw error;
      const current = await currentOf(error, saved._id);
      if (current) latest.current = current;
      throw withGridRows(error, sent, current);
    }
  }

  /** Answers the id of the product. */
  return async (values: ProductForm, version: number, changed: Partial<ProductForm>): Promise<string> => {
    const isNew = product === undefined;
    try {
      const before = latest.current?.subProducts ?? [];
      let saved = await saveProduct(values, version, changed);
      const isMerged = !isNew && saved.version > Math.max(version, own.current) + 1;
      if (saved !== latest.current) keep(saved);
      saved = await savePictures(values, saved);
      keep(saved);
      // The versions of the rows stay those that were read: saving the product does not make them fresh.
      latest.current = { ...saved, subProducts: before.length > 0 ? before : saved.subProducts };
      await saveSubProducts(values, latest.current);
      tellSuccess(isNew ? 'Product added' : isMerged ? savedWithOthers : 'Product saved');
      return saved._id;
    } catch (error) {
      if (isApiError(error) && error.code === 'version-stale' && error.data) {
        // The form settles it, and says what there is to choose.
        latest.current = error.data as Product;
        throw error;
      }
      tellError(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}

const savedWithOthers = "Product saved and merged with other people's changes";

/** The product as it is on the server, where the error says that it was changed there. */
const currentOf = async ({ code }: ApiError, id: string): Promise<Product | undefined> =>
  code === 'version-stale' ? call(productRoutes.show, { params: { id } }) : undefined;

/** The error in terms of the whole page: rows where the grid has them, a conflict with the whole product. */
function withGridRows(
  error: ApiError,
  sent: readonly { at: number }[],
  current: Product | undefined,
): ApiError {
  return new ApiError(error.message, {
    status: error.status,
    code: error.code,
    details: error.details,
    requestId: error.requestId,
    fields: atGridRows(error.fields, sent),
    data: current,
  });
}
