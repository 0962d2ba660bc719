import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinList, joinPair, splitList, splitPair } from './listed-values.ts';

test.each([
  ['Fat', 'Skim'],
  ['Size: EU', 'L; XL'],
  ['Path \\', 'C:\\a;b'],
  [';', ':'],
  ['a\\;b', '\\:'],
])('reads the pair %j and %j back from a cell with others', (name, value) => {
  const items = [joinPair('Origin', 'Italy'), joinPair(name, value)];

  expect(splitList(joinList(items)).map(splitPair)).toEqual([
    ['Origin', 'Italy'],
    [name, value],
  ]);
});

test('accepts pairs with or without spaces, and rejects a text without a name', () => {
  expect(splitList('Fat:Skim;Origin : Italy;;').map(splitPair)).toEqual([
    ['Fat', 'Skim'],
    ['Origin', 'Italy'],
  ]);
  expect([splitPair('Skim'), splitPair(': Skim')]).toEqual([undefined, undefined]);
});

test('reads every list back as it was written', () => {
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
