import { headlineStatuses } from '@aisle/contract/sales/orders/order-flow';
import { statusesIn } from '@aisle/contract/sales/orders/order-status-groups';
import { expect, test } from 'vitest';
import { orderTabs, tabOf } from './order-tabs.ts';

test('assigns each status to exactly one tab', () => {
  const inTabs = orderTabs.flatMap(({ statuses }) => statuses);

  expect([...inTabs].sort()).toEqual([...headlineStatuses].sort());
});

test('finds a tab by its statuses in any sequence', () => {
  expect(tabOf(statusesIn('unpaid', 'new').toReversed())?.key).toBe('new');
  expect(tabOf('processing')?.key).toBe('picking');
});

test('returns no tab for other statuses', () => {
  expect(tabOf(['orderPlaced'])).toBeUndefined();
  expect(tabOf(undefined)).toBeUndefined();
});
