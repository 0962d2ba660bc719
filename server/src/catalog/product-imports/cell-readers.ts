import { joinPair, splitList, splitPair } from '@aisle/contract/catalog/listed-values';
import { badges } from '@aisle/contract/catalog/products';
import { requiredText } from '@aisle/contract/core/fields';
import { Quantity, type Unit } from '@aisle/contract/core/quantity';
import { type ImportOptions, importedCents, plainDecimal } from '@aisle/contract/system/import-fields';
import type { ImportCellValue } from '@aisle/contract/system/imports';
import { z } from 'zod';
import { splitTags } from './values.ts';

const unitWords: Record<string, Unit> = {
  each: 'each',
  ea: 'each',
  pc: 'each',
  pcs: 'each',
  piece: 'each',
  ct: 'each',
  count: 'each',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  oz: 'oz',
  ounce: 'oz',
  kg: 'kg',
  kilogram: 'kg',
  g: 'g',
  gram: 'g',
  l: 'l',
  liter: 'l',
  litre: 'l',
  ml: 'ml',
  st: 'each',
  stk: 'each',
  stck: 'each',
  stuck: 'each',
  stück: 'each',
  ud: 'each',
  unidad: 'each',
  pieza: 'each',
  pièce: 'each',
  unité: 'each',
  pieces: 'each',
  pounds: 'lb',
  ounces: 'oz',
  kgs: 'kg',
  kilo: 'kg',
  kilograms: 'kg',
  kilogramm: 'kg',
  kilogramo: 'kg',
  kilogramme: 'kg',
  gr: 'g',
  grams: 'g',
  gramm: 'g',
  gramo: 'g',
  gramme: 'g',
  ltr: 'l',
  lt: 'l',
  liters: 'l',
  litres: 'l',
  litro: 'l',
  milliliter: 'ml',
  millilitre: 'ml',
  mililitro: 'ml',
  'fl oz': 'fl oz',
  'fl. oz.': 'fl oz',
  'fl. oz': 'fl oz',
  floz: 'fl oz',
};
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
const badgeWords = Object.fromEntries(badges.map((badge) => [badge.toLowerCase(), badge]));

/** The value of a cell, or why it is rejected. */
type Read = { value: ImportCellValue } | { wrong: string };
export type Reader = (text: string, options: ImportOptions) => Read;

const checked = (schema: z.ZodType, value: unknown): Read => {
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
export const quantity: Reader = (cell, { decimals }) =>
  checked(Quantity, Number(plainDecimal(cell, decimals) ?? cell));
export const word =
  (words: Record<string, ImportCellValue>, wrong: string): Reader =>
  (cell) => {
    const key = cell.toLowerCase();
    return Object.hasOwn(words, key) ? { value: words[key]! } : { wrong };
  };
export const yesNo = word(truths, 'Enter yes or no');
export const unit = word(unitWords, 'Not a valid unit. Use each, lb, oz, kg, g, l, ml or fl oz');
export const badge = word(badgeWords, `Not a badge. Use ${badges.join(', ')}`);
export const sku: Reader = (cell, { skuPrefix = '' }) => checked(requiredText('SKU', 64), skuPrefix + cell);
const Tags = z.array(requiredText('Tag', 50)).max(50, 'At most 50 tags');
export const tags: Reader = (cell) => checked(Tags, splitTags(cell));

/** Texts separated by semicolons. */
export const list: Reader = (cell) => checked(z.array(z.string().max(200)).max(50), splitList(cell));
/** "Fat: Skim; Origin: Italy": what may be named and said is known with the category. */
export const pairs: Reader = (cell) =>
  readPairs(cell, z.record(z.string().max(100), z.string().max(500)), 150);
export const options: Reader = (cell) =>
  readPairs(cell, z.record(requiredText('Option', 50), requiredText('Value', 100)), 10);

function readPairs(cell: string, schema: z.ZodType, most: number): Read {
  const read = splitList(cell).map(splitPair);
  const found = read.filter((pair) => pair !== undefined && pair[1] !== '');
  if (found.length < read.length) return { wrong: 'Write each as name: value, separated by semicolons' };
  if (new Set(found.map((pair) => pair![0])).size < found.length) return { wrong: 'Has a name twice' };
  if (found.length > most) return { wrong: `At most ${most} values` };
  const problem = schema.safeParse(Object.fromEntries(found as [string, string][])).error?.issues[0]?.message;
  return problem === undefined
    ? { value: (found as [string, string][]).map(([name, value]) => joinPair(name, value)) }
    : { wrong: problem };
}
