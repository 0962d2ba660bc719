import { joinList } from '@aisle/contract/catalog/listed-values';
import {
  isOnlyRead,
  type ProductImportField,
  productImportFieldNames,
  productImportFields,
} from '@aisle/contract/catalog/product-import-fields';
import { productRoutes } from '@aisle/contract/catalog/products';
import type { ImportField } from '@aisle/contract/system/imports/import-fields';
import { type CellValue, type Column, money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';
import { productLines, productLinesWithPictures } from './writing/product-lines.queries.ts';

/** Columns that identify a line come first, long ones last. */
const leading: readonly ProductImportField[] = [
  'sku',
  'name',
  'product',
  'category',
  'brand',
  'barcode',
  'unit',
  'unitSize',
  'soldByWeight',
];
const trailing: readonly ProductImportField[] = [
  'badge',
  'addToHomePage',
  'tags',
  'options',
  'specifications',
  'taxes',
  'pictures',
  'description',
];
function placeOf(field: ProductImportField): number {
  const [first, last] = [leading.indexOf(field), trailing.indexOf(field)];
  if (first >= 0) return first - leading.length;
  return last >= 0 ? productImportFieldNames.length + last : productImportFieldNames.indexOf(field);
}

/** A line of the file, with the columns of an import. */
type ProductLine = Partial<Record<ProductImportField, CellValue | string[]>>;
const productLineColumns = productImportFieldNames
  .filter((field) => !isOnlyRead(field))
  .toSorted((a, b) => placeOf(a) - placeOf(b))
  .map((field): Column<ProductLine> => {
    const known: ImportField = productImportFields[field];
    const kinds = { text, money, number, quantity: number, yesNo };
    return kinds[known.shown ?? 'text'](known.label, (line: ProductLine) => {
      const value = line[field];
      if (!Array.isArray(value)) return value;
      return field === 'tags' ? value.join(', ') : joinList(value);
    });
  });

export const productExports = {
  products: exportOf<ProductLine>(
    {
      title: 'Products',
      route: productRoutes.list,
      lines: productLines,
      linesWithPictures: productLinesWithPictures,
      withoutCustomers: true,
    },
    productLineColumns,
  ),
};
