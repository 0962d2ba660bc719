import { neutral } from '../../core/files/spreadsheet-text.ts';
import type { CellKind, CellValue } from './columns.ts';

export function csvCell(kind: CellKind, value: CellValue): string {
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'money':
      return (Number(value) / 100).toFixed(2);
    case 'number':
      return String(value);
    case 'yesNo':
      return value ? 'yes' : 'no';
    case 'instant':
      return instantText(String(value));
    default:
      return neutral(String(value));
  }
}

/** "2026-11-21 14:05", in UTC: spreadsheets read it as a date. */
const instantText = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
