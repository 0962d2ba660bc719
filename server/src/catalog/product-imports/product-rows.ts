import {
  isOnlyRead,
  type ProductImportField,
  productImportFieldNames,
  productImportTable,
} from '@aisle/contract/catalog/product-import-fields';
import { requiredText } from '@aisle/contract/core/fields';
import { priceMessage } from '@aisle/contract/core/money';
import { normalLine } from '@aisle/contract/core/normal-text';
import { titleCase } from '@aisle/contract/core/title-case';
import {
  type ImportMapping,
  type ImportOptions,
  keyOfRows,
} from '@aisle/contract/system/imports/import-fields';
import { importedCents } from '@aisle/contract/system/imports/import-numbers';
import type { CellProblem } from '../../system/imports/imported-resource.ts';
import { cellMessage, type Read } from '../../system/imports/reading/cell-readers.ts';
import { type CellTexts, type Reading, RowReader } from '../../system/imports/reading/row-reader.ts';
import type { CsvRow } from '../../system/tables/csv-file.ts';
import type { SpecificationValues } from '../products/specifications.ts';
import type { NamedPictures } from './pictures/row-pictures.ts';
import { categoryPath, lowestLevels, namesCategories } from './reading/category-paths.ts';
import { statusWord } from './reading/cell-readers.ts';
import { type CellValues, cellOf } from './reading/cells.queries.ts';
import { codeKey } from './reading/code-key.ts';
import { currencyColumn, foreignCurrency } from './reading/currencies.ts';
import { textOfDescription, textOfHtml } from './reading/html-text.ts';
import { groupsOthers, type ShopProduct, type ShopRows } from './reading/shop-rows.ts';
import { withUnitOfSize } from './reading/sizes.ts';
import { joinPath, splitPath } from './reading/values.ts';

/** A row as read by the mapping; fields without a column have no value. */
export interface ProductRow {
  row: number;
  cells: string[];
  /** The SKU or barcode that identifies the sub-product; null if the cell is empty. */
  key: string | null;
  /** The SKU of a new row without one; the same each time the file is read. */
  generatedSku: string;
  path: string[] | undefined;
  /** The path in the file, if it has more levels than allowed. */
  longPath?: string | undefined;
  /** The row names no category, so a new product gets the default one. */
  isDefaultCategory?: boolean;
  values: CellValues;
  /** Typed as the category declares them; set during the comparison. */
  specifications?: SpecificationValues;
  /** Only for rows that name pictures; set during the comparison. */
  pictures?: NamedPictures;
  /** Has only cells of the product, like the export's row for a product without sub-products. */
  isBare: boolean;
  /** The name of the product whose other rows take in this row's data. */
  isPartOf?: string;
  /** Excluded by an option, without a mention in the results. */
  isLeftOut?: boolean;
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
  /** Only for files whose rows are joined by another shop's key. */
  shop: ShopRows | undefined;
}

const CategoryName = requiredText('Category', 100);
/** A category is read together with its subcategory. */
const cellOfField = (field: ProductImportField) =>
  field === 'category' || isOnlyRead(field) ? undefined : cellOf(field);

