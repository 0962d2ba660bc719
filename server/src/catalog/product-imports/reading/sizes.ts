import type { ProductImportField } from '@aisle/contract/catalog/product-import-fields';
import type { Unit } from '@aisle/contract/core/quantity';
import type { ImportMapping } from '@aisle/contract/system/imports/import-fields';
import { type DecimalStyle, readNumber } from '@aisle/contract/system/imports/import-numbers';
import type { WrongCell } from '../../../system/imports/reading/cell-readers.ts';
import type { CellTexts } from '../../../system/imports/reading/row-reader.ts';
import { type Measure, measureOf, unknownUnit } from './units.ts';

type Texts = CellTexts<ProductImportField>;
/** The size and unit of a row with its other cells, or the reason why the size can't be read. */
interface Sized {
  /** The row without the cells that contained size and unit. */
  texts: Texts;
  size?: number | undefined;
  unit?: Unit | undefined;
  problem?: WrongCell | undefined;
}

/** Longer texts aren't sizes. */
const longestSize = 60;

/**
 * Reads a size and its unit from any of their cells: "500 g", 0.5 below "Weight (kg)", 500 beside "g", "100g" as the unit.
 * Converts units that we don't have exactly; rounds to three decimals.
 */
export function withUnitOfSize(
  texts: Texts,
  { unitSize: column }: ImportMapping,
  decimals?: DecimalStyle | undefined,
): Sized {
  if (texts.unitSize !== undefined && isCase(texts.unitSize)) {
    return { texts: withoutSize(texts), problem: caseProblem(texts.unitSize) };
  }
  const size = texts.unitSize === undefined ? undefined : partsOf(texts.unitSize);
  const beside = texts.unit === undefined ? undefined : partsOf(texts.unit);
  // "100g" in the unit column is a size if the size column is empty.
  const inUnit = beside?.figure !== undefined && measureOf(beside.word) ? beside : undefined;
  if (!size) return inUnit ? sized(texts, inUnit, measureOf(inUnit.word)!, decimals) : wholeUnit(texts);
  const figure = size.figure;
  if (figure === undefined) return bareUnit(texts, size.word, inUnit, decimals);
  const named = size.word === '' ? undefined : measureOf(size.word);
  if (size.word !== '' && !named) return { texts: withoutSize(texts), problem: unknownUnit(size.word) };
  const measure = named ?? measureOf(texts.unit ?? '') ?? (inUnit ? measureOf(inUnit.word) : undefined);
  if (measure) return sized(texts, size, measure, decimals);
  // The unit reader reports a row's unknown unit as an error.
  const [, inHeading = ''] =
    /[([]\s?(\p{L}[\p{L}. ]{0,20})\s?[)\]]/u.exec((column ?? '').slice(0, 200)) ?? [];
  const heading = texts.unit === undefined ? measureOf(inHeading) : undefined;
  return heading ? sized(texts, size, heading, decimals) : rounded(texts, size, decimals);
}

const caseProblem = (text: string): WrongCell => {
  const one = text.slice(text.indexOf('/') + 1).slice(0, longestSize);
  return {
    wrong: `“${text.slice(0, longestSize)}” can be a case. Use the size of a piece: ${one.trim()}`,
    alike: { message: 'Can be a case. Use the size of a piece, such as 8 oz', example: text },
  };
};

interface Parts {
  /** The numbers of a size: one, or those of a pack, which are multiplied. */
  figure: string[] | undefined;
  word: string;
}
const fractions: Record<string, string> = {
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '⅓': '1/3',
  '⅔': '2/3',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅕': '1/5',
};

/**
 * Suppliers write the contents of a case as "12/8 OZ": 12 pieces of 8 oz. Only fractions such as "1/2" are parts of a whole.
 */
export function isCase(text: string): boolean {
  const [, pieces, size] =
    /^\s*(\d{1,4})\s?\/\s?(\d{1,4}(?:[.,]\d+)?)(?![\d/])/.exec(text.slice(0, longestSize)) ?? [];
  return pieces !== undefined && !fractionsOfWholes.has(`${pieces}/${size}`);
}
const fractionsOfWholes = new Set('1/2 1/3 2/3 1/4 3/4 1/5 1/8 3/8 5/8 7/8 1/10 1/16'.split(' '));

