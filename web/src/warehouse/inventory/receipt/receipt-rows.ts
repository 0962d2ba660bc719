import { lineAmount, parseMoney } from '@aisle/contract/core/money';
import { addQuantities, type Unit } from '@aisle/contract/core/quantity';
import { type ReceiptField, receiptFields } from '@aisle/contract/warehouse/receipts';
import { parseDay } from '../../../ui/form/fields/date-text.ts';
import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';

/** A row of a receipt as text, until it is sent. */
export interface ReceiptDraftRow {
  id: string;
  code: string;
  /** The item that matches the code. */
  item: {
    _id: string;
    name: string;
    sku: string;
    unit: Unit;
    soldByWeight: boolean;
    costPrice: number | null;
  } | null;
  /** True if no item matches the code; the row can't be received yet. */
  isUnknown?: boolean;
  quantity: string;
  cost: string;
  expires: string;
  lotNumber: string;
  /** A vendor name, if several vendors deliver together; empty for the vendor of the receipt. */
  vendor: string;
}

/** Maps API fields to cells; other errors appear at the code, which every row shows. */
const cellOf: Readonly<Record<string, ReceiptField>> = {
  quantity: 'quantity',
  costPrice: 'cost',
  expiresOn: 'expires',
  lotNumber: 'lotNumber',
  vendor: 'vendor',
  vendorId: 'vendor',
};
export type RowErrors = Partial<Record<ReceiptField, string>>;
export function errorsByCell(fields: readonly { path: string; message: string }[]): RowErrors {
  const errors: RowErrors = {};
  for (const { path, message } of fields) errors[cellOf[path] ?? 'code'] ??= message;
  return errors;
}

export const newRow = (own: Partial<ReceiptDraftRow> = {}): ReceiptDraftRow => ({
  id: crypto.randomUUID(),
  code: '',
  item: null,
  quantity: '',
  cost: '',
  expires: '',
  lotNumber: '',
  vendor: '',
  ...own,
});
export const isBlank = (row: ReceiptDraftRow): boolean =>
  receiptFields.every((field) => field === 'vendor' || row[field].trim() === '');

/** The number of days since expiration; null without a date, or while it hasn't passed. */
export function daysExpired({ expires }: ReceiptDraftRow, today: string): number | null {
  const day = parseDay(expires);
  if (!day || day >= today) return null;
  return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
}

/** Client-side errors by field; the server checks further. */
export function rowErrors(row: ReceiptDraftRow): RowErrors {
  if (isBlank(row)) return {};
  const quantity = parseDecimal(row.quantity);
  const errors: RowErrors = {};
  if (row.code.trim() === '') errors.code = 'Scan or type a SKU or barcode';
  if (typeof quantity !== 'number' || quantity <= 0) errors.quantity = 'Enter a quantity above 0';
  if (row.cost.trim() !== '' && parseMoney(row.cost) === undefined) errors.cost = 'Enter an amount like 2.50';
  if (parseDay(row.expires) === undefined) errors.expires = 'Enter a date as MM/DD/YYYY';
  return errors;
}

/** The row in the API format. A number with the length of a barcode is a barcode; any other code is a SKU. */
export function rowBody(row: ReceiptDraftRow): Record<string, unknown> {
  const code = row.code.trim();
  const isBarcode = /^(\d{8}|\d{12,14})$/.test(code);
  const cost = row.cost.trim() === '' ? undefined : parseMoney(row.cost);
  const lotNumber = row.lotNumber.trim();
  const vendor = row.vendor.trim();
  return {
    ...(row.item ? { subProductId: row.item._id } : isBarcode ? { barcode: code } : { sku: code }),
    quantity: parseDecimal(row.quantity) ?? 0,
    ...(cost !== undefined && { costPrice: cost }),
    ...(row.expires.trim() !== '' && { expiresOn: parseDay(row.expires) }),
    ...(lotNumber !== '' && { lotNumber }),
    ...(vendor !== '' && { vendor }),
  };
}

/** The quantity and cost of a receipt. */
export function receiptTotals(rows: readonly ReceiptDraftRow[]): {
  rows: number;
  units: number;
  cost: number;
} {
  let [count, units, cost] = [0, 0, 0];
  for (const row of rows) {
    if (isBlank(row)) continue;
    const quantity = parseDecimal(row.quantity);
    const price = row.cost.trim() === '' ? 0 : (parseMoney(row.cost) ?? 0);
    count += 1;
    if (typeof quantity !== 'number' || Number.isNaN(quantity)) continue;
    units += Math.round(quantity * 1000);
    cost += lineAmount(price, quantity);
  }
  return { rows: count, units: units / 1000, cost };
}

/**
 * Adds a scanned item: increments its row, or adds a new one. Rows with a vendor, a date or a lot number are separate lots and
 * don't change.
 */
export function withScanned(
  rows: readonly ReceiptDraftRow[],
  item: NonNullable<ReceiptDraftRow['item']>,
): ReceiptDraftRow[] {
  const known = rows.find(
    (row) => row.item?._id === item._id && !row.vendor.trim() && !row.expires.trim() && !row.lotNumber.trim(),
  );
  if (known) {
    const before = parseDecimal(known.quantity);
    const quantity = String(
      addQuantities(typeof before === 'number' && !Number.isNaN(before) ? before : 0, 1),
    );
    return rows.map((row) => (row === known ? { ...row, quantity } : row));
  }
  const cost = item.costPrice === null ? '' : (item.costPrice / 100).toFixed(2);
  const fresh = newRow({ code: item.sku, item, quantity: '1', cost });
  return [...rows.filter((row) => !isBlank(row)), fresh];
}

/** Keeps an unknown code so that the items aren't forgotten; scanning it again increments the quantity. */
export function withUnknown(rows: readonly ReceiptDraftRow[], code: string): ReceiptDraftRow[] {
  const known = rows.find((row) => row.isUnknown && row.code === code);
  if (known) {
    const before = parseDecimal(known.quantity);
    const quantity = String(typeof before === 'number' ? addQuantities(before, 1) : 1);
    return rows.map((row) => (row === known ? { ...row, quantity } : row));
  }
  return [...rows.filter((row) => !isBlank(row)), newRow({ code, quantity: '1', isUnknown: true })];
}

/** Sets the item of a row; uses the item's cost if the row has none. */
export const asItem = (
  row: ReceiptDraftRow,
  item: NonNullable<ReceiptDraftRow['item']>,
): ReceiptDraftRow => ({
  ...row,
  item,
  isUnknown: false,
  cost: row.cost || (item.costPrice === null ? '' : (item.costPrice / 100).toFixed(2)),
});