/** Reads the rows of a file by its mapping. Returns the data of each row, or all its problems. */
export function productReader(reading: ProductReading): (row: CsvRow) => ProductRow | BadRow {
  const { columns, mapping, options, shop } = reading;
  const reader = new RowReader(productImportFieldNames, reading, ['category', 'taxes']);
  const kind = keyOfRows(productImportTable, mapping, options);
  const isForOthers = groupsOthers(columns, mapping);
  const currencyAt = currencyColumn(columns, mapping);
  return (file) => {
    const { number: row, cells } = file;
    const unusable = reader.unusable(file);
    if (unusable) return { row, cells, sku: null, name: null, problems: [unusable] };
    const read = reader.texts(file);
    const joined = shop ? shop.read(read, file) : { texts: read, options: [], group: undefined };
    if ('belongsTo' in joined)
      return partOf(file, joined.belongsTo, reader.values(joined.texts, picturesOnly));
    const { group } = joined;
    if (!group && isForOthers(cells)) return leftOut(file, read.name ?? '');
    const sized = withUnitOfSize(plain(joined.texts), mapping, reader.optionsOf('unitSize').decimals);
    const { price, problem } = priceOf(sized.texts, cells[currencyAt] ?? '', options);
    if (price === 'leftOut') return leftOut(file, sized.texts.name ?? '');
    const texts = { ...sized.texts, price };
    const readable = {
      ...texts,
      ...(problem && { price: undefined }),
      ...(isZero(texts.salePrice, options) && { salePrice: undefined }),
    };
    const { values, problems }: { values: CellValues; problems: CellProblem[] } = reader.values(
      readable,
      cellOfField,
    );
    if (problem) problems.push({ column: mapping.price ?? null, ...problem });
    if (isZero(texts.salePrice, options)) values.salePrice = null;
    Object.assign(values, statusOf(texts, options));
    if (Array.isArray(values.taxes)) values.taxes = withTaxes(values.taxes, options);
    addSize({ values, problems }, sized, {
      column: reader.columnOf('unitSize'),
      cell: joined.texts.unitSize,
      isOptional: options.emptyIfWrong?.includes('unitSize') ?? false,
    });
    if (joined.options.length > 0) values.options = joined.options;
    if (group && mapping.product === undefined) values.product = group.product;
    if (shop) {
      const isOwnPrice = read.price !== undefined || mapping.price === undefined;
      if (!isOwnPrice) addSurcharge(values, shop.surchargeOf(cells), reader.optionsOf('price'));
      if (mapping.salePrice === undefined) {
        const regular = cellOf('price').read(shop.regularPriceOf(cells), reader.optionsOf('price'));
        Object.assign(values, saleOf(values, regular));
      }
    }
    const place = placeOf(texts, { mapping, options, isShop: shop !== undefined }, problems);
    if (place.path) values.category = joinPath(place.path);
    if (problems.length > 0)
      return { row, cells, sku: texts.sku ?? null, name: texts.name ?? null, problems };
    const key = values[kind] as string | null | undefined;
    const isBare = ownFields.every((field) => texts[field] === undefined);
    if (group) group.last = values;
    return {
      row,
      cells,
      key: key == null ? null : codeKey(kind, key),
      generatedSku: reading.generatedSku(row),
      ...place,
      values,
      isBare: isBare && values.product !== undefined,
    };
  };
}

/** Removes HTML from descriptions, and entities that shops leave in names. */
function plain(texts: Texts): Texts {
  const read = { ...texts, barcode: texts.barcode ?? texts.otherBarcode };
  for (const field of ['name', 'product', 'category', 'otherCategory', 'subCategory', 'brand'] as const) {
    const text = read[field];
    if (text?.includes('&')) read[field] = textOfHtml(text);
  }
  if (read.description !== undefined) read.description = textOfDescription(read.description);
  return read;
}

/** Many shops write 0 for items without a sale price. */
const isZero = (price: string | undefined, { decimals, priceUnit = 'dollars' }: ImportOptions): boolean =>
  price !== undefined && importedCents(price, priceUnit, decimals) === 0;

const notAPrice = cellMessage(priceMessage);
interface ReadPrice {
  /** Undefined if the row has none. */
  price: string | undefined;
  problem?: Omit<CellProblem, 'column'>;
}
/** The price of a row, unless it is 0, a word such as "variable", or in another currency. */
function priceOf(
  { price }: Texts,
  currency: string,
  options: ImportOptions,
): ReadPrice | { price: 'leftOut'; problem?: undefined } {
  const { unpriced = 'error', otherCurrency = 'asDollars' } = options;
  if (price === undefined) return { price };
  const foreign = otherCurrency === 'asDollars' ? undefined : foreignCurrency(price, currency);
  if (foreign !== undefined) {
    if (otherCurrency === 'leaveOut') return { price: 'leftOut' };
    const message = `This price is in ${foreign}, not in US dollars`;
    return {
      price,
      problem: {
        value: price,
        message,
        alike: { message: "Isn't in US dollars", example: `${price} ${foreign}`, cause: 'otherCurrency' },
      },
    };
  }
  const isNone = !/\d|#/.test(price) || isZero(price, options);
  if (!isNone) return { price };
  if (unpriced === 'leaveOut') return { price: undefined };
  return {
    price,
    problem: {
      value: price,
      message: notAPrice,
      alike: { message: notAPrice, example: price, cause: 'unpriced' },
    },
  };
}

