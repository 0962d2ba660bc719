import { expect, test } from 'vitest';
import { fieldChanges, inWords, nameOf, valueText } from './audit-words.ts';

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

test('a record is called by its name, its number, or the person it is', () => {
  expect(nameOf({ before: null, after: { number: 'O-100042' } })).toBe('O-100042');
  expect(nameOf({ before: { firstName: 'Ada', lastName: 'Byron' }, after: null })).toBe('Ada Byron');
  expect(nameOf({ before: null, after: null })).toBeNull();
});

test('names of the wire become words, values what a person reads', () => {
  expect(inWords('apiKeys')).toBe('API keys');
  expect(inWords('assign-roles')).toBe('Assign roles');
  expect(valueText([{ name: 'Dairy' }, { name: 'Milk' }])).toBe('Dairy, Milk');
  expect(valueText(false)).toBe('No');
});
