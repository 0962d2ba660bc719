import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../core/for-all.fixtures.ts';
import {
  type BulkChange,
  changeInWords,
  effectOf,
  ending,
  type Figures,
  noFigures,
  roundings,
} from './bulk-change.ts';

const figures = (parts: Partial<Figures> = {}): Figures => ({ ...noFigures, price: 500, ...parts });

test.each([
  [244, 'nine', 249],
  [243, 'nine', 239],
  [249, 'nine', 249],
  [250, 'nine', 249],
  [3, 'nine', 9],
  [349, 'ninetyNine', 399],
  [340, 'ninetyNine', 299],
  [20, 'ninetyNine', 99],
  [1234, 'cent', 1234],
] as const)('rounds %i cents, ending in %s, to %i', (cents, rounding, expected) => {
  expect(ending(cents, rounding)).toBe(expected);
});

test('changes a price by at most half a step, and keeps prices with the ending', () => {
  forAll(fc.integer({ min: 100, max: 1_000_000 }), fc.constantFrom(...roundings), (cents, rounding) => {
    const step = { cent: 1, nine: 10, ninetyNine: 100 }[rounding];
    const rounded = ending(cents, rounding);
    expect(Math.abs(rounded - cents)).toBeLessThanOrEqual(step / 2);
    expect((rounded + 1) % step).toBe(0);
    expect(ending(rounded, rounding)).toBe(rounded);
  });
});

const price = (to: Extract<BulkChange, { field: 'price' }>['to']): BulkChange => ({ field: 'price', to });
const sale = (to: Extract<BulkChange, { field: 'salePrice' }>['to']): BulkChange => ({
  field: 'salePrice',
  to,
});

const assigned = (value: boolean): BulkChange => ({
  field: 'assigned',
  locationIds: ['x'],
  to: { by: 'set', value },
});

test.each<[BulkChange, Partial<Figures>, ReturnType<typeof effectOf>]>([
  [price({ by: 'set', value: 700 }), {}, { outcome: 'changed', before: 500, after: 700 }],
  [price({ by: 'set', value: 500 }), {}, { outcome: 'same', before: 500 }],
  [
    price({ by: 'amount', value: -500, rounding: 'nine' }),
    {},
    { outcome: 'refused', before: 500, reason: 'Would be $0.00 or less' },
  ],
  [
    price({ by: 'set', value: 300 }),
    { salePrice: 300 },
    { outcome: 'refused', before: 500, reason: 'Would not be above the sale price' },
  ],
  [
    price({ by: 'set', value: 400 }),
    { costPrice: 450 },
    { outcome: 'changed', before: 500, after: 400, warning: 'Below its cost' },
  ],
  [
    sale({ by: 'offPrice', value: 10, rounding: 'ninetyNine' }),
    {},
    { outcome: 'changed', before: null, after: 499 },
  ],
  [
    sale({ by: 'percent', value: 5, rounding: 'cent' }),
    {},
    { outcome: 'refused', before: null, reason: 'Has no sale price to start from' },
  ],
  [
    sale({ by: 'set', value: 500 }),
    {},
    { outcome: 'refused', before: null, reason: 'The sale price would not be below the price' },
  ],
  [sale({ by: 'clear' }), { salePrice: 400 }, { outcome: 'changed', before: 400, after: null }],
  [
    { field: 'threshold', locationIds: ['x'], to: { by: 'amount', value: -9 } },
    { threshold: 4 },
    { outcome: 'changed', before: 4, after: 0 },
  ],
  [assigned(true), {}, { outcome: 'changed', before: false, after: true }],
  [assigned(true), { assigned: true }, { outcome: 'same', before: true }],
  [
    assigned(true),
    { isActive: false },
    {
      outcome: 'changed',
      before: false,
      after: true,
      warning: "Inactive, so it isn't sold until it's activated",
    },
  ],
  [
    assigned(false),
    { assigned: true, inStock: true },
    { outcome: 'changed', before: true, after: false, warning: 'Still in stock there' },
  ],
  [
    { field: 'status', to: { by: 'set', value: false } },
    {},
    { outcome: 'changed', before: true, after: false },
  ],
])('applies %j to %j: %j', (change, parts, effect) => {
  expect(effectOf(change, figures(parts))).toEqual(effect);
});

test('computes only positive prices in whole cents', () => {
  const value = fc.oneof(fc.integer({ min: -99, max: -1 }), fc.integer({ min: 1, max: 1000 }));
  forAll(
    fc.integer({ min: 1, max: 10_000_000 }),
    value,
    fc.constantFrom(...roundings),
    (cents, by, rounding) => {
      const effect = effectOf(price({ by: 'percent', value: by, rounding }), figures({ price: cents }));
      if (effect.outcome !== 'changed') return;
      expect(Number.isInteger(effect.after)).toBe(true);
      expect(effect.after).toBeGreaterThan(0);
    },
  );
});

test('describes a change in words', () => {
  expect(changeInWords(price({ by: 'percent', value: -10, rounding: 'nine' }))).toBe(
    'Price −10%, ending in 9',
  );
  expect(changeInWords(sale({ by: 'offPrice', value: 20, rounding: 'ninetyNine' }))).toBe(
    'Sale price: 20% below the price, ending in .99',
  );
  expect(changeInWords({ field: 'status', to: { by: 'set', value: true } })).toBe('Activate');
  expect(changeInWords({ ...assigned(true), locationIds: ['x', 'y', 'x'] } as BulkChange)).toBe(
    'Assign to 2 locations',
  );
  expect(changeInWords(assigned(false))).toBe('Remove from 1 location');
});

const anyPrice = fc.integer({ min: 1, max: 1_000_000 });
const someFigures = fc.record({
  price: fc.integer({ min: 2, max: 1_000_000 }),
  salePrice: fc.constant(null),
  costPrice: fc.option(anyPrice),
  status: fc.boolean(),
  threshold: fc.option(fc.integer({ min: 0, max: 1000 })),
  assigned: fc.boolean(),
  inStock: fc.boolean(),
  isActive: fc.boolean(),
});

test('sets a sale price below the price, or rejects the change', () => {
  const to = fc
    .integer({ min: 1, max: 99 })
    .map((value) => ({ by: 'offPrice' as const, value, rounding: 'cent' as const }));
  forAll(someFigures, to, (known, change) => {
    const effect = effectOf({ field: 'salePrice', to: change }, known);

    if (effect.outcome === 'changed') expect(effect.after).toBeLessThan(known.price);
    else expect(effect.outcome).toBe('refused');
  });
});

test('reports the same value when a price is set twice', () => {
  forAll(someFigures, anyPrice, (known, value) => {
    const once = effectOf({ field: 'price', to: { by: 'set', value } }, known);
    fc.pre(once.outcome === 'changed');

    const twice = effectOf({ field: 'price', to: { by: 'set', value } }, { ...known, price: value });

    expect(twice).toEqual({ outcome: 'same', before: value });
  });
});

test('never sets a threshold below zero', () => {
  forAll(someFigures, fc.integer({ min: -2000, max: -1 }), (known, value) => {
    const effect = effectOf({ field: 'threshold', locationIds: ['x'], to: { by: 'amount', value } }, known);

    if (effect.outcome === 'changed') expect(effect.after).toBeGreaterThanOrEqual(0);
    else expect(effect.outcome).toBe(known.threshold === null ? 'refused' : 'same');
  });
});