/** A column for inactive items can deactivate an item. Otherwise, it decides the status only if no other column does. */
function statusOf({ inactive, status }: Texts, options: ImportOptions): CellValues {
  const read = inactive === undefined ? undefined : statusWord(inactive, options);
  if (!read || !('value' in read)) return {};
  if (read.value === true) return { status: false };
  return status === undefined ? { status: true } : {};
}

/** The size and unit of a row, from one or two cells. */
function addSize(
  { values, problems }: { values: CellValues; problems: CellProblem[] },
  { size, unit, problem }: ReturnType<typeof withUnitOfSize>,
  {
    column,
    cell = null,
    isOptional,
  }: { column: string | null; cell: string | null | undefined; isOptional: boolean },
): void {
  if (unit) values.unit = unit;
  const read = size === undefined ? undefined : cellOf('unitSize').read(String(size), { decimals: 'point' });
  if (read && 'value' in read) values.unitSize = read.value;
  const { wrong, alike } = problem ?? (read && 'wrong' in read ? read : {});
  if (wrong !== undefined && !isOptional)
    problems.push({ column, value: cell, message: wrong, ...(alike && { alike }) });
}

/** Wix gives the surcharge of a variant over its product. */
function addSurcharge(values: CellValues, surcharge: string, options: ImportOptions): void {
  const cents = importedCents(surcharge, options.priceUnit ?? 'dollars', options.decimals) ?? 0;
  if (typeof values.price === 'number') values.price += cents;
}

/** A price below the regular price is a sale price. */
function saleOf({ price }: CellValues, regular: Read): CellValues {
  const isSale = 'value' in regular && Number(regular.value) > Number(price);
  return isSale ? { price: regular.value, salePrice: price } : {};
}

const picturesOnly = (field: ProductImportField) => (field === 'pictures' ? cellOf(field) : undefined);

/** Reads a row without variant data. Its pictures belong to the row before. */
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

/** A row that the user's options exclude. */
const leftOut = ({ number: row, cells }: CsvRow, name: string): ProductRow => ({
  row,
  cells,
  key: null,
  generatedSku: '',
  path: undefined,
  values: {},
  isBare: false,
  isPartOf: name,
  isLeftOut: true,
});

const ownFields = ['sku', 'barcode', 'name', 'price'] as const;

export const isBad = (row: ProductRow | BadRow): row is BadRow => 'problems' in row;

type Texts = CellTexts<ProductImportField>;

/** The taxes of a row, with the replacements chosen for names in the file. */
const withTaxes = (names: readonly string[], { values }: ImportOptions): string[] => [
  ...new Set(names.map((name) => values?.taxes?.[name.toLowerCase()] ?? name)),
];

interface LocationReading {
  mapping: ImportMapping;
  options: ImportOptions;
  isShop: boolean;
}
/** The category and subcategory of a row, or their replacement. */
function placeOf(
  texts: Texts,
  { mapping, options, isShop }: LocationReading,
  problems: CellProblem[],
): Pick<ProductRow, 'path' | 'longPath' | 'isDefaultCategory'> {
  const { subCategory } = texts;
  const field =
    texts.category === undefined && texts.otherCategory !== undefined ? 'otherCategory' : 'category';
  const category = texts[field];
  const column = mapping[field] ?? null;
  if (category === undefined) {
    if (options.category !== undefined)
      return { path: lowestLevels(splitPath(options.category)), isDefaultCategory: true };
    if (subCategory !== undefined) {
      problems.push({ column, value: subCategory, message: 'Category is required' });
    }
    return { path: undefined };
  }
  const isList = namesCategories({ category: column ?? '' });
  const levels = categoryPath(category, {
    separator: options.categorySeparator,
    isList,
    isShop,
  });
  const whole = [...levels, ...(subCategory === undefined ? [] : [subCategory])].map(normalLine);
  const chosenOf = (path: readonly string[]) => options.values?.category?.[joinPath(path).toLowerCase()];
  const chosen = chosenOf(whole) ?? chosenOf(lowestLevels(whole));
  const named = options.titleCase ? whole.map(titleCase) : whole;
  const full = chosen === undefined ? named : splitPath(chosen);
  const path = lowestLevels(full);
  const bad = path.map((name) => CategoryName.safeParse(name)).find(({ success }) => !success);
  if (bad) {
    problems.push({
      column,
      value: category.slice(0, 200),
      message: bad.error?.issues[0]?.message ?? "Can't be used",
    });
  }
  return { path, ...(full.length > path.length && { longPath: joinPath(full) }) };
}
