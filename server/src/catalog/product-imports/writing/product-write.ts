import type { ImportCellValue } from '@aisle/contract/system/imports/import-rows';
import { recordChanges } from '../../../core/changes/record-change.ts';
import type { Patch } from '../../../core/db/rows/patch-rows.ts';
import { newId } from '../../../core/ids.ts';
import type { ImportContext } from '../../../system/imports/imported-resource.ts';
import { addBrandNames } from '../../brands/brands.service.ts';
import { addCategoryPaths, pathKey } from '../../categories/tree/category-paths.service.ts';
import { insertProducts, type NewProduct, writeProductTaxes } from '../../products/products.queries.ts';
import { insertSubProducts, type SubProductColumns } from '../../sub-products/sub-products.queries.ts';
import { freshSubProduct } from '../../sub-products/sub-products.service.ts';
import type { Existing } from '../product-diff.ts';
import {
  recordLocations,
  recordNewProducts,
  recordPictures,
  recordProductsAfter,
  recordProductsBefore,
} from '../product-notes.queries.ts';
import type { ProductRow } from '../product-rows.ts';
import { type CellValues, sideOf, written } from '../reading/cells.queries.ts';
import type { ProductResult } from './product-batch.ts';
import { taxesByName } from './product-locations.queries.ts';
import {
  addedNow,
  lockCatalogRecords,
  patchProducts,
  patchSubProducts,
  productsByName,
} from './product-writes.queries.ts';

type New = ProductResult & { source: ProductRow };
type Changed = New & { existing: Existing };

/** Writes the new and changed rows, and sets the written record on each. */
export async function writeRows(context: ImportContext, results: readonly ProductResult[]): Promise<void> {
  const added = results.filter((result): result is New => result.kind === 'new');
  const changed = results.filter((result): result is Changed => result.kind === 'changed');
  const places = await locationsOf(context, [...added, ...changed]);
  await addRows(context, added, places);
  await changeRows(context, changed, places);
  await recordPictures(
    context.tx,
    context.importId,
    [...added, ...changed].flatMap(({ row, changes, written }) => {
      const urls = changes.find(({ field }) => field === 'pictures')?.after;
      return Array.isArray(urls) ? [{ row, productId: written!.productId!, urls }] : [];
    }),
  );
}

interface Places {
  brandOf(name: ImportCellValue | undefined): string | null;
  categoryOf(row: ProductRow): string;
  taxIdsOf(names: ImportCellValue | undefined): string[];
}

/** The brands and categories that rows change to. Adds missing ones. */
async function locationsOf(context: ImportContext, rows: readonly New[]): Promise<Places> {
  const { tx, actor, importId } = context;
  const naming = (field: string) => rows.filter(({ changes }) => changes.some((one) => one.field === field));
  const names = naming('brand').flatMap(({ source }) => (source.values.brand as string | null) ?? []);
  const paths = naming('category').map(({ source }) => source.path!);
  const taxes = naming('taxes').length > 0 ? await taxesByName(tx) : new Map<string, string>();
  const brands = await addBrandNames(tx, actor, names);
  const categories = await addCategoryPaths(tx, actor, paths);
  await recordLocations(tx, importId, 'brands', await addedNow(tx, 'brands', [...brands.values()]));
  await recordLocations(
    tx,
    importId,
    'categories',
    await addedNow(tx, 'categories', [...categories.values()]),
  );
  return {
    brandOf: (name) => (typeof name === 'string' ? brands.get(name.toLowerCase())! : null),
    categoryOf: ({ path }) => categories.get(pathKey(path!))!,
    taxIdsOf: (names) =>
      (Array.isArray(names) ? names : []).flatMap((name) => taxes.get(name.toLowerCase()) ?? []),
  };
}

/** Adds sub-products to the product that each names, or to a new one. */
async function addRows(
  { tx, actor, importId }: ImportContext,
  rows: readonly New[],
  places: Places,
): Promise<void> {
  if (rows.length === 0) return;
  const groups = await productsByName(
    tx,
    rows.flatMap(({ source }) => (source.values.product as string | undefined) ?? []),
  );
  const products: NewProduct[] = [];
  const taxed: { id: string; taxIds: string[] }[] = [];
  const subProducts = rows.map((row) => {
    const { product, name } = row.source.values as { product?: string; name: string };
    let group = product === undefined ? undefined : groups.get(product.toLowerCase());
    if (group === undefined) {
      group = { id: newId(), size: 0 };
      products.push(toProduct(row.source, group.id, product ?? name, places));
      const taxIds = places.taxIdsOf(row.source.values.taxes);
      if (taxIds.length > 0) taxed.push({ id: group.id, taxIds });
      if (product !== undefined) groups.set(product.toLowerCase(), group);
    }
    group.size += 1;
    const subProduct = toSubProduct(row.source, group.id, group.size - 1);
    row.written = { recordId: subProduct.id, version: 1, productId: group.id };
    return subProduct;
  });
  await insertProducts(tx, products);
  await writeProductTaxes(tx, taxed);
  await insertSubProducts(tx, subProducts);
  await recordNewProducts(
    tx,
    importId,
    products.map(({ id }) => id),
  );
  await recordChanges(
    tx,
    actor,
    subProducts.map((after) => ({ action: 'create', resource: 'subProducts', recordId: after.id, after })),
  );
}

