import { splitPair } from '@aisle/contract/catalog/listed-values';
import type { ImportCellValue } from '@aisle/contract/system/imports/import-rows';
import type { CellField } from './cells.queries.ts';
import { codeKey } from './code-key.ts';

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

/** Whether a cell equals the stored value. */
export function isSame(field: CellField, value: ImportCellValue, stored: ImportCellValue): boolean {
  if (value === null || stored === null) return value === stored;
  if (Array.isArray(value) && Array.isArray(stored)) {
    // A tag that contains a comma was read as two tags.
    if (field === 'tags') return joinTags(value) === joinTags(splitTags(joinTags(stored)));
    const plain = (items: readonly string[]) =>
      items
        .map((item) => spelled(field, item))
        .sort()
        .join('\n\n');
    return plain(value) === plain(stored);
  }
  if (typeof value !== 'string' || typeof stored !== 'string') return value === stored;
  if (field === 'barcode') return codeKey(field, value) === codeKey(field, stored);
  // Brands and categories are matched regardless of case.
  if (field === 'brand' || field === 'category') return value.toLowerCase() === stored.toLowerCase();
  // Spreadsheets write line breaks within a cell differently.
  return value.replaceAll('\r\n', '\n') === stored.replaceAll('\r\n', '\n');
}

/** Taxes and specification names are matched regardless of case. */
function spelled(field: CellField, item: string): string {
  if (field === 'taxes') return item.toLowerCase();
  const [name, value] = splitPair(item.replaceAll('\r\n', '\n')) ?? ['', item];
  return `${field === 'specifications' ? name.toLowerCase() : name}\n${value}`;
}

/** Parses "Size: Large" to { "Size": "Large" }. */
export const fromPairs = (value: ImportCellValue): Record<string, string> =>
  Object.fromEntries(
    (Array.isArray(value) ? value : []).flatMap((pair) => [splitPair(pair) ?? []].filter(isPair)),
  );
const isPair = (pair: readonly string[]): pair is [string, string] => pair.length === 2;
