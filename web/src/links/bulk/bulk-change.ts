import { BulkChange } from '@aisle/contract/catalog/bulk-change';
import { parseMoney } from '@aisle/contract/core/money';
import { readPreference, savePreference } from '../../core/preferences/preferences.ts';
import { parseDecimal } from '../../ui/form/fields/parse-decimal.ts';

export type BulkField = BulkChange['field'];
export type Way = 'set' | 'raisePercent' | 'lowerPercent' | 'raise' | 'lower' | 'offPrice' | 'clear';

export type Rounding = 'cent' | 'nine' | 'ninetyNine';
const roundingPreference = 'bulkRounding';
/** The next dialog starts with the rounding that the user chose last. */
export const rememberRounding = (rounding: Rounding): void => savePreference(roundingPreference, rounding);

/** The state of the dialog, as text until it is parsed. */
export interface ChangeDraft {
  field: BulkField;
  way: Way;
  text: string;
  rounding: Rounding;
  status: boolean;
  /** True to assign to the locations, false to remove from them. */
  assigned: boolean;
  locationIds: string[];
}
export const firstDraft = (field: BulkField): ChangeDraft => ({
  field,
  way: firstWay(field),
  text: '',
  rounding: readPreference<Rounding>(roundingPreference, 'cent'),
  status: false,
  assigned: true,
  locationIds: [],
});

export const fieldLabels: Record<BulkField, string> = {
  price: 'Price',
  salePrice: 'Sale price',
  status: 'Status',
  threshold: 'Low-stock threshold',
  assigned: 'Assignment to locations',
};
const ways: Record<Way, string> = {
  set: 'Set to',
  raisePercent: 'Raise by %',
  lowerPercent: 'Lower by %',
  raise: 'Raise by amount',
  lower: 'Lower by amount',
  offPrice: '% below the price',
  clear: 'Remove',
};
const ofEach: Way[] = ['set', 'raisePercent', 'lowerPercent', 'raise', 'lower'];
const waysOf: Record<BulkField, readonly Way[]> = {
  price: ofEach,
  salePrice: ['offPrice', ...ofEach, 'clear'],
  status: ['set'],
  assigned: ['set'],
  threshold: [...ofEach, 'clear'],
};
export const waysFor = (field: BulkField) => waysOf[field].map((way) => ({ value: way, label: ways[way] }));
export const firstWay = (field: BulkField): Way => waysOf[field][0]!;
export const isPercent = (way: Way): boolean => /percent|offPrice/i.test(way);

export const isMoney = (field: BulkField): boolean => field === 'price' || field === 'salePrice';
/** Whether the field is on or off. */
const isSwitch = (field: BulkField): field is 'status' | 'assigned' =>
  field === 'status' || field === 'assigned';
export const takesText = ({ field, way }: ChangeDraft): boolean => !isSwitch(field) && way !== 'clear';
export const takesLocations = (field: BulkField): boolean => field === 'threshold' || field === 'assigned';

/** Parses a draft into a change, or returns its error. */
export function readDraft(draft: ChangeDraft): { change: BulkChange } | { error: string | null } {
  const { field, way, text, rounding, locationIds } = draft;
  const isEmpty = text.trim() === '' && takesText(draft);
  const value = isPercent(way) || field === 'threshold' ? parseDecimal(text) : parseMoney(text);
  const sign = way === 'lowerPercent' || way === 'lower' ? -1 : 1;
  const by =
    { raisePercent: 'percent', lowerPercent: 'percent', raise: 'amount', lower: 'amount' }[way as string] ??
    way;
  const takesRounding = isMoney(field) && by !== 'set' && by !== 'clear';
  const candidate = {
    field,
    ...(takesLocations(field) && { locationIds }),
    to: isSwitch(field)
      ? { by: 'set', value: draft[field] }
      : by === 'clear'
        ? { by }
        : {
            by,
            value: typeof value === 'number' ? value * sign : value,
            ...(takesRounding && { rounding }),
          },
  };
  const parsed = BulkChange.safeParse(candidate);
  if (parsed.success) return { change: parsed.data };
  // An empty field shows no error.
  return { error: isEmpty ? null : (parsed.error.issues[0]?.message ?? null) };
}
