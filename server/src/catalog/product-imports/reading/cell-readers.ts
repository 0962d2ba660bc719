import { joinPair, splitList, splitPair } from '@aisle/contract/catalog/listed-values';
import { badges } from '@aisle/contract/catalog/products';
import { Barcode } from '@aisle/contract/catalog/sub-products';
import { requiredCode, requiredText } from '@aisle/contract/core/fields';
import { normalLine } from '@aisle/contract/core/normal-text';
import type { Unit } from '@aisle/contract/core/quantity';
import { z } from 'zod';
import {
  checked,
  type Read,
  type Reader,
  word,
  yesNo,
} from '../../../system/imports/reading/cell-readers.ts';
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
export const unitOf = (word: string): Unit | undefined => {
  const key = word.trim().toLowerCase().replace(/\.$/, '');
  return Object.hasOwn(unitWords, key) ? unitWords[key] : undefined;
};
const badgeWords = Object.fromEntries(badges.map((badge) => [badge.toLowerCase(), badge]));

export const unit: Reader = (cell) => {
  const found = unitOf(cell);
  return found ? { value: found } : { wrong: 'Not a valid unit. Use each, lb, oz, kg, g, l, ml or fl oz' };
};
export const badge = word(badgeWords, `Not a badge. Use ${badges.join(', ')}`);
/** How other programs say whether goods are shown and sold, in a column of visibilities or of statuses. */
const statusWords: Record<string, boolean> = Object.fromEntries([
  ...[
    'both|catalog|search|catalog, search|catalog,search|catalog/search|enabled|enable|online|live|listed|publish',
    'approved|available|global|for sale|web|sichtbar|veröffentlicht|aktiviert|freigegeben|visible individually',
    'publicado|habilitado|disponible|publié|activé|en ligne|activa|active product|t',
  ]
    .join('|')
    .split('|')
    .map((text) => [text, true]),
  ...[
    'none|nowhere|not visible individually|not visible|invisible|proposed|rejected|disabled|disable|offline|unlisted',
    'unpublished|pending|private|trash|deleted|discontinued|suspended|retired|deactivated|unavailable|-1|2|f',
    'versteckt|unsichtbar|entwurf|archiviert|gesperrt|deaktiviert|nicht sichtbar|ausgelistet',
    'oculto|borrador|archivado|deshabilitado|descatalogado|inactiva|caché|masqué|brouillon|archivé|désactivé|inactive',
    'hors ligne|not published|no publicado|non publié',
  ]
    .join('|')
    .split('|')
    .map((text) => [text, false]),
]);
export const statusWord: Reader = (cell, options) => {
  const read = yesNo(cell, options);
  return 'value' in read ? read : word(statusWords, read.wrong)(cell, options);
};
/** Other programs write an apostrophe before digits, so that a spreadsheet takes them for text. */
const withoutApostrophe = (cell: string): string => cell.replace(/^'(?=\d+$)/, '');
const Sku = requiredCode('SKU', 64);
export const sku: Reader = (cell, { skuPrefix = '' }) => checked(Sku, skuPrefix + withoutApostrophe(cell));

/** Digits as a spreadsheet leaves them: it takes a code for a number, without the zeros that it begins with. */
export const barcode: Reader = (cell) => {
  const code = withoutApostrophe(cell).replace(/(?<=\d)\.0+$/, '');
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(code)) {
    return { wrong: 'Shortened by a spreadsheet. Format the column as text there and enter the codes again' };
  }
  const whole = /^\d{7}$/.test(code) ? `0${code}` : /^\d{9,11}$/.test(code) ? code.padStart(12, '0') : code;
  const read = checked(Barcode, whole);
  return 'value' in read ? read : checked(Barcode, code);
};
const Tags = z.array(requiredText('Tag', 50)).max(50, 'At most 50 tags');
export const tags: Reader = (cell) => checked(Tags, splitTags(cell));

/** Texts separated by semicolons. */
const Texts = z.array(z.string().overwrite(normalLine).max(200)).max(50);
export const list: Reader = (cell) => checked(Texts, splitList(cell));
/** "Fat: Skim; Origin: Italy": what may be named and said is known with the category. */
const Pairs = z.record(z.string().overwrite(normalLine).max(100), z.string().overwrite(normalLine).max(500));
export const pairs: Reader = (cell) => readPairs(cell, Pairs, 150);
const Options = z.record(requiredText('Option', 50), requiredText('Value', 100));
export const options: Reader = (cell) => readPairs(cell, Options, 10);

function readPairs(cell: string, schema: z.ZodType<Record<string, string>>, most: number): Read {
  const read = splitList(cell).map(splitPair);
  const found = read.filter((pair) => pair !== undefined && pair[1] !== '');
  if (found.length < read.length) return { wrong: 'Write each as name: value, separated by semicolons' };
  if (new Set(found.map((pair) => pair![0])).size < found.length) return { wrong: 'Has a name twice' };
  if (found.length > most) return { wrong: `At most ${most} values` };
  const parsed = schema.safeParse(Object.fromEntries(found as [string, string][]));
  return parsed.success
    ? { value: Object.entries(parsed.data).map(([name, value]) => joinPair(name, value)) }
    : { wrong: parsed.error.issues[0]?.message ?? "Can't be used" };
}
