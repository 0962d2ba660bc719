import { Quantity } from '@aisle/contract/core/quantity';
import type { ImportOptions } from '@aisle/contract/system/imports/import-fields';
import { importedCents, readNumber } from '@aisle/contract/system/imports/import-numbers';
import type { ImportCellValue } from '@aisle/contract/system/imports/import-rows';
import type { z } from 'zod';
import type { CellProblem } from '../imported-resource.ts';

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
/** Why the value of a cell is rejected. */
export interface WrongCell {
  wrong: string;
  /** A message without details of the cell, to group cells with the same problem. */
  alike?: CellProblem['alike'];
}
export type Read = { value: ImportCellValue } | WrongCell;
export type Reader = (text: string, options: ImportOptions) => Read;
/** How to read the cells of a field. */
export interface ReadCell {
  read: Reader;
  /** Value of an empty cell, if empty cells clear the field. */
  empty?: ImportCellValue;
  /** Whether other programs write 0 for an empty cell. */
  zeroIsEmpty?: boolean;
}

export const checked = (schema: z.ZodType, value: unknown): Read => {
  const parsed = schema.safeParse(value);
  return parsed.success
    ? { value: parsed.data as ImportCellValue }
    : { wrong: cellMessage(parsed.error.issues[0]?.message ?? "Can't be used") };
};
/** A form says what to enter; a message about a cell says what the cell isn't: "Isn't a price above 0". */
export const cellMessage = (message: string): string => message.replace(/^Enter (?=an? )/, "Isn't ");
export const text =
  (schema: z.ZodType): Reader =>
  (cell) =>
    checked(schema, cell);
/** Text with the form's rules. An empty cell clears fields that the form can leave empty. */
export const formText = (schema: z.ZodType): ReadCell => ({
  read: text(schema),
  ...(schema.safeParse(null).success && { empty: null }),
});
/** "4.00638E+12": the spreadsheet has lost the remaining digits. */
export const isShortened = (cell: string): boolean => /^\d(?:[.,]\d{1,20})?E\+?\d{1,3}$/i.test(cell);
export const shortened = (what: string): string =>
  `Shortened by a spreadsheet. Format the column as text there and enter the ${what} again`;

/** Decimals show that a spreadsheet read the phone as a number: 5125550199.0. */
export const phone =
  (schema: z.ZodType): Reader =>
  (cell) =>
    isShortened(cell)
      ? { wrong: shortened('numbers') }
      : checked(schema, cell.replace(/^(\d{6,15})[.,]0+$/, '$1'));
export const money =
  (schema: z.ZodType): Reader =>
  (cell, options) =>
    unclearNumber(cell, options) ??
    checked(schema, importedCents(cell, options.priceUnit ?? 'dollars', options.decimals));
export const number =
  (schema: z.ZodType): Reader =>
  (cell, options) => {
    const read = readNumber(cell, options.decimals);
    return (
      unclearNumber(cell, options) ?? checked(schema, read && 'number' in read ? Number(read.number) : cell)
    );
  };

/** Why a cell such as "12,500" needs a user's decision. */
function unclearNumber(cell: string, { decimals }: ImportOptions): Read | undefined {
  const read = readNumber(cell, decimals);
  if (!read || 'number' in read) return undefined;
  const [less, more] = [Number(read.unclear.point), Number(read.unclear.comma)].toSorted((a, b) => a - b);
  const message = `Can be ${shown.format(less!)} or ${shown.format(more!)}. Choose how numbers are written`;
  const alike = { message: 'Can be two numbers. Choose how numbers are written', example: cell };
  return { wrong: message, alike: { ...alike, cause: 'unclearNumber' } };
}
const shown = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

export const quantity = number(Quantity);
/** The size of a piece is a quantity of its unit. */
export const size: Reader = (cell, options) => {
  const read = quantity(cell, options);
  return 'value' in read ? read : { ...read, wrong: read.wrong.replace("Isn't a quantity", "Isn't a size") };
};
export const word =
  (words: Record<string, ImportCellValue>, wrong: string): Reader =>
  (cell) => {
    const key = cell.toLowerCase();
    return Object.hasOwn(words, key) ? { value: words[key]! } : { wrong };
  };
export const yesNo = word(truths, 'Enter yes or no');
