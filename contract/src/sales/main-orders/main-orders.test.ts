import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../core/for-all.fixtures.ts';
import { type OrderStatus, orderStatuses } from '../orders/order-flow.ts';
import { MainOrderInput, mainOrderStatus, QuoteInput } from './main-orders.ts';

test.each<[OrderStatus, OrderStatus[]]>([
  ['processing', ['delivered', 'processing']],
  ['delivered', ['delivered', 'cancelled']],
  ['cancelled', ['cancelled', 'cancelled']],
  ['rejected', ['rejected']],
  ['cancelled', ['rejected', 'expired']],
  ['pending', ['pending', 'pending']],
  ['outOfDelivery', ['delivered', 'outOfDelivery', 'rejected']],
])('has the status %s if its orders are %j', (expected, statuses) => {
  expect(mainOrderStatus(statuses)).toBe(expected);
});

const someStatuses = fc.array(fc.constantFrom(...orderStatuses), { minLength: 1, maxLength: 6 });
const calledOff: OrderStatus[] = ['cancelled', 'rejected', 'failed', 'expired'];

test('has the status of one of its orders, or is cancelled', () => {
  forAll(someStatuses, (statuses) => {
    expect([...statuses, 'cancelled']).toContain(mainOrderStatus(statuses));
  });
});

test("doesn't depend on the sequence of its orders", () => {
  forAll(someStatuses, (statuses) => {
    expect(mainOrderStatus(statuses.toReversed())).toBe(mainOrderStatus(statuses));
  });
});

test('ignores cancelled orders while others are open', () => {
  forAll(someStatuses, fc.constantFrom(...calledOff), (statuses, off) => {
    fc.pre(statuses.some((status) => !calledOff.includes(status)));

    expect(mainOrderStatus([...statuses, off])).toBe(mainOrderStatus(statuses));
  });
});

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const checkout = {
  customerId: id,
  fulfilment: 'pickup',
  paymentType: 'card',
  lines: [{ sku: 'OAT-1', quantity: 2, locationId: id }],
};
const ada = { firstName: 'Ada', lastName: 'Byron', phone: '512-555-0199' };
const pathsOf = (input: unknown) =>
  MainOrderInput.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('a checkout', () => {
  test.each([
    ['of an existing customer', checkout],
    ['of a new customer', { ...checkout, customerId: undefined, customer: ada }],
    [
      'of a sub-product by its ID',
      { ...checkout, lines: [{ subProductId: id, quantity: 1, locationId: id }] },
    ],
    ['with coins', { ...checkout, coins: 100 }],
  ])('accepts a checkout %s', (_, input) => {
    expect(pathsOf(input)).toEqual([]);
  });

  test.each([
    ['without a customer', { ...checkout, customerId: undefined }, ['customerId']],
    ['with two customers', { ...checkout, customer: ada }, ['customerId']],
    ['without lines', { ...checkout, lines: [] }, ['lines']],
    [
      'of an item without ID or SKU',
      { ...checkout, lines: [{ quantity: 1, locationId: id }] },
      ['lines.0.subProductId'],
    ],
    [
      'of an item with both ID and SKU',
      { ...checkout, lines: [{ subProductId: id, sku: 'A', quantity: 1, locationId: id }] },
      ['lines.0.subProductId'],
    ],
    ['with an unknown payment type', { ...checkout, paymentType: 'shells' }, ['paymentType']],
    ['with negative coins', { ...checkout, coins: -1 }, ['coins']],
  ])('rejects a checkout %s', (_, input, paths) => {
    expect(pathsOf(input)).toEqual(paths);
  });

  test('rejects a slot that ends before it starts', () => {
    const slot = { from: '2026-11-21T10:00:00Z', to: '2026-11-21T12:00:00Z' };

    expect(pathsOf({ ...checkout, slot })).toEqual([]);
    expect(pathsOf({ ...checkout, slot: { from: slot.to, to: slot.from } })).toEqual(['slot.to']);
    expect(pathsOf({ ...checkout, slot: { from: slot.to, to: slot.to } })).toEqual(['slot.to']);
  });
});

test('accepts a quote without customer and payment type', () => {
  const { customerId: _, paymentType: __, ...open } = checkout;

  expect(QuoteInput.safeParse(open).success).toBe(true);
});
