import { z } from 'zod';
import { Id } from '../../core/fields.ts';
import { pageRequest } from '../../core/page.ts';

export const shownErrors = 100;

/**
 * Kinds of problems that one option fixes: rows that match nothing, that match while nothing is changed, that name a
 * picture which the ZIP doesn't have, that have a number with two readings, or that have no category, no price, or a
 * price in another currency.
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
 * Taxes that nothing is known of, categories and brands that are added, products without tax, pictures of the ZIP that no
 * row names, rows left out, rows left out for their price, categories with more levels than there can be, and postal
 * codes that have lost a digit.
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
  /** The row of the table, as a spreadsheet counts. */
  row: z.int(),
  /** Null if the problem is with the whole row. */
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
/** One changed cell, or one with a value in a new row. Money is in cents. */
export const ImportChange = z.object({
  /** A field of the kind: its names are in `fields` of the import. */
  field: z.string(),
  before: CellValue,
  after: CellValue,
});
export type ImportChange = z.infer<typeof ImportChange>;

export const ImportRow = z.object({
  _id: z.string(),
  importId: Id,
  /** The row of the table, as a spreadsheet counts. */
  row: z.int(),
  kind: ImportRowKind,
  /** Null if it could not be read. */
  sku: z.string().nullable(),
  name: z.string().nullable(),
  changes: z.array(ImportChange),
  problems: z.array(
    z.object({ column: z.string().nullable(), value: z.string().nullable(), message: z.string() }),
  ),
  /** Whether the import has written it. */
  taken: z.boolean(),
  /** After an undo: undone, or kept as its record was used or changed since. */
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
  /** The field of the column; null if the problem is with the whole row. */
  field: z.string().nullable(),
  column: z.string().nullable(),
  message: z.string(),
  /** The problem that one decision about all rows would fix. */
  cause: z.enum(importCauses).nullable(),
  rows: z.int(),
  /** Some of their cells. */
  examples: z.array(z.string()),
});
export type ImportProblemGroup = z.infer<typeof ImportProblemGroup>;

/** Records that an import adds besides its rows, or leaves incomplete. */
export const ImportExtra = z.object({
  key: z.enum(importExtras),
  /** How many there are: more than in `names` where only the first are listed. */
  count: z.int(),
  names: z.array(z.object({ name: z.string(), rows: z.int() })),
});
export type ImportExtra = z.infer<typeof ImportExtra>;
