import type { Product, ProductCreate, ProductEdit, ProductInput } from '@aisle/contract/catalog/products';
import { type Change, recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { RowChange } from '../../core/db/rows/columns.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import type { Uploads } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { notFound, Problem, problem, wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { specificationsOf } from '../categories/specifications/specifications.queries.ts';
import { allImageIdsOf, deleteImage } from '../product-images/product-images.queries.ts';
import { addImages, deleteUnused, saveImages } from '../product-images/product-images.service.ts';
import { type LockedSubProduct, lockSubProducts } from '../sub-products/sub-products.queries.ts';
import { rejectUsed } from '../sub-products/sub-products.service.ts';
import { saveVariantsOf } from '../sub-products/variants.service.ts';
import { checkTaxIds } from '../taxes/taxes.queries.ts';
import { getProduct } from './product-view.queries.ts';
import {
  deleteProduct,
  insertProducts,
  lockProduct,
  productColumns,
  updateProduct,
  writeProductTaxes,
} from './products.queries.ts';
import { onlyAllowed, readSpecifications, type SpecificationValues } from './specifications.ts';

/** Adds a product with its pictures and variants, in one transaction and one history entry. */
export async function addProduct(
  context: Context,
  { taxIds, specifications = {}, images, subProducts = [], ...input }: ProductCreate,
  uploads: Uploads,
): Promise<Product> {
  const { tx, actor, services } = context;
  const id = newId();
  const values = await checkedSpecifications(tx, input.categoryId, specifications);
  await insertProducts(tx, [{ ...input, id, specifications: values }]);
  if (taxIds?.length) await setTaxes(tx, id, taxIds);
  const product = { _id: id, name: input.name, subProducts: [] };
  await saveParts(context, product, { images, subProducts, removedIds: [], locked: [], uploads });
  const added = await getProduct(tx, services.storage, id);
  await recordChange(tx, actor, createdEntry(added));
  return added;
}

export async function changeProduct(
  context: Context,
  id: string,
  { version, images, taxIds, specifications, subProducts, removeSubProducts, ...input }: ProductEdit,
  uploads: Uploads,
): Promise<WithMessage<Product>> {
  const { tx, services } = context;
  const current = await lockProduct(tx, id);
  const editedIds = (subProducts ?? []).flatMap(({ _id }) => _id ?? []);
  const locked = await lockSubProducts(tx, [...editedIds, ...(removeSubProducts ?? [])]);
  const before = await getProduct(tx, services.storage, id);
  const sent = { ...input, specifications, taxIds, images };
  const meanwhile = await assertNoConflict(tx, {
    resource: 'products',
    current: before,
    readAt: version,
    sent,
  });

  const columns: RowChange<'products'> = productColumns(input);
  // Sales no longer change a badge that a user chose, until "by sales" is selected again.
  if (input.badge && input.badge !== before.badge) columns.badge_by_sales = input.badge === 'autoBestSeller';
  const categoryId = input.categoryId ?? current.categoryId;
  if (specifications) {
    columns.specifications = JSON.stringify(await checkedSpecifications(tx, categoryId, specifications));
  } else if (categoryId !== current.categoryId) {
    columns.specifications = JSON.stringify(await movedSpecifications(tx, categoryId, before.specifications));
  }
  if (taxIds !== undefined) await setTaxes(tx, id, taxIds ?? []);
  const parts = { images, subProducts, removedIds: removeSubProducts, locked, uploads };
  const hasOwnImages = await saveParts(context, before, parts);
  const hasVariants = subProducts !== undefined || removeSubProducts !== undefined;
  const hasFacts = Object.values(sent).some((value) => value !== undefined) || hasOwnImages;
  // Variants have their own versions; the product's version changes only with the product.
  const changes = hasFacts || !hasVariants ? columns : null;
  return withNotice(await saved(context, before, changes), meanwhile);
}

interface ProductParts extends Pick<ProductEdit, 'images' | 'subProducts'> {
  removedIds: readonly string[] | undefined;
  locked: readonly LockedSubProduct[];
  uploads: Uploads;
}
/** Saves variants, then the pictures of product and variants. Returns whether the product's own pictures were sent. */
async function saveParts(
  context: Context,
  product: Pick<Product, '_id' | 'name' | 'subProducts'>,
  { images, subProducts = [], removedIds = [], locked, uploads }: ProductParts,
): Promise<boolean> {
  const variants = subProducts.map(({ images: _, ...variant }) => variant);
  const ids = await saveVariantsOf(context, product, { variants, removedIds, locked });
  const variantImages = subProducts.map((variant, index) => ({ id: ids[index]!, images: variant.images }));
  return saveImages(context, { productId: product._id, images, variants: variantImages }, uploads);
}

/** Switching on or off cannot conflict with other edits, so it needs no version. */
export async function switchProduct(
  context: Context,
  id: string,
  status: boolean,
): Promise<WithMessage<Product>> {
  const { version } = await lockProduct(context.tx, id);
  return changeProduct(context, id, { version, status }, {});
}

export async function removeProduct({ tx, actor, services }: Context, id: string): Promise<{ _id: string }> {
  await lockProduct(tx, id);
  const before = await getProduct(tx, services.storage, id);
  await rejectUsed(
    tx,
    before.name,
    before.subProducts.map((one) => one._id),
  );
  const images = await allImageIdsOf(tx, id);
  await deleteProduct(tx, id);
  await deleteUnused(tx, services.storage, images);
  const snapshot = { name: before.name, status: before.status, ...partsOf(before.subProducts, []) };
  await recordChange(tx, actor, { action: 'delete', resource: 'products', recordId: id, before, snapshot });
  return { _id: id };
}

export async function addProductImages(context: Context, id: string, uploads: Uploads): Promise<Product> {
  const { tx, services } = context;
  await lockProduct(tx, id);
  if (!uploads.images) throw wrongField('images', 'Choose at least one picture');
  const before = await getProduct(tx, services.storage, id);
  await addImages(context, { productId: id, subProductId: null }, uploads.images);
  return saved(context, before, {});
}

export async function removeProductImage(context: Context, id: string, imageId: string): Promise<Product> {
  const { tx, services } = context;
  await lockProduct(tx, id);
  const before = await getProduct(tx, services.storage, id);
  if (!(await deleteImage(tx, id, imageId))) throw notFound('Picture');
  await deleteUnused(tx, services.storage, [imageId]);
  return saved(context, before, {});
}

/** Saves the columns and records the change. The version increases even without columns; with null, the row stays unchanged. */
async function saved(
  { tx, actor, services }: Context,
  before: Product,
  columns: RowChange<'products'> | null,
): Promise<Product> {
  if (columns) await updateProduct(tx, before._id, columns);
  const after = await getProduct(tx, services.storage, before._id);
  const sides = withChangedVariants(before, after);
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'products',
    recordId: before._id,
    ...sides,
    snapshot: {
      ...variantsOf(sides.before, sides.after),
      ...repricedOf(before, after),
      ...partsOf(before.subProducts, after.subProducts),
    },
  });
  return after;
}

