import { blockNames, blocksFor } from '@aisle/contract/overview/dashboard';
import { expect, test } from 'vitest';
import { arranged, widthsOf } from './layout.ts';

test('fills every row, whichever blocks are shown in whichever order', () => {
  const all = 2 ** blockNames.length;
  for (let chosen = 1; chosen < all; chosen += 1) {
    const kept = blockNames.filter((_, index) => chosen & (1 << index));
    for (const shown of [kept, kept.toReversed(), [...kept.slice(2), ...kept.slice(0, 2)]]) {
      for (const isOneDay of [false, true]) {
        const widths = widthsOf(shown, isOneDay);
        let filled = 0;
        for (const name of shown) filled = (filled === 12 ? 0 : filled) + (widths.get(name) ?? 0);
        // After a block that doesn't fit into its row, the sum is never 12 again.
        expect(filled, shown.join()).toBe(12);
      }
    }
  }
});

test('shows what needs attention beside today, and each alone in a row of its own', () => {
  expect([...widthsOf(['attention', 'today', 'payouts'], false)]).toEqual([
    ['attention', 6],
    ['today', 6],
    ['payouts', 12],
  ]);
  expect(widthsOf(['attention', 'sales', 'orders'], false).get('attention')).toBe(12);
  // Without a chart, sales are as short as today.
  expect(widthsOf(['attention', 'sales', 'orders'], true).get('attention')).toBe(6);
});

test('keeps the saved order, and puts other blocks after their default predecessor', () => {
  expect(arranged(blockNames, [])).toEqual(blockNames);
  expect(arranged(['sales', 'orders', 'stock'], ['stock', 'sales', 'gone'])).toEqual([
    'stock',
    'sales',
    'orders',
  ]);
  expect(arranged(['attention', 'stock'], ['stock'])).toEqual(['attention', 'stock']);
});

test('limits the blocks of store users', () => {
  expect(blocksFor('store')).toEqual([
    'attention',
    'today',
    'payouts',
    'sales',
    'orders',
    'topProducts',
    'stock',
  ]);
  const ofMarketplace = blockNames.filter((name) => name !== 'payouts');
  expect(blocksFor('admin')).toEqual(ofMarketplace);
  expect(blocksFor('others')).toEqual(ofMarketplace);
});
