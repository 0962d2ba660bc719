import { describe, expect, test } from 'vitest';
import { targetsOf } from '../../core/flow.ts';
import { type OrderStatus, orderFlow, orderStages, orderStatuses } from './order-flow.ts';
import {
  calledOffStatuses,
  closedStatuses,
  isBeforePicking,
  isEndedByStaff,
  isPicked,
  isReserved,
  notSoldStatuses,
  openStatuses,
  soldStatuses,
} from './order-status-groups.ts';

test('lists the statuses in the order in which an order passes through them', () => {
  const stages = Object.values(orderStages);
  const inSequence = ['unpaid', 'new', 'picking', 'ready', 'out', 'delivered', 'calledOff'];

  expect(stages).toEqual(stages.toSorted((a, b) => inSequence.indexOf(a) - inSequence.indexOf(b)));
});

describe.each([
  ['open or closed', openStatuses, closedStatuses],
  ['sold or not sold', soldStatuses, notSoldStatuses],
])('counts each status as either %s', (_, group, others) => {
  test.each(orderStatuses)('%s', (status) => {
    expect(group.includes(status)).toBe(!others.includes(status));
  });
});

test('closes an order that has no further steps', () => {
  const ends = orderStatuses.filter(
    (status) => targetsOf<OrderStatus, object>(orderFlow, status).length === 0,
  );

  expect(closedStatuses).toEqual(ends);
});

test('never counts a cancelled, rejected, failed or expired order as sold', () => {
  expect(soldStatuses.filter((status) => calledOffStatuses.includes(status))).toEqual([]);
});

test('reserves items before picking starts, and never counts picked items as reserved', () => {
  expect(orderStatuses.filter((status) => isBeforePicking(status) && !isReserved(status))).toEqual([]);
  expect(orderStatuses.filter((status) => isPicked(status) && isReserved(status))).toEqual([]);
});

test('requires a reason when staff cancel or reject an order', () => {
  expect(orderStatuses.filter(isEndedByStaff)).toEqual(['cancelled', 'rejected']);
});
