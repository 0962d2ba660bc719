import type { StoredSpecification } from '@aisle/contract/catalog/categories';
import { describe, expect, test } from 'vitest';
import { onlyAllowed, readSpecifications } from './specifications.ts';

const asks = (name: string, change: Partial<StoredSpecification> = {}): StoredSpecification => ({
  _id: name,
  name,
  type: 'text',
  options: [],
  required: false,
  inheritedFrom: null,
  ...change,
});
const held = [
  asks('Origin'),
  asks('Fat', { type: 'number' }),
  asks('Grade', { type: 'option', options: ['A', 'B'], required: true }),
];

describe('specification values', () => {
  test('reads values as the category declares them', () => {
    const { values, fields } = readSpecifications(held, { Origin: 'Texas', Fat: '3.5', Grade: 'A' });

    expect(values).toEqual({ Origin: 'Texas', Fat: 3.5, Grade: 'A' });
    expect(fields).toEqual([]);
  });

  test('accepts missing and empty values unless they are required', () => {
    expect(readSpecifications(held, { Origin: '', Fat: null, Grade: 'B' }).values).toEqual({ Grade: 'B' });
  });

  test.each([
    ['it is required but missing', {}, 'Grade', 'Grade is required'],
    ['it is required but empty', { Grade: '' }, 'Grade', 'Grade is required'],
    ['it is not a number', { Grade: 'A', Fat: 'low' }, 'Fat', 'Enter a number'],
    ['it is infinite', { Grade: 'A', Fat: 'Infinity' }, 'Fat', 'Enter a number'],
    ['it is not one of the options', { Grade: 'C' }, 'Grade', 'Choose A or B'],
    [
      "the category doesn't declare it",
      { Grade: 'A', Colour: 'red' },
      'Colour',
      "The category doesn't have this specification",
    ],
    [
      'its name is a property of objects',
      { Grade: 'A', toString: 'x' },
      'toString',
      "The category doesn't have this specification",
    ],
  ])('rejects a value at its field if %s', (_, typed, name, message) => {
    expect(readSpecifications(held, typed).fields).toEqual([{ path: `specifications.${name}`, message }]);
  });

  test("ignores an empty value that the category doesn't declare", () => {
    expect(readSpecifications(held, { Grade: 'A', Colour: '' }).fields).toEqual([]);
  });
});

test('keeps only values that are valid in the new category', () => {
  expect(onlyAllowed(held, { Origin: 'Texas', Fat: 'low', Grade: 'C', Colour: 'red' })).toEqual({
    Origin: 'Texas',
  });
});
