import { describe, expect, test } from 'vitest';
import { type Flow, targetsOf } from '../core/flow.ts';
import {
  type DispatchStatus,
  dispatchFlow,
  dispatchStatuses,
  type OrderStatus,
  orderFlow,
  orderStatuses,
  type RefundStatus,
  type ReturnStatus,
  refundFlow,
  refundStatuses,
  returnFlow,
  returnStatuses,
} from './order-flow.ts';

/** Everything that a life can come to from a status on. */
function reachable<Status extends string>(flow: Flow<Status, unknown>, from: Status): Set<Status> {
  const found = new Set([from]);
  for (const status of found) for (const next of targetsOf(flow, status)) found.add(next);
  return found;
}

test('the next statuses come in the order in which they are written', () => {
  const flow = { new: { done: {}, dropped: {} }, done: {}, dropped: {} } satisfies Flow<
    'new' | 'done' | 'dropped',
    object
  >;

  expect(targetsOf<'new' | 'done' | 'dropped', object>(flow, 'new')).toEqual(['done', 'dropped']);
});

describe('no status is written down that nothing ever comes to', () => {
  test('of an order', () => {
    expect([...reachable<OrderStatus>(orderFlow, 'pending')].toSorted()).toEqual(orderStatuses.toSorted());
  });

  test('of its dispatch', () => {
    expect([...reachable<DispatchStatus>(dispatchFlow, 'awaiting')].toSorted()).toEqual(
      dispatchStatuses.toSorted(),
    );
  });

  test('of a request to return or replace', () => {
    expect([...reachable<ReturnStatus>(returnFlow, 'requested')].toSorted()).toEqual(
      returnStatuses.toSorted(),
    );
  });

  test('of a refund', () => {
    expect([...reachable<RefundStatus>(refundFlow, 'refundInitiated')].toSorted()).toEqual(
      refundStatuses.toSorted(),
    );
  });
});

const ends: OrderStatus[] = ['delivered', 'cancelled', 'rejected', 'failed', 'expired'];

test('an order can reach an end from every status', () => {
  for (const status of orderStatuses) {
    expect([...reachable<OrderStatus>(orderFlow, status)].some((to) => ends.includes(to))).toBe(true);
  }
});

test('an order that is paid for never goes back to waiting for its payment', () => {
  for (const status of orderStatuses.filter((one) => one !== 'pending')) {
    expect(reachable<OrderStatus>(orderFlow, status).has('pending')).toBe(false);
  }
});

test('an order that can go nowhere any more is over', () => {
  const stuck = orderStatuses.filter(
    (status) => targetsOf<OrderStatus, object>(orderFlow, status).length === 0,
  );

  expect(stuck).toEqual(ends);
});

test('a refund that failed can still be paid out', () => {
  expect(reachable<RefundStatus>(refundFlow, 'refundFailed').has('refunded')).toBe(true);
  expect([...reachable<RefundStatus>(refundFlow, 'refunded')]).toEqual(['refunded']);
});
