import type { ImportCellValue } from '@aisle/contract/imports';
import { addBrandNames } from '../../brands/brands.service.ts';
import { addCategoryPaths, pathKey } from '../../categories/category-paths.service.ts';
import type { Actor } from '../../core/actor.ts';
import { auditAll } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { newId } from '../../core/ids.ts';
import { addBareProducts, type BareProduct } from '../../products/products-in-bulk.service.ts';
import { insertSubProducts } from '../../sub-products/sub-products.queries.ts';
import type { Outcome } from './product-batch.ts';
import type { Existing } from './product-diff.ts';
import {
  noteNewProducts,
  notePlaces,
  noteProductsAfter,
  noteProductsBefore,
} from './product-notes.queries.ts';
import type { ProductRow } from './product-rows.ts';
import {
  addedNow,
  lockCatalogue,
  type Patch,
  patchProducts,
  patchSubProducts,
  productsByName,
} from './product-writes.queries.ts';
import { sideOf } from './values.ts';

type New = Outcome & { said: ProductRow };
type Changed = New & { existing: Existing };

/** Writes what a sorted batch says, and notes in each row what it wrote. */
export async function takeBatch(
  tx: Tx,
  actor: Actor,
  importId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const added = outcomes.filter((outcome): outcome is New => outcome.kind === 'new');
  const changed = outcomes.filter((outcome): outcome is Changed => outcome.kind === 'changed');
  const places = await placesOf(tx, actor, importId, [...added, ...changed]);
  await addRows(tx, actor, importId, added, places);
  await changeRows(tx, actor, importId, changed, places);
}

interface Places {
  brandOf(name: ImportCellValue | undefined): string | null;
  categoryOf(row: ProductRow): string;
}

/** The brands and categories that rows name anew; those that are missing are added. */
async function placesOf(tx: Tx, actor: Actor, importId: string, rows: readonly New[]): Promise<Places> {
  const naming = (field: string) => rows.filter(({ changes }) => changes.some((one) => one.field === field));
  const names = naming('brand').flatMap(({ said }) => (said.values.brand as string | null) ?? []);
  const paths = naming('category').map(({ said }) => said.path!);
  const brands = await addBrandNames(tx, actor, names);
  const categories = await addCategoryPaths(tx, actor, paths);
  await notePlaces(tx, importId, 'brands', await addedNow(tx, 'brands', [...brands.values()]));
  await notePlaces(tx, importId, 'categories', await addedNow(tx, 'categories', [...categories.values()]));
  return {
    brandOf: (name) => (typeof name === 'string' ? brands.get(name.toLowerCase())! : null),
    categoryOf: ({ path }) => categories.get(pathKey(path!))!,
  };
}

/** New sub-products, each below the product that it names or one of its own. */
async function addRows(
  tx: Tx,
  actor: Actor,
  importId: string,
  rows: readonly New[],
  places: Places,
): Promise<void> {
  if (rows.length === 0) return;
  const groups = await productsByName(
    tx,
    rows.flatMap(({ said }) => (said.values.product as string | undefined) ?? []),
  );
  const products: BareProduct[] = [];
  const subProducts = rows.map((row) => {
    const { product, name } = row.said.values as { product?: string; name: string };
    let group = product === undefined ? undefined : groups.get(product.toLowerCase());
    if (group === undefined) {
      group = { id: newId(), size: 0 };
      products.push(toProduct(row.said, group.id, product ?? name, places));
      if (product !== undefined) groups.set(product.toLowerCase(), group);
    }
    group.size += 1;
    const subProduct = toSubProduct(row.said, group.id, group.size - 1);
    row.written = { subProductId: subProduct.id, version: 1, productId: group.id };
    return subProduct;
  });
  await addBareProducts(tx, products);
  await insertSubProducts(tx, subProducts);
  await noteNewProducts(
    tx,
    importId,
    products.map(({ id }) => id),
  );
  await auditAll(
    tx,
    actor,
    subProducts.map((after) => ({ action: 'create', resource: 'subProducts', recordId: after.id, after })),
  );
}

