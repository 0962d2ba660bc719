import type { ImportMapping, ImportOptions } from '@aisle/contract/import-fields';
import { keyOfRows } from '@aisle/contract/import-fields';
import type { ImportChange, ImportRowKind } from '@aisle/contract/imports';
import type { Tx } from '../../core/db.ts';
import { codesTaken } from '../../sub-products/sub-products.queries.ts';
import { codeKey } from './code-key.ts';
import { compare, type Existing, type Seen } from './product-diff.ts';
import { existingByKey, productsWithoutVariants } from './product-existing.queries.ts';
import type { BadRow, CellProblem, ProductRow } from './product-rows.ts';
import { isBad } from './product-rows.ts';

/** A row of the file and what became of it, or would. */
export interface Outcome {
  row: number;
  kind: ImportRowKind;
  sku: string | null;
  name: string | null;
  changes: ImportChange[];
  problems: CellProblem[];
  /** Of rows with problems alone. */
  cells: string[] | null;
  said?: ProductRow;
  existing?: Existing;
  /** What writing it made or changed, and how that was left. */
  written?: { subProductId: string | null; version: number | null; productId: string };
}

interface Sorting {
  mapping: ImportMapping;
  options: ImportOptions;
  seen: Seen;
  mayChange: boolean;
}

/** Says of each row of a batch whether it is new, changes something, or cannot be taken. */
export async function sortBatch(
  tx: Tx,
  rows: readonly (ProductRow | BadRow)[],
  { mapping, options, seen, mayChange }: Sorting,
): Promise<Outcome[]> {
  const good = rows.filter((row): row is ProductRow => !isBad(row));
  const known = await existingByKey(
    tx,
    keyOfRows(mapping, options),
    good.flatMap(({ key }) => key ?? []),
  );
  const bare = good.filter(({ isBare }) => isBare).map(({ values }) => values.product as string);
  const products = await productsWithoutVariants(tx, bare);
  const held = await codesTaken(tx, {
    skus: good.flatMap(({ values }) => (values.sku as string | undefined) ?? []),
    barcodes: good.flatMap(({ values }) => (values.barcode as string | null | undefined) ?? []),
  });
  const how = {
    mapping,
    options,
    seen,
    mayChange,
    skuHolders: new Map(held.map(({ sku }) => [sku.toLowerCase(), sku])),
    barcodeHolders: new Map(
      held.flatMap(({ barcode, sku }) => (barcode === null ? [] : [[codeKey('barcode', barcode), sku]])),
    ),
  };
  return rows.map((row) => {
    if (isBad(row)) return refused(row, row.problems, row);
    const existing = row.isBare
      ? products.get((row.values.product as string).toLowerCase())
      : known.get(row.key ?? '');
    const verdict = compare(row, existing, how);
    const about = aboutOf(row, existing);
    if ('problems' in verdict) return refused(row, verdict.problems, about);
    const kind = existing ? (verdict.changes.length > 0 ? 'changed' : 'same') : 'new';
    return {
      ...about,
      row: row.row,
      kind,
      changes: verdict.changes,
      problems: [],
      cells: null,
      said: row,
      ...(existing && { existing }),
    };
  });
}

const aboutOf = ({ values, madeSku, isBare }: ProductRow, existing: Existing | undefined) => ({
  sku: (values.sku ?? existing?.values.sku ?? (isBare ? null : madeSku)) as string | null,
  name: (values.name ?? existing?.values.name ?? values.product ?? null) as string | null,
});

/** A row that cannot be taken, with its cells as they came. */
export const refused = (
  { row, cells }: { row: number; cells: string[] },
  problems: CellProblem[],
  { sku, name }: { sku: string | null; name: string | null },
): Outcome => ({ row, kind: 'error', sku, name, changes: [], problems, cells });
