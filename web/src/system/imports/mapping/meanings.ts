import {
  type ImportMapping,
  type ImportOptions,
  missingImportFields,
  type ShownTable,
} from '@aisle/contract/system/imports/import-fields';

/** The field of a column; null if the column isn't imported. */
export const meaningOf = (mapping: ImportMapping, column: string): string | null =>
  Object.keys(mapping).find((field) => mapping[field] === column) ?? null;

/** Assigns a field to a column. A field has one column: the last choice wins. */
export function withMeaning(mapping: ImportMapping, column: string, field: string | null): ImportMapping {
  const others = Object.entries(mapping).filter(([name, other]) => other !== column && name !== field);
  return Object.fromEntries([...others, ...(field ? [[field, column]] : [])]);
}

/** The labels of required fields without a column. */
export const missingFields = (table: ShownTable, mapping: ImportMapping, options: ImportOptions): string[] =>
  missingImportFields(table, mapping, options).map((field) => table.fields[field]!.label);
