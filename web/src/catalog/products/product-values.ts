import { type Product, ProductInput } from '@aisle/contract/catalog/products';
import { pricingIssues, SubProductInput } from '@aisle/contract/catalog/sub-products';
import type { FieldError } from '@aisle/contract/core/envelope';
import { Id, type Picture } from '@aisle/contract/core/fields';
import type { Unit } from '@aisle/contract/core/quantity';
import { z } from 'zod';
import type { UploadedImage } from '../../ui/form/image-upload.tsx';
import { pictureKey } from './picture-key.ts';

/** A row of the sub-products grid. Its version is known by id, so that a conflict can be settled. */
export const VariantRow = SubProductInput.extend({ _id: Id.optional() }).superRefine((row, context) => {
  for (const { path, message } of pricingIssues(row)) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
});
export type VariantRow = z.input<typeof VariantRow>;

/** Enter in the last row of the sheet begins another one: where nothing is said in it, none was meant. */
export function withoutBlankEnd(rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows;
  const last = (rows as Partial<VariantRow>[]).findLastIndex((row) => !isBlank(row));
  return rows.slice(0, last + 1);
}
const isBlank = ({
  _id,
  name,
  sku,
  barcode,
  price,
  salePrice,
  costPrice,
  optionValues,
}: Partial<VariantRow>) =>
  _id === undefined &&
  !name?.trim() &&
  !sku?.trim() &&
  !barcode?.trim() &&
  [price, salePrice, costPrice].every((figure) => figure == null) &&
  Object.values(optionValues ?? {}).every((value) => value === '');

/** The whole page: what the product's own schema says, its pictures and its sub-products. */
export const ProductForm = ProductInput.extend({
  images: z.custom<UploadedImage[]>(),
  /** What each picture on the server shows, by its id. */
  alts: z.record(z.string(), z.string().trim().max(200, 'At most 200 characters')),
  subProducts: z.preprocess(withoutBlankEnd, z.array(VariantRow)),
});
export type ProductForm = z.output<typeof ProductForm>;

export const emptyRow = (name = ''): VariantRow => ({
  name,
  sku: '',
  barcode: '',
  unit: 'each' as Unit,
  unitSize: null,
  soldByWeight: false,
  // Empty until typed, as the schema insists when it is saved.
  price: null as unknown as number,
  salePrice: null,
  costPrice: null,
  minPerOrder: null,
  maxPerOrder: null,
  status: true,
});

const rowOf = (one: Product['subProducts'][number]): VariantRow => ({
  _id: one._id,
  name: one.name,
  sku: one.sku,
  barcode: one.barcode ?? '',
  unit: one.unit,
  unitSize: one.unitSize,
  soldByWeight: one.soldByWeight,
  optionValues: one.optionValues,
  price: one.price,
  salePrice: one.salePrice,
  costPrice: one.costPrice,
  minPerOrder: one.minPerOrder,
  maxPerOrder: one.maxPerOrder,
  status: one.status,
});

export const toValues = (product?: Product) => ({
  name: product?.name ?? '',
  categoryId: product?.categoryId ?? '',
  brandId: product?.brandId ?? null,
  description: product?.description ?? '',
  badge: product?.badge ?? 'none',
  addToHomePage: product?.addToHomePage ?? false,
  status: product?.status ?? true,
  tags: product?.tags ?? [],
  specifications: (product?.specifications ?? {}) as Record<string, string | number | null>,
  taxIds: product?.taxIds ?? [],
  images: (product?.images ?? []).map((picture): UploadedImage => ({ picture })),
  alts: Object.fromEntries((product?.images ?? []).map(({ _id, alt }) => [_id, alt])),
  subProducts: (product?.subProducts ?? []).map(rowOf),
});

type Row = ProductForm['subProducts'][number];
/** The rows that are new or differ from the server's, with the position of each in the grid. */
export function changedRows(rows: readonly Row[], current: readonly Product['subProducts'][number][]) {
  const known = new Map(current.map((one) => [one._id, JSON.stringify(VariantRow.parse(rowOf(one)))]));
  return rows.flatMap((row, at) =>
    row._id !== undefined && known.get(row._id) === JSON.stringify(VariantRow.parse(row))
      ? []
      : [{ row, at }],
  );
}

/** The server speaks of the rows it was sent; the grid shows all of them. */
export function atGridRows(fields: readonly FieldError[], sent: readonly { at: number }[]): FieldError[] {
  return fields.map(({ path, message }) => ({
    message,
    path: path.replace(/^subProducts\.(\d+)/, (whole, index: string) => {
      const at = sent[Number(index)]?.at;
      return at === undefined ? whole : `subProducts.${at}`;
    }),
  }));
}

/** Keeps what the category asks for; a field that was emptied says none. */
export function knownSpecifications(
  values: Record<string, string | number | null>,
  names: readonly string[],
): Record<string, string | number | null> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === undefined || value === '' || value === null ? [] : [[name, value]];
    }),
  );
}

/** The pictures that are on the server, in the order of the form: files that were sent already are among them. */
export const picturePlaces = (
  images: readonly UploadedImage[],
  alts: Record<string, string>,
  stored: (file: File) => Picture | undefined,
): { _id: string; alt: string }[] =>
  images.flatMap((image) => {
    const picture = image.file ? stored(image.file) : image.picture;
    return picture ? [{ _id: picture._id, alt: alts[pictureKey(image)] || picture.alt }] : [];
  });

/** Whether the pictures are in this order already, with the same alternative texts. */
export const isSameOrder = (
  places: readonly { _id: string; alt: string }[],
  images: readonly Picture[],
): boolean =>
  places.length === images.length &&
  places.every(({ _id, alt }, at) => images[at]?._id === _id && images[at]?.alt === alt);
