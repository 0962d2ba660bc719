import { addBrandNames } from '../brands/brands.service.ts';
import { addCategoryPaths, pathKey } from '../categories/category-paths.service.ts';
import type { Actor } from '../core/actor.ts';
import { auditAll } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { addBareProducts, type BareProduct } from '../products/products-in-bulk.service.ts';
import { codesTaken, insertSubProducts, lockSubProducts } from '../sub-products/sub-products.queries.ts';
import type { BadRow, ProductRow } from './product-rows.ts';
import {
  type Change,
  type Existing,
  existingBySku,
  productsByName,
  updateProducts,
} from './product-writes.queries.ts';

/** What is known of the file beyond one batch: a SKU or barcode may stand in it once. */
export interface Seen {
  skus: Map<string, number>;
  barcodes: Map<string, number>;
}
export interface Sorted {
  added: ProductRow[];
  changed: { row: ProductRow; existing: Existing }[];
  same: number;
  bad: BadRow[];
}

/** Parts the rows of a batch: which are new, which change something, which cannot be taken. */
export async function sortBatch(
  tx: Tx,
  rows: readonly ProductRow[],
  seen: Seen,
  mayChange: boolean,
): Promise<Sorted> {
  const known = await existingBySku(
    tx,
    rows.map((row) => row.sku),
  );
  const held = await codesTaken(tx, { skus: [], barcodes: rows.flatMap((row) => row.barcode ?? []) });
  const holders = new Map(held.flatMap(({ barcode, sku }) => (barcode === null ? [] : [[barcode, sku]])));
  const sorted: Sorted = { added: [], changed: [], same: 0, bad: [] };
  for (const row of rows) {
    const existing = known.get(row.sku.toLowerCase());
    const message = conflictOf(row, existing, seen, holders, mayChange);
    if (message) sorted.bad.push({ row: row.row, cells: row.cells, problems: [{ column: null, message }] });
    else if (!existing) sorted.added.push(row);
    else if (differs(row, existing)) sorted.changed.push({ row, existing });
    else sorted.same += 1;
  }
  return sorted;
}

function conflictOf(
  row: ProductRow,
  existing: Existing | undefined,
  seen: Seen,
  holders: ReadonlyMap<string, string>,
  mayChange: boolean,
): string | undefined {
  const sku = row.sku.toLowerCase();
  const earlier = seen.skus.get(sku);
  if (earlier !== undefined && earlier !== row.row)
    return `The SKU ${row.sku} stands in row ${earlier} already`;
  seen.skus.set(sku, row.row);
  if (existing && !mayChange) return `There is a sub-product with the SKU ${row.sku} already`;
  if (row.barcode === undefined) return undefined;
  const earlierBarcode = seen.barcodes.get(row.barcode);
  if (earlierBarcode !== undefined && earlierBarcode !== row.row) {
    return `The barcode ${row.barcode} stands in row ${earlierBarcode} already`;
  }
  seen.barcodes.set(row.barcode, row.row);
  const holder = holders.get(row.barcode);
  if (holder !== undefined && holder.toLowerCase() !== sku) {
    return `The barcode ${row.barcode} belongs to the SKU ${holder}`;
  }
  return undefined;
}

/** The product that a row means: the group it names, else itself. A variant does not rename its product. */
const productNameOf = (row: ProductRow, existing: Existing): string =>
  row.product ?? (existing.siblings === 1 ? row.name : existing.productName);

function differs(row: ProductRow, existing: Existing): boolean {
  const fields = [
    'name',
    'barcode',
    'unit',
    'unitSize',
    'soldByWeight',
    'price',
    'salePrice',
    'costPrice',
    'description',
  ] as const;
  const sameText = (a: string, b: string | null) => a.toLowerCase() === b?.toLowerCase();
  return (
    fields.some((field) => row[field] !== undefined && row[field] !== existing[field]) ||
    !sameText(row.category, existing.category) ||
    (row.subCategory?.toLowerCase() ?? null) !== (existing.subCategory?.toLowerCase() ?? null) ||
    (row.brand !== undefined && !sameText(row.brand, existing.brand)) ||
    productNameOf(row, existing) !== existing.productName
  );
}

