import { expect, test } from 'vitest';
import { quantityError, withEdits, withItem } from './transfer-lines.ts';

const milk = { _id: 'milk', name: 'Milk', sku: 'M-1', unit: 'each' as const, soldByWeight: false };
const eggs = { ...milk, _id: 'eggs', name: 'Eggs', sku: 'E-1' };

test('increments an item that is scanned again', () => {
  const lines = withItem(withItem(withItem([], milk, 9), eggs, 4), milk, 8);

  expect(lines.map((line) => [line.name, line.quantity, line.available])).toEqual([
    ['Milk', 2, 8],
    ['Eggs', 1, 4],
  ]);
});

test('changes only the quantity of the edited line', () => {
  const lines = withItem(withItem([], milk, 9), eggs, 4);

  const edited = withEdits(lines, [{ row: 'eggs', column: 'quantity', value: 12 }]);

  expect(edited.map((line) => line.quantity)).toEqual([1, 12]);
});

test.each([
  [1.5, undefined],
  [0, 'Enter a quantity above 0'],
  [null, 'Enter a quantity above 0'],
  ['many', 'Enter a quantity above 0'],
])('validates the quantity %j with the result %j', (value, message) => {
  expect(quantityError(value)).toBe(message);
});
