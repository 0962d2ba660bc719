import { Address } from '@aisle/contract/core/fields';
import { type AddressImportField, addressImportFieldNames } from '@aisle/contract/system/import-address';
import type { ImportCellValue, ImportChange } from '@aisle/contract/system/import-rows';
import { type ReadCell, text } from './cell-readers.ts';

const { line1, line2, city, state, postalCode } = Address.shape;
/** The parts of an address, each in a separate column. */
export const addressCells: Record<AddressImportField, ReadCell> = {
  line1: { read: text(line1), empty: null },
  line2: { read: text(line2), empty: null },
  city: { read: text(city), empty: null },
  state: { read: text(state), empty: null },
  postalCode: { read: text(postalCode), empty: null },
};

type Parts = Record<AddressImportField, ImportCellValue>;
export const addressValues = (address: Partial<Record<AddressImportField, unknown>> | null): Parts =>
  Object.fromEntries(
    addressImportFieldNames.map((field) => [field, (address?.[field] as string | null | undefined) ?? null]),
  ) as Parts;

const isPart = (field: string): field is AddressImportField =>
  (addressImportFieldNames as readonly string[]).includes(field);
export const changesAddress = (changes: readonly ImportChange[]): boolean =>
  changes.some(({ field }) => isPart(field));

/** The address after the changes, or before them; null where all of it is empty. */
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

/** What an address lacks that a row changes, as one problem of the part that is there. */
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
