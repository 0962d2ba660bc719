import { parseMoney } from '@aisle/contract/core/money';
import { parseDecimal } from '../form/fields/parse-decimal.ts';

/** The value of a cell. A number cell keeps text that can't be parsed, so that the user can correct it. */
export type CellValue = string | number | boolean | null;
export type CellKind = 'text' | 'money' | 'quantity' | 'whole' | 'switch' | 'choice';
export interface Choice {
  value: string;
  label: string;
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3, useGrouping: false });

/** The text of a cell for copying and editing. */
export function cellText(kind: CellKind, value: CellValue, choices?: readonly Choice[]): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (kind === 'choice') return choices?.find((choice) => choice.value === value)?.label ?? String(value);
  if (typeof value !== 'number') return String(value);
  return kind === 'money' ? (value / 100).toFixed(2) : plain.format(value);
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const groupedMoney = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The text of a cell as shown: with thousands separators, which other programs might not parse. */
export function shownText(kind: CellKind, value: CellValue, choices?: readonly Choice[]): string {
  if (typeof value !== 'number') return cellText(kind, value, choices);
  return kind === 'money' ? groupedMoney.format(value / 100) : grouped.format(value);
}

const switches = new Map([
  ...['yes', 'y', 'true', '1', 'x', 'on', 'active'].map((word) => [word, true] as const),
  ...['', 'no', 'n', 'false', '0', '-', 'off', 'inactive'].map((word) => [word, false] as const),
]);

/** Parses typed or pasted text; returns the text itself if it isn't valid. */
export function parseCell(kind: CellKind, text: string, choices?: readonly Choice[]): CellValue {
  const trimmed = text.trim();
  if (kind === 'text') return trimmed;
  if (kind === 'switch') return switches.get(trimmed.toLowerCase()) ?? trimmed;
  if (trimmed === '') return null;
  if (kind === 'choice') return choiceOf(trimmed, choices ?? []);
  if (kind === 'money') return parseMoney(trimmed) ?? trimmed;
  // Spreadsheets copy thousands with commas; a comma after a 0, or not followed by three digits, is a decimal comma.
  const number = parseDecimal(trimmed.replace(/(?<!^-?0),(?=\d{3}(\D|$))/g, ''));
  if (typeof number !== 'number') return trimmed;
  return kind === 'whole' && !Number.isInteger(number) ? trimmed : number;
}

function choiceOf(text: string, choices: readonly Choice[]): CellValue {
  const wanted = text.toLowerCase();
  const found = choices.find(
    ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  return found?.value ?? text;
}

/** The value of a cleared cell. */
export const emptyValue = (kind: CellKind): CellValue =>
  kind === 'text' ? '' : kind === 'switch' ? false : null;

/** Why the cell's content can't be parsed; the column's `check` finds other errors. */
export function unreadable(
  kind: CellKind,
  value: CellValue,
  choices?: readonly Choice[],
): string | undefined {
  if (kind === 'choice') {
    const isKnown = value === null || choices?.some((choice) => choice.value === value);
    return isKnown ? undefined : 'Choose from the list';
  }
  if (typeof value !== 'string' || kind === 'text' || value === '') return undefined;
  if (kind === 'switch') return 'Enter yes or no';
  if (kind === 'money') return 'Enter an amount like 2.50';
  return kind === 'whole' ? 'Enter a whole number' : 'Enter a number with at most 3 decimals';
}
