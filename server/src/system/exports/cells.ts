import { neutral } from '../../core/files/spreadsheet-text.ts';
import type { CellKind, CellValue } from './columns.ts';

export function csvCell(kind: CellKind, value: CellValue, timeZone: string): string {
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'money':
      return (Number(value) / 100).toFixed(2);
    case 'number':
      return String(value);
    case 'yesNo':
      return value ? 'yes' : 'no';
    case 'instant':
      return wallTime(String(value), timeZone);
    default:
      return neutral(String(value));
  }
}

/** Headings name the time zone of times. */
export const headingOf = (header: string, kind: CellKind, timeZone: string): string =>
  kind === 'instant' ? `${header} (${timeZone})` : header;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** "2026-11-21 14:05", as spreadsheets read it. */
export function wallTime(iso: string, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    // Swedish uses this order.
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  return clock.format(new Date(iso));
}
