import { Quantity } from '@aisle/contract/core/quantity';
import { type ImportOptions, importedCents, plainDecimal } from '@aisle/contract/system/import-fields';
import type { ImportCellValue } from '@aisle/contract/system/import-rows';
import type { z } from 'zod';

const truths: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  '1': true,
  on: true,
  active: true,
  published: true,
  visible: true,
  x: true,
  ja: true,
  wahr: true,
  aktiv: true,
  sí: true,
  si: true,
  verdadero: true,
  activo: true,
  oui: true,
  vrai: true,
  actif: true,
  false: false,
  no: false,
  n: false,
  '0': false,
  off: false,
  inactive: false,
  draft: false,
  archived: false,
  hidden: false,
  nein: false,
  falsch: false,
  inaktiv: false,
  falso: false,
  inactivo: false,
  non: false,
  faux: false,
  inactif: false,
};
/** The value of a cell, or why it is rejected. */
export type Read = { value: ImportCellValue } | { wrong: string };
export type Reader = (text: string, options: ImportOptions) => Read;
/** How the cells of a field are read. */
export interface ReadCell {
  read: Reader;
  /** The value of an empty cell, where empty cells clear. */
  empty?: ImportCellValue;
}

export const checked = (schema: z.ZodType, value: unknown): Read => {
  const parsed = schema.safeParse(value);
  return parsed.success
    ? { value: parsed.data as ImportCellValue }
    : { wrong: parsed.error.issues[0]?.message ?? "Can't be used" };
};
export const text =
  (schema: z.ZodType): Reader =>
  (cell) =>
    checked(schema, cell);
export const money =
  (schema: z.ZodType): Reader =>
  (cell, { priceUnit = 'dollars', decimals }) =>
    checked(schema, importedCents(cell, priceUnit, decimals));
export const number =
  (schema: z.ZodType): Reader =>
  (cell, { decimals }) =>
    checked(schema, Number(plainDecimal(cell, decimals) ?? cell));
export const quantity = number(Quantity);
export const word =
  (words: Record<string, ImportCellValue>, wrong: string): Reader =>
  (cell) => {
    const key = cell.toLowerCase();
    return Object.hasOwn(words, key) ? { value: words[key]! } : { wrong };
  };
export const yesNo = word(truths, 'Enter yes or no');
