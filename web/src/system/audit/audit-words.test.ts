import { expect, test } from 'vitest';
import { entryTitle, inWords } from './audit-words.ts';

test('names of the wire become words', () => {
  expect(inWords('apiKeys')).toBe('API keys');
  expect(inWords('assign-roles')).toBe('Assign roles');
});

test('of an order the title says what became of it', () => {
  const step = { resource: 'orders', action: 'step' };
  const before = { status: 'prepared', dispatchStatus: 'inQueue' };

  const titles = [
    entryTitle({ ...step, before, after: { ...before, status: 'outOfDelivery' } }),
    entryTitle({ ...step, before, after: { ...before, dispatchStatus: 'offQueue' } }),
    entryTitle({ resource: 'orders', action: 'create', before: null, after: { status: 'orderPlaced' } }),
    entryTitle({ resource: 'brands', action: 'edit', before: {}, after: {} }),
  ];

  expect(titles).toEqual([
    'Orders: out for delivery',
    'Orders: own staff delivery',
    'Orders: added',
    'Brands: changed',
  ]);
});
