import { BrandPage } from '@aisle/contract/catalog/brands';
import { pageRequest } from '@aisle/contract/core/page';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { forAll } from './for-all.fixtures.ts';
import { filtersOf, toBody } from './list-search.ts';

test('reads page, order, search and filters from a URL', () => {
  const body = toBody(BrandPage, { page: 3, limit: 50, search: 'acme', sort: 'name.desc', status: false });

  expect(body).toEqual({
    page: 3,
    limit: 50,
    search: 'acme',
    sort: { field: 'name', order: 'desc' },
    filters: { status: false },
  });
});

test('drops invalid parameters and keeps the others', () => {
  const body = toBody(BrandPage, {
    page: -2,
    sort: 'colour',
    status: 'perhaps',
    shape: 'round',
    search: 'a',
  });

  expect(body).toEqual({ page: 1, limit: 25, search: 'a', filters: {} });
});

test('reads a number in a URL as text if the filter is a text', () => {
  const schema = pageRequest(['name'], { number: z.string() });

  const body = toBody(schema, { search: 123, number: 100042 });

  expect(body.search).toBe('123');
  expect(body.filters).toEqual({ number: '100042' });
});

const aBody = fc.record({
  page: fc.integer({ min: 1, max: 1000 }),
  limit: fc.constantFrom(10, 25, 50, 100),
  search: fc.option(
    fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text === text.trim()),
    { nil: undefined },
  ),
  sort: fc.option(fc.constantFrom('name', 'name.desc', 'updatedAt', 'updatedAt.desc'), { nil: undefined }),
  status: fc.option(fc.boolean(), { nil: undefined }),
});

test('reads every valid list request back from its URL', () => {
  forAll(aBody, ({ page, limit, search, sort, status }) => {
    const body = toBody(BrandPage, { page, limit, search: search!, sort: sort!, status });

    expect([body.page, body.limit, body.search]).toEqual([page, limit, search]);
    expect(body.sort && `${body.sort.field}${body.sort.order === 'desc' ? '.desc' : ''}`).toBe(sort);
    expect(body.filters).toEqual(status === undefined ? {} : { status });
  });
});

test('shows the list for every malformed URL', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 2 }),
  );
  const name = fc.constantFrom('page', 'limit', 'search', 'sort', 'cursor', 'status', 'colour', 'columns');
  forAll(fc.dictionary(name, value), (url) => {
    const body = toBody(BrandPage, url);

    expect(BrandPage.safeParse(body).success).toBe(true);
  });
});

test('excludes parameters of the layout from the filters', () => {
  const filters = filtersOf({
    page: 2,
    columns: 'name',
    density: 'compact',
    view: 'v1',
    status: true,
    brandId: undefined,
  });

  expect(filters).toEqual({ status: true });
});
