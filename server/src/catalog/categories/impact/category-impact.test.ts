import type { Specification } from '@aisle/contract/catalog/categories';
import type { TaxRef } from '@aisle/contract/catalog/taxes';
import { describe, expect, test } from 'vitest';
import {
  chainOf,
  effectiveTaxes,
  type Families,
  type Family,
  renamesIn,
  specificationsChanged,
  taxesChanged,
  visibilityChanges,
} from './category-impact.ts';

const tax = (name: string): TaxRef => ({ _id: name, name, rate: 8, status: true });
const asks = (id: string, name: string, change: Partial<Specification> = {}): Specification => ({
  _id: id,
  name,
  type: 'text',
  options: [],
  required: false,
  ...change,
});
const category = (id: string, parentId: string | null, change: Partial<Family> = {}): Family => ({
  _id: id,
  name: id,
  parentId,
  level: 1,
  status: true,
  taxes: [],
  specifications: [],
  products: 0,
  activeProducts: 0,
  inheritingProducts: 0,
  ...change,
});
/** Cheddar in Cheese in Dairy, with ten products in Cheddar and five in Cheese. */
const families = (change: Record<string, Partial<Family>> = {}): Families =>
  new Map(
    [
      category('dairy', null, change.dairy),
      category('cheese', 'dairy', { activeProducts: 5, inheritingProducts: 4, ...change.cheese }),
      category('cheddar', 'cheese', { activeProducts: 10, inheritingProducts: 10, ...change.cheddar }),
    ].map((one) => [one._id, one]),
  );
const branch = ['cheese', 'cheddar'];

describe('the path of a category', () => {
  test('lists ancestors from the top level down', () => {
    expect(chainOf(families(), 'cheddar').map(({ _id }) => _id)).toEqual(['dairy', 'cheese', 'cheddar']);
  });

  test('returns nothing for a missing category, and stops at a cycle', () => {
    expect(chainOf(families(), 'tea')).toEqual([]);
    expect(chainOf(families({ dairy: { parentId: 'cheddar' } }), 'cheddar')).toHaveLength(3);
  });
});

describe('taxes', () => {
  test('uses the taxes of the nearest category with taxes', () => {
    const all = families({ dairy: { taxes: [tax('state')] }, cheese: { taxes: [tax('city')] } });

    expect(effectiveTaxes(chainOf(all, 'cheddar')).map(({ name }) => name)).toEqual(['city']);
    expect(effectiveTaxes(chainOf(families(), 'cheddar'))).toEqual([]);
  });

  test('counts a category and its descendants that inherit changed taxes', () => {
    const after = families({ cheese: { taxes: [tax('city')] } });

    expect(taxesChanged(families(), after, branch)).toEqual({ categoryCount: 2, productCount: 14 });
  });

  test('ignores descendants below a category with its own taxes', () => {
    const own = { cheddar: { taxes: [tax('state')] } };
    const after = families({ ...own, cheese: { taxes: [tax('city')] } });

    expect(taxesChanged(families(own), after, branch)).toEqual({ categoryCount: 1, productCount: 4 });
  });

  test('ignores the order of taxes', () => {
    const [one, other] = [tax('a'), tax('b')];

    const before = families({ cheese: { taxes: [one, other] } });
    const after = families({ cheese: { taxes: [other, one] } });

    expect(taxesChanged(before, after, branch)).toEqual({ categoryCount: 0, productCount: 0 });
  });
});

describe('visibility to shoppers', () => {
  test('hides products of a category whose ancestor is deactivated', () => {
    const after = families({ cheese: { status: false } });

    expect(visibilityChanges(families(), after, branch)).toEqual({ hiddenCount: 15, shownCount: 0 });
  });

  test('keeps a category hidden below another inactive one', () => {
    const off = { dairy: { status: false } };

    const before = families({ ...off, cheese: { status: false } });

    expect(visibilityChanges(before, families(off), branch)).toEqual({ hiddenCount: 0, shownCount: 0 });
  });

  test('shows a category again when its last inactive ancestor is activated', () => {
    expect(visibilityChanges(families({ dairy: { status: false } }), families(), branch).shownCount).toBe(15);
  });
});

describe('specifications of products', () => {
  const origin = asks('1', 'Origin');
  const changes = (before: Partial<Family>, after: Partial<Family>) =>
    specificationsChanged(families({ cheese: before }), families({ cheese: after }), ['cheddar']);

  test('reports specifications gained and lost below the declaring category', () => {
    expect(changes({}, { specifications: [origin] })).toMatchObject([{ change: 'gained', name: 'Origin' }]);
    expect(changes({ specifications: [origin] }, {})).toMatchObject([{ change: 'lost', name: 'Origin' }]);
  });

  test('reports a specification with the same ID as renamed', () => {
    const renamed = changes({ specifications: [origin] }, { specifications: [asks('1', 'Country')] });

    expect(renamed).toMatchObject([{ change: 'renamed', from: 'Origin', name: 'Country' }]);
    expect(renamesIn(renamed)).toEqual([{ categoryId: 'cheddar', from: 'Origin', to: 'Country' }]);
  });

  test('identifies specifications by ID when two of them swap names', () => {
    const swapped = changes(
      { specifications: [asks('1', 'A'), asks('2', 'B')] },
      { specifications: [asks('1', 'B'), asks('2', 'A')] },
    );

    expect(swapped.map(({ from, name }) => [from, name])).toEqual([
      ['A', 'B'],
      ['B', 'A'],
    ]);
  });

  test.each([
    ['it becomes required', { required: true }, ['changed']],
    ['it becomes a number', { type: 'number' }, ['changed']],
    ['nothing changes', {}, []],
  ] as const)('compares specifications if %s: %3$j', (_, change, expected) => {
    const after = { specifications: [asks('1', 'Origin', change)] };

    expect(changes({ specifications: [origin] }, after).map((one) => one.change)).toEqual(expected);
  });

  test('uses the lowest declaration, ignoring case', () => {
    const own = { cheddar: { specifications: [asks('9', 'ORIGIN')] } };
    const before = families({ ...own, cheese: { specifications: [origin] } });

    expect(specificationsChanged(before, families(own), ['cheddar'])).toEqual([]);
  });
});
