import type { CellConflict } from '@aisle/contract/warehouse/prices';
import { expect, test } from 'vitest';
import { cellKey, columnKey, noChanges, settled, toSend, withEdits, withoutSaved } from './cell-changes.ts';

const column = columnKey('here', 'price');
const key = cellKey('milk', column);
const read = () => 300;
const changed = (value: number | null) => withEdits(noChanges, [{ row: 'milk', column, value }], read);
const conflict: CellConflict = {
  locationId: 'here',
  subProductId: 'milk',
  field: 'price',
  theirs: 320,
  by: 'Ana',
  at: null,
};

test('keeps the original value across several edits', () => {
  const twice = withEdits(changed(310), [{ row: 'milk', column, value: 350 }], read);

  expect(toSend(twice)).toEqual([
    { subProductId: 'milk', locationId: 'here', field: 'price', was: 300, to: 350 },
  ]);
});

test('drops a change that restores the original value', () => {
  expect(withEdits(changed(310), [{ row: 'milk', column, value: 300 }], read)).toEqual(noChanges);
});

test('overwrites or drops a conflicting change', () => {
  expect(settled(changed(310), conflict, 'mine').get(key)).toEqual({ was: 320, to: 310 });
  expect(settled(changed(310), conflict, 'theirs')).toEqual(noChanges);
  expect(settled(changed(320), conflict, 'mine')).toEqual(noChanges);
});

test('keeps an edit made during a save as unsaved', () => {
  const sent = toSend(changed(310));
  const meanwhile = withEdits(changed(310), [{ row: 'milk', column, value: 315 }], read);

  expect(withoutSaved(changed(310), sent)).toEqual(noChanges);
  expect(withoutSaved(meanwhile, sent).get(key)).toEqual({ was: 310, to: 315 });
});
