import { expect, test } from 'vitest';
import { byRecord } from './by-record.ts';
import { changedPaths } from './changes.ts';
import { findConflicts, joined } from './drafts/merge.ts';

const small = { _id: 'a', name: 'Small', price: 100, sku: 'S' };
const large = { _id: 'b', name: 'Large', price: 200, sku: 'L' };
const fresh = { name: 'Medium', price: 150, sku: 'M' };
const form = (...rows: object[]) => ({ title: 'Milk', tags: ['cold'], rows });
const merged = (base: object, mine: object, remote: object) => {
  const sides = byRecord({ base, mine, remote });
  const clashes = findConflicts(sides.base, sides.mine, sides.remote);
  return {
    clashes,
    both: sides.back(joined(sides.remote, sides.mine, changedPaths(sides.base, sides.mine))),
  };
};

test('combines changes of different cells and added rows without conflicts', () => {
  const mine = form({ ...small, price: 110 }, large, fresh);
  const remote = form({ _id: 'c', name: 'Huge', price: 900, sku: 'H' }, { ...small, sku: 'S2' }, large);

  expect(merged(form(small, large), mine, remote)).toEqual({
    clashes: [],
    both: form(remote.rows[0]!, { ...small, price: 110, sku: 'S2' }, large, fresh),
  });
});

test('reports a conflict only for a cell that both sides changed', () => {
  const mine = form({ ...small, price: 110, name: 'Tiny' }, large);
  const remote = form({ ...small, price: 120 }, large);

  expect(merged(form(small, large), mine, remote).clashes).toEqual(['rows.a.price']);
});

test('keeps a deleted row deleted unless the other user changed it', () => {
  expect(merged(form(small, large), form(large), form(small, { ...large, price: 1 })).both).toEqual(
    form({ ...large, price: 1 }),
  );
  const sides = byRecord({
    base: form(small, large),
    mine: form({ ...small, price: 1 }, large),
    remote: form(large),
  });
  expect(findConflicts(sides.base, sides.mine, sides.remote)).toEqual(['rows.a']);
  expect(sides.back(joined(sides.remote, sides.mine, ['rows.a']))).toEqual(
    form(large, { name: 'Small', price: 1, sku: 'S' }),
  );
  expect(sides.back(joined(sides.remote, sides.mine, []))).toEqual(form(large));
});

test('compares other lists as a whole', () => {
  const [base, mine, remote] = [['x'], ['x', 'y'], []].map((tags) => ({ tags, hours: [{ from: 1 }] }));

  expect(merged(base!, mine!, remote!).clashes).toEqual(['tags']);
});