/** Both sides of an edit with only the changed variants, because a product may have 250. */
function withChangedVariants(before: Product, after: Product) {
  const versions = (product: Product) => new Map(product.subProducts.map((one) => [one._id, one.version]));
  const [was, is] = [versions(before), versions(after)];
  const only = ({ subProducts, ...product }: Product) => {
    const changed = subProducts.filter(({ _id }) => was.get(_id) !== is.get(_id));
    return changed.length === 0 ? product : { ...product, subProducts: changed };
  };
  return { before: only(before), after: only(after) };
}

/** The audit entry for a new product. */
export const createdEntry = (added: Product): Change => ({
  action: 'create',
  resource: 'products',
  recordId: added._id,
  after: added,
  snapshot: { ...variantsOf(added), ...partsOf([], added.subProducts) },
});

type Variants = readonly Pick<Product['subProducts'][number], '_id' | 'version'>[];
/** The sub-products that were added, changed and deleted with a product, for the change feed. */
function partsOf(before: Variants, after: Variants): { parts?: unknown[] } {
  const versions = new Map(before.map(({ _id, version }) => [_id, version]));
  const kept = new Set(after.map(({ _id }) => _id));
  const parts = [
    ...after
      .filter(({ _id, version }) => versions.get(_id) !== version)
      .map(({ _id, version }) => ['subProduct', versions.has(_id) ? 'changed' : 'created', _id, version]),
    ...before
      .filter(({ _id }) => !kept.has(_id))
      .map(({ _id, version }) => ['subProduct', 'deleted', _id, version]),
  ];
  return parts.length === 0 ? {} : { parts };
}

/** The sub-products that change with a product, for readers of the change log. */
function variantsOf(...sides: readonly { _id: string; subProducts?: Product['subProducts'] }[]) {
  const ids = sides.flatMap(({ subProducts = [] }) => subProducts.map(({ _id }) => _id));
  return ids.length === 0 ? {} : { subProductIds: [...new Set(ids)] };
}

/** The sub-products whose prices an edit changes, if any. */
function repricedOf(before: Product, after: Product): { repricedIds?: string[] } {
  const previous = new Map(before.subProducts.map((one) => [one._id, one]));
  const repricedIds = after.subProducts.flatMap(({ _id, price, salePrice }) => {
    const former = previous.get(_id);
    return former && (former.price !== price || former.salePrice !== salePrice) ? [_id] : [];
  });
  return repricedIds.length === 0 ? {} : { repricedIds };
}

async function checkedSpecifications(
  tx: Tx,
  categoryId: string,
  typed: NonNullable<ProductInput['specifications']>,
): Promise<SpecificationValues> {
  const { values, fields } = readSpecifications(await codesTakenBy(tx, categoryId), typed);
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
  return values;
}

/** Keeps the values that are valid in the new category; its required specifications must be present. */
async function movedSpecifications(
  tx: Tx,
  categoryId: string,
  values: SpecificationValues,
): Promise<SpecificationValues> {
  const held = await codesTakenBy(tx, categoryId);
  const { values: read, fields } = readSpecifications(held, onlyAllowed(held, values));
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
  return read;
}

/** Reports a missing category at the product's field. */
async function codesTakenBy(tx: Tx, categoryId: string) {
  return specificationsOf(tx, categoryId).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-found') {
      throw wrongField('categoryId', 'This category no longer exists');
    }
    throw error;
  });
}

async function setTaxes(tx: Tx, id: string, taxIds: readonly string[]): Promise<void> {
  await checkTaxIds(tx, taxIds);
  await writeProductTaxes(tx, [{ id, taxIds }]);
}
