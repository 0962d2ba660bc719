import { optionalText, requiredText } from '@aisle/contract/core/fields';
import { Amount, Price, parseMoney, priceMessage } from '@aisle/contract/core/money';
import { Quantity, type Unit } from '@aisle/contract/core/quantity';
import type { ImportMapping, ImportOptions, ProductImportField } from '@aisle/contract/imports';
import { Barcode, pricingIssues } from '@aisle/contract/sub-products';
import type { z } from 'zod';
import type { CsvRow } from './csv-file.ts';

/** A row that says what to sell. What is undefined, the file does not say: an edit leaves it as it is. */
export interface ProductRow {
  row: number;
  cells: string[];
  name: string;
  sku: string;
  category: string;
  subCategory: string | undefined;
  price: number;
  salePrice: number | undefined;
  costPrice: number | undefined;
  barcode: string | undefined;
  brand: string | undefined;
  unit: Unit | undefined;
  unitSize: number | undefined;
  soldByWeight: boolean | undefined;
  description: string | undefined;
  product: string | undefined;
}
export interface CellProblem {
  column: string | null;
  message: string;
}
export interface BadRow {
  row: number;
  cells: string[];
  problems: CellProblem[];
}

const Name = requiredText('Name', 200);
const Sku = requiredText('SKU', 64);
const Category = requiredText('Category', 100);
const SubCategory = requiredText('Category below it', 100);
const Brand = requiredText('Brand', 100);
const Description = optionalText('Description', 10_000);
const ProductName = requiredText('Product', 200);

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
  false: false,
  no: false,
  n: false,
  '0': false,
};

interface Reading {
  columns: readonly string[];
  mapping: ImportMapping;
  options: ImportOptions;
  /** Makes the SKU of a row that has none; the same each time. */
  madeSku(row: number): string;
}

/** Reads one row by the mapping: what it says, or everything that is wrong with it. */
export function readProductRow({ number, cells }: CsvRow, reading: Reading): ProductRow | BadRow {
  const { columns, mapping, options } = reading;
  const problems: CellProblem[] = [];
  const wrong = (field: ProductImportField, message: string) => {
    problems.push({ column: mapping[field] ?? null, message });
  };
  const textOf = (field: ProductImportField): string | undefined => {
    const column = mapping[field];
    const text = column === undefined ? '' : plainCell(cells[columns.indexOf(column)] ?? '');
    return text === '' ? undefined : text;
  };
  const check = <S extends z.ZodType>(field: ProductImportField, schema: S, value: unknown) => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) wrong(field, parsed.error.issues[0]?.message ?? 'Cannot be used');
    return parsed.data;
  };
  /** Checked when the cell holds something. */
  const given = <S extends z.ZodType>(field: ProductImportField, schema: S) => {
    const text = textOf(field);
    return text === undefined ? undefined : check(field, schema, text);
  };
  const money = (field: ProductImportField, schema: z.ZodType<number>): number | undefined => {
    const text = textOf(field);
    if (text === undefined) return undefined;
    const cents = options.priceUnit === 'cents' ? wholeCents(text) : parseMoney(text);
    return check(field, schema, cents);
  };
  const word = <T>(field: ProductImportField, words: Record<string, T>, message: string): T | undefined => {
    const text = textOf(field)?.toLowerCase();
    if (text === undefined) return undefined;
    if (!Object.hasOwn(words, text)) wrong(field, message);
    return words[text];
  };

  const unusable = wholeRowProblem(cells, columns.length);
  if (unusable) return { row: number, cells, problems: [{ column: null, message: unusable }] };

  const sku = textOf('sku');
  const size = textOf('unitSize');
  const price = money('price', Price);
  const row: Partial<ProductRow> = {
    row: number,
    cells,
    name: check('name', Name, textOf('name')),
    sku: check('sku', Sku, sku === undefined ? reading.madeSku(number) : `${options.skuPrefix ?? ''}${sku}`),
    category: check('category', Category, textOf('category')),
    subCategory: given('subCategory', SubCategory),
    price,
    salePrice: money('salePrice', Price),
    costPrice: money('costPrice', Amount),
    barcode: given('barcode', Barcode) ?? undefined,
    brand: given('brand', Brand),
    unit: word('unit', unitWords, 'Not a unit: use each, lb, oz, kg, g, l, ml or fl oz'),
    unitSize: size === undefined ? undefined : check('unitSize', Quantity, Number(size)),
    soldByWeight: word('soldByWeight', truths, 'Write yes or no'),
    description: given('description', Description) ?? undefined,
    product: given('product', ProductName),
  };
  if (price === undefined && textOf('price') === undefined) wrong('price', priceMessage);
  if (problems.length === 0)
    for (const { path, message } of pricingIssues(row)) wrong(path as 'salePrice', message);
  return problems.length > 0 ? { row: number, cells, problems } : (row as ProductRow);
}

export const isBad = (row: ProductRow | BadRow): row is BadRow => 'problems' in row;

const wholeCents = (text: string): number | undefined => (/^\d{1,12}$/.test(text) ? Number(text) : undefined);

/** Our own exports put an apostrophe before what a spreadsheet would take for a formula. */
const plainCell = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '');

function wholeRowProblem(cells: readonly string[], columns: number): string | undefined {
  if (cells.slice(columns).some((cell) => cell.trim() !== '')) {
    return `Has ${cells.length} columns, the heading has ${columns}`;
  }
  const text = cells.join('');
  if (text.includes('\u0000')) return 'Holds characters that cannot be stored';
  // What the decoder puts in place of bytes that are no UTF-8.
  if (text.includes('\ufffd')) return 'Is not UTF-8 text: save the file as CSV (UTF-8)';
  return undefined;
}
