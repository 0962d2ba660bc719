import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import type { BadRow, ProductRow } from './product-rows.ts';
import {
  auditRows,
  brandsByName,
  type Change,
  categoriesOf,
  type Existing,
  existingBySku,
  insertProducts,
  type NewProduct,
  type NewSubProduct,
  productsByName,
  skusOfBarcodes,
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
  const holders = await skusOfBarcodes(
    tx,
    rows.flatMap((row) => row.barcode ?? []),
  );
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

/** Writes a sorted batch. */
export async function takeBatch(tx: Tx, actor: Actor, { added, changed }: Sorted): Promise<void> {
  const rows = [...added, ...changed.map(({ row }) => row)];
  if (rows.length === 0) return;
  const brands = await brandsByName(
    tx,
    rows.flatMap((row) => row.brand ?? []),
  );
  const categoryOf = await categoriesOf(tx, rows);
  const brandOf = (row: ProductRow) =>
    row.brand === undefined ? null : brands.get(row.brand.toLowerCase())!;
  const groups = await productsByName(
    tx,
    added.flatMap((row) => row.product ?? []),
  );

  const products: NewProduct[] = [];
  const subProducts = added.map((row): NewSubProduct => {
    const name = row.product ?? row.name;
    let group = row.product === undefined ? undefined : groups.get(name.toLowerCase());
    if (group === undefined) {
      group = { id: newId(), size: 0 };
      products.push({
        id: group.id,
        name,
        slug: slugOf(name, group.id),
        description: row.description ?? null,
        brand_id: brandOf(row),
        category_id: categoryOf(row),
      });
      if (row.product !== undefined) groups.set(name.toLowerCase(), group);
    }
    group.size += 1;
    return {
      id: newId(),
      product_id: group.id,
      name: row.name,
      sku: row.sku,
      barcode: row.barcode ?? null,
      unit: row.unit ?? 'each',
      unit_size: row.unitSize ?? null,
      sold_by_weight: row.soldByWeight ?? false,
      price: row.price,
      sale_price: row.salePrice ?? null,
      cost_price: row.costPrice ?? null,
      sort_order: group.size - 1,
    };
  });
  await insertProducts(tx, products, subProducts);
  const changes = changed.map(({ row, existing }) => changeOf(row, existing, brandOf(row), categoryOf(row)));
  await updateProducts(tx, changes);
  await auditRows(tx, actor, [
    ...subProducts.map((after) => ({ action: 'create' as const, recordId: after.id, after })),
    ...changes.map((after, index) => ({
      action: 'edit' as const,
      recordId: after.id,
      before: changed[index]!.existing,
      after,
    })),
  ]);
}

const changeOf = (
  row: ProductRow,
  existing: Existing,
  brandId: string | null,
  categoryId: string,
): Change => ({
  id: existing.id,
  product_id: existing.productId,
  product_name: productNameOf(row, existing),
  name: row.name,
  barcode: row.barcode ?? null,
  unit: row.unit ?? null,
  unit_size: row.unitSize ?? null,
  sold_by_weight: row.soldByWeight ?? null,
  price: row.price,
  sale_price: row.salePrice ?? null,
  cost_price: row.costPrice ?? null,
  description: row.description ?? null,
  brand_id: brandId,
  category_id: categoryId,
});

/** Readable, and made unique by the end of the id: names are not. */
function slugOf(name: string, id: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return `${words || 'product'}-${id.slice(-8)}`;
}
