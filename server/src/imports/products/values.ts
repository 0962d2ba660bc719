import type { ProductImportField } from '@aisle/contract/import-fields';
import type { ImportCellValue, ImportChange } from '@aisle/contract/imports';
import { codeKey } from './code-key.ts';

/** The cells that a row is compared by: a category and the one below it are one path. */
export type CellField = Exclude<ProductImportField, 'subCategory'>;
/** What is undefined, the file does not say; null takes away what is there. */
export type CellValues = { [Field in CellField]?: ImportCellValue };

/** What belongs to the product rather than to the sub-product of a row. */
export const productFields = [
  'product',
  'category',
  'brand',
  'description',
  'badge',
  'tags',
  'addToHomePage',
  'productStatus',
] as const satisfies readonly CellField[];
export const isOfProduct = (field: string): boolean => (productFields as readonly string[]).includes(field);
export const subProductFields = [
  'name',
  'sku',
  'barcode',
  'unit',
  'unitSize',
  'soldByWeight',
  'price',
  'salePrice',
  'costPrice',
  'minPerOrder',
  'maxPerOrder',
  'status',
] as const satisfies readonly CellField[];

const between = ' > ';
export const joinPath = (path: readonly string[]): string => path.join(between);
export const splitPath = (text: string): string[] => text.split(/\s[>›]\s/).map((part) => part.trim());
const joinTags = (tags: readonly string[]): string => tags.join(', ');
export const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;|]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** Whether a cell says what is there already. */
export function isSame(field: CellField, said: ImportCellValue, there: ImportCellValue): boolean {
  if (said === null || there === null) return said === there;
  if (Array.isArray(said) && Array.isArray(there)) {
    // A tag with a comma in it was read as two.
    return joinTags(said) === joinTags(splitTags(joinTags(there)));
  }
  if (typeof said !== 'string' || typeof there !== 'string') return said === there;
  if (field === 'barcode') return codeKey(field, said) === codeKey(field, there);
  // Names of what is shared are found whatever their case.
  if (field === 'brand' || field === 'category') return said.toLowerCase() === there.toLowerCase();
  // Spreadsheets write the line ends of a cell in their own way.
  return said.replaceAll('\r\n', '\n') === there.replaceAll('\r\n', '\n');
}

/** The values of some fields before the changes, or after them. */
export const sideOf = (
  changes: readonly ImportChange[],
  side: 'before' | 'after',
  ofProduct: boolean,
): Record<string, ImportCellValue> =>
  Object.fromEntries(
    changes
      .filter(({ field }) => isOfProduct(field) === ofProduct)
      .map((change) => [change.field, change[side]]),
  );
