import { expect, test } from 'vitest';
import { fieldChanges, valueText } from './record-changes.ts';

test('an edit shows the fields that changed, and not the bookkeeping', () => {
  const before = { name: 'Acme', status: true, version: 1, updatedAt: 'a' };
  const after = { name: 'Acme Foods', status: true, version: 2, updatedAt: 'b' };

  expect(fieldChanges({ before, after })).toEqual([
    { path: 'name', label: 'Name', before: 'Acme', after: 'Acme Foods' },
  ]);
});

test('what was made shows everything it began with, what was deleted everything it had', () => {
  expect(fieldChanges({ before: null, after: { name: 'Acme' } })[0]).toMatchObject({ after: 'Acme' });
  expect(fieldChanges({ before: { name: 'Acme' }, after: null })[0]).toMatchObject({ before: 'Acme' });
});

test('what is chosen by ID is shown by its name', () => {
  const before = { brandId: 'b1', brandData: { _id: 'b1', name: 'Acme' } };
  const after = { brandId: 'b2', brandData: { _id: 'b2', name: 'Best' } };

  expect(fieldChanges({ before, after })).toEqual([
    { path: 'brandData.name', label: 'Brand', before: 'Acme', after: 'Best' },
  ]);
});

test('values are formatted for people', () => {
  expect(valueText([{ name: 'Dairy' }, { name: 'Milk' }])).toBe('Dairy, Milk');
  expect(valueText(false)).toBe('No');
});

test.each([
  [null, '–'],
  ['', '–'],
  [[], '–'],
  [0, '0'],
  [true, 'Yes'],
  [{ name: 'Dairy' }, 'Dairy'],
  [{ alt: '' }, 'Picture'],
  [{ alt: 'Front' }, 'Front'],
  [{ opens: '08:00' }, '{"opens":"08:00"}'],
])('the value %j is told as "%s"', (value, text) => {
  expect(valueText(value)).toBe(text);
});

test('addresses of pictures are signed anew every time: they are no change', () => {
  const before = { image: { _id: 'i', alt: 'Front', small: 's1', medium: 'm1', large: 'l1' } };
  const after = { image: { _id: 'i', alt: 'Back', small: 's2', medium: 'm2', large: 'l2' } };

  expect(fieldChanges({ before, after }).map(({ path }) => path)).toEqual(['image.alt']);
});
