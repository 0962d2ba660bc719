import { expect, test } from 'vitest';
import { withUnitOfSize } from './sizes.ts';

const read = (unitSize: string, unit?: string, column = 'Size') => {
  const texts = { ...(unitSize !== '' && { unitSize }), ...(unit !== undefined && { unit }) };
  const {
    size,
    unit: found,
    problem,
    texts: left,
  } = withUnitOfSize(texts, { unitSize: column, unit: 'Unit' });
  return problem?.wrong ?? [size, found ?? left.unit];
};

test.each([
  ['500 g', 500, 'g'],
  ['100g', 100, 'g'],
  ['1,5 L', 1.5, 'l'],
  ['0.5 kg.', 0.5, 'kg'],
  ['16 fl. oz.', 16, 'fl oz'],
  ['1 gal', 128, 'fl oz'],
  ['½ gallon', 64, 'fl oz'],
  ['2 qt', 64, 'fl oz'],
  ['1 pt', 16, 'fl oz'],
  ['75 cl', 750, 'ml'],
  ['2 dl', 200, 'ml'],
  ['1 hl', 100, 'l'],
  ['250 mg', 0.25, 'g'],
  ['12 x 330 ml', 3960, 'ml'],
  ['6x1,5 l', 9, 'l'],
  ['2 × 6 × 0,33 l', 3.96, 'l'],
  ['½ lb', 0.5, 'lb'],
  ['1½ lb', 1.5, 'lb'],
  ['1 1/2 lbs', 1.5, 'lb'],
  ['1/4 lb', 0.25, 'lb'],
  ['16 oz (454 g)', 16, 'oz'],
  ['ca. 500 g', 500, 'g'],
  ['500 g ℮', 500, 'g'],
  ['1 dozen', 12, 'each'],
  ['1 Bund', 1, 'each'],
  ['10 Stück', 10, 'each'],
  ['6 bouteilles', 6, 'each'],
  ['2 docenas', 24, 'each'],
  ['1 Pfund', 0.5, 'kg'],
  ["1'000 g", 1000, 'g'],
] as const)('reads the size %j as %d %s', (text, size, unit) => {
  expect(read(text)).toEqual([size, unit]);
});

test.each([
  ['1.00', 'kg', 1, 'kg'],
  ['500', 'g', 500, 'g'],
  ['1', 'gal', 128, 'fl oz'],
  ['75', 'cl', 750, 'ml'],
  ['500 g', 'Stück', 500, 'g'],
  ['', '100g', 100, 'g'],
  ['', 'Bund', undefined, 'each'],
  ['', 'Units', undefined, 'each'],
  ['', 'Nos', undefined, 'each'],
  ['', 'dozen', 12, 'each'],
  ['', 'kg', undefined, 'kg'],
  ['kg', undefined, 1, 'kg'],
  ['each', undefined, 1, 'each'],
  ['dozen', undefined, 12, 'each'],
  ['0.068357', 'kg', 0.068, 'kg'],
  ['0.0002', 'kg', 0.2, 'g'],
  ['0.000000', 'kg', undefined, undefined],
  ['0', undefined, undefined, undefined],
  ['1.23456', undefined, 1.235, undefined],
  ['3', 'Kolli', 3, 'Kolli'],
] as const)('reads the size %j beside the unit %j', (text, unit, size, expected) => {
  expect(read(text, unit)).toEqual([size, expected]);
});

test('uses the unit of the heading unless the row has one or the size is 0', () => {
  expect(read('0.5', undefined, 'Weight (kg)')).toEqual([0.5, 'kg']);
  expect(read('2', undefined, 'Volume [gal]')).toEqual([256, 'fl oz']);
  expect(read('500', 'g', 'Weight (kg)')).toEqual([500, 'g']);
  expect(read('0.00', undefined, 'Weight (kg)')).toEqual([undefined, undefined]);
});

test('reports unknown units and sizes', () => {
  expect(read('3 m')).toBe("“m” isn't a unit here. Use each, lb, oz, kg, g, l, ml or fl oz");
  expect(read('Large')).toBe("“Large” isn't a size. Use a number with a unit, such as 500 g");
  expect(read('m; l; s')).toMatch(/isn't a size/);
});

test.each([
  ['12/8 OZ', '8 OZ'],
  ['6/12 OZ', '12 OZ'],
  ['4/1 gal', '1 gal'],
  ['24 / 12 oz', '12 oz'],
  ['500/250 g', '250 g'],
])('asks for the size of one unit of the case %j', (text, piece) => {
  expect(read(text)).toBe(`“${text}” can be a case. Use the size of a piece: ${piece}`);
});