/** Where a row belongs: its brand and category, by id. */
interface Place {
  brandId: string | null;
  categoryId: string;
}
type PlaceOf = (row: ProductRow) => Place;

/** Writes a sorted batch. */
export async function takeBatch(tx: Tx, actor: Actor, { added, changed }: Sorted): Promise<void> {
  const placeOf = await placesOf(tx, actor, [...added, ...changed.map(({ row }) => row)]);
  await addRows(tx, actor, added, placeOf);
  await changeRows(tx, actor, changed, placeOf);
}

const pathOf = (row: ProductRow): string[] =>
  row.subCategory === undefined ? [row.category] : [row.category, row.subCategory];

/** The brands and categories that rows name; those that are missing are added. */
async function placesOf(tx: Tx, actor: Actor, rows: readonly ProductRow[]): Promise<PlaceOf> {
  const brands = await addBrandNames(
    tx,
    actor,
    rows.flatMap((row) => row.brand ?? []),
  );
  const categories = await addCategoryPaths(tx, actor, rows.map(pathOf));
  return (row) => ({
    brandId: row.brand === undefined ? null : brands.get(row.brand.toLowerCase())!,
    categoryId: categories.get(pathKey(pathOf(row)))!,
  });
}

/** New sub-products, each below the product that it names or one of its own. */
async function addRows(tx: Tx, actor: Actor, rows: readonly ProductRow[], placeOf: PlaceOf): Promise<void> {
  if (rows.length === 0) return;
  const groups = await productsByName(
    tx,
    rows.flatMap((row) => row.product ?? []),
  );
  const products: BareProduct[] = [];
  const subProducts = rows.map((row) => {
    const name = row.product ?? row.name;
    let group = row.product === undefined ? undefined : groups.get(name.toLowerCase());
    if (group === undefined) {
      group = { id: newId(), size: 0 };
      products.push({ id: group.id, name, description: row.description ?? null, ...placeOf(row) });
      if (row.product !== undefined) groups.set(name.toLowerCase(), group);
    }
    group.size += 1;
    return toSubProduct(row, group.id, group.size - 1);
  });
  await addBareProducts(tx, products);
  await insertSubProducts(tx, subProducts);
  await auditAll(
    tx,
    actor,
    subProducts.map((after) => ({ action: 'create', resource: 'subProducts', recordId: after.id, after })),
  );
}

const toSubProduct = (row: ProductRow, productId: string, place: number) => ({
  id: newId(),
  productId,
  place,
  name: row.name,
  sku: row.sku,
  barcode: row.barcode ?? null,
  optionValues: {},
  unit: row.unit ?? 'each',
  unitSize: row.unitSize ?? null,
  soldByWeight: row.soldByWeight ?? false,
  price: row.price,
  salePrice: row.salePrice ?? null,
  costPrice: row.costPrice ?? null,
  minPerOrder: null,
  maxPerOrder: null,
  status: true,
});

async function changeRows(tx: Tx, actor: Actor, changed: Sorted['changed'], placeOf: PlaceOf): Promise<void> {
  if (changed.length === 0) return;
  const changes = changed.map(({ row, existing }) => changeOf(row, existing, placeOf(row)));
  // In the order in which everybody locks them, so that nobody deadlocks.
  await lockSubProducts(
    tx,
    changes.map(({ id }) => id),
  );
  await updateProducts(tx, changes);
  await auditAll(
    tx,
    actor,
    changes.map((change, index) => {
      const before = changed[index]!.existing;
      const given = Object.entries(change).filter(([, value]) => value !== null);
      const after = { ...before, ...Object.fromEntries(given) };
      return { action: 'edit', resource: 'subProducts', recordId: change.id, before, after };
    }),
  );
}

const changeOf = (row: ProductRow, existing: Existing, { brandId, categoryId }: Place): Change => ({
  id: existing.id,
  productId: existing.productId,
  productName: productNameOf(row, existing),
  name: row.name,
  barcode: row.barcode ?? null,
  unit: row.unit ?? null,
  unitSize: row.unitSize ?? null,
  soldByWeight: row.soldByWeight ?? null,
  price: row.price,
  salePrice: row.salePrice ?? null,
  costPrice: row.costPrice ?? null,
  description: row.description ?? null,
  brandId,
  categoryId,
});
