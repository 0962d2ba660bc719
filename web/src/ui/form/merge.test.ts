import { expect, test } from 'vitest';
import { clashesOf, joined, partsAt } from './merge.ts';

const base = { name: 'Milk', tags: ['cold'], address: { city: 'Austin', state: 'TX' }, badge: 'none' };

test('only what both changed, each to something else, is in question', () => {
  const mine = { ...base, name: 'Oat milk', badge: 'bestSeller', address: { city: 'Dallas', state: 'TX' } };
  const theirs = { ...base, name: 'Soy milk', badge: 'bestSeller', address: { city: 'Austin', state: 'OK' } };

  expect(clashesOf(base, mine, theirs)).toEqual(['name']);
  expect(clashesOf(base, base, theirs)).toEqual([]);
});

test('lists clash as a whole', () => {
  const mine = { ...base, tags: ['cold', 'fresh'] };

  expect(clashesOf(base, mine, { ...base, tags: [] })).toEqual(['tags']);
});

test('a part clashes with the whole around it', () => {
  const whole: { address: null | { city: string } } = { address: null };

  expect(clashesOf({ address: { city: 'Austin' } }, { address: { city: 'Dallas' } }, whole)).toEqual([
    'address.city',
  ]);
});

test('mine is put into theirs, down to single parts', () => {
  const theirs = { ...base, name: 'Soy milk', address: { city: 'Austin', state: 'OK' } };
  const mine = { ...base, address: { city: 'Dallas', state: 'TX' } };

  expect(joined(theirs, mine, ['address.city'])).toEqual({
    ...theirs,
    address: { city: 'Dallas', state: 'OK' },
  });
  expect(theirs.address.city).toBe('Austin');
});

test('an edit sends the fields that changed, whole', () => {
  expect(partsAt(base, ['address.city', 'name'])).toEqual({ name: 'Milk', address: base.address });
  expect(partsAt(base, [])).toEqual({});
});
