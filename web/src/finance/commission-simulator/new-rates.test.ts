import { SimulationInput } from '@aisle/contract/finance/commission-simulator';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { inputOf, lastMonth, ownRate, ratesInUrl, type SimulatorValues } from './new-rates.ts';

const [dairy, cheese, downtown, uptown] = [idOf(1), idOf(2), idOf(3), idOf(4)];

test.each([
  ['2026-11-22', '2026-10-01', '2026-10-31'],
  ['2026-03-01', '2026-02-01', '2026-02-28'],
  ['2026-01-15', '2025-12-01', '2025-12-31'],
])('returns the month before %s as %s to %s', (today, from, to) => {
  expect(lastMonth(today)).toEqual({ from, to });
});

const values = (row: object): SimulatorValues => ({
  locationIds: [],
  from: '2026-10-01',
  to: '2026-10-31',
  changes: [{ key: 1, locationId: null, categoryId: dairy, rate: 12.5, applyToChildren: false, ...row }],
});
const problemsOf = (row: object) =>
  SimulationInput.safeParse(inputOf(values(row))).error?.issues.map(({ path }) => path.join('.'));

test('builds a valid request, and reports missing and invalid values at their fields', () => {
  expect(problemsOf({})).toBeUndefined();
  expect(problemsOf({ categoryId: null })).toEqual(['changes.0.categoryId']);
  expect(problemsOf({ rate: 101 })).toEqual(['changes.0.rate']);
  expect(problemsOf({ categoryId: ownRate, rate: null })).toEqual(['changes.0.rate']);
  expect(inputOf(values({ categoryId: ownRate, applyToChildren: true })).changes).toEqual([
    { categoryId: null, rate: 12.5 },
  ]);
});

test('selects the category rates of a location for the rates editor', () => {
  const changes = [
    { categoryId: dairy, rate: 12.5, applyToChildren: true },
    { categoryId: dairy, rate: 9, locationId: uptown },
    { categoryId: cheese, rate: null },
    { categoryId: null, rate: 8 },
  ];

  expect(ratesInUrl({ changes }, downtown)).toBe(`${dairy}:12.5:below,${cheese}:`);
  expect(ratesInUrl({ changes: changes.toReversed() }, uptown)).toBe(`${cheese}:,${dairy}:9`);
  expect(ratesInUrl({ changes: [{ categoryId: null, rate: 8 }] }, downtown)).toBeNull();
});
