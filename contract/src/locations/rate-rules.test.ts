import { describe, expect, test } from 'vitest';
import type { TaxRef } from '../catalog/taxes.ts';
import {
  type CategoryStep,
  changeDays,
  type DatedRate,
  dayAfter,
  rateOn,
  sumOfTaxes,
  taxSourceOf,
  weighCommission,
  weighTax,
} from './rate-rules.ts';

const tax = (rate: number, status = true): TaxRef => ({ _id: `t${rate}`, name: `Tax ${rate}`, rate, status });
const own = (rate: number | null) => (rate === null ? null : { rate, from: '2026-01-01', until: null });

interface Says {
  /** The location's rate for the category, and the catalog's rate of the category. */
  location?: number;
  taxes?: TaxRef[];
}
const step = (name: string, { location, taxes = [] }: Says = {}): CategoryStep => ({
  category: { _id: name, name },
  tax: own(location ?? null),
  commission: own(location ?? null),
  taxes,
});
/** Cheddar within Cheese within Dairy, nearest category first. */
const chain = (cheddar: Says = {}, cheese: Says = {}, dairy: Says = {}) => [
  step('Cheddar', cheddar),
  step('Cheese', cheese),
  step('Dairy', dairy),
];

/** One bit per source: the product, the location at three levels, the catalog at three levels. */
const everyCombination = Array.from({ length: 2 ** 7 }, (_, bits) =>
  Array.from({ length: 7 }, (_, at) => Boolean(bits & (1 << at))),
);
const names = [
  'product',
  'location Cheddar',
  'location Cheese',
  'location Dairy',
  'Cheddar',
  'Cheese',
  'Dairy',
];

describe('the tax of the first rule that sets one', () => {
  test.each(everyCombination.map((speaks) => ({ speaks })))('$speaks', ({ speaks }) => {
    const rates = [1.125, 2, 3, 4, 5, 6, 7];
    const location = (at: number) => (speaks[at] ? { location: rates[at]! } : {});
    const taxes = (at: number) => (speaks[at] ? { taxes: [tax(rates[at]!)] } : {});

    const { rate, rules } = weighTax(
      speaks[0] ? [tax(rates[0]!)] : [],
      chain(
        { ...location(1), ...taxes(4) },
        { ...location(2), ...taxes(5) },
        { ...location(3), ...taxes(6) },
      ),
    );

    const first = speaks.indexOf(true);
    expect(rate).toBe(first === -1 ? 0 : rates[first]);
    expect(rules.map(({ outcome }) => outcome)).toEqual([
      ...speaks.map((speaking, at) => (speaking ? (at === first ? 'won' : 'outranked') : 'silent')),
      first === -1 ? 'won' : 'outranked',
    ]);
    expect(rules.slice(0, -1).map(({ rule, category }) => [rule, category?.name])).toEqual([
      ['product', undefined],
      ...names.slice(1, 4).map((name) => ['locationCategory', name.replace('location ', '')]),
      ...names.slice(4).map((name) => ['category', name]),
    ]);
  });
});

test.each([
  ['its own category', chain({ location: 8 }, { location: 9 }, { location: 10 }), 8],
  ['the category above', chain({}, { location: 9 }, { location: 10 }), 9],
  ['the topmost category', chain({}, {}, { location: 10 }), 10],
  ['the location', chain(), 12.5],
  ['a category with a rate of 0', chain({}, { location: 0 }), 0],
])('takes the commission of %s', (_, steps, rate) => {
  expect(weighCommission(12.5, steps).rate).toBe(rate);
});

test('adds the active taxes of a rule to three decimals', () => {
  expect(sumOfTaxes([tax(0.1), tax(0.2), tax(6.125), tax(50, false)])).toBe(6.425);
});

test.each([
  ['a product', weighTax([tax(4, false)], chain({ location: 9, taxes: [tax(8)] }))],
  ['a category', weighTax([], chain({ taxes: [tax(4, false)] }, { taxes: [tax(8)] }))],
])('charges no tax for %s with only inactive taxes, and explains why', (_, { rate, rules }) => {
  expect(rate).toBe(0);
  expect(rules.find(({ outcome }) => outcome === 'won')?.reason).toContain('inactive');
});

test.each([
  [[tax(5), tax(3)], chain(), 'Tax 5, Tax 3'],
  [[tax(5), tax(3, false)], chain(), 'Tax 5'],
  [[], chain({ location: 4, taxes: [tax(5)] }), 'Cheddar, rate of the store'],
  [[], chain({}, { taxes: [tax(5)] }), 'Tax 5'],
  [[], chain(), null],
])('names the source of a tax', (own, steps, source) => {
  expect(taxSourceOf(weighTax(own, steps))).toBe(source);
});

test('charges no tax at a location with a rate of 0, regardless of the catalog', () => {
  expect(weighTax([], chain({}, { location: 0 }, { taxes: [tax(8)] })).rate).toBe(0);
});

const written = (
  position: number,
  rate: number | null,
  from: string,
  until: string | null = null,
): DatedRate => ({
  position,
  rate,
  from,
  until,
});

test.each([
  ['before the first one', '2025-12-31', undefined],
  ['on its first day', '2026-01-01', 10],
  ['after a later one started', '2026-03-01', 12],
  ['on the first day of a temporary one', '2026-06-01', 5],
  ['on the last day of a temporary one', '2026-06-30', 5],
  ['after a temporary one ended', '2026-07-01', 12],
  ['that was added last of two with the same first day', '2026-09-01', 8],
  ['that inherits again', '2026-10-01', null],
])('returns the rate %s', (_, day, rate) => {
  const rates = [
    written(1, 10, '2026-01-01'),
    written(2, 12, '2026-03-01'),
    written(3, 5, '2026-06-01', '2026-06-30'),
    written(4, 7, '2026-09-01'),
    written(5, 8, '2026-09-01'),
    written(6, null, '2026-10-01'),
  ];

  expect(rateOn(rates, day)?.rate).toBe(rate);
});

test('keeps a planned rate when an earlier one is added', () => {
  const rates = [written(1, 20, '2026-12-01'), written(2, 15, '2026-11-21')];

  expect(['2026-11-30', '2026-12-01'].map((day) => rateOn(rates, day)?.rate)).toEqual([15, 20]);
});

test('changes rates on their first day and after their last one', () => {
  const rates = [
    written(1, 5, '2026-12-01', '2026-12-31'),
    written(2, 6, '2026-11-01'),
    written(3, 7, '2027-01-01'),
  ];

  expect(changeDays(rates, '2026-11-21')).toEqual(['2026-12-01', '2027-01-01']);
  expect(dayAfter('2028-02-28')).toBe('2028-02-29');
});
