import { z } from 'zod';
import { parseMoney } from '../core/money.ts';

export interface ImportField {
  label: string;
  /** Needed for a new record. */
  required?: boolean | undefined;
  help?: string | undefined;
  /** How screens format its values. */
  shown?: 'money' | 'number' | 'yesNo' | undefined;
  /** Column names that mean this field, in lower case with only letters and digits. */
  known: readonly string[];
}
export const importKeys = ['sku', 'barcode'] as const;
export type ImportKey = (typeof importKeys)[number];

/** What the columns of one kind of file can mean, and the fields that a row can find its record by, surest first. */
export interface ImportTable {
  fields: Readonly<Record<string, ImportField>>;
  keys: readonly [ImportKey, ...ImportKey[]];
}
/** As much of it as screens get from the server. */
export interface ShownTable {
  fields: Readonly<Record<string, Omit<ImportField, 'known'>>>;
  keys: readonly string[];
}

/** Which column holds which field. Fields without a column are left out. */
export const ImportMapping = z.record(z.string().min(1).max(50), z.string().max(500));
export type ImportMapping = z.infer<typeof ImportMapping>;

export const priceUnits = ['dollars', 'cents'] as const;
export type PriceUnit = (typeof priceUnits)[number];
export const ImportOptions = z.strictObject({
  /** "1.95" is dollars, "195" is cents. */
  priceUnit: z.enum(priceUnits).optional(),
  /** Set in front of every SKU of the file. */
  skuPrefix: z.string().trim().max(20).optional(),
  /** What a row finds its sub-product by; the SKU unless set. */
  matchBy: z.enum(importKeys).optional(),
  /** False: rows that match a sub-product are errors. */
  updateExisting: z.boolean().optional(),
  /** False: rows that match none are errors. Unless set, they are added if the columns suffice for a product. */
  addNew: z.boolean().optional(),
  /** Whether an empty cell keeps the stored value, or clears it. */
  emptyCells: z.enum(['keep', 'clear']).optional(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** Whether rows that match nothing are added: by default if the columns suffice for a new record. */
export const addsNew = (table: ShownTable, mapping: ImportMapping, { addNew }: ImportOptions): boolean =>
  addNew ??
  (table.keys.every((key) => mapping[key] === undefined) ||
    requiredFields(table).every((field) => mapping[field] !== undefined));

/** What rows find their records by: the surest key that has a column. */
export const keyOfRows = (
  { keys }: ShownTable,
  mapping: ImportMapping,
  { matchBy }: ImportOptions,
): ImportKey => matchBy ?? ((keys.find((key) => mapping[key] !== undefined) ?? keys[0]) as ImportKey);

export const requiredFields = ({ fields }: ShownTable): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.required);

/** The fields that need a column before rows can be checked. */
export function missingImportFields(
  table: ShownTable,
  mapping: ImportMapping,
  options: ImportOptions,
): string[] {
  const key = keyOfRows(table, mapping, options);
  const needed = addsNew(table, mapping, options) ? requiredFields(table) : [key];
  if (key !== table.keys[0] && !needed.includes(key)) needed.push(key);
  return needed.filter((field) => mapping[field] === undefined);
}

/** The cents of a price as files write it: "$1,234.50", "1,95" or whole cents. Undefined if it is not a price. */
export function importedCents(text: string, unit: PriceUnit): number | undefined {
  if (unit === 'cents') return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
  return parseMoney(text.replace(/^(\d+),(\d{1,2})$/, '$1.$2'));
}
