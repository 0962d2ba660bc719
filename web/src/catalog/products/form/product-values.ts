import { type Product, ProductInput } from '@aisle/contract/catalog/products';
import { type ImageOrFile, pricingIssues, SubProductInput } from '@aisle/contract/catalog/sub-products';
import { Id, type Picture } from '@aisle/contract/core/fields';
import type { Unit } from '@aisle/contract/core/quantity';
import { z } from 'zod';
import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';
import { pictureKey } from '../pictures/picture-key.ts';

/** A row of the sub-product grid. Versions are looked up by id, so that conflicts can be resolved. */
export const VariantRow = SubProductInput.extend({
  _id: Id.optional(),
  /** The pictures of the sub-product. */
  images: z.custom<UploadedImage[]>().optional(),
}).superRefine((row, context) => {
  for (const { path, message } of pricingIssues(row)) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
});
export type VariantRow = z.input<typeof VariantRow>;

/** Drops blank rows at the end: pressing Enter in the last row of the grid adds another one. */
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

/** The whole page: the fields of the product, its pictures and its sub-products. */
export const ProductForm = ProductInput.extend({
  images: z.custom<UploadedImage[]>(),
  /** The alternative texts of all pictures, including those of variants, by picture key. */
  alts: z.record(z.string(), z.string().trim().max(200, 'At most 200 characters')),
  subProducts: z.preprocess(withoutBlankEnd, z.array(VariantRow)),
}).superRefine(({ images, subProducts }, context) => {
  const files = [images, ...subProducts.map((row) => row.images ?? [])].flat().filter(({ file }) => file);
  if (files.length <= maxNewPictures) return;
  const message = `Up to ${maxNewPictures} new pictures can be saved at once. There are ${files.length}`;
  context.addIssue({ code: 'custom', path: ['images'], message });
});
/** The maximum number of files in one request. */
const maxNewPictures = 20;
export type ProductForm = z.output<typeof ProductForm>;

export const emptyRow = (name = ''): VariantRow => ({
  name,
  sku: '',
  barcode: '',
  unit: 'each' as Unit,
  unitSize: null,
  soldByWeight: false,
  // Empty until the user enters a price; the schema requires one on save.
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
  images: uploadedOf(one.images),
});
const uploadedOf = (pictures: readonly Picture[]) => pictures.map((picture): UploadedImage => ({ picture }));

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
  images: uploadedOf(product?.images ?? []),
  alts: Object.fromEntries(allPictures(product).map(({ _id, alt }) => [_id, alt])),
  subProducts: (product?.subProducts ?? []).map(rowOf),
  // The code doesn't compile if a field of the contract is missing here.
});

const allPictures = (product?: Product): Picture[] =>
  product ? [product, ...product.subProducts].flatMap(({ images }) => images) : [];

/** Keeps the values of the category's specifications, without empty ones. */
export function existingSpecifications(
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

/** The pictures in the order of the form: stored ones by id, new files by their index in the request. */
export const picturePositions = (
  images: readonly UploadedImage[],
  alts: Record<string, string>,
  files: { indexOf: (file: File) => number },
): ImageOrFile[] =>
  images.map((image) => {
    const alt = alts[pictureKey(image)];
    return image.file
      ? { file: files.indexOf(image.file), ...(alt && { alt }) }
      : { _id: image.picture._id, alt: alt || image.picture.alt };
  });

/** Whether the order and the alternative texts are unchanged. */
export const isSameOrder = (places: readonly ImageOrFile[], images: readonly Picture[]): boolean =>
  places.length === images.length &&
  places.every(({ _id, alt }, at) => images[at]?._id === _id && images[at]?.alt === alt);
