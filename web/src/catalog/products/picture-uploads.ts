import { type Product, productRoutes } from '@aisle/contract/catalog/products';
import { useRef, useState } from 'react';
import { call } from '../../core/api.ts';
import { ApiError, isApiError } from '../../core/api-error.ts';

/** How far a file is: the share that has left, or why it was not taken. */
export type UploadState = { share: number; problem?: undefined } | { share?: undefined; problem: string };

/** Sends pictures to a product one after the other, and knows of each file how far it is. */
export function usePictureUploads() {
  const [states, setStates] = useState<ReadonlyMap<File, UploadState>>(new Map());
  /** Files that are on the server already, should the rest have to be tried again. */
  const done = useRef(new Map<File, Product['images'][number]>());
  const note = (file: File, state: UploadState) => setStates((before) => new Map(before).set(file, state));

  async function send(id: string, file: File): Promise<Product> {
    note(file, { share: 0 });
    try {
      const saved = await call(
        productRoutes.addImages,
        { params: { id }, files: { images: [file] } },
        { onProgress: (share) => note(file, { share }) },
      );
      const added = saved.images.at(-1);
      if (added) done.current.set(file, added);
      note(file, { share: 1 });
      return saved;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      note(file, { problem: message });
      if (!isApiError(error)) throw error;
      // In terms of the form: the file itself shows what is wrong with it.
      const { status, code, details, requestId } = error;
      const fields = [{ path: 'images', message }];
      throw new ApiError(message, { status, code, details, requestId, fields });
    }
  }
  return { states, send, stored: (file: File) => done.current.get(file) };
}
export type PictureUploads = ReturnType<typeof usePictureUploads>;
