import { blockNames, blocksFor } from '@aisle/contract/overview/dashboard';
import { expect, test } from 'vitest';
import { arranged, widthsOf } from './layout.ts';

test('every row of the dashboard is filled, whatever is switched off and in whichever order', () => {
  const all = 2 ** blockNames.length;
  for (let chosen = 1; chosen < all; chosen += 1) {
    const kept = blockNames.filter((_, index) => chosen & (1 << index));
    for (const shown of [kept, kept.toReversed(), [...kept.slice(2), ...kept.slice(0, 2)]]) {
      let filled = 0;
      for (const name of shown) {
        filled += widthsOf(shown).get(name) ?? 0;
        if (filled === 12) filled = 0;
        expect(filled).toBeLessThan(12);
      }
      expect(filled).toBe(0);
    }
  }
});

test('blocks keep the order that they were given, and new ones are behind what precedes them by default', () => {
  expect(arranged(blockNames, [])).toEqual(blockNames);
  expect(arranged(['sales', 'orders', 'stock'], ['stock', 'sales', 'gone'])).toEqual([
    'stock',
    'sales',
    'orders',
  ]);
  expect(arranged(['attention', 'stock'], ['stock'])).toEqual(['attention', 'stock']);
});

test('a store sees its sales, its orders, what sells and what runs out', () => {
  expect(blocksFor('store')).toEqual(['attention', 'today', 'sales', 'orders', 'topProducts', 'stock']);
  expect(blocksFor('admin')).toEqual(blockNames);
  expect(blocksFor('others')).toEqual(blockNames);
});
