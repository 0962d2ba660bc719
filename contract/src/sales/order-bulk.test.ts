import { describe, expect, test } from 'vitest';
import type { Permission } from '../permissions.ts';
import { bulkStepNeeds, bulkSteps, OrderBulkInput, stepsTo } from './order-bulk.ts';
import { allowedSteps, dispatchStatuses, type OrderState, orderStatuses } from './orders/order-flow.ts';

const manager = new Set<Permission>(['order_edit', 'cancel_order']);
const clerk = new Set<Permission>(['order_edit']);
const delivery = (
  status: OrderState['status'],
  dispatchStatus: OrderState['dispatchStatus'] = 'awaiting',
): OrderState => ({ status, dispatchStatus, fulfilment: 'delivery' });

/** Every possible state of an order. */
const allStates = orderStatuses.flatMap((status) => [
  { status, dispatchStatus: null, fulfilment: 'pickup' as const },
  ...dispatchStatuses.map((dispatchStatus) => delivery(status, dispatchStatus)),
]);

describe('wayTo', () => {
  test('skips an order that already has the status', () => {
    expect(stepsTo('processing', delivery('processing'), manager)).toEqual([]);
    expect(stepsTo('offQueue', delivery('awaitingForDelivery', 'offQueue'), manager)).toEqual([]);
  });

  test('takes a single step', () => {
    expect(stepsTo('processing', delivery('orderPlaced'), clerk)).toEqual(['processing']);
    expect(stepsTo('cancelled', delivery('processing'), manager)).toEqual(['cancelled']);
  });

  test('switches a delivery waiting for a driver to own staff when it is sent out', () => {
    expect(stepsTo('outOfDelivery', delivery('awaitingForDelivery', 'inQueue'), clerk)).toEqual([
      'offQueue',
      'outOfDelivery',
    ]);
    expect(stepsTo('outOfDelivery', delivery('awaitingForDelivery', 'offQueue'), clerk)).toEqual([
      'outOfDelivery',
    ]);
  });

  test("rejects sending out an order that isn't packed", () => {
    expect(stepsTo('outOfDelivery', delivery('prepared'), manager)).toBeNull();
    expect(stepsTo('outOfDelivery', delivery('orderPlaced', 'offQueue'), manager)).toBeNull();
  });

  test('rejects delivering an order that is still in the store', () => {
    expect(stepsTo('delivered', delivery('awaitingForDelivery', 'offQueue'), manager)).toBeNull();
    expect(stepsTo('delivered', delivery('outOfDelivery', 'offQueue'), clerk)).toEqual(['delivered']);
  });

  test('requires the cancel permission to cancel an order', () => {
    expect(stepsTo('cancelled', delivery('processing'), clerk)).toBeNull();
    expect(stepsTo('processing', delivery('orderPlaced'), new Set<Permission>(['cancel_order']))).toBeNull();
  });

  test.each([...bulkSteps])('allows no order to move to %s without permissions', (step) => {
    for (const state of allStates) {
      expect(stepsTo(step, state, new Set()) ?? []).toEqual([]);
    }
  });

  test.each([...bulkSteps])('reaches %s through allowed steps only', (step) => {
    for (const state of allStates) {
      let now: OrderState = state;
      for (const next of stepsTo(step, state, manager) ?? []) {
        expect(allowedSteps(now, manager)).toContain(next);
        now =
          next === 'offQueue'
            ? { ...now, dispatchStatus: next }
            : { ...now, status: next as OrderState['status'] };
      }
    }
  });

  test.each([...bulkSteps])('requires only the permission for %s to take it', (step) => {
    const held = new Set([bulkStepNeeds(step)]);
    const ways = allStates.map((state) => stepsTo(step, state, held));

    expect(ways.some((way) => way !== null && way.length > 0)).toBe(true);
  });
});

describe('a bulk step', () => {
  const ids = ['01890a5d-ac96-774b-bcce-b302099a8057'];

  test.each(['cancelled', 'rejected'])('requires a reason to move to %s', (status) => {
    const without = OrderBulkInput.safeParse({ target: { ids }, status });
    const withReason = OrderBulkInput.safeParse({ target: { ids }, status, reason: 'Power cut' });

    expect(without.error?.issues).toMatchObject([{ path: ['reason'], message: 'Reason is required' }]);
    expect(withReason.success).toBe(true);
  });

  test('requires no reason for other steps', () => {
    expect(OrderBulkInput.safeParse({ target: { ids }, status: 'prepared' }).success).toBe(true);
  });

  test.each(['pending', 'expired', 'driverConfirmed', 'refunded'])('rejects the status %s', (status) => {
    expect(OrderBulkInput.safeParse({ target: { ids }, status, reason: 'x' }).success).toBe(false);
  });
});
