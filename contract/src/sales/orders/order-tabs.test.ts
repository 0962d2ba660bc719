import { expect, test } from 'vitest';
import { headlineStatuses } from './order-flow.ts';
import { statusesIn } from './order-status-groups.ts';
import { orderTabs, tabOfStatuses } from './order-tabs.ts';

test('assigns each status to exactly one tab', () => {
  const inTabs = Object.values(orderTabs).flat();

  expect([...inTabs].sort()).toEqual([...headlineStatuses].sort());
});

test('finds a tab by its statuses in any sequence', () => {
  expect(tabOfStatuses(statusesIn('unpaid', 'new').toReversed())).toBe('new');
  expect(tabOfStatuses('processing')).toBe('picking');
});

test('returns no tab for other statuses', () => {
  expect(tabOfStatuses(['orderPlaced'])).toBeUndefined();
  expect(tabOfStatuses(undefined)).toBeUndefined();
});
