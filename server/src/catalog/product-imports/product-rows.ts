import { maxCategoryLevels } from '@aisle/contract/catalog/categories';
import {
  type ProductImportField,
  productImportFieldNames,
  productImportTable,
} from '@aisle/contract/catalog/product-import-fields';
import { requiredText } from '@aisle/contract/core/fields';
import { type ImportMapping, type ImportOptions, keyOfRows } from '@aisle/contract/system/import-fields';
import type { CellProblem } from '../../system/imports/imported-resource.ts';
import { type CellTexts, type Reading, RowReader } from '../../system/imports/row-reader.ts';
import type { CsvRow } from '../../system/tables/csv-file.ts';
import type { SpecificationValues } from '../products/specifications.ts';
import { type CellValues, cellOf } from './cells.queries.ts';
import { codeKey } from './code-key.ts';
import type { NamedPictures } from './row-pictures.ts';
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
  /** Of a row that names pictures; set when they are compared. */
  pictures?: NamedPictures;
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

interface ProductReading extends Reading {
  generatedSku(row: number): string;
}

const CategoryName = requiredText('Category', 100);
/** A category is read together with the one below it. */
const cellOfField = (field: ProductImportField) =>
  field === 'category' || field === 'subCategory' ? undefined : cellOf(field);

/** Reads the rows of a file by its mapping: of each, what it says or everything that is wrong with it. */
export function productReader(reading: ProductReading): (row: CsvRow) => ProductRow | BadRow {
  const { mapping, options } = reading;
  const reader = new RowReader(productImportFieldNames, reading, ['category']);
  const kind = keyOfRows(productImportTable, mapping, options);
  return (file) => {
    const { number: row, cells } = file;
    const unusable = reader.unusable(file);
    if (unusable) return { row, cells, sku: null, name: null, problems: [unusable] };
    const texts = withPlace(reader.texts(file), options);
    const { values, problems }: { values: CellValues; problems: CellProblem[] } = reader.values(
      texts,
      cellOfField,
    );
    const path = pathOf(texts, mapping, problems);
    if (path) values.category = joinPath(path);
    if (problems.length > 0)
      return { row, cells, sku: texts.sku ?? null, name: texts.name ?? null, problems };
    const key = values[kind] as string | null | undefined;
    const isBare = ownFields.every((field) => texts[field] === undefined);
    return {
      row,
      cells,
      key: key == null ? null : codeKey(kind, key),
      generatedSku: reading.generatedSku(row),
      path,
      values,
      isBare: isBare && values.product !== undefined,
    };
  };
}
const ownFields = ['sku', 'barcode', 'name', 'price'] as const;

export const isBad = (row: ProductRow | BadRow): row is BadRow => 'problems' in row;

type Texts = CellTexts<ProductImportField>;
/** What replaces the category of a file, with what is below it. */
function withPlace(texts: Texts, { values }: ImportOptions): Texts {
  const path = [texts.category, texts.subCategory].filter((part) => part !== undefined);
  const place = path.length > 0 ? values?.category?.[joinPath(path).toLowerCase()] : undefined;
  if (place === undefined) return texts;
  const { subCategory: _, ...others } = texts;
  return { ...others, category: place };
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
