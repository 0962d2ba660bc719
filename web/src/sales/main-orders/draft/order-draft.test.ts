import { MainOrderInput, type Proposal } from '@aisle/contract/sales/main-orders/main-orders';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { expect, test } from 'vitest';
import {
  draftName,
  newDraft,
  type OrderDraft,
  orderBody,
  placementOf,
  proposalBody,
  quoteBody,
  repeatOrder,
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

test('increments the line when an item is scanned twice', () => {
  const draft = withItem(withItem(withItem(newDraft(location), milk), cheese), milk);

  expect(draft.lines.map(({ quantity }) => quantity)).toEqual([2, 0.25]);
  expect(draftName(draft)).toBe('No customer yet · 2 items');
});

test('requires a location, a line and a valid quantity for a quote', () => {
  const draft = withItem(newDraft(location), milk);
  const priced = (of: OrderDraft, by?: Proposal) => quoteBody(of, placementOf(of, by));

  expect(priced(newDraft(location))).toBeNull();
  expect(priced({ ...draft, choice: { kind: 'proposed' } })).toBeNull();
  expect(priced({ ...draft, lines: [{ item: milk, quantity: Number.NaN }] })).toBeNull();
  expect(priced(draft)?.lines).toHaveLength(1);
});

test('includes a new customer in the quote once name and phone are valid', () => {
  const draft: OrderDraft = { ...withItem(newDraft(location), milk), isNew: true };
  const person = { firstName: 'Ada', lastName: 'Byron', phone: '5125550100', email: '' };
  const buyerOf = (of: Partial<OrderDraft>) =>
    quoteBody({ ...draft, ...of }, placementOf(draft, undefined))?.customer;

  expect(buyerOf({})).toBeUndefined();
  expect(buyerOf({ person: { ...person, phone: '512' } })).toBeUndefined();
  expect(buyerOf({ person })).toMatchObject({ firstName: 'Ada', email: null });
});

test('uses the suggested location by default if it accepts orders', () => {
  const addressId = location;
  const draft: OrderDraft = { ...withItem(newDraft(null), milk), choice: { kind: 'proposed' }, addressId };
  const closed = { ...shared, locations: [{ ...shared.locations[0]!, isOpen: false }] };

  expect(placementOf(draft, shared)?.locationIds).toEqual([other]);
  expect(placementOf(draft, closed)).toBeNull();
  // Which store is the best one depends on the address.
  expect(placementOf({ ...draft, addressId: null }, shared)).toBeNull();
  expect(placementOf({ ...draft, addressId: null, fulfilment: 'pickup' }, shared)).not.toBeNull();
  expect(
    placementOf({ ...draft, choice: { kind: 'one', locationId: location } }, shared)?.locationIds,
  ).toEqual([location]);
});

test('splits an order by location and keeps unavailable items at the first one', () => {
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

test('omits an incomplete address from requests', () => {
  const draft = { ...newDraft(null), address: { ...newDraft(null).address, line1: '9 Oak St' } };

  expect(proposalBody(draft)).toEqual({ fulfilment: 'delivery', lines: [] });
});

test('omits the address of a pickup order', () => {
  const draft = { ...withItem(newDraft(location), milk), addressId: location };

  expect(placed({ ...draft, fulfilment: 'pickup' })).not.toHaveProperty('addressId');
  expect(placed(draft)).toHaveProperty('addressId', location);
});

test('sends a new customer with the order in the API format', () => {
  const person = { firstName: 'Ada', lastName: 'Byron', phone: '+1 312 555 0100', email: '' };
  const draft = { ...withItem(newDraft(location), milk), isNew: true, person, fulfilment: 'pickup' as const };

  expect(MainOrderInput.safeParse(placed(draft)).success).toBe(true);
});

test('repeats an order with its store, customer and delivery address', () => {
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
    ...repeatOrder({
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
