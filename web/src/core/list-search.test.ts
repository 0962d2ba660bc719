import { BrandPage } from '@aisle/contract/brands';
import { pageRequest } from '@aisle/contract/core/page';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toBody } from './list-search.ts';

test('the URL of a list says its page, order, search and filters', () => {
  const body = toBody(BrandPage, { page: 3, limit: 50, search: 'acme', sort: 'name.desc', status: false });

  expect(body).toEqual({
    page: 3,
    limit: 50,
    search: 'acme',
    sort: { field: 'name', order: 'desc' },
    filters: { status: false },
  });
});

test('what a list does not understand is left out, and the rest still holds', () => {
  const body = toBody(BrandPage, {
    page: -2,
    sort: 'colour',
    status: 'perhaps',
    shape: 'round',
    search: 'a',
  } as never);

  expect(body).toEqual({ page: 1, limit: 25, search: 'a', filters: {} });
});

test('a number in the URL may have been meant as text', () => {
  const schema = pageRequest(['name'], { number: z.string() });

  const body = toBody(schema, { search: 123, number: 100042 } as never);

  expect(body.search).toBe('123');
  expect(body.filters).toEqual({ number: '100042' });
});
