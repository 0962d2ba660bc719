import type { CustomerChoice } from '@aisle/contract/customers';
import type { MainOrderInput, QuoteInput } from '@aisle/contract/main-orders';
import type { Sellable } from '@aisle/contract/orders';
import type { PaymentType } from '@aisle/contract/settings';
import { type AddressValues, addressValues, isBlankAddress } from '../ui/form/address-fields.tsx';

/** An order as somebody writes it down on the phone. */
export interface OrderDraft {
  locationId: string | null;
  customer: CustomerChoice | null;
  /** Who it is, when they are not known yet. */
  isNew: boolean;
  person: { firstName: string; lastName: string; phone: string; email: string };
  fulfilment: 'delivery' | 'pickup';
  /** One of the customer's own; none when it is written out. */
  addressId: string | null;
  address: AddressValues;
  lines: readonly { item: Sellable; quantity: number }[];
  paymentType: PaymentType;
  /** So many coins pay a part of it; drafts of before know nothing of them. */
  coins?: number | undefined;
  slot: { from: string; to: string } | null;
  note: string;
}
export const newDraft = (locationId: string | null): OrderDraft => ({
  locationId,
  customer: null,
  isNew: false,
  person: { firstName: '', lastName: '', phone: '', email: '' },
  fulfilment: 'delivery',
  addressId: null,
  address: addressValues(),
  lines: [],
  paymentType: 'cashOnDelivery',
  slot: null,
  note: '',
});

/** Whether anything is written down that somebody would miss. */
export const isBegun = ({ lines, customer, isNew, person, note }: OrderDraft): boolean =>
  lines.length > 0 || customer !== null || note !== '' || (isNew && Object.values(person).some(Boolean));

/** One more of what is there already, or a new line: what a second beep of the scanner means. */
export function withItem(draft: OrderDraft, item: Sellable): OrderDraft {
  const there = draft.lines.find((line) => line.item.subProductId === item.subProductId);
  const lines = there
    ? draft.lines.map((line) => (line === there ? { item, quantity: line.quantity + 1 } : line))
    : [...draft.lines, { item, quantity: item.minPerOrder ?? 1 }];
  return { ...draft, lines };
}

/** What to ask the price of; nothing as long as there is nothing to price. */
export function quoteBody(draft: OrderDraft): QuoteInput | null {
  const { locationId, lines } = draft;
  const readable = lines.every(({ quantity }) => quantity > 0);
  if (!locationId || lines.length === 0 || !readable) return null;
  return {
    ...delivery(draft),
    ...common(draft, locationId),
    ...(draft.customer && { customerId: draft.customer._id }),
  };
}

/** What to place. Whatever is missing, the schema says. */
export function orderBody(draft: OrderDraft): MainOrderInput {
  const { customer, isNew, person } = draft;
  const email = person.email.trim();
  const who = isNew
    ? { customer: { ...person, email: email === '' ? null : email } }
    : { customerId: customer?._id };
  const note = draft.note.trim();
  return {
    ...who,
    ...delivery(draft),
    ...common(draft, draft.locationId ?? ''),
    ...(note && { note }),
  } as MainOrderInput;
}

const common = (draft: OrderDraft, locationId: string) => ({
  fulfilment: draft.fulfilment,
  paymentType: draft.paymentType,
  ...(draft.slot && { slot: draft.slot }),
  ...(draft.coins && draft.paymentType !== 'coins' && { coins: draft.coins }),
  lines: draft.lines.map(({ item, quantity }) => ({ subProductId: item.subProductId, quantity, locationId })),
});

function delivery({ fulfilment, addressId, address }: OrderDraft) {
  if (fulfilment === 'pickup') return {};
  if (addressId) return { addressId };
  if (isBlankAddress(address)) return {};
  return { address: { ...address, line2: address.line2 || null } };
}
