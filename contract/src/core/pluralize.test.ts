import { expect, test } from 'vitest';
import { formatCount, pluralize } from './pluralize.ts';

test.each([
  [0, '0 categories'],
  [1, '1 category'],
  [1204, '1,204 categories'],
])('formats the count %i as %s', (count, text) => {
  expect(pluralize(count, 'category', 'categories')).toBe(text);
});

test('adds an s to most words', () => {
  expect(pluralize(2, 'order')).toBe('2 orders');
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_204_000, '1,204,000'],
])('shows the count %i as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});
