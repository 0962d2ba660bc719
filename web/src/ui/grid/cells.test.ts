import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CellKind, cellText, emptyValue, parseCell, shownText, unreadable } from './cells.ts';

const units = [
  { value: 'lb', label: 'Pound' },
  { value: 'each', label: 'Piece' },
];
const kinds: CellKind[] = ['text', 'money', 'quantity', 'whole', 'switch', 'choice'];

describe('parseCell', () => {
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
  ])('parses the quantity %j as %j', (text, value) => {
    expect(parseCell('quantity', text)).toBe(value);
  });

  test.each(['y', 'YES', 'true', '1', 'x', ' On ', 'Active'])('parses %j as on for a switch', (text) => {
    expect(parseCell('switch', text)).toBe(true);
  });

  test.each(['', 'no', '0', 'off'])('parses %j as off for a switch', (text) => {
    expect(parseCell('switch', text)).toBe(false);
  });

  test('selects an option by label or value, ignoring case', () => {
    expect(['pound', 'LB', ' Piece '].map((text) => parseCell('choice', text, units))).toEqual([
      'lb',
      'lb',
      'each',
    ]);
    expect(parseCell('choice', 'stone', units)).toBe('stone');
  });

  test('returns the empty value of a cell for blank text', () => {
    const emptied = kinds.map((kind) => parseCell(kind, '  ', units));

    expect(emptied).toEqual(kinds.map(emptyValue));
  });
});

describe('cellText', () => {
  test.each([
    ['money', 1, '0.01'],
    ['money', 123456, '1234.56'],
    ['quantity', 1250.5, '1250.5'],
    ['whole', 12, '12'],
    ['switch', true, 'yes'],
    ['switch', false, 'no'],
    ['text', '', ''],
    ['money', 'abc', 'abc'],
  ] as const)('formats a cell of kind %s: %j as %j', (kind, value, text) => {
    expect(cellText(kind, value)).toBe(text);
  });

  test('shows the label of an option, or the value of a missing option', () => {
    expect(cellText('choice', 'lb', units)).toBe('Pound');
    expect(cellText('choice', 'kg', units)).toBe('kg');
  });

  test('shows an empty text for null in every kind of cell', () => {
    for (const kind of kinds) expect(cellText(kind, null, units)).toBe('');
  });
});

test('parses every formatted quantity', () => {
  forAll(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (count) => {
    expect(parseCell('quantity', cellText('quantity', count / 1000))).toBe(count / 1000 + 0);
  });
});

test("keeps text that can't be parsed, also when it is parsed again", () => {
  forAll(fc.constantFrom(...kinds), fc.string({ maxLength: 12 }), (kind, typed) => {
    const value = parseCell(kind, typed, units);
    const again = parseCell(kind, cellText(kind, value, units), units);

    if (typeof value === 'string') expect(again).toBe(value);
  });
});

test.each([
  ['whole', '1.5', 'Enter a whole number'],
  ['quantity', 'abc', 'Enter a number with at most 3 decimals'],
  ['switch', 'maybe', 'Enter yes or no'],
  ['switch', false, undefined],
  ['money', '1.234', 'Enter an amount like 2.50'],
  ['text', 'abc', undefined],
  ['whole', 3, undefined],
  ['quantity', null, undefined],
] as const)('validates a cell of kind %s with %j: %s', (kind, value, message) => {
  expect(unreadable(kind, value)).toBe(message);
});

test('accepts an empty choice but no unknown option', () => {
  expect(unreadable('choice', null, units)).toBeUndefined();
  expect(unreadable('choice', 'lb', units)).toBeUndefined();
  expect(unreadable('choice', 'stone', units)).toBe('Choose from the list');
});

test('shows thousands separators, but omits them from copied text', () => {
  expect([shownText('money', 157030), cellText('money', 157030)]).toEqual(['1,570.30', '1570.30']);
  expect([shownText('quantity', 12_000.5), cellText('quantity', 12_000.5)]).toEqual(['12,000.5', '12000.5']);
  expect([shownText('money', 'two'), shownText('money', null)]).toEqual(['two', '']);
});
