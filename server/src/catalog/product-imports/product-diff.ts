import { productImportTable } from '@aisle/contract/catalog/product-import-fields';
import { pricingIssues } from '@aisle/contract/catalog/sub-products';
import {
  addsNew,
  type ImportMapping,
  type ImportOptions,
  keyOfRows,
  lacksOnly,
} from '@aisle/contract/system/imports/import-fields';
import type { ImportCellValue, ImportChange } from '@aisle/contract/system/imports/import-rows';
import type { CellProblem } from '../../system/imports/imported-resource.ts';
import type { ProductFacts } from './product-facts.ts';
import type { ProductRow } from './product-rows.ts';
import {
  type CellField,
  type CellValues,
  cellFields,
  isOfProduct,
  productCells,
} from './reading/cells.queries.ts';
import { codeKey } from './reading/code-key.ts';
import { isSame } from './reading/values.ts';

/** The record in the catalog that a row matches. */
export interface Existing {
  /** Null for a product without sub-products. */
  id: string | null;
  productId: string;
  /** How many sub-products its product has. */
  siblings: number;
  values: Record<CellField, ImportCellValue>;
  /** Keys that identify the product's existing pictures. */
  pictureKeys: readonly string[];
}

/** Contents of the file's earlier rows, across batches. */
export interface Seen {
  /** The row of each SKU and barcode. A file may contain each only once. */
  skus: Map<string, number>;
  barcodes: Map<string, number>;
  /** Values that several rows of a product share, by product and field. */
  shared: Map<string, { row: number; value: ImportCellValue }>;
}
export const emptyDiff = (): Seen => ({ skus: new Map(), barcodes: new Map(), shared: new Map() });

/** The inputs for comparing rows of this import. */
export interface Comparison {
  mapping: ImportMapping;
  options: ImportOptions;
  seen: Seen;
  facts: ProductFacts;
  mayChange: boolean;
  /** The SKUs of the sub-products that already have these rows' SKUs or barcodes, by key. */
  skuHolders: ReadonlyMap<string, string>;
  barcodeHolders: ReadonlyMap<string, string>;
}

/** A problem of a whole row. */
type Conflict = Pick<CellProblem, 'message' | 'alike'>;
type Verdict = { changes: ImportChange[] } | { problems: CellProblem[] };

/** The changed cells of a row, or the reasons why it is rejected. */
export function compare(row: ProductRow, existing: Existing | undefined, comparison: Comparison): Verdict {
  const conflict = conflictOf(row, existing, comparison);
  if (conflict) return { problems: [{ column: null, value: null, ...conflict }] };
  const changes = existing ? changesOf(row, existing) : changesOfNew(row);
  const problems = [
    ...(existing ? [] : missingIn(row, comparison.mapping)),
    ...amountProblems(changes, existing, comparison.mapping),
    ...comparison.facts.check(row, existing, changes, comparison.mapping),
    ...(row.pictures?.problems ?? []),
  ];
  return problems.length > 0 ? { problems } : { changes };
}

function conflictOf(
  row: ProductRow,
  existing: Existing | undefined,
  comparison: Comparison,
): Conflict | undefined {
  const { seen, mapping, options, mayChange } = comparison;
  if (row.isBare && !existing) {
    const message = `No product “${row.values.product}” without sub-products was found`;
    return {
      message,
      alike: {
        message: 'No such product without sub-products was found',
        example: String(row.values.product),
      },
    };
  }
  if (!existing && !addsNew(productImportTable, mapping, options)) return noMatch(row, comparison);
  const sku = (row.values.sku ?? existing?.values.sku ?? row.generatedSku) as string;
  if (existing && !mayChange) return takenSkuProblem(sku, 'matched');
  return (
    duplicateCode(seen.skus, row, row.isBare ? null : sku, 'sku') ??
    duplicateCode(seen.barcodes, row, row.values.barcode as string | null | undefined, 'barcode') ??
    codeInUse(row, existing, comparison) ??
    (existing && existing.siblings > 1 ? differsFromSibling(row, existing, seen) : undefined)
  );
}

const takenSkuProblem = (sku: string, cause: 'matched' | null): Conflict => ({
  message: `A sub-product with the SKU ${sku} already exists`,
  alike: { message: 'A sub-product with this SKU already exists', example: sku, cause },
});

function noMatch(row: ProductRow, { mapping, options }: Comparison): Conflict {
  const key = keyOfRows(productImportTable, mapping, options) as 'sku' | 'barcode';
  const label = key === 'sku' ? 'SKU' : 'barcode';
  const code = row.key === null ? undefined : String(row.values[key]);
  const lacking = lacksOnly(productImportTable, mapping, options);
  if (lacking.length === 1 && lacking[0] === 'category') {
    return {
      message:
        code === undefined
          ? `Has no ${label}, and a new sub-product needs a category`
          : `No sub-product has the ${label} ${code}, and a new one needs a category`,
      alike: {
        message: `No sub-product has this ${label}, and new ones need a category`,
        example: code ?? row.values.name?.toString() ?? '',
        cause: 'uncategorized',
      },
    };
  }
  if (code === undefined) return { message: `Has no ${label}` };
  return {
    message: `No sub-product has the ${label} ${code}`,
    alike: { message: `No sub-product has this ${label}`, example: code, cause: 'unmatched' },
  };
}

