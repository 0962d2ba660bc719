import { z } from 'zod';
import { beforeNormalizing, Id, tooLong } from '../../core/fields.ts';
import { normalCode } from '../../core/normal-text.ts';
import { decimalStyles, priceUnits } from './import-numbers.ts';

export interface ImportField {
  label: string;
  /** Required for a new record. */
  required?: boolean | undefined;
  /** Required in every row, unless an option sets the value for all rows. */
  needed?: boolean | undefined;
  /** An equivalent field; only one of the two is required. */
  insteadOf?: string | undefined;
  help?: string | undefined;
  /** The field whose empty cells this one fills. */
  fallbackOf?: string | undefined;
  /** Prefers a column that has values, or has values in most rows, to one with a more reliable name. */
  prefer?: 'filled' | 'fullest' | undefined;
  /** How screens format its values: the change of a quantity shows its difference. */
  shown?: 'money' | 'number' | 'quantity' | 'yesNo' | undefined;
  /** Known column names of this field, in lower case with only letters and digits. */
  known: readonly string[];
}
/** The words of a text, for long lists of column names. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/** The maximum number of values of a column that can be replaced. */
const maxValues = 1000;
const importKeys = ['sku', 'barcode', 'phone', 'email', 'name'] as const;
export type ImportKey = (typeof importKeys)[number];

/** The fields that columns of one kind of file can map to, and the keys that rows find their record by, most reliable first. */
export interface ImportTable {
  fields: Readonly<Record<string, ImportField>>;
  keys: readonly [ImportKey, ...ImportKey[]];
  /** Groups of fields that identify this kind of file: it has at least one field of each group. */
  essentials: readonly (readonly string[])[];
  /** False if rows only change existing records. */
  adds?: boolean | undefined;
}
/** The part of the table that the server sends to screens. */
export interface ShownTable {
  fields: Readonly<Record<string, Omit<ImportField, 'known' | 'fallbackOf' | 'prefer'>>>;
  keys: readonly string[];
  adds?: boolean | undefined;
}

/** The column of each field. Fields without a column are omitted. */
export const ImportMapping = z.record(z.string().min(1).max(50), z.string().max(500));
export type ImportMapping = z.infer<typeof ImportMapping>;

