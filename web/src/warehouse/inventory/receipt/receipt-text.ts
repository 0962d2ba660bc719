import { type ReceiptField, receiptColumns, receiptFields } from '@aisle/contract/warehouse/receipts';
import { newRow, type ReceiptDraftRow } from './receipt-rows.ts';

/**
 * Parses rows copied from a spreadsheet: code, quantity, cost, expiration, lot number and vendor, or the columns of a header
 * line. Returns null for a single cell, which is pasted as text.
 */
export function pastedRows(text: string): ReceiptDraftRow[] | null {
  const lines = text.split(/\r\n?|\n/).map((line) => line.split('\t'));
  const filled = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0 || (filled.length === 1 && filled[0]!.length === 1)) return null;
  return rowsOf(filled);
}

/** Converts a table parsed by the server, with columns in the default sequence. */
export const tableRows = (lines: readonly string[][]): ReceiptDraftRow[] =>
  lines.map((cells) => rowOf(cells, receiptFields));

function rowsOf(lines: readonly string[][]): ReceiptDraftRow[] {
  const named = receiptColumns(lines[0] ?? []);
  return (named ? lines.slice(1) : lines).map((cells) => rowOf(cells, named ?? receiptFields));
}

function rowOf(cells: readonly string[], fields: readonly (ReceiptField | undefined)[]): ReceiptDraftRow {
  const row = newRow();
  for (const [at, field] of fields.entries()) {
    if (field) row[field] = normalizeCell(field, (cells[at] ?? '').trim());
  }
  return row;
}

/** Normalizes spreadsheet formats: 2026-11-21 → 11/21/2026, 1,200 → 1200. */
function normalizeCell(field: ReceiptField, text: string): string {
  if (field === 'expires') return text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
  if (field === 'quantity') return text.replace(/(?<!^0),(?=\d{3}\b)/g, '');
  return field === 'cost' ? text.replace(/^\$\s*/, '') : text;
}

/** The header of the template file, recognized when the file is loaded. */
export const headings = 'Code,Quantity,Cost,Expires,Lot number,Vendor\r\n';
