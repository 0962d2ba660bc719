import type { CategoryImpact } from '@aisle/contract/catalog/categories';
import { expect, test } from 'vitest';
import { impactOf } from '../../catalog.fixtures.ts';
import { extentText, impactLines } from './impact-text.ts';

const tax = (name: string, rate: number, status = true) => ({ _id: name, name, rate, status });
const nothing = impactOf({ category: { _id: 'dairy', name: 'Dairy' } });

test('returns no lines without a visible effect', () => {
  expect(impactLines(nothing)).toEqual([]);
  expect(extentText(nothing)).toBe("It's empty.");
});

test('shows the number of hidden products and their stores', () => {
  expect(impactLines({ ...nothing, hiddenCount: 1214, locationCount: 3 })).toEqual([
    'Hides 1,214 products in 3 stores from customers.',
  ]);
});

test('shows taxes before and after, without inactive ones', () => {
  const taxes = {
    before: [tax('Groceries', 2)],
    after: [tax('Old', 9, false)],
    categoryCount: 1,
    productCount: 40,
  };

  expect(impactLines({ ...nothing, taxes })).toEqual([
    'Taxes change for 1 category and 40 products: Groceries 2% becomes no tax.',
  ]);
});

test('shows the effect of each specification on product values', () => {
  const base = { required: false, from: null, saidCount: 0, wrongCount: 0 };
  const specifications: CategoryImpact['specifications'] = [
    { ...base, name: 'Roast', change: 'lost', saidCount: 1 },
    { ...base, name: 'Country', change: 'renamed', from: 'Origin', saidCount: 3 },
    { ...base, name: 'Fat', change: 'changed', saidCount: 9, wrongCount: 2 },
    { ...base, name: 'Origin', change: 'gained' },
  ];

  expect(impactLines({ ...nothing, specifications })).toEqual([
    '“Roast” is removed. 1 product loses its value when next saved.',
    '“Origin” is renamed “Country”. 3 products keep their values.',
    '“Fat” is changed. 2 products need a valid value when next edited.',
    '“Origin” is added.',
  ]);
});
