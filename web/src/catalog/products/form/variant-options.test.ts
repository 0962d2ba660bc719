import { expect, test } from 'vitest';
import { emptyRow, type VariantRow } from './product-values.ts';
import { combinations, freeSku, optionsOf, renamedOption, sizeIn, withMissing } from './variant-options.ts';

const options = [
  { name: 'Size', values: ['500 g', '1 kg'] },
  { name: 'Flavour', values: ['Plain', 'Berry'] },
];
const row = (parts: Partial<VariantRow>): VariantRow => ({ ...emptyRow('Old'), sku: 'OLD-1', ...parts });

test('returns every combination once and ignores options without values', () => {
  expect(combinations([...options, { name: 'Colour', values: [] }])).toHaveLength(4);
  expect(combinations([])).toEqual([]);
});

test('adds missing variants and keeps existing ones unchanged', () => {
  const there = row({ _id: 'x', price: 399, optionValues: { Flavour: 'plain', Size: '500 G' } });

  const rows = withMissing([there], options, 'Yogurt');

  expect(rows[0]).toBe(there);
  expect(rows.slice(1)).toMatchObject([
    { name: '500 g, Berry', sku: 'YOGURT-500-G-BERRY', unit: 'g', unitSize: 500, price: 399 },
    { name: '1 kg, Plain', sku: 'YOGURT-1-KG-PLAIN', unit: 'kg', unitSize: 1 },
    { name: '1 kg, Berry', optionValues: { Size: '1 kg', Flavour: 'Berry' } },
  ]);
});

test('adds nothing the second time', () => {
  const once = withMissing([], options, 'Yogurt');

  expect(withMissing(once, options, 'Yogurt')).toEqual(once);
});

test('appends a number to a SKU in use', () => {
  expect(freeSku(['Crème brûlée', '4 oz'], new Set(['creme-brulee-4-oz']))).toBe('CREME-BRULEE-4-OZ-2');
});

test.each([
  ['500 g', { unit: 'g', unitSize: 500 }],
  ['1.5 lbs', { unit: 'lb', unitSize: 1.5 }],
  ['12fl oz', { unit: 'fl oz', unitSize: 12 }],
  ['Large', undefined],
])('reads %s as size %j', (value, size) => {
  expect(sizeIn(value)).toEqual(size);
});

test('reads options from rows, and renames them in all rows', () => {
  const rows = [row({ optionValues: { Size: 'S' } }), row({ optionValues: { Size: 'L' } }), row({})];

  const renamed = renamedOption(rows, 'Size', 'Pack');

  expect(optionsOf(renamed)).toEqual([{ name: 'Pack', values: ['S', 'L'] }]);
});
