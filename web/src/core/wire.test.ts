import { expect, test } from 'vitest';
import { eventSplitter, fillPath, multipart, queryText } from './wire.ts';

test('a path is filled in, and a parameter left out takes its slash along', () => {
  expect(fillPath('/brand/edit/{id}', { id: 'a b' })).toBe('/brand/edit/a%20b');
  expect(fillPath('/store/tax-commission/{id?}')).toBe('/store/tax-commission');
  expect(() => fillPath('/brand/edit/{id}')).toThrow("needs 'id'");
});

test('a query leaves out what is not given', () => {
  expect(queryText({ search: 'milk & honey', page: undefined })).toBe('?search=milk+%26+honey');
  expect(queryText({})).toBe('');
});

test('a form with a file carries nested values as JSON text, and leaves out what is not given', () => {
  const form = multipart(
    { name: 'Milk', status: true, taxIds: ['a'], note: undefined, brandId: null },
    { images: [new File(['x'], 'a.png'), new File(['y'], 'b.png')], logo: null },
  );

  expect(form.get('name')).toBe('Milk');
  expect(form.get('status')).toBe('true');
  expect(form.get('taxIds')).toBe('["a"]');
  expect(form.get('brandId')).toBe('null');
  expect(form.has('note')).toBe(false);
  expect(form.getAll('images')).toHaveLength(2);
  expect(form.has('logo')).toBe(false);
});

test('live events arrive whole, however the stream was cut', () => {
  const split = eventSplitter();

  const first = split('id: 7\ndata: {"topic"');
  const second = split(':"orders"}\n\n: still there\n\nevent: reset\n');
  const third = split('\n');

  expect(first).toEqual([]);
  expect(second).toEqual([{ name: 'message', id: '7', data: '{"topic":"orders"}' }]);
  expect(third).toEqual([{ name: 'reset', id: undefined, data: '' }]);
});
