import { type Product, productRoutes } from '@aisle/contract/catalog/products';
import { useRef } from 'react';
import { useWrite } from '../../../core/api.ts';
import { ApiError, isApiError } from '../../../core/api-error.ts';
import { notifyError, notifySuccess } from '../../../core/notice.tsx';
import type { PictureUploads } from '../pictures/picture-uploads.ts';
import { bodyOf, fileAt, toFormErrors } from './product-body.ts';
import type { ProductForm } from './product-values.ts';

type Body = ReturnType<typeof bodyOf>;

/** Saves a product with its pictures and variants in one request, so nothing is saved halfway. */
export function useSaveProduct(
  product: Product | undefined,
  specificationNames: readonly string[],
  uploads: PictureUploads,
) {
  const sending = useRef<readonly File[]>([]);
  const onProgress = (share: number) => uploads.progress(sending.current, share);
  const create = useWrite(productRoutes.create, { quiet: true, onProgress });
  const edit = useWrite(productRoutes.edit, { quiet: true, onProgress });
  /** The product from which the rows of the form were loaded; provides their versions. */
  const latest = useRef(product);

  async function send(body: Body, before: Product | undefined, version: number): Promise<Product> {
    sending.current = body.files;
    if (body.files.length > 0) uploads.progress(body.files, 0);
    const files = { images: body.files };
    if (!before) return create.mutateAsync({ body: body.create, files });
    if (Object.keys(body.edit).length === 0) return before;
    return edit.mutateAsync({ params: { id: before._id }, body: { ...body.edit, version }, files });
  }

  function tell(error: ApiError, values: ProductForm, { rows }: Body): ApiError {
    const about = error.fields.find(({ path }) => /(^|\.)images\.\d/.test(path));
    uploads.refused(about && fileAt(about.path, values, rows), about?.message ?? '');
    // The form resolves the conflict and shows the choices.
    if (error.code === 'version-stale' && error.data) latest.current = error.data as Product;
    else notifyError(error.message);
    const { message, status, code, details, requestId, data } = error;
    return new ApiError(message, {
      status,
      code,
      details,
      requestId,
      data,
      fields: toFormErrors(error.fields, rows),
    });
  }

  /** Resolves to the id of the product. */
  return async (values: ProductForm, version: number, changed: Partial<ProductForm>): Promise<string> => {
    const before = latest.current;
    const body = bodyOf(values, changed, before, specificationNames);
    try {
      const saved = await send(body, before, version);
      const isMerged = before !== undefined && saved.version > version + 1;
      notifySuccess(before ? (isMerged ? savedWithOthers : 'Product saved') : 'Product added');
      return saved._id;
    } catch (error) {
      if (isApiError(error)) throw tell(error, values, body);
      uploads.refused(undefined, '');
      notifyError(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}

const savedWithOthers = "Product saved and merged with other people's changes";
