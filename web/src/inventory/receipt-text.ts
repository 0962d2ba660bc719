import { newRow, type ReceiptDraftRow, type ReceiptField, receiptFields } from './receipt-rows.ts';

/**
 * Rows out of what was copied in a spreadsheet: code, quantity, cost, expiry, lot number, vendor, or in the order
 * that a first line of names says. Nothing where it is only one cell, which is then pasted as text.
 */
export function pastedRows(text: string): ReceiptDraftRow[] | null {
  const lines = text.split(/\r\n?|\n/).map((line) => line.split('\t'));
  const filled = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0 || (filled.length === 1 && filled[0]!.length === 1)) return null;
  return rowsOf(filled);
}

/** The same out of a CSV file. */
export const csvRows = (text: string): ReceiptDraftRow[] =>
  rowsOf(parseCsv(text.replace(/^\uFEFF/, '')).filter((cells) => cells.some((cell) => cell.trim() !== '')));

function rowsOf(lines: readonly string[][]): ReceiptDraftRow[] {
  const named = fieldsNamed(lines[0] ?? []);
  const fields = named ?? receiptFields;
  return (named ? lines.slice(1) : lines).map((cells) => {
    const row = newRow();
    for (const [at, field] of fields.entries()) {
      if (field) row[field] = inOurWriting(field, (cells[at] ?? '').trim());
    }
    return row;
  });
}

const names: Record<ReceiptField, RegExp> = {
  code: /^(code|sku|barcode|gtin|upc|ean|item)$/,
  quantity: /^(quantity|qty|units|received)$/,
  cost: /^(cost|cost price|unit cost|cost of one|price)$/,
  expires: /^(expires|expires on|expiry|expiry date|expiration|best before|use by)$/,
  lotNumber: /^(lot|lot number|batch)$/,
  vendor: /^(vendor|supplier)$/,
};
/** What each column is, where the first line says so; it must name the code and the quantity at least. */
function fieldsNamed(cells: readonly string[]): (ReceiptField | undefined)[] | null {
  const fields = cells.map((cell) => {
    const name = cell.trim().toLowerCase().replaceAll(/[_-]+/g, ' ');
    return receiptFields.find((field) => names[field].test(name));
  });
  return fields.includes('code') && fields.includes('quantity') ? fields : null;
}

/** 2026-11-21 → 11/21/2026, 1,200 → 1200: spreadsheets like either. */
function inOurWriting(field: ReceiptField, text: string): string {
  if (field === 'expires') return text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
  if (field === 'quantity') return text.replace(/,(?=\d{3}\b)/g, '');
  return field === 'cost' ? text.replace(/^\$\s*/, '') : text;
}

/** Cells of a CSV text: quotes hold commas and line ends, two of them stand for one. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"').replace(/\s+/g, ' '));
    if (end === '') break;
    if (end !== ',') lines.push([]);
  }
  return lines;
}
