import { expect, test } from 'vitest';
import { splitName } from './full-name.ts';

test.each([
  ['Jane Doe', 'Jane', 'Doe'],
  ['Jane Q. Doe', 'Jane Q.', 'Doe'],
  ['Doe, Jane', 'Jane', 'Doe'],
  ['Doe,Jane Q.', 'Jane Q.', 'Doe'],
  ['van Beethoven, Ludwig', 'Ludwig', 'van Beethoven'],
  ['Doe, Jane,', 'Jane', 'Doe'],
  ['Smith, John, Jr.', 'John', 'Smith Jr.'],
  ['John Smith, Jr.', 'John', 'Smith Jr.'],
  ['John Smith III', 'John', 'Smith III'],
  ['Acme, Inc.', 'Acme', 'Inc.'],
  ['Acme Foods, LLC', 'Acme', 'Foods LLC'],
  ['Meier, Sohn, Partner', 'Meier, Sohn', 'Partner'],
  ['Madonna', 'Madonna', ''],
  ['李明', '李明', ''],
  ['Doe,', 'Doe', ''],
])('splits %j into %j and %j', (name, first, last) => {
  expect(splitName(name)).toEqual({ first, last });
});
