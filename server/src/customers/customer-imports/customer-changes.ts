import { normalPhone } from '@aisle/contract/core/fields';
import type { ImportCellValue, ImportChange } from '@aisle/contract/system/imports/import-rows';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { addressOf, changesAddress } from '../../system/imports/reading/address-cells.ts';
import { valuesOf } from '../../system/imports/record-import.ts';
import { consentColumns } from '../customers/customers.queries.ts';
import {
  deleteAddresses,
  insertAddresses,
  patchAddresses,
  type StoredCustomer,
} from './customer-import.queries.ts';

/** The column values of a customer for the changed cells. */
export function customerValues(changes: readonly ImportChange[], side: 'before' | 'after'): object {
  const { line1, line2, city, state, postalCode, ...values } = valuesOf(changes, side);
  const agreed: ImportCellValue | undefined = values.marketingConsent;
  const { marketing_consent_at: at, marketing_consent_how: how } = consentColumns(agreed === true, 'staff');
  return {
    ...values,
    ...(typeof values.phone === 'string' && { phoneDigits: normalPhone(values.phone) }),
    ...(agreed !== undefined && { marketingConsentAt: at, marketingConsentHow: how }),
  };
}

export const newAddress = (customerId: string, address: object | null) =>
  address ? [{ ...address, id: newId(), customerId }] : [];

/** Updates default addresses, adds missing ones and deletes those that are now empty. */
export async function moveAddresses(
  tx: Tx,
  rows: readonly { stored?: StoredCustomer; changes: readonly ImportChange[] }[],
  side: 'before' | 'after',
): Promise<void> {
  const moved = rows
    .filter(({ changes }) => changesAddress(changes))
    .map(({ stored, changes }) => ({
      customerId: stored!.id,
      addressId: stored!.addressId,
      address: addressOf(changes, side, stored!.values),
    }));
  await patchAddresses(
    tx,
    moved.flatMap(({ addressId, address }) =>
      addressId !== null && address !== null ? [{ id: addressId, values: address }] : [],
    ),
  );
  await insertAddresses(
    tx,
    moved.flatMap(({ customerId, addressId, address }) =>
      addressId === null ? newAddress(customerId, address) : [],
    ),
  );
  await deleteAddresses(
    tx,
    moved.flatMap(({ addressId, address }) => (address === null ? (addressId ?? []) : [])),
  );
}
