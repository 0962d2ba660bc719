import type { Product } from '@aisle/contract/catalog/products';
import type { ImageOrFile } from '@aisle/contract/catalog/sub-products';
import type { FieldError } from '@aisle/contract/core/envelope';
import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';
import {
  existingSpecifications,
  isSameOrder,
  type ProductForm,
  picturePositions,
  VariantRow,
} from './product-values.ts';

type Row = ProductForm['subProducts'][number];
type Alts = ProductForm['alts'];

/** The files of one request, in order. */
export class Files {
  readonly list: File[] = [];
  indexOf(file: File): number {
    const known = this.list.indexOf(file);
    return known >= 0 ? known : this.list.push(file) - 1;
  }
}

/** A row to save: it's new, or it or its pictures changed. */
interface SentRow {
  row: Row;
  /** Its index in the form. */
  at: number;
  images: ImageOrFile[] | undefined;
}
type SubProduct = Product['subProducts'][number];

export function changedRows(
  rows: readonly Row[],
  current: readonly SubProduct[],
  alts: Alts,
  files: Files,
): SentRow[] {
  const known = new Map(current.map((one) => [one._id, one]));
  return rows.flatMap((row, at) => {
    const before = row._id === undefined ? undefined : known.get(row._id);
    const images = changedImages(row.images, before?.images ?? [], alts, files);
    return before && !images && textOf(row) === textOf(before) ? [] : [{ row, at, images }];
  });
}

const fieldNames = Object.keys(VariantRow.shape).filter((name) => name !== 'images');
const textOf = (row: Row | SubProduct): string =>
  JSON.stringify(fieldNames.map((name) => (row as Record<string, unknown>)[name] || null));

/** The pictures in their new order; undefined if nothing changed. */
function changedImages(
  images: readonly UploadedImage[] | undefined,
  before: Product['images'],
  alts: Alts,
  files: Files,
): ImageOrFile[] | undefined {
  if (!images) return undefined;
  const places = picturePositions(images, alts, files);
  return isSameOrder(places, before) ? undefined : places;
}

/** The variants of a request, each with the version that was loaded. */
const variantsOf = (rows: readonly SentRow[], current: readonly SubProduct[]) => {
  const versions = new Map(current.map(({ _id, version }) => [_id, version]));
  return rows.map(({ row: { images: _, ...row }, images }) => ({
    ...row,
    ...(row._id !== undefined && { version: versions.get(row._id) ?? 1 }),
    ...(images && { images }),
  }));
};

/** Builds the request that saves the whole page, for a new product or an existing one. */
export function bodyOf(
  values: ProductForm,
  changed: Partial<ProductForm>,
  before: Product | undefined,
  specificationNames: readonly string[],
) {
  const files = new Files();
  const { images, alts, subProducts, specifications, ...rest } = values;
  const named = existingSpecifications(specifications ?? {}, specificationNames);
  const places = changedImages(images, before?.images ?? [], alts, files);
  const rows = changedRows(subProducts, before?.subProducts ?? [], alts, files);
  const variants = variantsOf(rows, before?.subProducts ?? []);
  const parts = { ...(places && { images: places }), ...(variants.length > 0 && { subProducts: variants }) };
  const { images: _, alts: __, subProducts: ___, specifications: typed, ...fields } = changed;
  const kept = new Set(subProducts.map(({ _id }) => _id));
  const removed = (before?.subProducts ?? []).flatMap(({ _id }) => (kept.has(_id) ? [] : [_id]));
  return {
    create: { ...rest, specifications: named, ...parts },
    edit: {
      ...fields,
      // Another category has other specifications.
      ...((typed ?? fields.categoryId) && { specifications: named }),
      ...parts,
      ...(removed.length > 0 && { removeSubProducts: removed }),
    },
    files: files.list,
    rows,
  };
}

/**
 * Translates error paths from the request to the form: the request has only changed rows and names single pictures; the form
 * has all rows and lists of pictures.
 */
export function toFormErrors(
  fields: readonly FieldError[],
  rows: readonly Pick<SentRow, 'at'>[],
): FieldError[] {
  return fields.map(({ path, message }) => ({
    message,
    path: path
      .replace(/^subProducts\.(\d+)/, (whole, index: string) => {
        const at = rows[Number(index)]?.at;
        return at === undefined ? whole : `subProducts.${at}`;
      })
      .replace(/(^|\.)images\..*$/, '$1images'),
  }));
}

/** The file to which an error belongs. */
export function fileAt(
  path: string,
  values: Pick<ProductForm, 'images'>,
  rows: readonly Pick<SentRow, 'row'>[],
): File | undefined {
  const [, row, index] = /^(?:subProducts\.(\d+)\.)?images\.(\d+)/.exec(path) ?? [];
  const images = row === undefined ? values.images : rows[Number(row)]?.row.images;
  return images?.[Number(index)]?.file;
}
