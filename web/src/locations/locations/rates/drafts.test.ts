import type { CategoryRates, LocationRates, StoredRate } from '@aisle/contract/locations/location-rates';
import { expect, test } from 'vitest';
import {
  changesOf,
  countOf,
  type Drafts,
  expectation,
  passedDown,
  proposedDrafts,
  typed,
  typedSince,
  wrongOf,
} from './drafts.ts';

const held = (rate: number, own: number | null = null): StoredRate => ({
  rate,
  own: own === null ? null : { rate: own, from: '2026-01-01', until: null },
  source: { rule: own === null ? 'location' : 'locationCategory', category: null },
  since: null,
  next: null,
});
const row = (name: string, parentId: string | null, parts: Partial<CategoryRates> = {}): CategoryRates => ({
  _id: name,
  name,
  parentId,
  level: parentId ? 2 : 1,
  status: true,
  taxes: [{ _id: 't', name: 'Sales tax', rate: 8.25, status: true }],
  tax: held(8.25),
  commission: held(10),
  planned: [],
  ...parts,
});
const dairy = row('Dairy', null);
const cheese = row('Cheese', 'Dairy', { commission: held(5, 5) });
const rates: LocationRates = {
  location: { _id: 'l', name: 'Shop', timeZone: 'America/Chicago', commissionRate: 10 },
  today: '2026-11-21',
  day: '2026-11-21',
  categories: [dairy, cheese],
  isWhole: true,
  version: 1,
};
const none: Drafts = new Map();

test('inherits a typed rate in subcategories without a custom rate', () => {
  const { held } = expectation(rates, typed(typed(none, dairy, 'tax', 4), dairy, 'commission', 20));

  expect(held(cheese, 'tax')).toEqual({ rate: 4, from: dairy });
  expect(held(cheese, 'commission')).toEqual({ rate: 5, from: cheese });
});

test('replaces custom rates of subcategories, unless they are typed again', () => {
  const down = passedDown(typed(none, dairy, 'commission', 20), dairy, ['commission'], true);

  expect(expectation(rates, down).held(cheese, 'commission').rate).toBe(20);
  expect(expectation(rates, typed(down, cheese, 'commission', 7)).held(cheese, 'commission').rate).toBe(7);
  expect(changesOf(down)).toEqual([{ categoryId: 'Dairy', commissionRate: 20, applyToChildren: true }]);
});

test('inherits after a field is cleared: from the parent, the catalog or the location', () => {
  const { held } = expectation(rates, typed(none, cheese, 'commission', null));

  expect(held(cheese, 'commission')).toEqual({ rate: 10, from: null });
  expect(held(cheese, 'tax')).toEqual({ rate: 8.25, from: null });
});

test('drops a draft equal to the saved rate, and keeps typed rates when subcategories are excluded again', () => {
  expect(typed(typed(none, cheese, 'commission', 6), cheese, 'commission', 5).size).toBe(0);
  const down = passedDown(typed(none, dairy, 'tax', 3), dairy, ['tax', 'commission'], true);
  expect(changesOf(passedDown(down, dairy, ['tax', 'commission'], false))).toEqual([
    { categoryId: 'Dairy', taxRate: 3 },
  ]);
});

test.each([100.5, -1, 1.2345, Number.NaN])(
  'counts %s as an error and ignores it in the expected rates',
  (rate) => {
    const drafts = typed(none, dairy, 'tax', rate);

    expect([countOf(drafts), wrongOf(drafts)]).toEqual([1, 1]);
    expect(expectation(rates, drafts).held(dairy, 'tax').rate).toBe(8.25);
  },
);

test('reads rates from a link for existing categories only', () => {
  const drafts = proposedDrafts('Dairy:12.5:below,Cheese:,Gone:3,Dairy:101', rates.categories);

  expect(changesOf(drafts)).toEqual([
    { categoryId: 'Dairy', commissionRate: 12.5, applyToChildren: true },
    { categoryId: 'Cheese', commissionRate: null },
  ]);
  expect(proposedDrafts('', rates.categories).size).toBe(0);
});

test('keeps drafts typed during a save, including rates that were reset', () => {
  const sent = typed(typed(typed(none, dairy, 'tax', 4), dairy, 'commission', 20), cheese, 'commission', 7);
  const now = typed(typed(typed(sent, dairy, 'tax', 4.5), cheese, 'commission', 5), cheese, 'tax', 1);

  expect(typedSince(sent, sent, rates.categories)).toEqual(none);
  expect(changesOf(typedSince(sent, now, rates.categories))).toEqual([
    { categoryId: 'Dairy', taxRate: 4.5 },
    { categoryId: 'Cheese', taxRate: 1, commissionRate: 5 },
  ]);
});

test('keeps a change for subcategories that was chosen during a save', () => {
  const sent = typed(none, dairy, 'commission', 20);
  const now = passedDown(sent, dairy, ['commission'], true);

  expect(changesOf(typedSince(sent, now, rates.categories))).toEqual([
    { categoryId: 'Dairy', commissionRate: 20, applyToChildren: true },
  ]);
});
