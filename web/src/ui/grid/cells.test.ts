import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CellKind, cellText, emptyValue, parseCell, shownText, unreadable } from './cells.ts';

const units = [
  { value: 'lb', label: 'Pound' },
  { value: 'each', label: 'Piece' },
];
const kinds: CellKind[] = ['text', 'money', 'quantity', 'whole', 'switch', 'choice'];

describe('what is typed into a cell', () => {
  test.each([
    ['0,125', 0.125],
    ['-0,125', -0.125],
    ['1,250', 1250],
    ['1,250,000.5', 1_250_000.5],
    ['12,5', 12.5],
    ['10,125', 10_125],
    ['.5', 0.5],
    ['1e3', '1e3'],
    ['12 kg', '12 kg'],
  ])('as the quantity %j is %j', (text, value) => {
    expect(parseCell('quantity', text)).toBe(value);
  });

  test.each(['y', 'YES', 'true', '1', 'x', ' On ', 'Active'])('switches on by %j', (text) => {
    expect(parseCell('switch', text)).toBe(true);
  });

  test.each(['', 'no', '0', 'off', 'maybe'])('switches off by %j', (text) => {
    expect(parseCell('switch', text)).toBe(false);
  });

  test('chooses by what is shown or by what is stored, in any capitals', () => {
    expect(['pound', 'LB', ' Piece '].map((text) => parseCell('choice', text, units))).toEqual([
      'lb',
      'lb',
      'each',
    ]);
    expect(parseCell('choice', 'stone', units)).toBe('stone');
  });

  test('empties a cell when it is nothing', () => {
    const emptied = kinds.map((kind) => parseCell(kind, '  ', units));

    expect(emptied).toEqual(kinds.map(emptyValue));
  });
});

describe('what a cell shows', () => {
  test.each([
    ['money', 1, '0.01'],
    ['money', 123456, '1234.56'],
    ['quantity', 1250.5, '1250.5'],
    ['whole', 12, '12'],
    ['switch', true, 'yes'],
    ['switch', false, 'no'],
    ['text', '', ''],
    ['money', 'abc', 'abc'],
  ] as const)('of %s %j is %j', (kind, value, text) => {
    expect(cellText(kind, value)).toBe(text);
  });

  test('of a choice is its label, of one that is gone what is stored', () => {
    expect(cellText('choice', 'lb', units)).toBe('Pound');
    expect(cellText('choice', 'kg', units)).toBe('kg');
  });

  test('of nothing is nothing, whatever it could hold', () => {
    for (const kind of kinds) expect(cellText(kind, null, units)).toBe('');
  });
});

test('a quantity is read back as it is shown', () => {
  forAll(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (count) => {
    expect(parseCell('quantity', cellText('quantity', count / 1000))).toBe(count / 1000 + 0);
  });
});

test('what could not be read is shown as it was typed, and read no better the second time', () => {
  forAll(fc.constantFrom(...kinds), fc.string({ maxLength: 12 }), (kind, typed) => {
    const value = parseCell(kind, typed, units);
    const again = parseCell(kind, cellText(kind, value, units), units);

    if (typeof value === 'string') expect(again).toBe(value);
  });
});

test.each([
  ['whole', '1.5', 'Enter a whole number'],
  ['quantity', 'abc', 'Enter a number with at most 3 decimals'],
  ['money', '1.234', 'Enter an amount like 2.50'],
  ['text', 'abc', undefined],
  ['whole', 3, undefined],
  ['quantity', null, undefined],
] as const)('of a cell of %s with %j it is said: %s', (kind, value, message) => {
  expect(unreadable(kind, value)).toBe(message);
});

test('a choice may be empty, but not be something that is not offered', () => {
  expect(unreadable('choice', null, units)).toBeUndefined();
  expect(unreadable('choice', 'lb', units)).toBeUndefined();
  expect(unreadable('choice', 'stone', units)).toBe('Choose from the list');
});

test('thousands are apart where they are read, and not where another program reads them', () => {
  expect([shownText('money', 157030), cellText('money', 157030)]).toEqual(['1,570.30', '1570.30']);
  expect([shownText('quantity', 12_000.5), cellText('quantity', 12_000.5)]).toEqual(['12,000.5', '12000.5']);
  expect([shownText('money', 'two'), shownText('money', null)]).toEqual(['two', '']);
});
