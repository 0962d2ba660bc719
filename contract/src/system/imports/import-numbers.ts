import { z } from 'zod';
import type { ImportField, ImportMapping, ImportOptions } from './import-fields.ts';

/*
 * Reads numbers in files. "1.234,50" and "1,234.50" each have only one meaning; "1,234" alone is ambiguous. The other cells
 * of its column, then those of the file, decide. If they don't, a user decides.
 */

/** The format of a number: "1,234.50" or "1.234,50". */
export const decimalStyles = ['point', 'comma'] as const;
export type DecimalStyle = (typeof decimalStyles)[number];

export const priceUnits = ['dollars', 'cents'] as const;
export type PriceUnit = (typeof priceUnits)[number];

/** Facts about a column, from all its cells. */
export const ColumnFacts = z.object({
  /** The format of the column's numbers; null if no cell shows it. */
  style: z.enum([...decimalStyles, 'mixed']).nullable(),
  /** An ambiguous cell, if there is one. */
  unclear: z.string().nullable(),
  /** Whether every cell starts with the apostrophe that spreadsheets put before text. */
  isGuarded: z.boolean(),
});
export type ColumnFacts = z.infer<typeof ColumnFacts>;

/** The number that a text means, or the two that it can mean. */
type ReadNumber = { number: string } | { unclear: Record<DecimalStyle, string> };

/** Longer texts are not numbers. */
const longestNumber = 60;
/** The parts of a cell: the text before the number, its digits with separators, and the text after it. */
interface Pieces {
  before: string;
  digits: string;
  after: string;
  /** Spaces or apostrophes separate thousands, so a point or comma precedes decimals. */
  isSpaced: boolean;
}

