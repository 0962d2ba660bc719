import { expect, test } from 'vitest';
import { targetsOf } from '../core/flow.ts';
import { orderFlow, orderStatuses } from './order-flow.ts';
import { calledOffStatuses, closedStatuses, openStatuses, soldStatuses } from './order-status-groups.ts';

test('every status is either open or closed', () => {
  expect([...openStatuses, ...closedStatuses].sort()).toEqual([...orderStatuses].sort());
});

test('an order is closed where no step leads on', () => {
  const ends = orderStatuses.filter((status) => targetsOf(orderFlow, status).length === 0);

  expect([...closedStatuses].sort()).toEqual([...ends].sort());
});

test('what was called off was never sold', () => {
  expect(soldStatuses.filter((status) => (calledOffStatuses as readonly string[]).includes(status))).toEqual(
    [],
  );
  expect(soldStatuses).toContain('delivered');
});
