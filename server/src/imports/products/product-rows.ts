import { mostCategoryLevels } from '@aisle/contract/categories';
import { optionalText, requiredText } from '@aisle/contract/core/fields';
import { Amount, Price } from '@aisle/contract/core/money';
import { Quantity, type Unit } from '@aisle/contract/core/quantity';
import {
  type ImportMapping,
  type ImportOptions,
  importedCents,
  keyOfRows,
  type ProductImportField,
  productImportFieldNames,
} from '@aisle/contract/import-fields';
import type { ImportCellValue } from '@aisle/contract/imports';
import { badges } from '@aisle/contract/products';
import { Barcode } from '@aisle/contract/sub-products';
import { z } from 'zod';
import { plainText } from '../../core/spreadsheet-text.ts';
import type { CsvRow } from '../../tables/csv-file.ts';
import { codeKey } from './code-key.ts';
import { type CellField, type CellValues, joinPath, splitPath, splitTags } from './values.ts';

/** A row that says what to sell, as far as the file says it. */
export interface ProductRow {
  row: number;
  cells: string[];
  /** By what it finds the sub-product that it is about; null where it says nothing of that. */
  key: string | null;
  /** Of a row without one; the same each time. */
  madeSku: string;
  path: string[] | undefined;
  values: CellValues;
  /** It speaks of a product alone: as an export writes one that has no sub-products. */
  isBare: boolean;
}
export interface CellProblem {
  column: string | null;
  value: string | null;
  message: string;
}
export interface BadRow {
  row: number;
  cells: string[];
  sku: string | null;
  name: string | null;
  problems: CellProblem[];
}

export interface Reading {
  columns: readonly string[];
  mapping: ImportMapping;
  options: ImportOptions;
  madeSku(row: number): string;
}

const unitWords: Record<string, Unit> = {
  each: 'each',
  ea: 'each',
  pc: 'each',
  pcs: 'each',
  piece: 'each',
  ct: 'each',
  count: 'each',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  oz: 'oz',
  ounce: 'oz',
  kg: 'kg',
  kilogram: 'kg',
  g: 'g',
  gram: 'g',
  l: 'l',
  liter: 'l',
  litre: 'l',
  ml: 'ml',
  'fl oz': 'fl oz',
  floz: 'fl oz',
};
const truths: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  '1': true,
  on: true,
  active: true,
  false: false,
  no: false,
  n: false,
  '0': false,
  off: false,
  inactive: false,
};
const badgeWords = Object.fromEntries(badges.map((badge) => [badge.toLowerCase(), badge]));

type Read = { value: ImportCellValue } | { wrong: string };
type Reader = (text: string, options: ImportOptions) => Read;

const checked = (schema: z.ZodType, value: unknown): Read => {
  const parsed = schema.safeParse(value);
  return parsed.success
    ? { value: parsed.data as ImportCellValue }
    : { wrong: parsed.error.issues[0]?.message ?? 'Cannot be used' };
};
const text =
  (schema: z.ZodType): Reader =>
  (said) =>
    checked(schema, said);
const money =
  (schema: z.ZodType): Reader =>
  (said, { priceUnit = 'dollars' }) =>
    checked(schema, importedCents(said, priceUnit));
const quantity: Reader = (said) => checked(Quantity, Number(said));
const word =
  (words: Record<string, ImportCellValue>, wrong: string): Reader =>
  (said) => {
    const key = said.toLowerCase();
    return Object.hasOwn(words, key) ? { value: words[key]! } : { wrong };
  };
const yesNo = word(truths, 'Write yes or no');

const Tags = z.array(requiredText('Tag', 50)).max(50, 'At most 50 tags');
const readers: Record<Exclude<CellField, 'category'>, Reader> = {
  name: text(requiredText('Name', 200)),
  sku: (said, { skuPrefix = '' }) => checked(requiredText('SKU', 64), skuPrefix + said),
  barcode: text(Barcode),
  product: text(requiredText('Product', 200)),
  brand: text(requiredText('Brand', 100)),
  description: text(optionalText('Description', 10_000)),
  price: money(Price),
  salePrice: money(Price),
  costPrice: money(Amount),
  unit: word(unitWords, 'Not a unit: use each, lb, oz, kg, g, l, ml or fl oz'),
  unitSize: quantity,
  minPerOrder: quantity,
  maxPerOrder: quantity,
  soldByWeight: yesNo,
  status: yesNo,
  addToHomePage: yesNo,
  productStatus: yesNo,
  badge: word(badgeWords, `Not a badge: use ${badges.join(', ')}`),
  tags: (said) => checked(Tags, splitTags(said)),
};
/** What an empty cell takes away, where it is to. */
const emptied: CellValues = {
  barcode: null,
  brand: null,
  description: null,
  salePrice: null,
  costPrice: null,
  unitSize: null,
  minPerOrder: null,
  maxPerOrder: null,
  badge: 'none',
  tags: [],
};
const CategoryName = requiredText('Category', 100);

