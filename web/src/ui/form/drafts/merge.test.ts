import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedPaths } from '../changes.ts';
import { findConflicts, joined, partsAt } from './merge.ts';

const base = { name: 'Milk', tags: ['cold'], address: { city: 'Austin', state: 'TX' }, badge: 'none' };

test('reports only fields that both sides changed to different values', () => {
  const mine = { ...base, name: 'Oat milk', badge: 'bestSeller', address: { city: 'Dallas', state: 'TX' } };
  const remote = { ...base, name: 'Soy milk', badge: 'bestSeller', address: { city: 'Austin', state: 'OK' } };

  expect(findConflicts(base, mine, remote)).toEqual(['name']);
  expect(findConflicts(base, base, remote)).toEqual([]);
});

test('reports a conflict for a whole list', () => {
  const mine = { ...base, tags: ['cold', 'fresh'] };

  expect(findConflicts(base, mine, { ...base, tags: [] })).toEqual(['tags']);
});

test('reports a conflict between a part and the whole that contains it', () => {
  const whole: { address: null | { city: string } } = { address: null };

  expect(findConflicts({ address: { city: 'Austin' } }, { address: { city: 'Dallas' } }, whole)).toEqual([
    'address.city',
  ]);
});

test("merges single parts into the other user's values", () => {
  const remote = { ...base, name: 'Soy milk', address: { city: 'Austin', state: 'OK' } };
  const mine = { ...base, address: { city: 'Dallas', state: 'TX' } };

  expect(joined(remote, mine, ['address.city'])).toEqual({
    ...remote,
    address: { city: 'Dallas', state: 'OK' },
  });
  expect(remote.address.city).toBe('Austin');
});

test('returns the complete top-level fields that changed', () => {
  expect(partsAt(base, ['address.city', 'name'])).toEqual({ name: 'Milk', address: base.address });
  expect(partsAt(base, [])).toEqual({});
});

const field = fc.constantFrom('Milk', 'Oats', 'Rye', '', null);
const plain = { noNullPrototype: true } as const;
const record = fc.record(
  { name: field, badge: field, address: fc.record({ city: field, state: field }, plain) },
  plain,
);

test('keeps both changes if there is no conflict', () => {
  forAll(record, record, record, (was, mine, remote) => {
    fc.pre(findConflicts(was, mine, remote).length === 0);

    const both = joined(remote, mine, changedPaths(was, mine));

    expect(changedPaths(both, mine).filter((path) => changedPaths(was, mine).includes(path))).toEqual([]);
    expect(changedPaths(both, remote).filter((path) => changedPaths(was, remote).includes(path))).toEqual([]);
  });
});

test('finds the same conflicts from both sides in a flat form', () => {
  const flat = fc.record({ name: field, badge: field, note: field }, plain);
  forAll(flat, flat, flat, (was, mine, remote) => {
    expect(findConflicts(was, mine, remote).toSorted()).toEqual(findConflicts(was, remote, mine).toSorted());
  });
});

test('finds no conflict for an edit without changes', () => {
  forAll(record, record, (was, changed) => {
    expect(findConflicts(was, was, changed)).toEqual([]);
    expect(findConflicts(was, changed, was)).toEqual([]);
    expect(joined(changed, was, [])).toEqual(changed);
  });
});
