import { z } from 'zod';
import { Id } from '../../core/fields.ts';
import { pageRequest } from '../../core/page.ts';

export const shownErrors = 100;

/**
 * Problems that one option fixes: rows that match no record, that match one although none can change, with a picture that the
 * ZIP doesn't contain, with an ambiguous number, or without a category, a price, or a price in US dollars.
 */
const importCauses = [
  'unmatched',
  'matched',
  'missingPicture',
  'unclearNumber',
  'uncategorized',
  'unpriced',
  'otherCurrency',
] as const;
/**
 * Unknown taxes, added categories and brands, products without tax, unused pictures of the ZIP, omitted rows, rows omitted for
 * their price, categories with too many levels, and postal codes that have lost a digit.
 */
const importExtras = [
  'unknownTaxes',
  'categories',
  'brands',
  'untaxed',
  'unusedPictures',
  'leftOut',
  'unpriced',
  'shortened',
  'shortPostalCodes',
] as const;
export const maxProblemGroups = 100;
export const maxExtraNames = 500;
export const ImportRowError = z.object({
  /** The row number of the spreadsheet. */
  row: z.int(),
  /** The name of the column; null if the problem concerns the whole row. */
  column: z.string().nullable(),
  message: z.string(),
});
export type ImportRowError = z.infer<typeof ImportRowError>;

/** How a row compares with the catalog; a row with an error is not imported. */
const importRowKinds = ['new', 'changed', 'same', 'error'] as const;
export const ImportRowKind = z.enum(importRowKinds);
export type ImportRowKind = z.infer<typeof ImportRowKind>;

const CellValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export type ImportCellValue = z.infer<typeof CellValue>;
/** One changed cell, or one value of a new row. Money is in cents. */
export const ImportChange = z.object({
  /** The name of a field; `fields` of the import describes it. */
  field: z.string(),
  before: CellValue,
  after: CellValue,
});
export type ImportChange = z.infer<typeof ImportChange>;

export const ImportRow = z.object({
  _id: z.string(),
  importId: Id,
  /** The row number of the spreadsheet. */
  row: z.int(),
  kind: ImportRowKind,
  /** Null if it couldn't be read. */
  sku: z.string().nullable(),
  name: z.string().nullable(),
  changes: z.array(ImportChange),
  problems: z.array(
    z.object({ column: z.string().nullable(), value: z.string().nullable(), message: z.string() }),
  ),
  /** Whether the import has saved the row. */
  taken: z.boolean(),
  /** After an undo: undone, or kept because the record has been used or changed since. */
  undo: z.enum(['undone', 'kept']).nullable(),
  undoReason: z.string().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;
export const ImportRowPage = pageRequest(['row'], {
  importId: Id,
  kind: ImportRowKind,
  undo: z.enum(['undone', 'kept']),
});
export type ImportRowPage = z.infer<typeof ImportRowPage>;

/** Equal problems of many rows. */
export const ImportProblemGroup = z.object({
  /** The field of the column; null if the problem concerns the whole row. */
  field: z.string().nullable(),
  column: z.string().nullable(),
  message: z.string(),
  /** The problem that one option for all rows fixes. */
  cause: z.enum(importCauses).nullable(),
  rows: z.int(),
  /** Some of the affected cells. */
  examples: z.array(z.string()),
});
export type ImportProblemGroup = z.infer<typeof ImportProblemGroup>;

/** Records that an import adds besides its rows, and other findings about the file. */
export const ImportExtra = z.object({
  key: z.enum(importExtras),
  /** The total number; `names` contains only the first ones. */
  count: z.int(),
  names: z.array(z.object({ name: z.string(), rows: z.int() })),
});
export type ImportExtra = z.infer<typeof ImportExtra>;
