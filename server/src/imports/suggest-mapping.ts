import {
  type ImportMapping,
  productImportFieldNames,
  productImportFields,
} from '@aisle/contract/import-fields';

/** "Product_Name (2)" and "productName" are the same word. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What the columns most likely mean; each is taken at most once, the surest name first. */
export function suggestMapping(columns: readonly string[]): ImportMapping {
  const free = new Map(columns.map((name) => [plain(name), name]).reverse() as [string, string][]);
  const mapping: ImportMapping = {};
  for (const field of productImportFieldNames) {
    const known = productImportFields[field].known.find((name) => free.has(name));
    if (known === undefined) continue;
    mapping[field] = free.get(known)!;
    free.delete(known);
  }
  return mapping;
}

/** What two files of one kind have in common: the names of their columns, in any order. */
export const headingOf = (columns: readonly string[]): string =>
  columns
    .map((name) => name.trim().toLowerCase())
    .sort()
    .join('\n');

/** A remembered mapping, by the names as this file spells them. */
export function mappingFor(columns: readonly string[], remembered: ImportMapping): ImportMapping {
  const here = new Map(columns.map((name) => [name.trim().toLowerCase(), name]));
  const fields = Object.entries(remembered).flatMap(([field, column]) => {
    const name = here.get(column.trim().toLowerCase());
    return name === undefined ? [] : [[field, name]];
  });
  return Object.fromEntries(fields);
}
