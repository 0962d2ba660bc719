import { MainOrderInput, type Proposal } from '@aisle/contract/sales/main-orders/main-orders';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { expect, test } from 'vitest';
import {
  draftAgain,
  draftName,
  newDraft,
  type OrderDraft,
  orderBody,
  placementOf,
  proposalBody,
  quoteBody,
  withItem,
} from './order-draft.ts';

const location = '0190b000-0000-7000-8000-000000000001';
const other = '0190b000-0000-7000-8000-000000000009';
const milk = { subProductId: '0190b000-0000-7000-8000-000000000002', minPerOrder: null } as Sellable;
const cheese = { subProductId: '0190b000-0000-7000-8000-000000000003', minPerOrder: 0.25 } as Sellable;
const placed = (draft: OrderDraft) => orderBody(draft, placementOf(draft, undefined));
const shared = {
  locations: [{ locationId: other, isOpen: true }],
  split: {
    parts: [
      { locationId: other, subProductId: milk.subProductId, quantity: 1 },
      { locationId: location, subProductId: milk.subProductId, quantity: 2 },
    ],
    missing: [{ subProductId: cheese.subProductId, quantity: 0.25 }],
  },
} as Proposal;

test('scanning the same twice makes two of it, not two lines', () => {
  const draft = withItem(withItem(withItem(newDraft(location), milk), cheese), milk);

  expect(draft.lines.map(({ quantity }) => quantity)).toEqual([2, 0.25]);
  expect(draftName(draft)).toBe('No customer yet · 2 items');
});

test('nothing is priced without a location, a line or a readable quantity', () => {
  const draft = withItem(newDraft(location), milk);
  const priced = (of: OrderDraft, by?: Proposal) => quoteBody(of, placementOf(of, by));

  expect(priced(newDraft(location))).toBeNull();
  expect(priced({ ...draft, choice: { kind: 'proposed' } })).toBeNull();
  expect(priced({ ...draft, lines: [{ item: milk, quantity: Number.NaN }] })).toBeNull();
  expect(priced(draft)?.lines).toHaveLength(1);
});

test('somebody new is part of the quote once their name and phone can be read', () => {
  const draft: OrderDraft = { ...withItem(newDraft(location), milk), isNew: true };
  const person = { firstName: 'Ada', lastName: 'Byron', phone: '5125550100', email: '' };
  const buyerOf = (of: Partial<OrderDraft>) =>
    quoteBody({ ...draft, ...of }, placementOf(draft, undefined))?.customer;

  expect(buyerOf({})).toBeUndefined();
  expect(buyerOf({ person: { ...person, phone: '512' } })).toBeUndefined();
  expect(buyerOf({ person })).toMatchObject({ firstName: 'Ada', email: null });
});

test('without a choice the suggested location is used, as long as it takes orders', () => {
  const draft: OrderDraft = { ...withItem(newDraft(null), milk), choice: { kind: 'proposed' } };
  const closed = { ...shared, locations: [{ ...shared.locations[0]!, isOpen: false }] };

  expect(placementOf(draft, shared)?.locationIds).toEqual([other]);
  expect(placementOf(draft, closed)).toBeNull();
  expect(
    placementOf({ ...draft, choice: { kind: 'one', locationId: location } }, shared)?.locationIds,
  ).toEqual([location]);
});

test('shared out, each location gets its part, and the first one what nobody has', () => {
  const draft: OrderDraft = {
    ...withItem(withItem(newDraft(null), milk), cheese),
    choice: { kind: 'shared' },
  };

  expect(placementOf(draft, shared)).toEqual({
    locationIds: [other, location],
    lines: [
      { subProductId: milk.subProductId, quantity: 1, locationId: other },
      { subProductId: milk.subProductId, quantity: 2, locationId: location },
      { subProductId: cheese.subProductId, quantity: 0.25, locationId: other },
    ],
  });
});

test('an address that is half written is not asked about', () => {
  const draft = { ...newDraft(null), address: { ...newDraft(null).address, line1: '9 Oak St' } };

  expect(proposalBody(draft)).toEqual({ fulfilment: 'delivery', lines: [] });
});

test('an order for pickup takes no address along', () => {
  const draft = { ...withItem(newDraft(location), milk), addressId: location };

  expect(placed({ ...draft, fulfilment: 'pickup' })).not.toHaveProperty('addressId');
  expect(placed(draft)).toHaveProperty('addressId', location);
});

test('somebody new is sent with the order, as the API wants it', () => {
  const person = { firstName: 'Ada', lastName: 'Byron', phone: '+1 312 555 0100', email: '' };
  const draft = { ...withItem(newDraft(location), milk), isNew: true, person, fulfilment: 'pickup' as const };

  expect(MainOrderInput.safeParse(placed(draft)).success).toBe(true);
});

test('an order is repeated at its store, for its customer, where it was brought', () => {
  const address = { line1: '9 Oak St', city: 'Austin', state: 'TX', postalCode: '78702', latitude: 30.2 };
  const customer = {
    _id: other,
    name: 'Grace',
    phone: '+15125550100',
    email: null,
    status: 'active',
  } as const;
  const draft: OrderDraft = {
    ...newDraft(null),
    ...draftAgain({
      number: 'O-1',
      locationId: location,
      customer,
      fulfilment: 'delivery',
      address,
      lines: [{ item: milk, quantity: 3 }],
      missing: ['Cheese'],
    }),
  };

  expect(placed(draft)).toMatchObject({
    customerId: customer._id,
    address,
    lines: [{ subProductId: milk.subProductId, locationId: location, quantity: 3 }],
  });
});
