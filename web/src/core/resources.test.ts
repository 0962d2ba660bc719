import { expect, test } from 'vitest';
import { resourceOf, resourcesToldBy } from './resources.ts';

test('goods that move are read again in the lists of stock, whatever these are called', () => {
  const lists = ['/inventory/list', '/inventory/why', '/expiry/lots'];

  expect(lists.filter((path) => !resourcesToldBy('stock').includes(resourceOf(path)))).toEqual([]);
  expect(resourcesToldBy('orders')).toEqual(['orders']);
});
