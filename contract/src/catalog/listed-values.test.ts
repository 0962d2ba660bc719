import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinList, joinPair, splitList, splitPair } from './listed-values.ts';

test.each([
  ['Fat', 'Skim'],
  ['Size: EU', 'L; XL'],
  ['Path \\', 'C:\\a;b'],
  [';', ':'],
  ['a\\;b', '\\:'],
])('the pair %j and %j is the same after it was written in a cell with others', (name, value) => {
  const items = [joinPair('Origin', 'Italy'), joinPair(name, value)];

  expect(splitList(joinList(items)).map(splitPair)).toEqual([
    ['Origin', 'Italy'],
    [name, value],
  ]);
});

test('what people type is read with or without blanks, and a text without a name is no pair', () => {
  expect(splitList('Fat:Skim;Origin : Italy;;').map(splitPair)).toEqual([
    ['Fat', 'Skim'],
    ['Origin', 'Italy'],
  ]);
  expect([splitPair('Skim'), splitPair(': Skim')]).toEqual([undefined, undefined]);
});

test('whatever is written in a cell is read as it was', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', ';', ':', '\\', 'é', '\n', '"', '=') });
  const trimmed = text.map((value) => value.trim()).filter((value) => value !== '');
  fc.assert(
    fc.property(fc.array(fc.tuple(trimmed, trimmed), { maxLength: 5 }), (pairs) => {
      const cell = joinList(pairs.map(([name, value]) => joinPair(name, value)));
      expect(splitList(cell).map(splitPair)).toEqual(pairs);
    }),
    { seed: 7, numRuns: 500 },
  );
});
