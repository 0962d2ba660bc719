import { joinPair, splitList, splitPair } from '@aisle/contract/catalog/listed-values';
import { badges } from '@aisle/contract/catalog/products';
import { Barcode } from '@aisle/contract/catalog/sub-products';
import { requiredCode, requiredText } from '@aisle/contract/core/fields';
import { normalLine } from '@aisle/contract/core/normal-text';
import { z } from 'zod';
import {
  checked,
  isShortened,
  type Read,
  type Reader,
  shortened,
  word,
  yesNo,
} from '../../../system/imports/reading/cell-readers.ts';
import { measureOf, unknownUnit } from './units.ts';
import { splitTags } from './values.ts';

const badgeWords = Object.fromEntries(badges.map((badge) => [badge.toLowerCase(), badge]));

export const unit: Reader = (cell) => {
  const found = measureOf(cell);
  return found ? { value: found.unit } : unknownUnit(cell);
};
export const badge = word(badgeWords, `Not a badge. Use ${badges.join(', ')}`);
/** Words of other programs for visible and hidden items, in a column of visibilities or statuses. */
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
const Sku = requiredCode('SKU', 64);
export const sku: Reader = (cell, { skuPrefix = '' }) => checked(Sku, skuPrefix + cell);

/**
 * Reads a barcode, also as a spreadsheet leaves it: as a number, without leading zeros. Ignores spaces and hyphens of the
 * printed code.
 */
export const barcode: Reader = (cell) => {
  const code = cell
    .slice(0, longestBarcode)
    .replace(/^(?:ean|upc|gtin|isbn)(?:-?1[0-4])?\s?[:#]?\s?/i, '')
    .replace(/(?<=\d{7})[.,]0+$/, '');
  if (isShortened(code)) return { wrong: shortened('codes') };
  if (/^\d{8,14}(?:\s?[,;|/\n]\s?\d{8,14})+$/.test(code)) return { wrong: 'Has several barcodes. Keep one' };
  const digits = /^[\d\s\p{Pd}.,'’]+$/u.test(code) ? code.replace(/\D/g, '') : code;
  const whole = /^\d{7}$/.test(digits)
    ? `0${digits}`
    : /^\d{9,11}$/.test(digits)
      ? digits.padStart(12, '0')
      : digits;
  const read = checked(Barcode, whole);
  return 'value' in read ? read : checked(Barcode, digits);
};
const longestBarcode = 100;
const Tags = z.array(requiredText('Tag', 50)).max(50, 'At most 50 tags');
export const tags: Reader = (cell) => checked(Tags, splitTags(cell));

/** Texts separated by semicolons. */
const Texts = z.array(z.string().overwrite(normalLine).max(200)).max(50);
export const list: Reader = (cell) => checked(Texts, splitList(cell));
/** "Fat: Skim; Origin: Italy". Names and values are validated later, once the category is known. */
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