function duplicateCode(
  seen: Map<string, number>,
  { row }: ProductRow,
  code: string | null | undefined,
  kind: 'sku' | 'barcode',
): Conflict | undefined {
  if (code === null || code === undefined) return undefined;
  const key = codeKey(kind, code);
  const earlier = seen.get(key);
  const label = kind === 'sku' ? 'SKU' : 'barcode';
  if (earlier !== undefined && earlier !== row) {
    return {
      message: `The ${label} ${code} is already used in row ${earlier}`,
      alike: { message: `The ${label} is already used in an earlier row`, example: code },
    };
  }
  seen.set(key, row);
  return undefined;
}

function codeInUse(
  row: ProductRow,
  existing: Existing | undefined,
  comparison: Comparison,
): Conflict | undefined {
  const own = (existing?.values.sku as string | null | undefined)?.toLowerCase();
  const { sku, barcode } = row.values as { sku?: string; barcode?: string | null };
  if (sku !== undefined) {
    const holder = comparison.skuHolders.get(sku.toLowerCase());
    if (holder !== undefined && holder.toLowerCase() !== own) {
      return takenSkuProblem(sku, null);
    }
  }
  if (barcode == null) return undefined;
  const holder = comparison.barcodeHolders.get(codeKey('barcode', barcode));
  if (holder === undefined || holder.toLowerCase() === own) return undefined;
  return {
    message: `The barcode ${barcode} belongs to the SKU ${holder}`,
    alike: { message: 'The barcode belongs to another SKU', example: barcode },
  };
}

/** Rows of one product must agree on the product's fields. */
function differsFromSibling(
  row: ProductRow,
  { productId }: Existing,
  { shared }: Seen,
): Conflict | undefined {
  const { isDefaultCategory = false } = row;
  for (const field of productCells) {
    const value = row.values[field];
    // Each row can add its own pictures. The category chosen for all rows applies only to new products.
    if (value === undefined || field === 'pictures') continue;
    if (field === 'category' && isDefaultCategory) continue;
    const key = `${productId}\n${field}`;
    const earlier = shared.get(key);
    if (!earlier) shared.set(key, { row: row.row, value });
    else if (!isSame(field, value, earlier.value)) {
      return {
        message: `Row ${earlier.row} says something else of the same product (${field})`,
        alike: {
          message: 'An earlier row says something else of the same product',
          example: productImportTable.fields[field].label,
        },
      };
    }
  }
  return undefined;
}

function changesOf(row: ProductRow, existing: Existing): ImportChange[] {
  const after: CellValues = { ...row.values };
  if (row.isDefaultCategory) delete after.category;
  const stored = existing.values;
  // A product and its only sub-product with the same name are renamed together.
  if (
    after.product === undefined &&
    after.name &&
    existing.siblings === 1 &&
    stored.product === stored.name
  ) {
    after.product = after.name;
  }
  // A sale price that isn't below the new price is removed.
  if (
    after.salePrice === undefined &&
    typeof after.price === 'number' &&
    Number(stored.salePrice) >= after.price
  ) {
    if (stored.salePrice !== null) after.salePrice = null;
  }
  return cellFields
    .filter((field) => after[field] !== undefined && (existing.id !== null || isOfProduct(field)))
    .filter((field) =>
      field === 'pictures' ? addsPictures(row, existing) : !isSame(field, after[field]!, stored[field]),
    )
    .map((field) => ({ field, before: stored[field], after: after[field]! }));
}

/** Pictures are only added, never removed. */
const addsPictures = ({ pictures }: ProductRow, { pictureKeys }: Existing): boolean =>
  pictures?.keys.some((key) => !pictureKeys.includes(key)) ?? false;

/** The cells of a new row that have a value. */
function changesOfNew({ values, generatedSku }: ProductRow): ImportChange[] {
  const after: CellValues = { ...values, sku: values.sku ?? generatedSku };
  return cellFields
    .filter((field) => after[field] != null && !(Array.isArray(after[field]) && after[field].length === 0))
    .map((field) => ({ field, before: null, after: after[field]! }));
}

function missingIn({ values }: ProductRow, mapping: ImportMapping): CellProblem[] {
  const needed = [
    ['name', 'Name is required', undefined],
    ['category', 'Category is required', 'uncategorized'],
    ['price', 'Price is required', 'unpriced'],
  ] as const;
  const example = String(values.name ?? values.sku ?? '');
  return needed
    .filter(([field]) => values[field] === undefined)
    .map(([field, message, cause]) => ({
      column: mapping[field] ?? null,
      value: null,
      message,
      ...(cause && { alike: { message, example, cause } }),
    }));
}

/** Finds prices and quantities that are valid individually, but not together with those of the record. */
function amountProblems(
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
