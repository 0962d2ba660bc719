import { expect, test } from 'vitest';
import { howMany } from './how-many.ts';

test.each([
  [0, '0 categories'],
  [1, '1 category'],
  [1204, '1,204 categories'],
])('%i is told as %s', (count, told) => {
  expect(howMany(count, 'category', 'categories')).toBe(told);
});

test('most words take an s', () => {
  expect(howMany(2, 'order')).toBe('2 orders');
});
