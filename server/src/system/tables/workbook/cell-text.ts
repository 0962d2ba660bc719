import type { NumberFormat } from './formats.ts';

/** The information needed to interpret the cells of a workbook. */
export interface Reading {
  is1904: boolean;
  formats: readonly NumberFormat[];
  texts: readonly string[];
}
/** A cell as stored in the file. */
export interface RawCell {
  type: string | undefined;
  style: number;
  /** Undefined if the cell has no value; an empty text if that is its value. */
  value: string | undefined;
  isFormula: boolean;
}

/** Longer than any cell can be, and than any field accepts: this cell becomes an error of its row. */
const longestCell = 40_000;
/** Value of a formula that was never calculated. */
const uncalculated = '#CALC!';

/** Returns a cell's text as a user would type it. */
export function cellText({ type, style, value, isFormula }: RawCell, reading: Reading): string {
  // Some programs write an empty value, which is only valid for text.
  const isMissing = value === undefined || (value === '' && type !== 'str' && type !== 'inlineStr');
  if (isMissing) return isFormula ? uncalculated : '';
  switch (type) {
    case 's':
      return reading.texts[Number(value)] ?? '';
    case 'str':
    case 'inlineStr':
      return clean(value);
    case 'b':
      return value.trim() === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      return value.trim();
    case 'd':
      return value
        .trim()
        .replace(/T00:00(:00(\.0+)?)?Z?$/, '')
        .replace('T', ' ');
    default:
      return numberText(value, reading.formats[style] ?? 'number', reading.is1904);
  }
}

/** Carriage returns and other control characters are written as "_x000D_". */
export const clean = (text: string): string =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .slice(0, longestCell);

function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim();
  if (format === 'date') return dateText(number, is1904) ?? plainNumber(number);
  if (format === 'number' || number < 0 || !Number.isSafeInteger(number)) return plainNumber(number);
  return String(number).padStart(format.digits, '0');
}

/** Rounds to the fifteen digits that a spreadsheet shows, never with an exponent: 3.3000000000000003 is 3.3. */
function plainNumber(number: number): string {
  const shown = Number(number.toPrecision(15));
  const text = String(shown);
  if (!text.includes('e')) return text;
  return Math.abs(shown) < 1 ? shown.toFixed(20).replace(/\.?0{1,20}$/, '') : BigInt(shown).toString();
}

const secondsPerDay = 86_400;
/** Days are counted from 1900 (with a February 29 that didn't exist) or from 1904. */
function dateText(serial: number, is1904: boolean): string | undefined {
  const seconds = Math.round(serial * secondsPerDay);
  const days = Math.floor(seconds / secondsPerDay);
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  if (serial < 0 || days > 2_958_465) return undefined;
  const iso = new Date(first + seconds * 1000).toISOString();
  const time = iso.slice(11, 19).replace(/:00$/, '');
  if (days === 0 && !is1904) return time;
  return seconds % secondsPerDay === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}
