import { expect, test } from 'vitest';
import { rowHeight, windowOf } from './tree-window.ts';

test('renders only the visible rows of 50,000 and some around them', () => {
  const { from, to } = windowOf(50_000, 20_000 * rowHeight, 600);

  expect(from).toBe(19_988);
  expect(to - from).toBeLessThan(60);
});

test('stays within the rows at both ends', () => {
  expect(windowOf(500, 0, 320)).toEqual({ from: 0, to: 22 });
  expect(windowOf(500, 500 * rowHeight - 320, 320)).toEqual({ from: 478, to: 500 });
  expect(windowOf(3, 90_000, 320)).toEqual({ from: 0, to: 3 });
  expect(windowOf(0, 0, 320)).toEqual({ from: 0, to: 0 });
});
