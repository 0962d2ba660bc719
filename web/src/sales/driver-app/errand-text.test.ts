import type { Errand } from '@aisle/contract/sales/dispatch/dispatch';
import { expect, test } from 'vitest';
import { countText } from './errand-text.ts';

test.each([
  [['bring'], '1 order'],
  [['bring', 'bring', 'collect'], '2 orders, 1 return'],
  [['swap', 'swap'], '2 exchanges'],
] as const)('counts the stops of each kind', (errands: readonly Errand[], text) => {
  expect(countText(errands.map((errand) => ({ errand })))).toBe(text);
});
