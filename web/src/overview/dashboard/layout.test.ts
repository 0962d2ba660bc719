import { expect, test } from 'vitest';
import { axisSteps, blockNames, blocksFor, widthsOf } from './layout.ts';

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

test('the axis begins at zero, ends above the highest day, and counts in round steps', () => {
  expect(axisSteps(0)).toEqual([0]);
  expect(axisSteps(90)).toEqual([0, 50, 100]);
  expect(axisSteps(283_000)).toEqual([0, 100_000, 200_000, 300_000]);
  for (const highest of [1, 7, 99, 1234, 9_999_999]) {
    const steps = axisSteps(highest);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(steps.length).toBeLessThanOrEqual(5);
  }
});
