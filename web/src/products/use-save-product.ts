import { type Product, productRoutes } from '@aisle/contract/products';
import { subProductRoutes } from '@aisle/contract/sub-products';
import { useRef } from 'react';
import { call, useWrite } from '../core/api.ts';
import { ApiError, isApiError } from '../core/api-error.ts';
import { tellError, tellSuccess } from '../core/notice.tsx';
import {
  atGridRows,
  changedRows,
  knownSpecifications,
  type ProductForm,
  picturePlaces,
} from './product-values.ts';

/**
 * Saves a product and then its sub-products. What the first call has saved is remembered, so that trying again
 * after a refused SKU neither adds the product twice nor collides with oneself.
 */
export function useSaveProduct(product: Product | undefined, specificationNames: readonly string[]) {
  const create = useWrite(productRoutes.create, { quiet: true });
  const edit = useWrite(productRoutes.edit, { quiet: true });
  const saveRows = useWrite(subProductRoutes.saveEdit, { quiet: true });
  const removeRow = useWrite(subProductRoutes.remove, { quiet: true });
  const latest = useRef(product);

  async function saveProduct(values: ProductForm, version: number): Promise<Product> {
    const { images, alts, subProducts: _, specifications, ...rest } = values;
    const body = {
      ...rest,
      specifications: knownSpecifications(specifications ?? {}, specificationNames),
    };
    const files = { images: images.flatMap(({ file }) => file ?? []) };
    const before = latest.current;
    if (!before) return create.mutateAsync({ body, files });
    const params = { id: before._id };
    const here = images.filter(({ picture }) => picture);
    const saved = await edit.mutateAsync({
      params,
      files,
      body: {
        ...body,
        version: Math.max(version, before.version),
        images: picturePlaces(here, before.images, alts),
      },
    });
    // New pictures go behind the others: another place takes a second step.
    const places = picturePlaces(images, saved.images, alts);
    const isInPlace = places.every(({ _id }, at) => saved.images[at]?._id === _id);
    if (isInPlace) return saved;
    return edit.mutateAsync({ params, body: { version: saved.version, images: places } });
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
      throw await retold(error, saved._id, sent);
    }
  }

  /** The error in terms of the whole page: rows where the grid has them, a conflict with the whole product. */
  async function retold(error: ApiError, id: string, sent: readonly { at: number }[]): Promise<ApiError> {
    const current =
      error.code === 'version-stale' ? await call(productRoutes.show, { params: { id } }) : undefined;
    if (current) latest.current = current;
    return new ApiError(error.message, {
      status: error.status,
      code: error.code,
      details: error.details,
      requestId: error.requestId,
      fields: atGridRows(error.fields, sent),
      data: current,
    });
  }

  /** Answers the id of the product. */
  return async (values: ProductForm, version: number): Promise<string> => {
    const isNew = product === undefined;
    try {
      const before = latest.current?.subProducts ?? [];
      const saved = await saveProduct(values, version);
      // The versions of the rows stay those that were read: saving the product does not make them fresh.
      latest.current = { ...saved, subProducts: before.length > 0 ? before : saved.subProducts };
      await saveSubProducts(values, latest.current);
      tellSuccess(isNew ? 'Product added' : 'Product saved');
      return saved._id;
    } catch (error) {
      if (isApiError(error) && error.code === 'version-stale' && error.data) {
        latest.current = error.data as Product;
      }
      tellError(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}
