import { wholeGtin } from '@aisle/contract/catalog/sub-products';
import type { FieldError } from '@aisle/contract/core/envelope';
import type { Tx } from '../../core/db/db.ts';
import { problem } from '../../core/problem.ts';
import { codesTaken, releaseCodes, type SubProductColumns } from './sub-products.queries.ts';

type Coded = Pick<SubProductColumns, 'id' | 'sku' | 'barcode'>;
const skuKey = (sku: string): string => sku.toLowerCase();

/**
 * Rejects duplicate SKUs and barcodes, within these rows or in the catalog, each at its field. If rows swap codes, clears the
 * codes first, because the unique index checks row by row.
 */
export async function rejectTakenCodes(
  tx: Tx,
  rows: readonly Coded[],
  current: readonly Coded[],
  at: (index: number) => string = (index) => `subProducts.${index}.`,
): Promise<void> {
  const skus = rows.map((row) => row.sku);
  const barcodes = rows.flatMap((row) => row.barcode ?? []);
  const others = await codesTaken(
    tx,
    { skus, barcodes },
    rows.map((row) => row.id),
  );
  const takenSkus = new Set(others.map((other) => skuKey(other.sku)));
  const takenBarcodes = new Set(
    others.flatMap(({ barcode }) => (barcode === null ? [] : wholeGtin(barcode))),
  );
  const wrongSkus: FieldError[] = [];
  const wrongBarcodes: FieldError[] = [];
  for (const [index, { sku, barcode }] of rows.entries()) {
    if (takenSkus.has(skuKey(sku))) {
      wrongSkus.push({ path: `${at(index)}sku`, message: 'This SKU is already taken' });
    }
    takenSkus.add(skuKey(sku));
    if (barcode === null) continue;
    if (takenBarcodes.has(wholeGtin(barcode))) {
      wrongBarcodes.push({ path: `${at(index)}barcode`, message: 'This barcode is already taken' });
    }
    takenBarcodes.add(wholeGtin(barcode));
  }
  const fields = [...wrongSkus, ...wrongBarcodes];
  if (wrongSkus.length > 0)
    throw problem('subProducts.sku-taken', { sku: valueAt(rows, fields) }, { fields });
  if (fields.length > 0) {
    throw problem('subProducts.barcode-taken', { barcode: valueAt(rows, fields) }, { fields });
  }
  await releaseSwappedCodes(tx, rows, current);
}

/** The SKU or barcode of the first invalid field. */
function valueAt(rows: readonly Coded[], [first]: readonly FieldError[]): string {
  const path = first?.path.split('.') ?? [];
  const row = rows[path.length > 1 ? Number(path.at(-2)) : 0];
  return (path.at(-1) === 'sku' ? row?.sku : row?.barcode) ?? '';
}

const codesOf = ({ sku, barcode }: Coded): string[] => [
  `sku ${skuKey(sku)}`,
  ...(barcode === null ? [] : [`barcode ${wholeGtin(barcode)}`]),
];

async function releaseSwappedCodes(tx: Tx, rows: readonly Coded[], current: readonly Coded[]): Promise<void> {
  const wanted = new Map<string, string>();
  for (const row of rows) for (const code of codesOf(row)) wanted.set(code, row.id);
  const giving = current.filter((row) =>
    codesOf(row).some((code) => (wanted.get(code) ?? row.id) !== row.id),
  );
  if (giving.length > 0) {
    await releaseCodes(
      tx,
      giving.map(({ id }) => id),
    );
  }
}