function toProduct(row: ProductRow, id: string, name: string, places: Places): NewProduct {
  const {
    brand,
    category: _,
    specifications,
    taxes: __,
    pictures: ___,
    ...values
  } = withoutNulls(row.values);
  return {
    ...(written(values, 'product') as Partial<NewProduct>),
    ...(specifications !== undefined && { specifications: row.specifications ?? {} }),
    id,
    name,
    brandId: places.brandOf(brand),
    categoryId: places.categoryOf(row),
  };
}

function toSubProduct({ values, generatedSku }: ProductRow, productId: string, place: number) {
  const { name, sku, price } = values as { name: string; sku?: string; price: number };
  return {
    ...freshSubProduct,
    ...(written(withoutNulls(values), 'subProduct') as Partial<SubProductColumns>),
    id: newId(),
    productId,
    place,
    name,
    sku: sku ?? generatedSku,
    price,
  };
}

/** Null clears a field, but a new record has nothing to clear. */
const withoutNulls = (values: CellValues): CellValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

async function changeRows(context: ImportContext, rows: readonly Changed[], places: Places): Promise<void> {
  if (rows.length === 0) return;
  const { tx, actor } = context;
  const ids = rows.flatMap(({ existing }) => existing.id ?? []);
  const { subProducts: lockedVersions } = await lockCatalogRecords(
    tx,
    rows.map(({ existing }) => existing.productId),
    ids,
  );
  const own = rows
    .map(({ existing, changes }) => ({
      id: existing.id ?? '',
      values: written(sideOf(changes, 'after', false), 'subProduct'),
    }))
    .filter(({ id, values }) => id !== '' && Object.keys(values).length > 0);
  const versions = await patchSubProducts(tx, own);
  await changeProducts(context, rows, places);
  for (const row of rows) {
    const { id, productId } = row.existing;
    const version = id === null ? null : (versions.get(id) ?? lockedVersions.get(id) ?? null);
    row.written = { recordId: id, version, productId };
  }
  const changedIds = new Set(own.map(({ id }) => id));
  await recordChanges(
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

/** Changes each product once, even if several rows change it. */
async function changeProducts(
  { tx, actor, importId }: ImportContext,
  rows: readonly Changed[],
  places: Places,
): Promise<void> {
  const patches = new Map<string, Patch & { before: object; after: object }>();
  for (const { existing, source, changes } of rows) {
    const after = sideOf(changes, 'after', true);
    if (Object.keys(after).length === 0) continue;
    const known = patches.get(existing.productId);
    patches.set(existing.productId, {
      id: existing.productId,
      values: { ...known?.values, ...toFields(after, source, places) },
      before: { ...known?.before, ...sideOf(changes, 'before', true) },
      after: { ...known?.after, ...after },
    });
  }
  const all = [...patches.values()];
  const taxed = rows.filter(({ changes }) => changes.some(({ field }) => field === 'taxes'));
  if (all.length === 0) return;
  await recordProductsBefore(
    tx,
    importId,
    all.map(({ id }) => id),
  );
  await writeProductTaxes(
    tx,
    distinctById(
      taxed.map(({ existing, source }) => ({
        id: existing.productId,
        taxIds: places.taxIdsOf(source.values.taxes),
      })),
    ),
  );
  await recordProductsAfter(tx, importId, await patchProducts(tx, all));
  await recordChanges(
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

const distinctById = <Row extends { id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** The values of a product by its fields. */
function toFields(
  { brand, category, specifications, taxes: _, pictures: __, ...same }: CellValues,
  row: ProductRow,
  places: Places,
) {
  return {
    ...written(same, 'product'),
    ...(specifications !== undefined && { specifications: row.specifications ?? {} }),
    ...(brand !== undefined && { brandId: places.brandOf(brand) }),
    ...(category !== undefined && { categoryId: places.categoryOf(row) }),
  };
}
