import { expect, test } from 'vitest';
import { showsTheSame, viewSearch } from './view-list.ts';

test('keeps filters, sort order and columns but not the page', () => {
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

test('compares views regardless of parameter order', () => {
  expect(showsTheSame({ a: 1, b: 'x' }, { b: 'x', a: 1 })).toBe(true);
  expect(showsTheSame({ a: 1 }, { a: 2 })).toBe(false);
});
