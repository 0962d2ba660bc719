import { expect, test } from 'vitest';
import { fieldChanges, valueText } from './record-changes.ts';

test('shows changed fields without bookkeeping fields', () => {
  const before = { name: 'Acme', status: true, version: 1, updatedAt: 'a' };
  const after = { name: 'Acme Foods', status: true, version: 2, updatedAt: 'b' };

  expect(fieldChanges({ before, after })).toEqual([
    { path: 'name', label: 'Name', before: 'Acme', after: 'Acme Foods' },
  ]);
});

test('shows all fields of a created or deleted record', () => {
  expect(fieldChanges({ before: null, after: { name: 'Acme' } })[0]).toMatchObject({ after: 'Acme' });
  expect(fieldChanges({ before: { name: 'Acme' }, after: null })[0]).toMatchObject({ before: 'Acme' });
});

test('shows the name for a reference by ID', () => {
  const before = { brandId: 'b1', brandData: { _id: 'b1', name: 'Acme' } };
  const after = { brandId: 'b2', brandData: { _id: 'b2', name: 'Best' } };

  expect(fieldChanges({ before, after })).toEqual([
    { path: 'brandData.name', label: 'Brand', before: 'Acme', after: 'Best' },
  ]);
});

test('formats values for display', () => {
  expect(valueText([{ name: 'Dairy' }, { name: 'Milk' }])).toBe('Dairy, Milk');
  expect(valueText([{ name: '8 oz, Whole bean' }, { name: '8 oz, Drip' }])).toBe(
    '8 oz, Whole bean; 8 oz, Drip',
  );
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
])('formats the value %j as "%s"', (value, text) => {
  expect(valueText(value)).toBe(text);
});

test('ignores changed picture URLs', () => {
  const before = { image: { _id: 'i', alt: 'Front', small: 's1', medium: 'm1', large: 'l1' } };
  const after = { image: { _id: 'i', alt: 'Back', small: 's2', medium: 'm2', large: 'l2' } };

  expect(fieldChanges({ before, after }).map(({ path }) => path)).toEqual(['image.alt']);
});

test('shows variants one by one, and the number of added and removed pictures', () => {
  const picture = (_id: string, small = 's') => ({ _id, alt: 'Front', small, medium: 'm', large: 'l' });
  const variant = (_id: string, price: number, version = 1) => ({
    _id,
    version,
    name: `Variant ${_id}`,
    price,
    images: [picture('own', String(version))],
    picture: { ...picture('own'), alt: `Version ${version}` },
  });
  const before = { images: [picture('a')], subProducts: [variant('1', 199), variant('2', 299)] };
  const after = {
    images: [picture('b'), picture('c'), picture('d')],
    subProducts: [variant('1', 219, 2), variant('3', 399)],
  };

  expect(fieldChanges({ before, after })).toEqual([
    {
      path: 'images',
      label: 'Pictures',
      before: undefined,
      after: '3 pictures added, 1 picture removed',
      isSummary: true,
    },
    { path: 'subProducts.1.price', label: 'Variant 1 · Price', before: 199, after: 219 },
    { path: 'subProducts.2', label: 'Variant 2', before: undefined, after: 'Removed', isSummary: true },
    { path: 'subProducts.3', label: 'Variant 3', before: undefined, after: 'Added', isSummary: true },
  ]);
});

test('ignores changed picture URLs and reports a new order', () => {
  const picture = (_id: string, small: string) => ({ _id, alt: '', small, medium: '', large: '' });
  const changes = (before: unknown[], after: unknown[]) =>
    fieldChanges({ before: { images: before }, after: { images: after } }).map((change) => change.after);

  expect(changes([picture('a', '1')], [picture('a', '2')])).toEqual([]);
  expect(changes([picture('a', '1'), picture('b', '1')], [picture('b', '1'), picture('a', '1')])).toEqual([
    'Reordered',
  ]);
});
