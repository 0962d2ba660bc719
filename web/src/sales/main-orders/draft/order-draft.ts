import { Address } from '@aisle/contract/core/fields';
import { formatPhone } from '@aisle/contract/core/phones';
import { pluralize } from '@aisle/contract/core/pluralize';
import { addQuantities } from '@aisle/contract/core/quantity';
import type { CustomerChoice } from '@aisle/contract/customers/customers';
import {
  InlineCustomer,
  type MainOrderInput,
  type Proposal,
  type ProposalInput,
  type QuoteInput,
} from '@aisle/contract/sales/main-orders/main-orders';
import type { OrderAgain } from '@aisle/contract/sales/orders/order-details';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import type { PaymentType } from '@aisle/contract/system/payment-types';
import {
  type AddressValues,
  addressValues,
  isBlankAddress,
} from '../../../ui/form/fields/address-fields.tsx';

export interface DraftLine {
  item: Sellable;
  quantity: number;
}
/** The location that fulfills the order: the suggested one, a manually selected one, or several with the suggested split. */
export type Choice = { kind: 'proposed' } | { kind: 'one'; locationId: string } | { kind: 'shared' };

/** An order during entry. */
export interface OrderDraft {
  choice: Choice;
  customer: CustomerChoice | null;
  isNew: boolean;
  person: { firstName: string; lastName: string; phone: string; email: string };
  fulfilment: 'delivery' | 'pickup';
  addressId: string | null;
  address: AddressValues;
  lines: DraftLine[];
  paymentType: PaymentType;
  /** The number of coins that pay for part of the order. */
  coins?: number | undefined;
  /** Store credit pays as much as it can. */
  storeCredit?: boolean;
  /** Gift cards of the customer. They are only in memory, since anyone with a code can spend its card. */
  giftCards?: { code: string; last4: string }[];
  slot: { from: string; to: string } | null;
  /** Promotion codes that the customer named. Absent in drafts from before they were kept. */
  codes?: string[];
  note: string;
}
export const newDraft = (locationId: string | null): OrderDraft => ({
  choice: locationId ? { kind: 'one', locationId } : { kind: 'proposed' },
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

/**
 * Repeats an order with the items that are still sold. Uses the address of the order, even if the customer's address has
 * changed.
 */
export const repeatOrder = ({
  customer,
  fulfilment,
  address,
  locationId,
  lines,
}: OrderAgain): Partial<OrderDraft> => ({
  choice: { kind: 'one', locationId },
  customer,
  fulfilment,
  ...(address && {
    address: {
      ...addressValues(address),
      latitude: address.latitude ?? null,
      longitude: address.longitude ?? null,
    },
  }),
  lines,
});

/** Whether the draft contains any input worth keeping. */
export const isBegun = ({ lines, customer, isNew, person, note }: OrderDraft): boolean =>
  lines.length > 0 || customer !== null || note !== '' || (isNew && Object.values(person).some(Boolean));

/** The name of a draft in a list of drafts. */
export function draftName({ customer, person, lines }: OrderDraft): string {
  const who = customer?.name ?? [person.firstName, person.lastName].filter(Boolean).join(' ');
  const items = pluralize(lines.length, 'item');
  return `${who || formatPhone(person.phone) || 'No customer yet'} · ${items}`;
}

/** Increments the line of the item, or adds one; scanning the same code twice adds two. */
export function withItem(draft: OrderDraft, item: Sellable): OrderDraft {
  const there = draft.lines.find((line) => line.item.subProductId === item.subProductId);
  const lines = there
    ? draft.lines.map((line) => (line === there ? { item, quantity: line.quantity + 1 } : line))
    : [...draft.lines, { item, quantity: item.minPerOrder ?? 1 }];
  return { ...draft, lines };
}

interface PlacedLine {
  subProductId: string;
  quantity: number;
  locationId: string;
}
/** The location of each line; the first location is the main one. Null if no location is selected. */
export interface Placement {
  locationIds: string[];
  lines: PlacedLine[];
}

/** A delivery without an address: which store is the best one depends on it, so none is suggested yet. */
export const awaitsAddress = (draft: OrderDraft): boolean =>
  draft.choice.kind === 'proposed' &&
  draft.fulfilment === 'delivery' &&
  Object.keys(readableAddress(draft)).length === 0;

export function placementOf(draft: OrderDraft, proposal: Proposal | undefined): Placement | null {
  const { choice, lines } = draft;
  if (awaitsAddress(draft)) return null;
  const split = proposal?.split;
  if (choice.kind === 'shared' && split) return splitPlacement(split, lines);
  const best = proposal?.locations[0];
  const locationId = choice.kind === 'one' ? choice.locationId : best?.isOpen ? best.locationId : undefined;
  if (!locationId) return null;
  const own = lines.map(({ item, quantity }) => ({ subProductId: item.subProductId, quantity, locationId }));
  return { locationIds: [locationId], lines: own };
}

/** Items that no location has stay with the first one, which then shows the shortage. */
function splitPlacement(split: NonNullable<Proposal['split']>, lines: readonly DraftLine[]): Placement {
  const locationIds = [...new Set(split.parts.map(({ locationId }) => locationId))];
  const wanted = new Set(lines.map(({ item }) => item.subProductId));
  const parts = new Map<string, PlacedLine>();
  const rest = split.missing.map((one) => ({ ...one, locationId: locationIds[0]! }));
  for (const { subProductId, quantity, locationId } of [...split.parts, ...rest]) {
    // The proposal can be older than the draft.
    if (!wanted.has(subProductId)) continue;
    const key = `${locationId} ${subProductId}`;
    const before = parts.get(key)?.quantity ?? 0;
    parts.set(key, { subProductId, quantity: addQuantities(before, quantity), locationId });
  }
  return { locationIds, lines: [...parts.values()] };
}

/** The request for location suggestions. */
export function proposalBody(draft: OrderDraft): ProposalInput {
  const { customer, fulfilment, slot, lines } = draft;
  return {
    fulfilment,
    ...(customer && { customerId: customer._id }),
    ...readableAddress(draft),
    ...(slot && { slot }),
    lines: lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ item, quantity }) => ({ subProductId: item.subProductId, quantity })),
  };
}

