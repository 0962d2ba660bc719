import { maxCategoryLevels } from '@aisle/contract/catalog/categories';
import {
  type ProductImportField,
  productImportFieldNames,
  productImportTable,
} from '@aisle/contract/catalog/product-import-fields';
import { requiredText } from '@aisle/contract/core/fields';
import { normalLine } from '@aisle/contract/core/normal-text';
import { type ImportMapping, type ImportOptions, keyOfRows } from '@aisle/contract/system/import-fields';
import type { CellProblem } from '../../system/imports/imported-resource.ts';
import type { Read } from '../../system/imports/reading/cell-readers.ts';
import { type CellTexts, type Reading, RowReader } from '../../system/imports/reading/row-reader.ts';
import type { CsvRow } from '../../system/tables/csv-file.ts';
import type { SpecificationValues } from '../products/specifications.ts';
import type { NamedPictures } from './pictures/row-pictures.ts';
import { type CellValues, cellOf } from './reading/cells.queries.ts';
import { codeKey } from './reading/code-key.ts';
import type { ShopProduct, ShopRows } from './reading/shop-rows.ts';
import { withUnitOfSize } from './reading/sizes.ts';
import { joinPath, splitPath } from './reading/values.ts';

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
  /** What it says is read with the other rows of its product. */
  isPartOf?: string;
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
  /** Only of files whose rows are joined by the key of another shop. */
  shop: ShopRows | undefined;
}

const CategoryName = requiredText('Category', 100);
/** A category is read together with the one below it. */
const cellOfField = (field: ProductImportField) =>
  field === 'category' || field === 'subCategory' ? undefined : cellOf(field);

/** Reads the rows of a file by its mapping: of each, what it says or everything that is wrong with it. */
export function productReader(reading: ProductReading): (row: CsvRow) => ProductRow | BadRow {
  const { mapping, options } = reading;
  const reader = new RowReader(productImportFieldNames, reading, ['category', 'taxes']);
  const kind = keyOfRows(productImportTable, mapping, options);
  const { shop } = reading;
  return (file) => {
    const { number: row, cells } = file;
    const unusable = reader.unusable(file);
    if (unusable) return { row, cells, sku: null, name: null, problems: [unusable] };
    const read = reader.texts(file);
    const joined = shop ? shop.read(read, cells) : { texts: read, options: [], group: undefined };
    if ('belongsTo' in joined)
      return partOf(file, joined.belongsTo, reader.values(joined.texts, picturesOnly));
    const sized = withUnitOfSize(joined.texts, mapping);
    const texts = withPlace(sized.texts, options);
    const { values, problems }: { values: CellValues; problems: CellProblem[] } = reader.values(
      texts,
      cellOfField,
    );
    if (Array.isArray(values.taxes)) values.taxes = withTaxes(values.taxes, options);
    if (sized.unit) values.unit = sized.unit;
    if (joined.options.length > 0) values.options = joined.options;
    if (shop && mapping.salePrice === undefined) {
      Object.assign(
        values,
        saleOf(values, cellOf('price').read(shop.regularPriceOf(cells), reader.optionsOf('price'))),
      );
    }
    const path = pathOf(texts, mapping, problems);
    if (path) values.category = joinPath(path);
    if (problems.length > 0)
      return { row, cells, sku: texts.sku ?? null, name: texts.name ?? null, problems };
    const key = values[kind] as string | null | undefined;
    const isBare = ownFields.every((field) => texts[field] === undefined);
    if (joined.group) joined.group.last = values;
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
/** A price below the regular one is a sale price. */
function saleOf({ price }: CellValues, regular: Read): CellValues {
  const isSale = 'value' in regular && Number(regular.value) > Number(price);
  return isSale ? { price: regular.value, salePrice: price } : {};
}

const picturesOnly = (field: ProductImportField) => (field === 'pictures' ? cellOf(field) : undefined);

/** A row that says nothing of a variant: its pictures are those of the row before. */
function partOf(
  { number: row, cells }: CsvRow,
  group: ShopProduct,
  { values, problems }: { values: CellValues; problems: CellProblem[] },
): ProductRow | BadRow {
  const bad = (found: CellProblem[]) => ({ row, cells, sku: null, name: group.title, problems: found });
  if (problems.length > 0) return bad(problems);
  if (Array.isArray(values.pictures)) {
    const { last } = group;
    if (!last) return bad([{ column: null, value: null, message: 'The row of its product has errors' }]);
    const there = Array.isArray(last.pictures) ? last.pictures : [];
    last.pictures = [...new Set([...there, ...values.pictures])];
  }
  const nothing = { key: null, generatedSku: '', path: undefined, values: {}, isBare: false };
  return { row, cells, ...nothing, isPartOf: group.title };
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

/** What replaces taxes of a file, name by name. */
const withTaxes = (names: readonly string[], { values }: ImportOptions): string[] => [
  ...new Set(names.map((name) => values?.taxes?.[name.toLowerCase()] ?? name)),
];

function pathOf({ category, subCategory }: Texts, mapping: ImportMapping, problems: CellProblem[]) {
  const wrong = (field: 'category' | 'subCategory', message: string) => {
    problems.push({ column: mapping[field] ?? null, value: null, message });
  };
  if (category === undefined) {
    if (subCategory !== undefined) wrong('category', 'Category is required');
    return undefined;
  }
  const path = [...splitPath(category), ...(subCategory === undefined ? [] : [subCategory])].map(normalLine);
  const bad = path.map((name) => CategoryName.safeParse(name)).find(({ success }) => !success);
  if (bad) wrong('category', bad.error?.issues[0]?.message ?? "Can't be used");
  else if (path.length > maxCategoryLevels) {
    wrong('category', `A path can have up to ${maxCategoryLevels} categories`);
  }
  return path;
}
