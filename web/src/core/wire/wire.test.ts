import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventSplitter, fillPath, hasFiles, multipart, queryText } from './wire.ts';

test('fills in a path and removes the slash of an omitted parameter', () => {
  expect(fillPath('/brand/edit/{id}', { id: 'a b' })).toBe('/brand/edit/a%20b');
  expect(fillPath('/store/tax-commission/{id?}')).toBe('/store/tax-commission');
  expect(() => fillPath('/brand/edit/{id}')).toThrow("needs 'id'");
});

test('omits undefined values from a query', () => {
  expect(queryText({ search: 'milk & honey', page: undefined })).toBe('?search=milk+%26+honey');
  expect(queryText({})).toBe('');
});

test('encodes nested values of a form with files as JSON and omits undefined values', () => {
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

test('assembles complete events from chunks that end anywhere', () => {
  const split = eventSplitter();

  const first = split('id: 7\ndata: {"topic"');
  const second = split(':"orders"}\n\n: still there\n\nevent: reset\n');
  const third = split('\n');

  expect(first).toEqual([]);
  expect(second).toEqual([{ name: 'message', id: '7', data: '{"topic":"orders"}' }]);
  expect(third).toEqual([{ name: 'reset', id: undefined, data: '' }]);
});

test('returns the same events for any chunks, even if a line break is split', () => {
  const stream =
    'id: 7\r\ndata: {"topic":"orders"}\r\n\r\nevent: reset\r\ndata: a\r\ndata: b\r\n\r\n: beat\n\ndata: last\n\n';
  const whole = eventSplitter()(stream);
  forAll(fc.uniqueArray(fc.nat(stream.length), { maxLength: 8 }), (cuts) => {
    const split = eventSplitter();
    const ends = [...cuts.toSorted((a, b) => a - b), stream.length];
    const chunks = ends.map((end, at) => stream.slice(ends[at - 1] ?? 0, end));

    expect(chunks.flatMap(split)).toEqual(whole);
  });
  expect(whole.map(({ data }) => data)).toEqual(['{"topic":"orders"}', 'a\nb', 'last']);
});

test('encodes a parameter as a single path segment', () => {
  forAll(fc.string({ minLength: 1, maxLength: 20 }), (id) => {
    const path = fillPath('/brand/{id}/end', { id });

    expect(path.split('/')).toHaveLength(4);
    expect(decodeURIComponent(path.split('/')[2]!)).toBe(id);
  });
});

test('treats an empty parameter as omitted', () => {
  expect(fillPath('/store/tree/{id?}', { id: '' })).toBe('/store/tree');
  expect(() => fillPath('/brand/edit/{id}', { id: '' })).toThrow("needs 'id'");
});

test('detects whether a form has files', () => {
  const file = new File(['x'], 'a.png');

  expect([undefined, {}, { logo: null }, { images: [] }].map(hasFiles)).toEqual([false, false, false, false]);
  expect([{ logo: file }, { images: [file] }].map(hasFiles)).toEqual([true, true]);
});