/** Reads one row by the mapping: what it says, or everything that is wrong with it. */
export function readProductRow({ number, cells }: CsvRow, reading: Reading): ProductRow | BadRow {
  const { columns, mapping, options } = reading;
  const unusable = wholeRowProblem(cells, columns.length);
  if (unusable) {
    return {
      row: number,
      cells,
      sku: null,
      name: null,
      problems: [{ column: null, value: null, message: unusable }],
    };
  }
  const said = saidBy(cells, reading);
  const problems: CellProblem[] = [];
  const values: CellValues = {};
  for (const field of productImportFieldNames) {
    const failed = said[field] && errorOfFormula(said[field]);
    if (failed) {
      problems.push({ column: mapping[field]!, value: said[field]!, message: failed });
      continue;
    }
    if (field === 'category' || field === 'subCategory' || mapping[field] === undefined) continue;
    const cell = said[field];
    if (cell === undefined) {
      if (options.emptyCells === 'clear' && field in emptied) values[field] = emptied[field]!;
      continue;
    }
    const read = readers[field](cell, options);
    if ('value' in read) values[field] = read.value;
    else problems.push({ column: mapping[field], value: cell.slice(0, 200), message: read.wrong });
  }
  const path = pathOf(said, mapping, problems);
  if (path) values.category = joinPath(path);
  if (problems.length > 0) {
    return { row: number, cells, sku: said.sku ?? null, name: said.name ?? null, problems };
  }
  const kind = keyOfRows(mapping, options);
  const key = values[kind] as string | null | undefined;
  const isBare = ['sku', 'barcode', 'name', 'price'].every((field) => said[field as 'sku'] === undefined);
  return {
    row: number,
    cells,
    key: key == null ? null : codeKey(kind, key),
    madeSku: reading.madeSku(number),
    path,
    values,
    isBare: isBare && values.product !== undefined,
  };
}

export const isBad = (row: ProductRow | BadRow): row is BadRow => 'problems' in row;

/** What spreadsheets write in place of a value: never the name or the price of anything. */
function errorOfFormula(cell: string): string | undefined {
  if (cell === '#CALC!')
    return 'Holds a formula without a result: open the file, save it, and bring it again';
  return /^#(REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!)$/.test(cell)
    ? `Holds the error ${cell} of a formula`
    : undefined;
}

type Said = Partial<Record<ProductImportField, string>>;
function saidBy(cells: readonly string[], { columns, mapping }: Reading): Said {
  const said: Said = {};
  for (const field of productImportFieldNames) {
    const column = mapping[field];
    const cell = column === undefined ? '' : plainText((cells[columns.indexOf(column)] ?? '').trim());
    if (cell !== '') said[field] = cell;
  }
  return said;
}

function pathOf({ category, subCategory }: Said, mapping: ImportMapping, problems: CellProblem[]) {
  const wrong = (field: 'category' | 'subCategory', message: string) => {
    problems.push({ column: mapping[field] ?? null, value: null, message });
  };
  if (category === undefined) {
    if (subCategory !== undefined) wrong('category', 'Category is required');
    return undefined;
  }
  const path = [...splitPath(category), ...(subCategory === undefined ? [] : [subCategory])];
  const bad = path.map((name) => CategoryName.safeParse(name)).find(({ success }) => !success);
  if (bad) wrong('category', bad.error?.issues[0]?.message ?? 'Cannot be used');
  else if (path.length > mostCategoryLevels) {
    wrong('category', `A path has at most ${mostCategoryLevels} categories`);
  }
  return path;
}

function wholeRowProblem(cells: readonly string[], columns: number): string | undefined {
  if (cells.slice(columns).some((cell) => cell.trim() !== '')) {
    return `Has ${cells.length} columns, the heading has ${columns}`;
  }
  const whole = cells.join('');
  if (whole.includes('\u0000')) return 'Holds characters that cannot be stored';
  // What the decoder puts in place of bytes that are no UTF-8.
  if (whole.includes('\ufffd')) return 'Is not UTF-8 text: save the file as CSV (UTF-8)';
  return undefined;
}
