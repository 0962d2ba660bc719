import { expect, test } from 'vitest';
import { formatCount, pluralize } from './pluralize.ts';

test.each([
  [0, '0 categories'],
  [1, '1 category'],
  [1204, '1,204 categories'],
])('%i is told as %s', (count, text) => {
  expect(pluralize(count, 'category', 'categories')).toBe(text);
});

test('most words take an s', () => {
  expect(pluralize(2, 'order')).toBe('2 orders');
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_204_000, '1,204,000'],
])('the count %i is shown as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});
