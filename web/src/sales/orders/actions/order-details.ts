import type { OrderDetailsDraft, payableLater } from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { type AddressValues, addressValues } from '../../../ui/form/fields/address-fields.tsx';

type Slot = NonNullable<Order['slot']>;

/** The order details being edited. */
export interface DetailsDraft {
  address: AddressValues;
  slot: Slot | null;
  note: string;
  paymentType: string;
}
export const detailsOf = ({ address, slot, note, paymentType }: Order): DetailsDraft => ({
  address: {
    ...addressValues(address),
    latitude: address?.latitude ?? null,
    longitude: address?.longitude ?? null,
  },
  slot,
  note: note ?? '',
  paymentType,
});

/** Normalizes slots, because the same time can have several formats. */
export const slotKey = ({ from, to }: Slot): string =>
  `${new Date(from).toISOString()}/${new Date(to).toISOString()}`;

const textOf = (address: AddressValues): string => JSON.stringify(Object.values(addressValues(address)));
const keyOf = (slot: Slot | null) => slot && slotKey(slot);

/** The fields that differ from the order at the start of the edit. */
export function detailsDraft(before: DetailsDraft, { address, slot, note, paymentType }: DetailsDraft) {
  const { latitude, longitude } = address;
  return {
    ...(textOf(before.address) !== textOf(address) && {
      address: { ...addressValues(address), line2: address.line2.trim() || null, latitude, longitude },
    }),
    ...(keyOf(before.slot) !== keyOf(slot) && { slot }),
    ...(before.note.trim() !== note.trim() && { note: note.trim() || null }),
    ...(before.paymentType !== paymentType && {
      // The field only offers these payment types.
      paymentType: paymentType as (typeof payableLater)[number],
    }),
  } as OrderDetailsDraft;
}
