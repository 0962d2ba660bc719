import { lineAmount, parseMoney } from '@aisle/contract/core/money';
import { addQuantities, type Unit } from '@aisle/contract/core/quantity';
import { type ReceiptField, receiptFields } from '@aisle/contract/warehouse/receipts';
import { parseDay } from '../../../ui/form/fields/date-text.ts';
import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';

/** One row of a receipt as it is typed: texts, until it is sent. */
export interface ReceiptDraftRow {
  id: string;
  code: string;
  /** What the code was found to be. */
  item: {
    _id: string;
    name: string;
    sku: string;
    unit: Unit;
    soldByWeight: boolean;
    costPrice: number | null;
  } | null;
  /** True once nothing was found for the code: goods are here that can't be received yet. */
  isUnknown?: boolean;
  quantity: string;
  cost: string;
  expires: string;
  lotNumber: string;
  /** By name, where several vendors deliver at once; empty: the vendor of the whole receipt. */
  vendor: string;
}

/** The cell of each field of the API; errors without a cell are shown at the code, which is always there. */
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

/** How many days ago the goods of a row expired; nothing while they are good, or without a date. */
export function daysExpired({ expires }: ReceiptDraftRow, today: string): number | null {
  const day = parseDay(expires);
  if (!day || day >= today) return null;
  return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
}

/** What is wrong with what is typed, by field; the server has more to say. */
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

/** The row as the API takes it. Digits of a barcode's length are a barcode, everything else is a SKU. */
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

/** How much is in it, and what it cost. */
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
 * Adds a scanned item: one more in the row that has it already, else a new row. A row that names a vendor,
 * a date or a lot is another lot, and stays as it is.
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

/** Keeps a code that nothing has, so that the goods are not forgotten: scanned again, it counts up. */
export function withUnknown(rows: readonly ReceiptDraftRow[], code: string): ReceiptDraftRow[] {
  const known = rows.find((row) => row.isUnknown && row.code === code);
  if (known) {
    const before = parseDecimal(known.quantity);
    const quantity = String(typeof before === 'number' ? addQuantities(before, 1) : 1);
    return rows.map((row) => (row === known ? { ...row, quantity } : row));
  }
  return [...rows.filter((row) => !isBlank(row)), newRow({ code, quantity: '1', isUnknown: true })];
}

/** The row with the item that its code was found to be; its cost is the item's until somebody types another. */
export const asItem = (
  row: ReceiptDraftRow,
  item: NonNullable<ReceiptDraftRow['item']>,
): ReceiptDraftRow => ({
  ...row,
  item,
  isUnknown: false,
  cost: row.cost || (item.costPrice === null ? '' : (item.costPrice / 100).toFixed(2)),
});
