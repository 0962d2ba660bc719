import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import { type pageOf, pageRequest, totalOf, withTotalDocs, withTotalRecord } from './page.ts';
import { exportNameOf, type Route, screenOf } from './route.ts';

const BrandPage = pageRequest(['name', 'updatedAt'], { status: z.boolean() });

test('returns the first page by default', () => {
  expect(BrandPage.parse(undefined)).toEqual({ page: 1, limit: 25, filters: {} });
  expect(BrandPage.parse({})).toEqual({ page: 1, limit: 25, filters: {} });
});

test('sorts in ascending order by default', () => {
  expect(BrandPage.parse({ sort: { field: 'name' } }).sort).toEqual({ field: 'name', order: 'asc' });
  expect(BrandPage.parse({ sort: { field: 'name', order: 'desc' } }).sort?.order).toBe('desc');
});

test('ignores spaces around the search text', () => {
  expect(BrandPage.parse({ search: '  oat milk ' }).search).toBe('oat milk');
});

describe('a list rejects', () => {
  test.each([
    ['page 0', { page: 0 }],
    ['a fractional page', { page: 1.5 }],
    ['more rows than the maximum', { limit: 101 }],
    ['a page of no rows', { limit: 0 }],
    ['an unknown sort field', { sort: { field: 'password' } }],
    ['an unknown sort order', { sort: { field: 'name', order: 'up' } }],
    ['an unknown filter', { filters: { colour: 'red' } }],
    ['a filter of the wrong type', { filters: { status: 'yes' } }],
    ['an unknown parameter', { offset: 10 }],
    ['a search that is too long', { search: 'x'.repeat(201) }],
    ['a cursor that is too long', { cursor: 'x'.repeat(501) }],
  ])('%s', (_, body) => {
    expect(BrandPage.safeParse(body).success).toBe(false);
  });
});

test.each([
  ['totalRecords', { records: [], totalRecords: 3 }],
  ['totalDocs', withTotalDocs({ records: [], totalRecords: 3 })],
  ['totalRecord', withTotalRecord({ records: [], totalRecords: 3 })],
])('reads the total of a list under the name %s', (name, page) => {
  expect(Object.keys(page)).toEqual(['records', name]);
  expect(totalOf(page)).toBe(3);
});

test('has one total under one of the three names in every list with a screen or an export', () => {
  const lists = Object.values(api)
    .flatMap((routes) => Object.values<Route>(routes))
    .filter((route) => screenOf(route) ?? exportNameOf(route));
  const namesOf = ({ data }: Route) =>
    Object.keys((data as ReturnType<typeof pageOf>).shape).filter((name) =>
      /^total(Records?|Docs)$/.test(name),
    );

  expect(lists.filter((route) => namesOf(route).length !== 1).map(({ path }) => path)).toEqual([]);
});
