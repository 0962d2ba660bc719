import type {
  OrderDetail,
  OrderDetailsDraft,
  payableLater,
} from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentLabel } from '@aisle/contract/system/payment-types';
import { type AddressValues, addressValues } from '../../../ui/form/fields/address-fields.tsx';
import type { Values } from '../../../ui/form/use-zod-form.ts';
import { slotText } from '../../../ui/values/when.ts';

type Slot = NonNullable<Order['slot']>;

/** The order details being edited. */
export interface DetailsDraft extends Values {
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

export const slotLabel = (fulfilment: Order['fulfilment']): string =>
  fulfilment === 'pickup' ? 'Pickup time' : 'Delivery time';

/** Normalizes slots, because the same time can have several formats. */
export const slotKey = ({ from, to }: Slot): string =>
  `${new Date(from).toISOString()}/${new Date(to).toISOString()}`;

const textOf = (address: AddressValues): string => JSON.stringify(Object.values(addressValues(address)));
const keyOf = (slot: Slot | null) => slot && slotKey(slot);

/** One text per detail: an address counts as one value, because parts of two addresses make no address. */
export const detailTexts = ({ address, slot, note, paymentType }: DetailsDraft) => ({
  address: textOf(address),
  slot: keyOf(slot),
  note: note.trim(),
  paymentType,
});

const addressLabels = {
  line1: 'Address',
  line2: 'Address line 2',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
};

interface DetailSides extends Pick<Order, 'timeZone' | 'fulfilment'> {
  mine: DetailsDraft;
  remote: DetailsDraft;
}
/** A detail that two users changed, with both values; names only the part of an address in which they differ. */
export function describeDetail(detail: OrderDetail, { mine, remote, timeZone, fulfilment }: DetailSides) {
  const sides = (label: string, text: (draft: DetailsDraft) => string) => ({
    label,
    mine: text(mine) || 'None',
    remote: text(remote) || 'None',
  });
  switch (detail) {
    case 'address': {
      const parts = Object.keys(addressLabels) as (keyof typeof addressLabels)[];
      const differing = parts.filter((part) => mine.address[part] !== remote.address[part]);
      const [only] = differing;
      return only && differing.length === 1
        ? sides(addressLabels[only], ({ address }) => address[only])
        : sides('Address', ({ address }) => parts.flatMap((part) => address[part] || []).join(', '));
    }
    case 'slot':
      return sides(slotLabel(fulfilment), ({ slot }) => slotText(slot, timeZone));
    case 'note':
      return sides('Note from the customer', ({ note }) => note);
    case 'paymentType':
      return sides('Payment', ({ paymentType }) => paymentLabel(paymentType, fulfilment));
  }
}

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
