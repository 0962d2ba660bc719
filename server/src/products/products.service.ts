import type { Product, ProductEdit, ProductInput, ProductSwitch } from '@aisle/contract/products';
import type { z } from 'zod';
import { specificationsOf } from '../categories/specifications.queries.ts';
import type { Actor } from '../core/actor.ts';
import { audit, auditAll } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { refuseClash, telling } from '../core/merge-edits.ts';
import { notFound, Problem, problem, wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Uploads } from '../core/uploads.ts';
import { allImageIdsOf, deleteImage } from '../sub-products/product-images.queries.ts';
import { addImages, arrangeImages, forgetUnused } from '../sub-products/product-images.service.ts';
import { refuseUsed } from '../sub-products/sub-products.service.ts';
import { checkTaxIds } from '../taxes/taxes.queries.ts';
import {
  deleteProduct,
  getProduct,
  insertProduct,
  lockProduct,
  lockStatuses,
  type ProductColumns,
  updateProduct,
  writeProductTaxes,
  writeStatus,
} from './products.queries.ts';
import { slugBeside, slugOf } from './slug.ts';
import { keepFitting, readSpecifications, type SpecificationValues } from './specifications.ts';

export async function addProduct(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  { taxIds, specifications = {}, ...input }: ProductInput,
  files: Uploads,
): Promise<Product> {
  const values = await checkedSpecifications(tx, input.categoryId, specifications);
  const id = newId();
  const columns = {
    ...columnsOf(input),
    name: input.name,
    category_id: input.categoryId,
    specifications: JSON.stringify(values),
  };
  if (!(await insertProduct(tx, id, slugOf(input.name), columns))) {
    await insertProduct(tx, id, slugBeside(input.name, id), columns);
  }
  if (taxIds?.length) await setTaxes(tx, id, taxIds);
  await addImages(tx, actor, storage, { productId: id, subProductId: null }, files.images ?? []);
  const product = await getProduct(tx, storage, id);
  await audit(tx, actor, { action: 'create', resource: 'products', recordId: id, after: product });
  return product;
}

export async function changeProduct(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  { version, images, taxIds, specifications, ...input }: ProductEdit,
  files: Uploads,
): Promise<Product> {
  const current = await lockProduct(tx, id);
  const before = await getProduct(tx, storage, id);
  const sent = { ...input, specifications, taxIds, images };
  const meanwhile = await refuseClash(tx, { resource: 'products', current: before, readAt: version, sent });

  const columns: ProductColumns = columnsOf(input);
  // Who takes the badge away or chooses another has decided; "by sales" gives the decision back.
  if (input.badge && input.badge !== before.badge) columns.badge_by_sales = input.badge === 'autoBestSeller';
  const categoryId = input.categoryId ?? current.categoryId;
  if (specifications) {
    columns.specifications = JSON.stringify(await checkedSpecifications(tx, categoryId, specifications));
  } else if (categoryId !== current.categoryId) {
    columns.specifications = JSON.stringify(await movedSpecifications(tx, categoryId, before.specifications));
  }
  if (taxIds !== undefined) await setTaxes(tx, id, taxIds ?? []);
  const owner = { productId: id, subProductId: null };
  if (images) await arrangeImages(tx, storage, owner, images);
  await addImages(tx, actor, storage, owner, files.images ?? []);
  return telling(await saved(tx, actor, storage, before, columns), meanwhile);
}

/** On and off is not an edit of what was read, so it asks for no version. */
export async function switchProduct(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  status: boolean,
): Promise<Product> {
  const { version } = await lockProduct(tx, id);
  return changeProduct(tx, actor, storage, id, { version, status }, {});
}

/** The same for many: each that changes is noted as an edit of its own. */
export async function switchProducts(
  tx: Tx,
  actor: Actor,
  { ids, status }: z.infer<typeof ProductSwitch>,
): Promise<{ changed: string[]; same: string[]; missing: string[] }> {
  const there = await lockStatuses(tx, ids);
  const others = [...there.values()].filter((product) => product.status !== status);
  await writeStatus(
    tx,
    others.map(({ _id }) => _id),
    status,
  );
  await auditAll(
    tx,
    actor,
    others.map((before) => {
      const after = { ...before, status, version: before.version + 1 };
      return { action: 'edit', resource: 'products', recordId: before._id, before, after };
    }),
  );
  return {
    changed: others.map(({ _id }) => _id),
    same: ids.filter((id) => there.get(id)?.status === status),
    missing: ids.filter((id) => !there.has(id)),
  };
}

export async function removeProduct(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
): Promise<{ _id: string }> {
  await lockProduct(tx, id);
  const before = await getProduct(tx, storage, id);
  await refuseUsed(
    tx,
    before.name,
    before.subProducts.map((one) => one._id),
  );
  const images = await allImageIdsOf(tx, id);
  await deleteProduct(tx, id);
  await forgetUnused(tx, storage, images);
  await audit(tx, actor, { action: 'delete', resource: 'products', recordId: id, before });
  return { _id: id };
}

export async function addProductImages(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  files: Uploads,
): Promise<Product> {
  await lockProduct(tx, id);
  if (!files.images) throw wrongField('images', 'Choose at least one picture');
  const before = await getProduct(tx, storage, id);
  await addImages(tx, actor, storage, { productId: id, subProductId: null }, files.images);
  return saved(tx, actor, storage, before, {});
}

export async function removeProductImage(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  imageId: string,
): Promise<Product> {
  await lockProduct(tx, id);
  const before = await getProduct(tx, storage, id);
  if (!(await deleteImage(tx, id, imageId))) throw notFound('Picture');
  await forgetUnused(tx, storage, [imageId]);
  return saved(tx, actor, storage, before, {});
}

/** Writes the columns, counts the version up even without any, and notes the change. */
async function saved(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  before: Product,
  columns: ProductColumns,
): Promise<Product> {
  await updateProduct(tx, before._id, columns);
  const after = await getProduct(tx, storage, before._id);
  await audit(tx, actor, { action: 'edit', resource: 'products', recordId: before._id, before, after });
  return after;
}

const columnsOf = (input: Omit<Partial<ProductInput>, 'specifications' | 'taxIds'>): ProductColumns => ({
  name: input.name,
  description: input.description,
  brand_id: input.brandId,
  category_id: input.categoryId,
  tags: input.tags,
  badge: input.badge,
  add_to_home_page: input.addToHomePage,
  status: input.status,
});

async function checkedSpecifications(
  tx: Tx,
  categoryId: string,
  typed: NonNullable<ProductInput['specifications']>,
): Promise<SpecificationValues> {
  const { values, fields } = readSpecifications(await heldBy(tx, categoryId), typed);
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
  return values;
}

/** In another category what still fits is kept, the rest goes, and what is required there must be said. */
async function movedSpecifications(
  tx: Tx,
  categoryId: string,
  values: SpecificationValues,
): Promise<SpecificationValues> {
  const held = await heldBy(tx, categoryId);
  const { values: read, fields } = readSpecifications(held, keepFitting(held, values));
  if (fields.length > 0) throw problem('validation-failed', {}, { fields });
  return read;
}

/** A category that is not there is a wrong field of the product. */
async function heldBy(tx: Tx, categoryId: string) {
  return specificationsOf(tx, categoryId).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-found') {
      throw wrongField('categoryId', 'This category is no longer there');
    }
    throw error;
  });
}

async function setTaxes(tx: Tx, id: string, taxIds: readonly string[]): Promise<void> {
  await checkTaxIds(tx, taxIds);
  await writeProductTaxes(tx, id, taxIds);
}
