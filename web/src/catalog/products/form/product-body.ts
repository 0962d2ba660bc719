import type { Product } from '@aisle/contract/catalog/products';
import type { ImageOrFile } from '@aisle/contract/catalog/sub-products';
import type { FieldError } from '@aisle/contract/core/envelope';
import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';
import {
  existingSpecifications,
  isSameOrder,
  type ProductForm,
  picturePlaces,
  VariantRow,
} from './product-values.ts';

type Row = ProductForm['subProducts'][number];
type Alts = ProductForm['alts'];

/** The files of one request, in the order in which they are sent. */
export class Files {
  readonly list: File[] = [];
  indexOf(file: File): number {
    const known = this.list.indexOf(file);
    return known >= 0 ? known : this.list.push(file) - 1;
  }
}

/** What is to be saved of a row: it is new, or it or its pictures differ from the server's. */
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

/** The pictures in their places, where that is not how they are. */
function changedImages(
  images: readonly UploadedImage[] | undefined,
  before: Product['images'],
  alts: Alts,
  files: Files,
): ImageOrFile[] | undefined {
  if (!images) return undefined;
  const places = picturePlaces(images, alts, files);
  return isSameOrder(places, before) ? undefined : places;
}

/** The variants of a save, each with the version that it was read at. */
const variantsOf = (rows: readonly SentRow[], current: readonly SubProduct[]) => {
  const versions = new Map(current.map(({ _id, version }) => [_id, version]));
  return rows.map(({ row: { images: _, ...row }, images }) => ({
    ...row,
    ...(row._id !== undefined && { version: versions.get(row._id) ?? 1 }),
    ...(images && { images }),
  }));
};

/** The whole page as one request: what is sent of a new product, or of one as it was read. */
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
      // Another category asks for others.
      ...((typed ?? fields.categoryId) && { specifications: named }),
      ...parts,
      ...(removed.length > 0 && { removeSubProducts: removed }),
    },
    files: files.list,
    rows,
  };
}

/** The server speaks of the rows it was sent, and of single pictures; the form shows all rows, and lists of pictures. */
export function inTheForm(fields: readonly FieldError[], rows: readonly Pick<SentRow, 'at'>[]): FieldError[] {
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

/** The file that an error is about. */
export function fileAt(
  path: string,
  values: Pick<ProductForm, 'images'>,
  rows: readonly Pick<SentRow, 'row'>[],
): File | undefined {
  const [, row, index] = /^(?:subProducts\.(\d+)\.)?images\.(\d+)/.exec(path) ?? [];
  const images = row === undefined ? values.images : rows[Number(row)]?.row.images;
  return images?.[Number(index)]?.file;
}
