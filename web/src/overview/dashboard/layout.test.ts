import { expect, test } from 'vitest';
import { blockNames, blocksFor, widthsOf } from './layout.ts';

test('every row of the dashboard is filled, whatever is switched off', () => {
  const all = 2 ** blockNames.length;
  for (let chosen = 1; chosen < all; chosen += 1) {
    const shown = blockNames.filter((_, index) => chosen & (1 << index));
    let filled = 0;
    for (const name of shown) {
      filled += widthsOf(shown).get(name) ?? 0;
      if (filled === 12) filled = 0;
      expect(filled).toBeLessThan(12);
    }
    expect(filled).toBe(0);
  }
});

test('a store sees its sales, its orders, what sells and what runs out', () => {
  expect(blocksFor('store')).toEqual(['attention', 'today', 'sales', 'orders', 'topProducts', 'stock']);
  expect(blocksFor('admin')).toEqual(blockNames);
});