function piecesOf(text: string): Pieces | undefined {
  const plain = text
    .slice(0, longestNumber)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim();
  // The point of "Rs.45" and "S/.45" belongs to the currency.
  const first = plain.search(/(?:(?<![\p{L}/])[.,])?\d/u);
  if (first < 0) return undefined;
  const [spaced = ''] = /^[.,]?\d(?:[\d.,'’\s]*\d)?/.exec(plain.slice(first)) ?? [];
  const after = plain.slice(first + spaced.length);
  const digits = spaced.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  const before = plain.slice(0, first).trim();
  // Price tags use a dash for zero: "-,99".
  const isDashed = digits.startsWith(',') ? /[-–—]$/.test(before) : /(?:--|[–—])$/.test(before);
  return {
    before: isDashed && /^[.,]/.test(digits) ? before.replace(/[-–—]{1,2}$/, '').trim() : before,
    digits,
    after: after.trim(),
    isSpaced: digits !== spaced,
  };
}

const byPoint = /^([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3}|\d*)(?:\.(\d*))?$/;
const byComma = /^([1-9]\d{0,2}(?:\.\d{3})+|\d*)(?:,(\d*))?$/;

/** The possible numbers of digits with separators, by their decimal separator. */
function readingsOf({ digits, isSpaced }: Pieces): Partial<Record<DecimalStyle, string>> {
  const reading = (pattern: RegExp) => {
    const [, whole, part = ''] = pattern.exec(digits) ?? [];
    if (whole === undefined || (isSpaced && /[.,]/.test(whole))) return undefined;
    return withoutDust(`${whole.replace(/[.,]/g, '') || '0'}${part === '' ? '' : `.${part}`}`);
  };
  const point = reading(byPoint);
  const comma = reading(byComma);
  return { ...(point !== undefined && { point }), ...(comma !== undefined && { comma }) };
}

/** Computers store 19.9 as 19.899999999999999 or 19.899999618530273. Digits that no user has typed are rounded. */
function withoutDust(plain: string): string {
  const [whole = '', decimals = ''] = plain.split('.');
  if (decimals.length < 7) return plain;
  const significant = `${whole}${decimals}`.replace(/^0+/, '').length;
  const number = Number(plain);
  const isSingle = significant > 7 && Math.fround(number) === number;
  const precision = isSingle ? 7 : significant > 15 ? 15 : undefined;
  const rounded = precision === undefined ? plain : String(Number(number.toPrecision(precision)));
  return rounded.includes('e') ? plain : rounded;
}

const isoCurrencies = new Set(Intl.supportedValuesOf('currency'));
const currencyWords = new Set(
  (
    'rs rp rm fr sfr kr kč ft zł zl lei leu лв руб р din tl km kn ksh tsh ush dh dhs bs gs sk ' +
    'euro euros dollar dollars peso pesos sol soles real reais rand rupee rupees franken franc francs kronor kroner ' +
    '元 円 원'
  ).split(' '),
);
/** Too short for a currency after a number. */
const leadCurrencies = new Set(['r', 'q', 's/', 'b/']);
const isCurrency = (word: string): boolean =>
  /\p{Sc}/u.test(word) || isoCurrencies.has(word.toUpperCase()) || currencyWords.has(wordKey(word));
const wordKey = (word: string): string => word.toLowerCase().replaceAll('.', '');

/** "Only 1.99", "nur 1,99". */
const leadWords = new Set([
  'only',
  'nur',
  'solo',
  'sólo',
  'seulement',
  'je',
  'price',
  'preis',
  'precio',
  'prix',
]);
/** Words for the price of one piece. */
const eachWords = new Set(
  (
    'each ea pc pcs piece pieces ct unit units nos no st stk stck stück ud uds unidad unidades pza pzas pieza piezas ' +
    'pièce pièces pce pces unité unités pz'
  ).split(' '),
);
const perWords = new Set(['/', 'per', 'pro', 'je', 'por', 'par', 'la', 'le', 'el', 'al']);
const withTaxWords = new Set('incl inkl inc incluido included ttc tvac vat mwst iva tva gst tax'.split(' '));

const wordsIn = (text: string): string[] =>
  text.match(/\p{L}{0,3}\p{Sc}\p{L}?|[SB]\/\.?|\p{L}[\p{L}.]*|\S/gu) ?? [];

const isLead = (before: string): boolean =>
  wordsIn(before).every(
    (word) =>
      isCurrency(word) || leadCurrencies.has(wordKey(word)) || leadWords.has(wordKey(word)) || word === ':',
  );

/** Whether this text can follow a number: a currency, a unit, footnotes. */
function isTrail(after: string): boolean {
  const words = wordsIn(after.replace(/^[.,]\s?[-–—]{1,2}/, '').replace(/[*†‡¹²³⁴]{1,5}$/, ''));
  for (let at = 0; at < words.length; at += 1) {
    const word = wordKey(words[at]!);
    if (isCurrency(words[at]!) || eachWords.has(word) || withTaxWords.has(word)) continue;
    if (!perWords.has(word)) return false;
    // "/ kg", "per 1 lb"
    at += words[at + 1] === '1' ? 2 : 1;
    if (!/^\p{L}{1,12}\.?$/u.test(words[at] ?? '')) return false;
  }
  return true;
}

/** The format that a currency sign indicates: "1,234" with a comma between thousands, or "1.234" with a point. */
function styleOfSign({ before, digits }: Pieces): DecimalStyle | undefined {
  if (/^R\$$/i.test(before) && digits.includes('.')) return 'comma';
  return /^(?:(?:US|CA|A)?\$|£|₹|¥|Rs\.?)$/i.test(before) && digits.includes(',') ? 'point' : undefined;
}

/** "1€99" */
function withSignInside({ before, digits, after }: Pieces): string | undefined {
  const [, cents] = /^[€$£] ?(\d{2})$/.exec(after) ?? [];
  return cents !== undefined && before === '' && /^\d{1,6}$/.test(digits) ? `${digits}.${cents}` : undefined;
}

/** The number of a cell without its currency and unit, or both possible numbers. */
export function readNumber(text: string, style?: DecimalStyle): ReadNumber | undefined {
  const pieces = piecesOf(text);
  if (!pieces) return undefined;
  const inside = withSignInside(pieces);
  if (inside !== undefined) return { number: inside };
  if (!isLead(pieces.before) || !isTrail(pieces.after)) return undefined;
  const { point, comma } = readingsOf(pieces);
  const only = point ?? comma;
  if (only === undefined) return undefined;
  if (point === undefined || comma === undefined || point === comma) return { number: only };
  const known = style ?? styleOfSign(pieces);
  return known === undefined ? { unclear: { point, comma } } : { number: known === 'point' ? point : comma };
}

/** With a decimal point and without separators of thousands; undefined if it isn't one number. */
export function plainDecimal(text: string, style?: DecimalStyle): string | undefined {
  const read = readNumber(text, style);
  return read && 'number' in read ? read.number : undefined;
}

/** The price in cents, as written in files: "$1,234.50", "1,95 €", "99¢" or whole cents. Undefined if it isn't a price. */
export function importedCents(text: string, unit: PriceUnit, style?: DecimalStyle): number | undefined {
  const plain = plainDecimal(text, style);
  return plain === undefined ? undefined : centsOf(plain, text.trimEnd().endsWith('¢') ? 'cents' : unit);
}

function centsOf(plain: string, unit: PriceUnit): number | undefined {
  const [whole = '', part = ''] = plain.replace(/(\.\d{2}\d{0,60}?)0{1,60}$/, '$1').split('.');
  if (whole.length > 12) return undefined;
  if (unit === 'cents') return /^0*$/.test(part) ? Number(whole) : undefined;
  return part.length > 2 ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Collects evidence from the cells of a column about the format of its numbers. */
export class ColumnSurvey {
  #point = 0;
  #comma = 0;
  #hasReal = false;
  /** An ambiguous cell. */
  #unclear: string | null = null;
  #filled = 0;
  #guarded = 0;

  add(cell: string): void {
    if (cell === '') return;
    this.#filled += 1;
    if (cell.startsWith("'")) this.#guarded += 1;
    // Most cells are text, a whole number, or a number with one or two decimals.
    if (!/[.,]/.test(cell)) return;
    if (/^\d{1,12}\.\d{1,2}$/.test(cell)) this.#point += 1;
    else if (/^\d{1,12},\d{1,2}$/.test(cell)) this.#comma += 1;
    else if (cell.length <= longestNumber && /^\D{0,12}\d/.test(cell)) this.#addOther(cell);
  }

  #addOther(cell: string): void {
    const pieces = piecesOf(cell.replace(/^'/, ''));
    // The size in "0,5 l" shows the format just like a price.
    if (!pieces || !isLead(pieces.before)) return;
    if (!isTrail(pieces.after) && !/^[\p{L}. ]{1,20}$/u.test(pieces.after)) return;
    const { point, comma } = readingsOf(pieces);
    const shown = point === undefined ? 'comma' : comma === undefined ? 'point' : styleOfSign(pieces);
    if (point === comma) return;
    if (shown === 'point') this.#point += 1;
    else if (shown === 'comma') this.#comma += 1;
    else this.#addUnclear(cell.trim());
  }

  /** A number of a workbook, which has no format in the file. */
  addReal(): void {
    this.#point += 1;
    this.#hasReal = true;
  }

  result(): ColumnFacts {
    const isGuarded = this.#filled >= minGuarded && this.#guarded === this.#filled;
    return { style: this.#style(), unclear: this.#unclear, isGuarded };
  }

  /** Keeps the clearest example: a comma, or decimals that don't end in 0. */
  #addUnclear(cell: string): void {
    const rank = (text: string) => (text.includes(',') ? 2 : /0\D*$/.test(text) ? 0 : 1);
    if (this.#unclear === null || rank(cell) > rank(this.#unclear)) this.#unclear = cell;
  }

  #style(): ColumnFacts['style'] {
    const shown = this.#point + this.#comma;
    if (shown === 0) return null;
    if (this.#hasReal && this.#comma > 0) return 'mixed';
    if (this.#point >= shown * 0.9) return 'point';
    return this.#comma >= shown * 0.9 ? 'comma' : 'mixed';
  }
}

/** With fewer names, all of them might start with an apostrophe by chance: 'Nduja. */
const minGuarded = 3;

interface NumbersOfFile {
  delimiter: string;
  columnFacts: Readonly<Record<string, ColumnFacts>>;
}
type Fields = Readonly<Record<string, Pick<ImportField, 'shown'>>>;
const isNumeric = (fields: Fields, field: string): boolean =>
  ['money', 'number', 'quantity'].includes(fields[field]?.shown ?? '');

/** The columns of numeric fields. */
export const numberColumns = (fields: Fields, mapping: ImportMapping): string[] =>
  Object.entries(mapping).flatMap(([field, column]) => (isNumeric(fields, field) ? [column] : []));

/**
 * The format of the ambiguous numbers of a column: the chosen one, otherwise that of its other cells, otherwise that of the
 * file.
 */
export function decimalsOf(
  column: string,
  file: NumbersOfFile & { fields: Fields; mapping: ImportMapping; options: Pick<ImportOptions, 'decimals'> },
): DecimalStyle | undefined {
  const { delimiter, columnFacts, fields, mapping, options } = file;
  if (options.decimals !== undefined) return options.decimals;
  const own = columnFacts[column]?.style;
  if (own === 'mixed') return undefined;
  if (own) return own;
  const styles = new Set(numberColumns(fields, mapping).flatMap((name) => columnFacts[name]?.style ?? []));
  const [first] = styles;
  if (first !== undefined) return styles.size === 1 && first !== 'mixed' ? first : undefined;
  // Spreadsheets that write semicolons use commas for decimals.
  if (delimiter === ';') return 'comma';
  // Others omit zeros at the end, unless they write three decimals or separate thousands, which stay ambiguous.
  return delimiter === ',' && /\.\d\d[1-9]$/.test(columnFacts[column]?.unclear ?? '') ? 'point' : undefined;
}

/** Ambiguous cells of numeric columns, until a user has chosen their format. */
export const unclearNumbers = (
  file: Parameters<typeof decimalsOf>[1],
): { column: string; example: string }[] =>
  numberColumns(file.fields, file.mapping).flatMap((column) => {
    const example = file.columnFacts[column]?.unclear;
    return example && decimalsOf(column, file) === undefined ? [{ column, example }] : [];
  });
