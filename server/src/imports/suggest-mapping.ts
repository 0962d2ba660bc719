import { type ImportMapping, productImportFieldNames, productImportFields } from '@aisle/contract/imports';

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
