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
    { name: '500 g, Berry', sku: 'YOGUR-500G-BERRY', unit: 'g', unitSize: 500, price: 399 },
    { name: '1 kg, Plain', sku: 'YOGURT-1KG-PLAIN', unit: 'kg', unitSize: 1 },
    { name: '1 kg, Berry', optionValues: { Size: '1 kg', Flavour: 'Berry' } },
  ]);
});

test('adds nothing the second time', () => {
  const once = withMissing([], options, 'Yogurt');

  expect(withMissing(once, options, 'Yogurt')).toEqual(once);
});

test('appends a number to a SKU in use', () => {
  expect(freeSku(['Crème', '4 oz'], new Set(['creme-4-oz']))).toBe('CREME-4-OZ-2');
});

test.each([
  [['Whole milk', '1 gal'], 'WHOLE-MILK-1-GAL'],
  [['Harbor Roast Single Origin Coffee', '12 oz', 'Whole bean'], 'HRSOC-12OZ-WB'],
  [['Crème brûlée', '4 oz', 'Raspberry'], 'CB-4OZ-RASPBERR'],
  [['寿司', '大'], 'SKU'],
])('abbreviates %j to at most 16 characters', (parts, sku) => {
  expect(freeSku(parts, new Set())).toBe(sku);
});

test('keeps numbered SKUs within 16 characters', () => {
  const taken = new Set<string>();
  for (let count = 0; count < 12; count += 1)
    taken.add(freeSku(['Whole milk', '1 gal'], taken).toLowerCase());

  expect(taken.size).toBe(12);
  expect([...taken].every(({ length }) => length <= 16)).toBe(true);
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
