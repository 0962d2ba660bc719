import { expect, test } from 'vitest';
import { meaningOf, missingFields, withMeaning } from './meanings.ts';

const table = {
  fields: {
    name: { label: 'Name', required: true },
    category: { label: 'Category', required: true },
    price: { label: 'Price', required: true },
  },
  keys: ['sku'],
};

test('replaces the field of a column', () => {
  const mapping = withMeaning({ name: 'Item' }, 'Item', 'brand');

  expect(mapping).toEqual({ brand: 'Item' });
});

test('removes a field from its column when another column gets it', () => {
  const mapping = withMeaning({ price: 'Cost', name: 'Item' }, 'Retail', 'price');

  expect(meaningOf(mapping, 'Retail')).toBe('price');
  expect(meaningOf(mapping, 'Cost')).toBeNull();
});

test('returns required fields without a column', () => {
  expect(missingFields(table, { name: 'Item' }, {})).toEqual(['Category', 'Price']);
  expect(missingFields(table, { name: 'Item', category: 'Aisle', price: 'Price' }, {})).toEqual([]);
});
