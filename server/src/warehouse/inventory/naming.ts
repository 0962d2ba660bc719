import { isGtin, wholeGtin } from '@aisle/contract/catalog/sub-products';
import type { ReceiptRow } from '@aisle/contract/warehouse/receipts';
import type { Tx } from '../../core/db/db.ts';
import { recordExists } from '../../core/db/rows/records.ts';
import { notFound, wrongField } from '../../core/problem.ts';
import { findSubProducts, findVendors } from './lots.queries.ts';

/** Under row-level security, the database doesn't report which column violated a foreign key. */
export async function reportMissingReferences(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === 'lots_vendor_id_fkey') throw wrongField('vendorId', 'Vendor was not found');
    if (constraint === 'lots_sub_product_id_fkey') {
      throw wrongField('subProductId', 'Sub-product was not found');
    }
    throw error;
  }
}

export const mustReach = async (tx: Tx, locationId: string): Promise<void> => {
  if (!(await recordExists(tx, 'locations', locationId))) throw notFound('Location');
};

type Coded = Pick<ReceiptRow, 'subProductId' | 'sku' | 'barcode'>;
export const nameOf = ({ subProductId, sku, barcode }: Coded) =>
  sku !== undefined
    ? `the SKU '${sku}'`
    : barcode !== undefined
      ? `the barcode '${barcode}'`
      : `the id ${subProductId}`;

/** A 12-digit barcode that a spreadsheet read as a number, without its leading zeros. */
const isCutBarcode = (sku: string): boolean => /^\d{7,11}$/.test(sku) && isGtin(sku.padStart(12, '0'));

/** Finds the sub-products of all rows at once, by the ID, SKU or barcode in each row. */
export async function subProductsNamed(tx: Tx, rows: readonly Coded[]) {
  const named = <Key extends 'subProductId' | 'sku' | 'barcode'>(key: Key) => [
    ...new Set(rows.flatMap((row) => row[key] ?? [])),
  ];
  const found = await findSubProducts(tx, {
    ids: named('subProductId'),
    skus: named('sku').map((sku) => sku.toLowerCase()),
    barcodes: [...named('barcode'), ...named('sku').filter(isCutBarcode)],
  });
  const byId = new Map(found.map((row) => [row.id, row.id]));
  const bySku = new Map(found.map((row) => [row.sku, row.id]));
  const byBarcode = new Map(found.map((row) => [row.barcode && wholeGtin(row.barcode), row.id]));
  return ({ subProductId, sku, barcode }: Coded): string | undefined =>
    sku !== undefined
      ? (bySku.get(sku.toLowerCase()) ?? (isCutBarcode(sku) ? byBarcode.get(wholeGtin(sku)) : undefined))
      : barcode !== undefined
        ? byBarcode.get(wholeGtin(barcode))
        : byId.get(subProductId ?? '');
}

/** Finds the vendors of all rows at once: null if a row names none, undefined if no vendor has that name. */
export async function vendorsNamed(tx: Tx, rows: readonly ReceiptRow[]) {
  const found = await findVendors(tx, {
    ids: [...new Set(rows.flatMap((row) => row.vendorId ?? []))],
    names: [...new Set(rows.flatMap((row) => row.vendor?.toLowerCase() || []))],
  });
  const ids = new Set(found.map(({ id }) => id));
  const byName = new Map(found.map(({ id, name }) => [name, id]));
  return ({ vendorId, vendor }: ReceiptRow): string | null | undefined => {
    if (vendorId) return ids.has(vendorId) ? vendorId : undefined;
    return vendor ? byName.get(vendor.toLowerCase()) : null;
  };
}
