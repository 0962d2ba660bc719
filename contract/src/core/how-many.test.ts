import { expect, test } from 'vitest';
import { formatCount, howMany } from './how-many.ts';

test.each([
  [0, '0 categories'],
  [1, '1 category'],
  [1204, '1,204 categories'],
])('%i is told as %s', (count, text) => {
  expect(howMany(count, 'category', 'categories')).toBe(text);
});

test('most words take an s', () => {
  expect(howMany(2, 'order')).toBe('2 orders');
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_204_000, '1,204,000'],
])('the count %i is shown as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});
