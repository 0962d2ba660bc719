import { expect, test } from 'vitest';
import { inWords, nameOf } from './audit-words.ts';

test('a record is called by its name, its number, or the person it is', () => {
  expect(nameOf({ before: null, after: { number: 'O-100042' } })).toBe('O-100042');
  expect(nameOf({ before: { firstName: 'Ada', lastName: 'Byron' }, after: null })).toBe('Ada Byron');
  expect(nameOf({ before: null, after: null })).toBeNull();
});

test('names of the wire become words', () => {
  expect(inWords('apiKeys')).toBe('API keys');
  expect(inWords('assign-roles')).toBe('Assign roles');
});