/** Splits "12 x 330 ml" into 12, 330 and "ml". */
function partsOf(text: string): Parts {
  const plain = text
    .slice(0, longestSize)
    .replace(/[½¼¾⅓⅔⅛⅜⅝⅞⅕]/g, (sign) => ` ${fractions[sign]}`)
    .replace(/^\s*(?:net|netto|ca|approx|about|env|aprox|circa|inhalt|contents?)\b[.:]?\s?|^\s*[~≈±]\s?/i, '')
    .trim();
  // A size can be repeated in another unit: "16 oz (454 g)".
  const first = plain.replace(/\s?\(([^()]{1,60})\)$/, (whole, inner) => (/\d/.test(inner) ? '' : whole));
  const pieces = first.split(/\s?[x×*]\s?(?=\d)/i);
  const last = /^(\d[\d.,/'’ ]*|[.,]\d+)\s?(\D*)$/.exec(pieces.at(-1) ?? '');
  const before = pieces.slice(0, -1).map((piece) => piece.trim());
  if (!last || !before.every((piece) => /^\d[\d.,]*$/.test(piece))) return { figure: undefined, word: first };
  return { figure: [...before, last[1]!.trim()], word: last[2]!.trim() };
}

const withoutSize = ({ unitSize: _, ...others }: Texts): Texts => others;
const withoutUnit = ({ unit: _, ...others }: Texts): Texts => others;

/** The size cell has a unit without a number ("kg"), or another text such as "Large". */
function bareUnit(
  texts: Texts,
  word: string,
  inUnit: Parts | undefined,
  decimals: DecimalStyle | undefined,
): Sized {
  const others = withoutSize(texts);
  if (!measureOf(word)) {
    const advice = 'Use a number with a unit, such as 500 g';
    const problem = {
      wrong: `“${word}” isn't a size. ${advice}`,
      alike: { message: `Isn't a size. ${advice}`, example: word },
    };
    return { texts: others, problem };
  }
  if (inUnit) return sized(others, inUnit, measureOf(inUnit.word)!, decimals);
  // "each" or "lb" below "Size" is one of it.
  if (others.unit === undefined)
    return { texts: others, size: measureOf(word)!.factor, unit: measureOf(word)!.unit };
  return wholeUnit(others);
}

/** A unit without a size: a dozen is 12. */
function wholeUnit(texts: Texts): Sized {
  const measure = texts.unit === undefined ? undefined : measureOf(texts.unit);
  if (!measure) return { texts };
  const size = measure.factor === 1 ? undefined : measure.factor;
  return { texts: withoutUnit(texts), size, unit: measure.unit };
}

function sized(texts: Texts, { figure }: Parts, measure: Measure, decimals: DecimalStyle | undefined): Sized {
  const size = product(figure!, decimals);
  // The cell's reader reports the problem with its number.
  if (size === undefined) return { texts: { ...texts, unitSize: figure!.join(' x ') } };
  const others = withoutUnit(withoutSize(texts));
  // Shops write 0 for an unknown weight, so the unit beside it means nothing either.
  return size === 0
    ? { texts: others }
    : { texts: others, ...withThreeDecimals(size * measure.factor, measure.unit) };
}

/** A size without a unit. */
function rounded(texts: Texts, { figure }: Parts, decimals: DecimalStyle | undefined): Sized {
  const size = product(figure!, decimals);
  if (size === undefined) return { texts };
  return size === 0
    ? { texts: withoutSize(texts) }
    : { texts: withoutSize(texts), size: Math.round(size * 1000) / 1000 };
}

/** Converts sizes below a thousandth to the next smaller unit. */
const smaller: Partial<Record<Unit, Measure>> = {
  kg: { unit: 'g', factor: 1000 },
  l: { unit: 'ml', factor: 1000 },
  lb: { unit: 'oz', factor: 16 },
};
function withThreeDecimals(exact: number, unit: Unit): { size: number; unit: Unit } {
  const size = Math.round(exact * 1000) / 1000;
  const next = smaller[unit];
  return size > 0 || !next ? { size, unit } : withThreeDecimals(exact * next.factor, next.unit);
}

/** The product of the numbers; undefined if one of them isn't a number. */
function product(figures: readonly string[], decimals: DecimalStyle | undefined): number | undefined {
  let size = 1;
  for (const figure of figures) {
    const number = numberOf(figure, decimals);
    if (number === undefined) return undefined;
    size *= number;
  }
  return size;
}

/** Parses "1.5", "1/2" or "1 1/2". */
function numberOf(figure: string, decimals: DecimalStyle | undefined): number | undefined {
  const [, whole = '0', top, bottom] = /^(?:(\d{1,6})\s)?(\d{1,4})\/(\d{1,4})$/.exec(figure) ?? [];
  if (top !== undefined)
    return Number(bottom) === 0 ? undefined : Number(whole) + Number(top) / Number(bottom);
  const read = readNumber(figure, decimals);
  return read && 'number' in read ? Number(read.number) : undefined;
}
