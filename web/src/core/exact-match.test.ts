import { expect, test } from 'vitest';
import { exactMatch } from './exact-match.ts';

const milk = { sku: 'MILK-1', barcode: '0036000291452' };
const eggs = { sku: 'EGGS-12', barcode: null };

test('a scanner may send a barcode with or without its leading zero', () => {
  expect(exactMatch([eggs, milk], '036000291452')).toBe(milk);
  expect(exactMatch([eggs, milk], '0036000291452')).toBe(milk);
});

test('a SKU counts whatever its case, but only when it is whole', () => {
  expect(exactMatch([milk, eggs], 'eggs-12')).toBe(eggs);
  expect(exactMatch([milk, eggs], 'eggs')).toBeUndefined();
});
