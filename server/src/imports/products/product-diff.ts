import { priceMessage } from '@aisle/contract/core/money';
import { addsNew, type ImportMapping, type ImportOptions, keyOfRows } from '@aisle/contract/import-fields';
import type { ImportCellValue, ImportChange } from '@aisle/contract/imports';
import { pricingIssues } from '@aisle/contract/sub-products';
import { codeKey } from './code-key.ts';
import type { CellProblem, ProductRow } from './product-rows.ts';
import {
  type CellField,
  type CellValues,
  isOfProduct,
  isSame,
  productFields,
  subProductFields,
} from './values.ts';

/** What is in the catalogue where a row finds something. */
export interface Existing {
  /** Null where the row is about a product alone. */
  id: string | null;
  productId: string;
  /** How many sub-products its product has. */
  siblings: number;
  values: Record<CellField, ImportCellValue>;
}

/** What is known of the file beyond one batch. */
export interface Seen {
  /** A SKU or barcode may stand in it once: in which row. */
  skus: Map<string, number>;
  barcodes: Map<string, number>;
  /** What was said of products that several rows share, by product and field. */
  shared: Map<string, { row: number; said: ImportCellValue }>;
}
export const nothingSeen = (): Seen => ({ skus: new Map(), barcodes: new Map(), shared: new Map() });

/** How the rows of this import are compared. */
export interface Comparing {
  mapping: ImportMapping;
  options: ImportOptions;
  seen: Seen;
  mayChange: boolean;
  /** The SKUs that hold the SKUs and barcodes of these rows, each by its key. */
  skuHolders: ReadonlyMap<string, string>;
  barcodeHolders: ReadonlyMap<string, string>;
}

type Verdict = { changes: ImportChange[] } | { problems: CellProblem[] };

/** What a row would do: its changes by cell, or why it cannot be taken. */
export function compare(row: ProductRow, existing: Existing | undefined, how: Comparing): Verdict {
  const conflict = conflictOf(row, existing, how);
  if (conflict) return { problems: [{ column: null, value: null, message: conflict }] };
  const changes = existing ? changesOf(row, existing) : saidAnew(row);
  const problems = [
    ...(existing ? [] : missingIn(row, how.mapping)),
    ...figureProblems(changes, existing, how.mapping),
  ];
  return problems.length > 0 ? { problems } : { changes };
}

function conflictOf(row: ProductRow, existing: Existing | undefined, how: Comparing): string | undefined {
  const { seen, mapping, options } = how;
  if (row.isBare && !existing) return `There is no product “${row.values.product}” without sub-products`;
  if (!existing && !addsNew(mapping, options)) return missed(row, keyOfRows(mapping, options));
  const sku = (row.values.sku ?? existing?.values.sku ?? row.madeSku) as string;
  if (existing && !how.mayChange) return `There is a sub-product with the SKU ${sku} already`;
  return (
    twice(seen.skus, row, row.isBare ? null : sku, 'sku') ??
    twice(seen.barcodes, row, row.values.barcode as string | null | undefined, 'barcode') ??
    heldByAnother(row, existing, how) ??
    (existing && existing.siblings > 1 ? saidOtherwise(row, existing, seen) : undefined)
  );
}

const missed = (row: ProductRow, key: 'sku' | 'barcode'): string => {
  const label = key === 'sku' ? 'SKU' : 'barcode';
  return row.key === null ? `Has no ${label}` : `No sub-product has the ${label} ${row.values[key]}`;
};

function twice(
  seen: Map<string, number>,
  { row }: ProductRow,
  code: string | null | undefined,
  kind: 'sku' | 'barcode',
): string | undefined {
  if (code === null || code === undefined) return undefined;
  const key = codeKey(kind, code);
  const earlier = seen.get(key);
  if (earlier !== undefined && earlier !== row)
    return `The ${kind === 'sku' ? 'SKU' : 'barcode'} ${code} stands in row ${earlier} already`;
  seen.set(key, row);
  return undefined;
}

