import { headlineStatuses } from '@aisle/contract/sales/orders/order-flow';
import { statusesIn } from '@aisle/contract/sales/orders/order-status-groups';
import { expect, test } from 'vitest';
import { orderTabs, tabOf } from './order-tabs.ts';

test('each status is in exactly one tab', () => {
  const inTabs = orderTabs.flatMap(({ statuses }) => statuses);

  expect([...inTabs].sort()).toEqual([...headlineStatuses].sort());
});

test('a tab is found again by its statuses, whatever their order', () => {
  expect(tabOf(statusesIn('unpaid', 'new').toReversed())?.key).toBe('new');
  expect(tabOf('processing')?.key).toBe('picking');
});

test('another choice of statuses is no tab', () => {
  expect(tabOf(['orderPlaced'])).toBeUndefined();
  expect(tabOf(undefined)).toBeUndefined();
});
