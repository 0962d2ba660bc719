import { MainOrderInput } from '@aisle/contract/main-orders';
import type { Sellable } from '@aisle/contract/orders';
import { expect, test } from 'vitest';
import { newDraft, orderBody, quoteBody, withItem } from './order-draft.ts';

const location = '0190b000-0000-7000-8000-000000000001';
const milk = { subProductId: '0190b000-0000-7000-8000-000000000002', minPerOrder: null } as Sellable;
const cheese = { subProductId: '0190b000-0000-7000-8000-000000000003', minPerOrder: 0.25 } as Sellable;

test('scanning the same twice makes two of it, not two lines', () => {
  const draft = withItem(withItem(withItem(newDraft(location), milk), cheese), milk);

  expect(draft.lines.map(({ quantity }) => quantity)).toEqual([2, 0.25]);
});

test('nothing is priced without a location, a line or a readable quantity', () => {
  const draft = withItem(newDraft(location), milk);

  expect(quoteBody(newDraft(location))).toBeNull();
  expect(quoteBody({ ...draft, locationId: null })).toBeNull();
  expect(quoteBody({ ...draft, lines: [{ item: milk, quantity: Number.NaN }] })).toBeNull();
  expect(quoteBody(draft)?.lines).toHaveLength(1);
});

test('an order for pickup takes no address along', () => {
  const draft = { ...withItem(newDraft(location), milk), addressId: location };

  expect(orderBody({ ...draft, fulfilment: 'pickup' })).not.toHaveProperty('addressId');
  expect(orderBody(draft)).toHaveProperty('addressId', location);
});

test('somebody new is sent with the order, as the API wants it', () => {
  const person = { firstName: 'Ada', lastName: 'Byron', phone: '+1 312 555 0100', email: '' };
  const draft = { ...withItem(newDraft(location), milk), isNew: true, person, fulfilment: 'pickup' as const };

  expect(MainOrderInput.safeParse(orderBody(draft)).success).toBe(true);
});