function heldByAnother(row: ProductRow, existing: Existing | undefined, how: Comparing): string | undefined {
  const own = (existing?.values.sku as string | null | undefined)?.toLowerCase();
  const { sku, barcode } = row.values as { sku?: string; barcode?: string | null };
  if (sku !== undefined) {
    const holder = how.skuHolders.get(sku.toLowerCase());
    if (holder !== undefined && holder.toLowerCase() !== own) {
      return `There is a sub-product with the SKU ${sku} already`;
    }
  }
  if (barcode == null) return undefined;
  const holder = how.barcodeHolders.get(codeKey('barcode', barcode));
  if (holder === undefined || holder.toLowerCase() === own) return undefined;
  return `The barcode ${barcode} belongs to the SKU ${holder}`;
}

/** Rows of one product have to agree on what belongs to the product. */
function saidOtherwise(row: ProductRow, { productId }: Existing, { shared }: Seen): string | undefined {
  for (const field of productFields) {
    const said = row.values[field];
    if (said === undefined) continue;
    const place = `${productId}\n${field}`;
    const earlier = shared.get(place);
    if (!earlier) shared.set(place, { row: row.row, said });
    else if (!isSame(field, said, earlier.said)) {
      return `Row ${earlier.row} says something else of the same product (${field})`;
    }
  }
  return undefined;
}

function changesOf(row: ProductRow, existing: Existing): ImportChange[] {
  const said: CellValues = { ...row.values };
  const there = existing.values;
  // A product with one sub-product of its own name is that sub-product: they are renamed together.
  if (said.product === undefined && said.name && existing.siblings === 1 && there.product === there.name) {
    said.product = said.name;
  }
  // A sale price that is not below the new price is over.
  if (
    said.salePrice === undefined &&
    typeof said.price === 'number' &&
    Number(there.salePrice) >= said.price
  ) {
    if (there.salePrice !== null) said.salePrice = null;
  }
  return cells
    .filter((field) => said[field] !== undefined && (existing.id !== null || isOfProduct(field)))
    .filter((field) => !isSame(field, said[field]!, there[field]))
    .map((field) => ({ field, before: there[field], after: said[field]! }));
}
const cells: readonly CellField[] = [...subProductFields, ...productFields];

/** Everything that a new row says. */
function saidAnew({ values, madeSku }: ProductRow): ImportChange[] {
  const said: CellValues = { ...values, sku: values.sku ?? madeSku };
  return cells
    .filter((field) => said[field] != null && !(Array.isArray(said[field]) && said[field].length === 0))
    .map((field) => ({ field, before: null, after: said[field]! }));
}

function missingIn({ values }: ProductRow, mapping: ImportMapping): CellProblem[] {
  const needed = [
    ['name', 'Name is required'],
    ['category', 'Category is required'],
    ['price', priceMessage],
  ] as const;
  return needed
    .filter(([field]) => values[field] === undefined)
    .map(([field, message]) => ({ column: mapping[field] ?? null, value: null, message }));
}

/** Figures that are right one by one, but not beside what is there. */
function figureProblems(
  changes: readonly ImportChange[],
  existing: Existing | undefined,
  mapping: ImportMapping,
): CellProblem[] {
  const figures = ['price', 'salePrice', 'minPerOrder', 'maxPerOrder'] as const;
  if (!changes.some(({ field }) => (figures as readonly string[]).includes(field))) return [];
  const after = Object.fromEntries(
    figures.map((field) => {
      const change = changes.find((one) => one.field === field);
      return [field, (change ? change.after : existing?.values[field]) ?? undefined];
    }),
  );
  return pricingIssues(after as Parameters<typeof pricingIssues>[0]).map(({ path, message }) => ({
    column: mapping[path] ?? null,
    value: String(after[path]),
    message,
  }));
}
