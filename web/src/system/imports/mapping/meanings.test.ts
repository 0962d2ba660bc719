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

test('a column that gets another meaning loses the one it had', () => {
  const mapping = withMeaning({ name: 'Item' }, 'Item', 'brand');

  expect(mapping).toEqual({ brand: 'Item' });
});

test('a meaning given to another column leaves the first one without', () => {
  const mapping = withMeaning({ price: 'Cost', name: 'Item' }, 'Retail', 'price');

  expect(meaningOf(mapping, 'Retail')).toBe('price');
  expect(meaningOf(mapping, 'Cost')).toBeNull();
});

test('what a product cannot do without is named until a column holds it', () => {
  expect(missingFields(table, { name: 'Item' }, {})).toEqual(['Category', 'Price']);
  expect(missingFields(table, { name: 'Item', category: 'Aisle', price: 'Price' }, {})).toEqual([]);
});
