import { expect, test } from 'vitest';
import { detailProblem, detailRules, OrderDetailsEdit, orderDetails } from './order-details.ts';
import { orderStatuses } from './order-flow.ts';

const due = { status: 'due', provider: null } as const;
const state = { fulfilment: 'delivery', payments: [due] } as const;

test.each(orderDetails)('allows changing the %s of a delivery only in the statuses of its rule', (detail) => {
  const open = orderStatuses.filter((status) => detailProblem(detail, { ...state, status }) === null);

  expect(open).toEqual(orderStatuses.filter((status) => detailRules[detail].in.includes(status)));
  expect(open).toContain('orderPlaced');
  expect(open).not.toContain('delivered');
  expect(open).not.toContain('cancelled');
});

test('allows changing note and payment, but not address and due time, once out for delivery', () => {
  const open = orderDetails.filter((detail) => !detailProblem(detail, { ...state, status: 'outOfDelivery' }));

  expect(open).toEqual(['note', 'paymentType']);
});

test('allows changing the due time of a pickup, but no address', () => {
  const pickup = { ...state, fulfilment: 'pickup', status: 'pickup' } as const;

  expect(detailProblem('slot', pickup)).toBeNull();
  expect(detailProblem('address', pickup)).toContain('out for delivery');
});

test.each([
  [
    'a card is authorized',
    [{ status: 'authorised', provider: 'simulated' }],
    'paid, or a card is authorized',
  ],
  ['it is paid', [{ status: 'captured', provider: 'cash' }], 'paid, or a card is authorized'],
  ['a card is being authorized', [{ ...due, underWay: 'authorise' }], 'being charged'],
  ['coins cover the total', [{ status: 'authorised', provider: 'coins' }], 'nothing left to pay'],
] as const)('keeps the payment type once %s', (_, payments, reason) => {
  expect(detailProblem('paymentType', { ...state, status: 'orderPlaced', payments })).toContain(reason);
});

test("allows changing the payment of an amount that coins don't cover", () => {
  const payments = [{ status: 'authorised', provider: 'coins' } as const, due];

  expect(detailProblem('paymentType', { ...state, status: 'orderPlaced', payments })).toBeNull();
});

test('requires the version that an edit starts from', () => {
  expect(OrderDetailsEdit.safeParse({ note: 'Ring twice' }).success).toBe(false);
  expect(OrderDetailsEdit.safeParse({ note: 'Ring twice', version: 1 }).success).toBe(true);
});
