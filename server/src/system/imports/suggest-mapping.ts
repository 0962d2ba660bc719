import type { ImportMapping, ImportTable } from '@aisle/contract/system/import-fields';

/** "Product_Name (2)" and "productName" are the same word. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The most likely field of each column; a field's known names are tried from the surest to the vaguest. */
export function suggestMapping(columns: readonly string[], { fields }: ImportTable): ImportMapping {
  const free = new Map(columns.map((name) => [plain(name), name]).reverse() as [string, string][]);
  const mapping: Record<string, string> = {};
  for (const [field, { known }] of Object.entries(fields)) {
    const name = known.find((candidate) => free.has(candidate));
    if (name === undefined) continue;
    mapping[field] = free.get(name)!;
    free.delete(name);
  }
  return mapping;
}

/** Equal for two files with the same columns, in any order. */
export const headingOf = (columns: readonly string[]): string =>
  columns
    .map((name) => name.trim().toLowerCase())
    .sort()
    .join('\n');

/** A remembered mapping, with the column names as this file spells them. */
export function mappingFor(columns: readonly string[], remembered: ImportMapping): ImportMapping {
  const byName = new Map(columns.map((name) => [name.trim().toLowerCase(), name]));
  const fields = Object.entries(remembered).flatMap(([field, column]) => {
    const name = byName.get(column.trim().toLowerCase());
    return name === undefined ? [] : [[field, name]];
  });
  return Object.fromEntries(fields);
}
