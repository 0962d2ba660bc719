import { describe, expect, test } from 'vitest';
import { decideField } from './precedence.ts';

const sent = {
  field: 'price',
  sent: 399,
  stored: 450,
  updatedAt: '2026-11-02T10:00:00Z',
  changedAt: Date.parse('2026-11-02T09:00:00Z'),
};

describe('decideField', () => {
  test("writes the caller's value", () => {
    expect(decideField('caller', sent)).toEqual({ writes: true });
  });

  test('keeps the value in Aisle and reports the lost one', () => {
    expect(decideField('aisle', sent)).toEqual({
      writes: false,
      loss: { field: 'price', sent: 399, kept: 450 },
    });
  });

  test('writes the newer value', () => {
    expect(decideField('newest', sent)).toEqual({ writes: true, isNewer: true });
  });

  test.each([
    ['an older value', '2026-11-02T08:59:59Z'],
    ['a value of the same time', '2026-11-02T09:00:00Z'],
  ])('keeps the value in Aisle against %s', (_, updatedAt) => {
    expect(decideField('newest', { ...sent, updatedAt })).toMatchObject({
      writes: false,
      loss: { kept: 450 },
    });
  });

  test('confirms an equal value that is newer, and loses nothing', () => {
    expect(decideField('newest', { ...sent, sent: 450 })).toEqual({ writes: false, isNewer: true });
    expect(decideField('aisle', { ...sent, sent: 450 })).toEqual({ writes: false });
  });
});