/** Separators of category levels, apart from " > ". */
export const categorySeparators = ['>', '/', '|', '»', '›', '→', '->', '//'] as const;
export type CategorySeparator = (typeof categorySeparators)[number];
/** Uses the limit for categories of products. */
const maxPathLevels = 3;
const longestName = 100;
export const ImportOptions = z.strictObject({
  /** "1.95" is dollars, "195" is cents. */
  priceUnit: z.enum(priceUnits).optional(),
  /** The format of ambiguous numbers: "1,234.50" or "1.234,50". By default, the format of the file's other numbers. */
  decimals: z.enum(decimalStyles).optional(),
  /** Added before every SKU of the file. */
  skuPrefix: z
    .string()
    .max(...beforeNormalizing)
    .overwrite(normalCode)
    .max(20)
    .optional(),
  /** The key that rows find their record by; by default the first key of the kind. */
  matchBy: z.enum(importKeys).optional(),
  /** False: rows that match an existing record are errors. */
  updateExisting: z.boolean().optional(),
  /** False: rows that match no record are errors. By default, they are added if the columns suffice for a new record. */
  addNew: z.boolean().optional(),
  /** By field: the stored value that replaces a value of the file. The value of the file is in lower case. */
  values: z
    .record(z.string().max(50), z.record(z.string().max(500), z.string().max(500)))
    .refine((fields) => Object.values(fields).every((values) => Object.keys(values).length <= maxValues), {
      error: `At most ${maxValues} values of a column can be matched`,
    })
    .optional(),
  /** The location of rows without a location. */
  locationId: Id.optional(),
  /** The category, or its path, of new products without a category: "Pantry > Jams". */
  category: z
    .string()
    .trim()
    .min(1)
    .max(310, tooLong('A category path must be at most 310 characters'))
    .refine((path) => path.split(' > ').length <= maxPathLevels, {
      error: `A path can have up to ${maxPathLevels} categories`,
    })
    .refine((path) => path.split(' > ').every((name) => name.trim() !== '' && name.length <= longestName), {
      error: `The name of a category has 1 to ${longestName} characters`,
    })
    .optional(),
  /** The separator of category levels, such as in "Pantry/Jams". By default, only " > " separates levels. */
  categorySeparator: z.enum(categorySeparators).optional(),
  /** Writes the names of new categories in title case. Existing ones keep theirs. */
  titleCase: z.boolean().optional(),
  /** Whether a row without a price, or with a price of 0, is an error (the default) or is omitted. */
  unpriced: z.enum(['error', 'leaveOut']).optional(),
  /** Whether a price in a currency other than US dollars is an error, is omitted, or is read as dollars. */
  otherCurrency: z.enum(['error', 'leaveOut', 'asDollars']).optional(),
  /** Whether a picture that the ZIP doesn't contain is an error (the default) or is omitted. */
  missingPictures: z.enum(['error', 'leaveOut']).optional(),
  /** The fields whose rejected cells count as empty, so that their rows can be imported without them. */
  emptyIfWrong: z.array(z.string().max(50)).max(50).optional(),
  /**
   * Whether sections, repeated headings, totals and page numbers between rows are omitted (the default). If no column contains
   * the category, the name of a section can be the category of the rows below it.
   */
  rowsBetween: z.enum(['leaveOut', 'categories', 'read']).optional(),
  /** Whether an empty cell keeps the stored value, or clears it. */
  emptyCells: z.enum(['keep', 'clear']).optional(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** Whether rows that match no record are added; by default, if the columns suffice for a new record. */
export const addsNew = (table: ShownTable, mapping: ImportMapping, options: ImportOptions): boolean =>
  table.adds !== false &&
  (options.addNew ??
    (table.keys.every((key) => mapping[key] === undefined) ||
      requiredFields(table).every(isIn(table, mapping, options))));

/** The required fields of new records that have no column, if the others have one; otherwise none. */
export function lacksOnly(table: ShownTable, mapping: ImportMapping, options: ImportOptions): string[] {
  if (table.adds === false || options.addNew !== undefined) return [];
  const required = requiredFields(table);
  const missing = required.filter((field) => !isIn(table, mapping, options)(field));
  return missing.length < required.length ? missing : [];
}

/** Whether rows get their category from their section, because no column contains it. */
export const hasSectionCategories = (
  { fields }: Pick<ShownTable, 'fields'>,
  { category }: ImportMapping,
  { rowsBetween }: ImportOptions,
): boolean => rowsBetween === 'categories' && fields.category !== undefined && category === undefined;

/** Whether a field has a column, an equivalent field with a column, or a value from sections or for all rows. */
const isIn =
  (table: ShownTable, mapping: ImportMapping, options: ImportOptions) =>
  (field: string): boolean =>
    mapping[field] !== undefined ||
    mapping[table.fields[field]?.insteadOf ?? field] !== undefined ||
    (field === 'category' &&
      (options.category !== undefined || hasSectionCategories(table, mapping, options)));

/** The key that rows find their records by: the chosen one, or the most reliable one with a column. */
export const keyOfRows = <Key extends string>(
  { keys }: { keys: readonly Key[] },
  mapping: ImportMapping,
  { matchBy }: ImportOptions,
): Key => keys.find((key) => key === matchBy) ?? keys.find((key) => mapping[key] !== undefined) ?? keys[0]!;

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
  needed.push(...Object.keys(table.fields).filter((name) => table.fields[name]!.needed));
  const hasLocation = options.locationId !== undefined;
  return needed.filter(
    (field) => !isIn(table, mapping, options)(field) && !(field === 'location' && hasLocation),
  );
}