function toProduct(row: ProductRow, id: string, name: string, places: Places): BareProduct {
  const { brand, description, badge, tags, addToHomePage, productStatus } = row.values;
  return {
    id,
    name,
    description: (description as string | null | undefined) ?? null,
    brandId: places.brandOf(brand),
    categoryId: places.categoryOf(row),
    ...(badge != null && { badge: badge as string }),
    ...(tags != null && { tags: tags as string[] }),
    ...(addToHomePage != null && { addToHomePage: addToHomePage as boolean }),
    ...(productStatus != null && { status: productStatus as boolean }),
  };
}

function toSubProduct({ values, madeSku }: ProductRow, productId: string, place: number) {
  const said = values as Partial<Record<string, never>>;
  return {
    id: newId(),
    productId,
    place,
    name: values.name as string,
    sku: (values.sku as string | undefined) ?? madeSku,
    barcode: said.barcode ?? null,
    optionValues: {},
    unit: said.unit ?? 'each',
    unitSize: said.unitSize ?? null,
    soldByWeight: said.soldByWeight ?? false,
    price: values.price as number,
    salePrice: said.salePrice ?? null,
    costPrice: said.costPrice ?? null,
    minPerOrder: said.minPerOrder ?? null,
    maxPerOrder: said.maxPerOrder ?? null,
    status: said.status ?? true,
  };
}

async function changeRows(
  tx: Tx,
  actor: Actor,
  importId: string,
  rows: readonly Changed[],
  places: Places,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.flatMap(({ existing }) => existing.id ?? []);
  const { subProducts: stood } = await lockCatalogue(
    tx,
    rows.map(({ existing }) => existing.productId),
    ids,
  );
  const own = rows
    .map(({ existing, changes }) => ({ id: existing.id ?? '', values: sideOf(changes, 'after', false) }))
    .filter(({ id, values }) => id !== '' && Object.keys(values).length > 0);
  const versions = await patchSubProducts(tx, own);
  await changeProducts(tx, actor, importId, rows, places);
  for (const row of rows) {
    const { id, productId } = row.existing;
    const version = id === null ? null : (versions.get(id) ?? stood.get(id) ?? null);
    row.written = { subProductId: id, version, productId };
  }
  const changedIds = new Set(own.map(({ id }) => id));
  await auditAll(
    tx,
    actor,
    rows
      .filter(({ existing }) => changedIds.has(existing.id ?? ''))
      .map(({ existing, changes }) => {
        const before = existing.values;
        const after = { ...before, ...sideOf(changes, 'after', false) };
        return { action: 'edit', resource: 'subProducts', recordId: existing.id!, before, after };
      }),
  );
}

/** Several rows may say the same of one product: it is changed once. */
async function changeProducts(
  tx: Tx,
  actor: Actor,
  importId: string,
  rows: readonly Changed[],
  places: Places,
): Promise<void> {
  const patches = new Map<string, Patch & { before: object; after: object }>();
  for (const { existing, said, changes } of rows) {
    const after = sideOf(changes, 'after', true);
    if (Object.keys(after).length === 0) continue;
    const known = patches.get(existing.productId);
    patches.set(existing.productId, {
      id: existing.productId,
      values: { ...known?.values, ...toColumns(after, said, places) },
      before: { ...known?.before, ...sideOf(changes, 'before', true) },
      after: { ...known?.after, ...after },
    });
  }
  const all = [...patches.values()];
  if (all.length === 0) return;
  await noteProductsBefore(
    tx,
    importId,
    all.map(({ id }) => id),
  );
  await noteProductsAfter(tx, importId, await patchProducts(tx, all));
  await auditAll(
    tx,
    actor,
    all.map(({ id, before, after }) => ({
      action: 'edit',
      resource: 'products',
      recordId: id,
      before,
      after,
    })),
  );
}

/** The columns of a product that such changes are written to. */
function toColumns(after: Record<string, ImportCellValue>, said: ProductRow, places: Places) {
  const { product, brand, category, productStatus, ...same } = after;
  return {
    ...same,
    ...(product !== undefined && { name: product }),
    ...(productStatus !== undefined && { status: productStatus }),
    ...(brand !== undefined && { brandId: places.brandOf(brand) }),
    ...(category !== undefined && { categoryId: places.categoryOf(said) }),
  };
}
