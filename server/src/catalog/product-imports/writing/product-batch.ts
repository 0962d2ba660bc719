import { productImportTable } from '@aisle/contract/catalog/product-import-fields';
import type { ImportMapping, ImportOptions } from '@aisle/contract/system/imports/import-fields';
import { keyOfRows } from '@aisle/contract/system/imports/import-fields';
import type { Tx } from '../../../core/db/db.ts';
import type { RowResult } from '../../../system/imports/imported-resource.ts';
import { rejectedRow } from '../../../system/imports/rejected-row.ts';
import { codesTaken } from '../../sub-products/sub-products.queries.ts';
import type { RowPictures } from '../pictures/row-pictures.ts';
import { compare, type Existing, type Seen } from '../product-diff.ts';
import { existingByKey, productsWithoutVariants } from '../product-existing.queries.ts';
import type { ProductFacts } from '../product-facts.ts';
import type { BadRow, ProductRow } from '../product-rows.ts';
import { isBad } from '../product-rows.ts';
import { codeKey } from '../reading/code-key.ts';

/** Rows without problems have their source data and changes. */
export interface ProductResult extends RowResult {
  source?: ProductRow;
  existing?: Existing;
  /** The user's options exclude the row. */
  isLeftOut?: boolean;
}

interface BatchOptions {
  mapping: ImportMapping;
  options: ImportOptions;
  seen: Seen;
  facts: ProductFacts;
  pictures: RowPictures;
  mayChange: boolean;
}

/** Compares the rows of a batch with the catalog: new, changed, the same, or rejected. */
export async function compareBatch(
  tx: Tx,
  rows: readonly (ProductRow | BadRow)[],
  { mapping, options, seen, facts, pictures, mayChange }: BatchOptions,
): Promise<ProductResult[]> {
  const good = rows.filter((row): row is ProductRow => !isBad(row));
  const known = await existingByKey(
    tx,
    keyOfRows(productImportTable, mapping, options),
    good.flatMap(({ key }) => key ?? []),
    mapping,
  );
  const bare = good.filter(({ isBare }) => isBare).map(({ values }) => values.product as string);
  const products = await productsWithoutVariants(tx, bare, mapping);
  const held = await codesTaken(tx, {
    skus: good.flatMap(({ values }) => (values.sku as string | undefined) ?? []),
    barcodes: good.flatMap(({ values }) => (values.barcode as string | null | undefined) ?? []),
  });
  const comparison = {
    mapping,
    options,
    seen,
    facts,
    mayChange,
    skuHolders: new Map(held.map(({ sku }) => [sku.toLowerCase(), sku])),
    barcodeHolders: new Map(
      held.flatMap(({ barcode, sku }) => (barcode === null ? [] : [[codeKey('barcode', barcode), sku]])),
    ),
  };
  const existingOf = (row: ProductRow) =>
    row.isBare ? products.get((row.values.product as string).toLowerCase()) : known.get(row.key ?? '');
  await pictures.load(tx, good);
  await facts.load(
    tx,
    good.map((row) => ({ row, existing: existingOf(row) })),
    mapping,
  );
  return rows.map((row) => {
    if (isBad(row)) return rejectedRow(row, row.problems, row);
    if (row.isPartOf !== undefined) return addingNothing(row, row.isPartOf);
    const existing = existingOf(row);
    const isUnpriced = !existing && !row.isBare && row.values.price === undefined;
    if (isUnpriced && options.unpriced === 'leaveOut') {
      return addingNothing({ ...row, isLeftOut: true }, String(row.values.name ?? row.values.sku ?? ''));
    }
    const verdict = compare(row, existing, comparison);
    const about = recordLabel(row, existing);
    if ('problems' in verdict) return rejectedRow(row, verdict.problems, about);
    const kind = existing ? (verdict.changes.length > 0 ? 'changed' : 'same') : 'new';
    return {
      ...about,
      row: row.row,
      kind,
      changes: verdict.changes,
      problems: [],
      cells: null,
      source: row,
      ...(existing && { existing }),
    };
  });
}

const addingNothing = ({ row, isLeftOut = false }: ProductRow, name: string): ProductResult => ({
  row,
  isLeftOut,
  kind: 'same',
  sku: null,
  name,
  changes: [],
  problems: [],
  cells: null,
});

const recordLabel = ({ values, generatedSku, isBare }: ProductRow, existing: Existing | undefined) => ({
  sku: (values.sku ?? existing?.values.sku ?? (isBare ? null : generatedSku)) as string | null,
  name: (values.name ?? existing?.values.name ?? values.product ?? null) as string | null,
});
