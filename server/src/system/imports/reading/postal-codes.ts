import type { AddressImportField } from '@aisle/contract/system/imports/import-address';
import type { ImportCellValue } from '@aisle/contract/system/imports/import-rows';

/** First three digits of postal codes that begin with 0, by state. */
const prefixes: Record<string, readonly string[]> = {
  MA: ['010-027', '055-055'],
  RI: ['028-029'],
  NH: ['030-038'],
  ME: ['039-049'],
  VT: ['050-054', '056-059'],
  CT: ['060-069'],
  NY: ['005-005', '063-063'],
  NJ: ['070-089'],
  PR: ['006-007', '009-009'],
  VI: ['008-008'],
  AE: ['090-098'],
};
const codes: Record<string, string> = {
  massachusetts: 'MA',
  'rhode island': 'RI',
  'new hampshire': 'NH',
  maine: 'ME',
  vermont: 'VT',
  connecticut: 'CT',
  'new york': 'NY',
  'new jersey': 'NJ',
  'puerto rico': 'PR',
  'virgin islands': 'VI',
  'u.s. virgin islands': 'VI',
};
const otherStates = new Set(
  (
    'al ak az ar ca co de fl ga hi id il in ia ks ky la md mi mn ms mo mt ne nv nm nc nd oh ok or pa sc sd tn tx ut va wa ' +
    'wv wi wy dc gu alabama alaska arizona arkansas california colorado delaware florida georgia hawaii idaho illinois ' +
    'indiana iowa kansas kentucky louisiana maryland michigan minnesota mississippi missouri montana nebraska nevada ' +
    'ohio oklahoma oregon pennsylvania tennessee texas utah virginia washington wisconsin wyoming new_mexico ' +
    'north_carolina north_dakota south_carolina south_dakota west_virginia district_of_columbia'
  ).split(' '),
);

const codeOf = (state: string): string | undefined => {
  const key = state.trim().toLowerCase();
  return codes[key] ?? (Object.hasOwn(prefixes, key.toUpperCase()) ? key.toUpperCase() : undefined);
};

type Parts = { [Field in AddressImportField]?: ImportCellValue };

/**
 * Spreadsheets cut off the leading 0 of some states' postal codes: 2138 in MA is 02138. If the state doesn't prove it, the code
 * stays as it is.
 */
export function restorePostalCode({ postalCode, state }: Parts): string | undefined {
  const [, figures, more] = /^(\d{3,4})(-\d{4}|\d{4})?$/.exec(String(postalCode ?? '')) ?? [];
  const ranges = prefixes[codeOf(String(state ?? '')) ?? ''];
  if (figures === undefined || !ranges) return undefined;
  const whole = figures.padStart(5, '0');
  const prefix = whole.slice(0, 3);
  if (!ranges.some((range) => range.slice(0, 3) <= prefix && prefix <= range.slice(4))) return undefined;
  return more === undefined ? whole : `${whole}-${more.replace('-', '')}`;
}

/** Whether a US postal code has lost a digit. */
export const isShortPostalCode = ({ postalCode, state }: Parts): boolean => {
  const text = String(state ?? '');
  const isUs = codeOf(text) !== undefined || otherStates.has(text.trim().toLowerCase().replaceAll(' ', '_'));
  return isUs && /^\d{3,4}$/.test(String(postalCode ?? ''));
};
