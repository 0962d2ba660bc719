import { expect, test } from 'vitest';
import { countItems, itemsText } from './item-count.ts';

const line = { quantity: 1, pickedQuantity: null, removed: false, soldByWeight: false };

test('counts items in units, and a weighed line as one', () => {
  const lines = [{ ...line, quantity: 12 }, { ...line, quantity: 2.25, soldByWeight: true }, line];

  expect(countItems(lines)).toEqual({ units: 14, lines: 3 });
});

test('counts picked quantities instead of ordered ones', () => {
  expect(countItems([{ ...line, quantity: 4, pickedQuantity: 3 }])).toEqual({ units: 3, lines: 1 });
});

test('excludes lines that were cancelled, replaced or out of stock', () => {
  const lines = [
    { ...line, removed: true, pickedQuantity: 0 },
    { ...line, quantity: 2, pickedQuantity: 0 },
    { ...line, quantity: 2, pickedQuantity: 2 },
  ];

  expect(countItems(lines)).toEqual({ units: 2, lines: 1 });
});

test.each([
  [{ units: 14, lines: 8 }, '14 items · 8 lines'],
  [{ units: 3, lines: 3 }, '3 items'],
  [{ units: 1, lines: 1 }, '1 item'],
  [{ units: 2, lines: 1 }, '2 items · 1 line'],
])('formats %j as "%s"', (count, text) => {
  expect(itemsText(count)).toBe(text);
});
