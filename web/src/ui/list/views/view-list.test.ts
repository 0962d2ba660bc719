import { expect, test } from 'vitest';
import { showsTheSame, viewSearch } from './view-list.ts';

test('a view keeps filters, order and columns, and begins at the first page', () => {
  const url = {
    headlineStatus: ['orderPlaced'],
    sort: 'total.desc',
    columns: 'status',
    page: 4,
    cursor: 'x',
    view: 'v',
  };

  expect(viewSearch(url)).toEqual({
    headlineStatus: ['orderPlaced'],
    sort: 'total.desc',
    columns: 'status',
  });
});

test('a view is still the same, said in another order, and another one once a filter changes', () => {
  expect(showsTheSame({ a: 1, b: 'x' }, { b: 'x', a: 1 })).toBe(true);
  expect(showsTheSame({ a: 1 }, { a: 2 })).toBe(false);
});
