import type { OnlyReadField, ProductImportField } from '@aisle/contract/catalog/product-import-fields';
import { optionalLongText, requiredText } from '@aisle/contract/core/fields';
import { Amount, Price } from '@aisle/contract/core/money';
import type { ImportCellValue, ImportChange } from '@aisle/contract/system/imports/import-rows';
import { type RawBuilder, sql } from 'kysely';
import { columnName } from '../../../core/db/rows/typed-fields.ts';
import {
  money,
  quantity,
  type ReadCell,
  size,
  text,
  yesNo,
} from '../../../system/imports/reading/cell-readers.ts';
import type { productFields } from '../../products/products.queries.ts';
import type { subProductFields } from '../../sub-products/sub-products.queries.ts';
import { pictures } from '../pictures/picture-addresses.ts';
import { badge, barcode, list, options, pairs, sku, statusWord, tags, unit } from './cell-readers.ts';
import { fromPairs } from './values.ts';

/** The fields compared for each row. */
export type CellField = Exclude<ProductImportField, OnlyReadField>;
/** Undefined leaves a field unchanged; null clears it. */
export type CellValues = { [Field in CellField]?: ImportCellValue };

/**
 * The field of a sub-product or of its product that a cell is written to, and how it is read from a file. Reading,
 * comparing, writing, undoing and exporting all use this list.
 */
type Cell = (
  | { of: 'subProduct'; field: keyof typeof subProductFields }
  | { of: 'product'; field: keyof typeof productFields | 'taxIds' | 'pictures' }
) &
  ReadCell & {
    /** The stored value as the file spells it, if that differs from the column. */
    stored?: RawBuilder<unknown>;
    /** The value for the column, if it differs from the file's spelling. */
    column?: (value: ImportCellValue) => unknown;
  };

/** The values of an object as "Fat: Skim", as the file spells them. */
function pairsIn(values: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ARRAY(SELECT regexp_replace(entry.key, '([\\\\:])', '\\\\\\1', 'g') || ': ' || entry.value
    FROM jsonb_each_text(${values}) entry ORDER BY entry.key)`;
}

/** Pictures of the product itself by address: their source, or their address in this installation. */
const storedPictures = sql`ARRAY(SELECT coalesce(i.source_url, '/files/' || f.storage_key || '/large.webp')
  FROM product_images i JOIN files f ON f.id = i.file_id
  WHERE i.product_id = p.id AND i.sub_product_id IS NULL ORDER BY i.sort_order, i.file_id)`;

/** In the order in which changes are listed: the sub-product's fields first, then the product's. */
const cells = {
  name: { of: 'subProduct', field: 'name', read: text(requiredText('Name', 200)) },
  sku: { of: 'subProduct', field: 'sku', read: sku },
  barcode: { of: 'subProduct', field: 'barcode', read: barcode, empty: null },
  unit: { of: 'subProduct', field: 'unit', read: unit },
  unitSize: { of: 'subProduct', field: 'unitSize', read: size, empty: null, zeroIsEmpty: true },
  soldByWeight: { of: 'subProduct', field: 'soldByWeight', read: yesNo },
  price: { of: 'subProduct', field: 'price', read: money(Price) },
  salePrice: { of: 'subProduct', field: 'salePrice', read: money(Price), empty: null, zeroIsEmpty: true },
  costPrice: { of: 'subProduct', field: 'costPrice', read: money(Amount), empty: null },
  minPerOrder: { of: 'subProduct', field: 'minPerOrder', read: quantity, empty: null, zeroIsEmpty: true },
  maxPerOrder: { of: 'subProduct', field: 'maxPerOrder', read: quantity, empty: null, zeroIsEmpty: true },
  status: { of: 'subProduct', field: 'status', read: statusWord },
  options: {
    of: 'subProduct',
    field: 'optionValues',
    read: options,
    empty: [],
    stored: pairsIn(sql`s.option_values`),
    column: fromPairs,
  },
  product: { of: 'product', field: 'name', read: text(requiredText('Product', 200)) },
  // Read together with the subcategory.
  category: {
    of: 'product',
    field: 'categoryId',
    read: text(requiredText('Category', 100)),
    stored: sql`concat_ws(' > ', top.name, above.name, c.name)`,
  },
  brand: {
    of: 'product',
    field: 'brandId',
    read: text(requiredText('Brand', 100)),
    empty: null,
    stored: sql`b.name`,
  },
  description: {
    of: 'product',
    field: 'description',
    read: text(optionalLongText('Description', 10_000)),
    empty: null,
  },
  badge: { of: 'product', field: 'badge', read: badge, empty: 'none' },
  tags: { of: 'product', field: 'tags', read: tags, empty: [] },
  specifications: {
    of: 'product',
    field: 'specifications',
    read: pairs,
    empty: [],
    stored: pairsIn(sql`p.specifications`),
  },
  taxes: {
    of: 'product',
    field: 'taxIds',
    read: list,
    empty: [],
    stored: sql`ARRAY(SELECT t.name FROM product_taxes pt JOIN taxes t ON t.id = pt.tax_id
      WHERE pt.product_id = p.id ORDER BY t.name COLLATE aisle_names)`,
  },
  // Downloaded after the last row. Pictures are only added.
  pictures: { of: 'product', field: 'pictures', read: pictures, stored: storedPictures },
  addToHomePage: { of: 'product', field: 'addToHomePage', read: yesNo },
  productStatus: { of: 'product', field: 'status', read: statusWord },
} as const satisfies Record<CellField, Cell>;

export const cellOf = (field: CellField): Cell => cells[field];
export const cellFields = Object.keys(cells) as CellField[];
const isCellField = (field: string): field is CellField => Object.hasOwn(cells, field);
export const isOfProduct = (field: CellField): boolean => cells[field].of === 'product';
export const productCells = cellFields.filter(isOfProduct);

/** Values by field of the product or sub-product. */
export const written = (values: CellValues, of: Cell['of']): Record<string, unknown> =>
  Object.fromEntries(
    cellFields
      .filter((field) => cells[field].of === of && values[field] !== undefined)
      .map((field) => {
        const { field: name, column } = cellOf(field);
        return [name, column ? column(values[field]!) : values[field]!];
      }),
  );

/** The values of some cells before or after the changes. */
export const sideOf = (
  changes: readonly ImportChange[],
  side: 'before' | 'after',
  ofProduct: boolean,
): CellValues =>
  Object.fromEntries(
    changes
      .filter(({ field }) => isCellField(field) && isOfProduct(field) === ofProduct)
      .map((change) => [change.field, change[side]]),
  );

/** The stored values of cells, where `s` is the sub-product and `p` its product. Needs the joins below. */
export const storedCells = (which: readonly CellField[]) =>
  sql.join(
    which.map((field) => {
      const cell = cellOf(field);
      const column = `${cell.of === 'product' ? 'p' : 's'}.${columnName(cell.field)}`;
      return sql`${cell.stored ?? sql.ref(column)} AS ${sql.id(field)}`;
    }),
  );
export const joinsOfCells = sql`JOIN categories c ON c.id = p.category_id
  LEFT JOIN categories above ON above.id = c.parent_id
  LEFT JOIN categories top ON top.id = above.parent_id
  LEFT JOIN brands b ON b.id = p.brand_id`;
