import { expect, test } from 'vitest';
import { mainOrderStatus } from './main-orders.ts';
import type { OrderStatus } from './order-flow.ts';

test.each<[OrderStatus, OrderStatus[]]>([
  ['processing', ['delivered', 'processing']],
  ['delivered', ['delivered', 'cancelled']],
  ['cancelled', ['cancelled', 'cancelled']],
  ['rejected', ['rejected']],
  ['cancelled', ['rejected', 'expired']],
  ['pending', ['pending', 'pending']],
  ['outOfDelivery', ['delivered', 'outOfDelivery', 'rejected']],
])('a checkout is %s when its orders are %j', (expected, statuses) => {
  expect(mainOrderStatus(statuses)).toBe(expected);
});
