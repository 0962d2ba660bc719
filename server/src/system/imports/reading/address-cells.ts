import { Address } from '@aisle/contract/core/fields';
import {
  type AddressImportField,
  addressImportFieldNames,
} from '@aisle/contract/system/imports/import-address';
import type { ImportCellValue, ImportChange } from '@aisle/contract/system/imports/import-rows';
import { checked, type ReadCell, text } from './cell-readers.ts';
import { isShortPostalCode, restorePostalCode } from './postal-codes.ts';

const { line1, line2, city, state, postalCode } = Address.shape;
/** The parts of an address, each in its own column. */
export const addressCells: Record<AddressImportField, ReadCell> = {
  line1: { read: text(line1), empty: null },
  line2: { read: text(line2), empty: null },
  city: { read: text(city), empty: null },
  state: { read: text(state), empty: null },
  postalCode: { read: (cell) => checked(postalCode, cell.replace(/^(\d{3,9})[.,]0+$/, '$1')), empty: null },
};

/** Restores the leading 0 of a postal code that a spreadsheet cut off, if the state of the row or record proves it. */
export function withRestoredPostalCode<Values extends Partial<Record<AddressImportField, ImportCellValue>>>(
  values: Values,
  stored?: Partial<Record<AddressImportField, ImportCellValue>>,
): Values {
  const { postalCode, state = stored?.state } = values;
  const whole = restorePostalCode({
    ...(postalCode !== undefined && { postalCode }),
    ...(state && { state }),
  });
  return whole === undefined ? values : { ...values, postalCode: whole };
}

/** A US postal code that lost a digit which the state doesn't determine. */
export const shortPostalCode = (
  values: Partial<Record<AddressImportField, ImportCellValue>>,
): { key: 'shortPostalCodes'; name: string } | undefined =>
  isShortPostalCode(values)
    ? { key: 'shortPostalCodes', name: `${values.postalCode}, ${values.state}` }
    : undefined;

type Parts = Record<AddressImportField, ImportCellValue>;
export const addressValues = (address: Partial<Record<AddressImportField, unknown>> | null): Parts =>
  Object.fromEntries(
    addressImportFieldNames.map((field) => [field, (address?.[field] as string | null | undefined) ?? null]),
  ) as Parts;

const isPart = (field: string): field is AddressImportField =>
  (addressImportFieldNames as readonly string[]).includes(field);
export const changesAddress = (changes: readonly ImportChange[]): boolean =>
  changes.some(({ field }) => isPart(field));

/** Returns the address before or after the changes; null if all of it is empty. */
export function addressOf(
  changes: readonly ImportChange[],
  side: 'before' | 'after',
  now: Partial<Record<AddressImportField, ImportCellValue>> = {},
): Parts | null {
  const parts = { ...addressValues(now) };
  for (const change of changes) if (isPart(change.field)) parts[change.field] = change[side];
  return Object.values(parts).every((part) => part === null) ? null : parts;
}

const neededParts: Partial<Record<AddressImportField, string>> = {
  line1: 'street',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
};
const list = new Intl.ListFormat('en-US');

/** Returns one problem for the missing parts of an address that a row changes, at a part that exists. */
export function addressProblems(
  changes: readonly ImportChange[],
  now: Partial<Record<AddressImportField, ImportCellValue>> | undefined,
): { field: AddressImportField; message: string }[] {
  const parts = changesAddress(changes) ? addressOf(changes, 'after', now) : null;
  if (!parts) return [];
  const there = addressImportFieldNames.find((field) => parts[field] !== null);
  const lacking = addressImportFieldNames.flatMap((field) =>
    parts[field] === null ? (neededParts[field] ?? []) : [],
  );
  if (lacking.length === 0 || !there) return [];
  return [{ field: there, message: `An address also needs a ${list.format(lacking)}` }];
}