/** The request for a quote; null if there is nothing to price. */
export function quoteBody(draft: OrderDraft, placement: Placement | null): QuoteInput | null {
  const readable = draft.lines.every(({ quantity }) => quantity > 0);
  if (!placement || placement.lines.length === 0 || !readable) return null;
  return {
    ...readableAddress(draft),
    ...common(draft, placement),
    ...readableCustomer(draft),
  };
}

/** The customer, once identified; a phone number is enough for a new customer. */
function readableCustomer({
  customer,
  isNew,
  person,
}: OrderDraft): Pick<QuoteInput, 'customer' | 'customerId'> {
  if (!isNew) return customer ? { customerId: customer._id } : {};
  const typed = InlineCustomer.safeParse({ ...person, email: person.email.trim() || null });
  return typed.success ? { customer: typed.data } : {};
}

/** The order to place; the schema reports missing fields. */
export function orderBody(draft: OrderDraft, placement: Placement | null): MainOrderInput {
  const { customer, isNew, person } = draft;
  const email = person.email.trim();
  const who = isNew
    ? { customer: { ...person, email: email === '' ? null : email } }
    : { customerId: customer?._id };
  const note = draft.note.trim();
  return {
    ...who,
    ...delivery(draft),
    ...common(draft, placement ?? { locationIds: [], lines: [] }),
    ...(note && { note }),
  } as MainOrderInput;
}

const common = (draft: OrderDraft, { lines }: Placement) => ({
  fulfilment: draft.fulfilment,
  paymentType: draft.paymentType,
  ...(draft.slot && { slot: draft.slot }),
  ...(draft.codes && draft.codes.length > 0 && { codes: draft.codes }),
  ...(draft.coins && draft.paymentType !== 'coins' && { coins: draft.coins }),
  ...(draft.storeCredit && { storeCredit: true }),
  ...(draft.giftCards &&
    draft.giftCards.length > 0 && { giftCards: draft.giftCards.map(({ code }) => code) }),
  lines,
});

function delivery({ fulfilment, addressId, address }: OrderDraft) {
  if (fulfilment === 'pickup') return {};
  if (addressId) return { addressId };
  if (isBlankAddress(address)) return {};
  return { address: { ...address, line2: address.line2 || null } };
}

/** Omits an incomplete address from quotes and suggestions. */
function readableAddress(draft: OrderDraft) {
  const { addressId, address } = draft;
  if (addressId) return { addressId };
  const written = Address.safeParse({ ...address, line2: address.line2 || null });
  return written.success && draft.fulfilment === 'delivery' ? { address: written.data } : {};
}
