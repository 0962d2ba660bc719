import { maxCategoryLevels } from '@aisle/contract/catalog/categories';
import {
  type ProductImportField,
  productImportFieldNames,
  productImportTable,
} from '@aisle/contract/catalog/product-import-fields';
import { requiredText } from '@aisle/contract/core/fields';
import { type ImportMapping, type ImportOptions, keyOfRows } from '@aisle/contract/system/import-fields';
import { plainText } from '../../core/files/spreadsheet-text.ts';
import type { CellProblem } from '../../system/imports/imported-resource.ts';
import type { CsvRow } from '../../system/tables/csv-file.ts';
import type { SpecificationValues } from '../products/specifications.ts';
import { type CellValues, cellOf } from './cells.queries.ts';
import { codeKey } from './code-key.ts';
import { joinPath, splitPath } from './values.ts';

/** A row as read by the mapping; fields without a column have no value. */
export interface ProductRow {
  row: number;
  cells: string[];
  /** The SKU or barcode that its sub-product is found by; null if the cell is empty. */
  key: string | null;
  /** For a new row without a SKU; the same each time the file is read. */
  generatedSku: string;
  path: string[] | undefined;
  values: CellValues;
  /** As the category types them; set when they are compared. */
  specifications?: SpecificationValues;
  /** Only has cells of the product: the export writes products without sub-products like this. */
  isBare: boolean;
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
  generatedSku(row: number): string;
}

const CategoryName = requiredText('Category', 100);

/** Reads one row by the mapping, or lists everything that is wrong with it. */
export function readProductRow({ number, cells }: CsvRow, reading: Reading): ProductRow | BadRow {
  const { columns, mapping, options } = reading;
  const unusable = wholeRowProblem(cells, columns.length);
  if (unusable) {
    return {
      row: number,
      cells,
      sku: null,
      name: null,
      problems: [{ column: null, value: null, ...unusable }],
    };
  }
  const texts = textsOf(cells, reading);
  const problems: CellProblem[] = [];
  const values: CellValues = {};
  for (const field of productImportFieldNames) {
    const failed = texts[field] && errorOfFormula(texts[field]);
    if (failed) {
      problems.push({ column: mapping[field]!, value: texts[field]!, message: failed });
      continue;
    }
    if (field === 'category' || field === 'subCategory' || mapping[field] === undefined) continue;
    const cell = texts[field];
    if (cell === undefined) {
      const { empty } = cellOf(field);
      if (options.emptyCells === 'clear' && empty !== undefined) values[field] = empty;
      continue;
    }
    const read = cellOf(field).read(cell, options);
    if ('value' in read) values[field] = read.value;
    else problems.push({ column: mapping[field], value: cell.slice(0, 200), message: read.wrong });
  }
  const path = pathOf(texts, mapping, problems);
  if (path) values.category = joinPath(path);
  if (problems.length > 0) {
    return { row: number, cells, sku: texts.sku ?? null, name: texts.name ?? null, problems };
  }
  const kind = keyOfRows(productImportTable, mapping, options);
  const key = values[kind] as string | null | undefined;
  const isBare = ['sku', 'barcode', 'name', 'price'].every((field) => texts[field as 'sku'] === undefined);
  return {
    row: number,
    cells,
    key: key == null ? null : codeKey(kind, key),
    generatedSku: reading.generatedSku(number),
    path,
    values,
    isBare: isBare && values.product !== undefined,
  };
}

export const isBad = (row: ProductRow | BadRow): row is BadRow => 'problems' in row;

/** Error values of spreadsheet formulas, which are never a name or a price. */
function errorOfFormula(cell: string): string | undefined {
  if (cell === '#CALC!') return 'Has a formula without a result. Open the file, save it and upload it again';
  return /^#(REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!)$/.test(cell)
    ? `Has the formula error ${cell}`
    : undefined;
}

type Texts = Partial<Record<ProductImportField, string>>;
/** What replaces a value of the file; a category is one with what is below it. */
const standIn = ({ values }: ImportOptions, field: string, cell: string): string =>
  (field === 'category' ? undefined : values?.[field]?.[cell.toLowerCase()]) ?? cell;

function textsOf(cells: readonly string[], { columns, mapping, options }: Reading): Texts {
  const texts: Texts = {};
  for (const field of productImportFieldNames) {
    const column = mapping[field];
    const cell = column === undefined ? '' : plainText((cells[columns.indexOf(column)] ?? '').trim());
    if (cell !== '') texts[field] = standIn(options, field, cell);
  }
  const path = [texts.category, texts.subCategory].filter((part) => part !== undefined);
  const place = options.values?.category?.[joinPath(path).toLowerCase()];
  if (path.length > 0 && place !== undefined) {
    texts.category = place;
    delete texts.subCategory;
  }
  return texts;
}

function pathOf({ category, subCategory }: Texts, mapping: ImportMapping, problems: CellProblem[]) {
  const wrong = (field: 'category' | 'subCategory', message: string) => {
    problems.push({ column: mapping[field] ?? null, value: null, message });
  };
  if (category === undefined) {
    if (subCategory !== undefined) wrong('category', 'Category is required');
    return undefined;
  }
  const path = [...splitPath(category), ...(subCategory === undefined ? [] : [subCategory])];
  const bad = path.map((name) => CategoryName.safeParse(name)).find(({ success }) => !success);
  if (bad) wrong('category', bad.error?.issues[0]?.message ?? "Can't be used");
  else if (path.length > maxCategoryLevels) {
    wrong('category', `A path can have up to ${maxCategoryLevels} categories`);
  }
  return path;
}

function wholeRowProblem(
  cells: readonly string[],
  columns: number,
): Pick<CellProblem, 'message' | 'alike'> | undefined {
  if (cells.slice(columns).some((cell) => cell.trim() !== '')) {
    return {
      message: `Has ${cells.length} columns, the heading has ${columns}`,
      alike: { message: 'Has more columns than the heading', example: String(cells.length) },
    };
  }
  const whole = cells.join('');
  if (whole.includes('\u0000')) return { message: "Has characters that can't be stored" };
  // The decoder replaces invalid UTF-8 by this character.
  if (whole.includes('\ufffd')) return { message: "Isn't UTF-8 text. Save the file as CSV (UTF-8)" };
  return undefined;
}
