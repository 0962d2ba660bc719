import {
  type ImportMapping,
  type ImportOptions,
  type ImportTable,
  keyOfRows,
  requiredFields,
} from '@aisle/contract/system/imports/import-fields';
import { type ImportExtra, maxExtraNames } from '@aisle/contract/system/imports/import-rows';
import type { CsvRow } from '../../tables/csv-file.ts';

/*
 * Printed lists have rows between the items: section names, repeated headings, totals, page numbers. They are left out
 * and listed, so that a user can choose to import them after all.
 */

interface Reading {
  table: ImportTable;
  columns: readonly string[];
  mapping: ImportMapping;
  options: ImportOptions;
}
interface Cell {
  at: number;
  text: string;
}

const totals = [
  /^(?:(?:grand|sub|net|page|list|overall)[ -]?)?totals?(?: (?:g[eé]n[eé]ral|price|items|amount))?\s*:?$/i,
  /^(?:sum|summe|(?:gesamt|zwischen|end)summe|gesamt|suma|somme|sous-total)\s*:?$/i,
];
const pagesAndDates = [
  /^(?:page|seite|p[aá]gina)\s*\d+(?:\s*(?:of|von|de|sur|\/)\s*\d+)?$/i,
  /^\d+\s*(?:\/|of|von|de|sur)\s*\d+$/i,
  /^(?:printed|print date|date|created|generated|as of|stand|gedruckt|druckdatum|fecha|impreso|imprim[eé])\b.*\d/i,
  /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/,
  /^(?:end of (?:list|report)|ende der liste|fin de la? lista?e?|continued(?: on next page)?)[.…]*$/i,
];
const isTotal = (text: string): boolean => totals.some((pattern) => pattern.test(text));
const isPageOrDate = (text: string): boolean => pagesAndDates.some((pattern) => pattern.test(text));
const isLine = (text: string): boolean => /^[-–—_=*.·]{3,}$/.test(text);
const isCode = (text: string): boolean => /\d/.test(text) && !/\s/.test(text);
const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/** A row without a record; the name of a section if it has one. */
interface RowBetween {
  section: string | null;
}
const other: RowBetween = { section: null };

/** Looks at one row at a time, so that a check and its import leave out the same rows. */
export function rowsBetween(reading: Reading): (row: CsvRow) => RowBetween | null {
  if (reading.options.rowsBetween === 'read') return () => null;
  const isHeading = headingTest(reading);
  const { isWhole, isTotalOf, isSection } = recordTests(reading);
  return (row) => {
    const filled = row.cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ at, text: cell.trim() }]));
    const [one, ...others] = filled;
    if (!one) return null;
    if (isHeading(filled) || filled.every(({ text }) => isLine(text))) return other;
    if (isWhole(filled)) return null;
    if (isTotalOf(filled)) return other;
    if (others.length > 0) return null;
    if (isPageOrDate(one.text)) return other;
    return isSection(one) ? { section: one.text } : null;
  };
}

/** Recognizes repeated headings at the top of printed pages. */
function headingTest({ columns }: Reading) {
  const headings = columns.map((name) => name.toLowerCase().replace(/ \(\d+\)$/, ''));
  const least = Math.min(2, columns.length);
  return (filled: readonly Cell[]): boolean =>
    filled.length >= least && filled.every(({ at, text }) => headings[at] === text.toLowerCase());
}

function recordTests({ table, columns, mapping, options }: Reading) {
  const locationsOf = (fields: readonly string[]) =>
    fields.map((field) => columns.indexOf(mapping[field] ?? '')).filter((at) => at >= 0);
  const required = locationsOf(requiredFields(table));
  const codes = locationsOf(['sku', 'barcode']);
  const [key] = locationsOf([keyOfRows(table, mapping, options)]);
  // A customer or vendor can be just a name; an item can't.
  const hasSections = table.keys.includes('sku') && Object.keys(mapping).length > 1;
  // Files of other shops have rows with only a product's key.
  const keysOfProducts = locationsOf(['product']);
  const beginnings = [0, ...locationsOf(['name'])].filter((at) => !keysOfProducts.includes(at));
  return {
    /** The row has every cell that a new record needs. */
    isWhole: (filled: readonly Cell[]): boolean =>
      required.length > 0 && required.every((place) => filled.some(({ at }) => at === place)),
    /** A word for a total and numbers, none of them in a code column. */
    isTotalOf(filled: readonly Cell[]): boolean {
      const [word, ...words] = filled.filter(({ text }) => hasLetter(text));
      if (!word || words.length > 0 || !isTotal(word.text)) return false;
      return filled.every((cell) => cell === word || !codes.includes(cell.at));
    },
    /** The only cell of its row, in the first column or the name column. */
    isSection({ at, text }: Cell): boolean {
      if (!hasSections || !beginnings.includes(at) || !hasLetter(text)) return false;
      return !(codes.includes(at) && isCode(text)) && !(at === key && options.emptyCells === 'clear');
    },
  };
}

const shownLength = 80;
/** Collects the rows that a check leaves out, up to the number that is listed. */
export class ExcludedRows {
  #count = 0;
  readonly #names: ImportExtra['names'] = [];

  add({ number, cells }: CsvRow): void {
    this.#count += 1;
    if (this.#names.length >= maxExtraNames) return;
    const text = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const shown = text.join(' · ').replaceAll('\u0000', '').slice(0, shownLength).toWellFormed();
    this.#names.push({ name: `Row ${number}: ${shown}`, rows: 0 });
  }

  list(): ImportExtra[] {
    return this.#count === 0 ? [] : [{ key: 'leftOut', count: this.#count, names: this.#names }];
  }
}
