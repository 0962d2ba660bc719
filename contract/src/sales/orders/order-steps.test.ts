import { describe, expect, test } from 'vitest';
import { OfferInput } from '../dispatch/dispatch.ts';
import { RecallPlan, RecallSelection } from '../recalls.ts';
import { RefundInput } from '../refunds/refunds.ts';
import { CancelOrder, NewOrderNote } from './order-steps.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

describe('cancelling an order', () => {
  test('requires a reason from the list or as a text', () => {
    expect(messageOf(CancelOrder.safeParse({}))).toBe('Reason is required');
    expect(messageOf(CancelOrder.safeParse({ reason: '  ' }))).toBe('Reason is required');
    expect(CancelOrder.safeParse({ reasonId: 'late' }).success).toBe(true);
    expect(CancelOrder.safeParse({ reason: 'Ordered twice' }).success).toBe(true);
  });

  test('requires lines with a positive quantity to cancel a part', () => {
    expect(CancelOrder.safeParse({ reasonId: 'late', lines: [] }).success).toBe(false);
    expect(CancelOrder.safeParse({ reasonId: 'late', lines: [{ lineId: id, quantity: 0 }] }).success).toBe(
      false,
    );
    expect(CancelOrder.safeParse({ reasonId: 'late', lines: [{ lineId: id, quantity: 0.5 }] }).success).toBe(
      true,
    );
  });
});

test('requires a text for an order note', () => {
  expect(messageOf(NewOrderNote.safeParse({ note: ' ' }))).toBe('Note is required');
});

test('requires an order or a return for a trip', () => {
  expect(messageOf(OfferInput.safeParse({ driverId: id }))).toBe('Choose at least one order');
  expect(OfferInput.safeParse({ driverId: id, orderIds: [id] }).success).toBe(true);
  expect(OfferInput.safeParse({ driverId: id, returnIds: [id] }).success).toBe(true);
});

describe('a refund', () => {
  test('requires a reason and a positive amount for each line', () => {
    expect(messageOf(RefundInput.safeParse({}))).toBe('Reason is required');
    expect(RefundInput.safeParse({ reason: 'Broken', lines: [{ lineId: id, amount: 0 }] }).success).toBe(
      false,
    );
    expect(RefundInput.safeParse({ reason: 'Broken', lines: [{ lineId: id, amount: 1 }] }).success).toBe(
      true,
    );
  });

  test('allows omitting the lines to refund everything or only the delivery fee', () => {
    expect(RefundInput.safeParse({ reason: 'Never came' }).success).toBe(true);
    expect(RefundInput.safeParse({ reason: 'Too late', deliveryFee: 500 }).success).toBe(true);
    expect(messageOf(RefundInput.safeParse({ reason: 'Broken', lines: [] }))).toBe(
      'Choose at least one item',
    );
  });
});

describe('a recall', () => {
  test.each([
    [{ lotNumber: 'L-22' }, true],
    [{ vendorId: id }, true],
    [{ subProductIds: [id] }, true],
    [{ lotIds: [id] }, true],
    [{}, false],
    [{ lotNumber: '' }, false],
    [{ lotIds: [], subProductIds: [] }, false],
    [{ locationIds: [id], expiresTo: '2026-12-01' }, false],
  ])('accepts the selection %j: %s', (selection, possible) => {
    expect(RecallSelection.safeParse(selection).success).toBe(possible);
  });

  test('requires at least one action', () => {
    const plan = (change: object) =>
      RecallPlan.safeParse({ writeOff: false, refund: false, message: null, ...change });

    expect(messageOf(plan({}))).toBe('Choose at least one thing to do');
    expect(plan({ writeOff: true }).success).toBe(true);
    expect(plan({ refund: true }).success).toBe(true);
    expect(plan({ message: { subject: 'Please do not eat', text: 'Throw it away' } }).success).toBe(true);
  });
});
