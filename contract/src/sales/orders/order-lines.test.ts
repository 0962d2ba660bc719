import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../core/for-all.fixtures.ts';
import { OrderLinesEdit, pickBounds } from './order-lines.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('pickBounds', () => {
  test('returns exactly the ordered quantity for items sold by the piece', () => {
    expect(pickBounds({ quantity: 3, soldByWeight: false }, 20)).toEqual({ least: 3, most: 3 });
  });

  test.each([
    [1, 10, { least: 0.9, most: 1.1 }],
    [1.5, 10, { least: 1.35, most: 1.65 }],
    [0.333, 10, { least: 0.3, most: 0.366 }],
    [2, 0, { least: 2, most: 2 }],
    [0.7, 2.5, { least: 0.683, most: 0.717 }],
    [1, 100, { least: 0, most: 2 }],
  ])('returns for %d lb at a tolerance of %d %% the bounds %j', (quantity, tolerance, bounds) => {
    expect(pickBounds({ quantity, soldByWeight: true }, tolerance)).toEqual(bounds);
  });

  test('includes the ordered quantity, in thousandths', () => {
    const thousandths = fc.integer({ min: 1, max: 100_000 }).map((count) => count / 1000);
    forAll(thousandths, fc.integer({ min: 0, max: 50 }), (quantity, tolerance) => {
      const { least, most } = pickBounds({ quantity, soldByWeight: true }, tolerance);

      expect(least).toBeLessThanOrEqual(quantity);
      expect(most).toBeGreaterThanOrEqual(quantity);
      expect([least, most]).toEqual([least, most].map((bound) => Math.round(bound * 1000) / 1000));
    });
  });

  test('never gets narrower with a higher tolerance', () => {
    const thousandths = fc.integer({ min: 1, max: 100_000 }).map((count) => count / 1000);
    forAll(thousandths, fc.integer({ min: 0, max: 49 }), (quantity, tolerance) => {
      const strict = pickBounds({ quantity, soldByWeight: true }, tolerance);
      const lenient = pickBounds({ quantity, soldByWeight: true }, tolerance + 1);

      expect(lenient.most).toBeGreaterThanOrEqual(strict.most);
      expect(lenient.least).toBeLessThanOrEqual(strict.least);
    });
  });
});

describe('an edit of order lines', () => {
  test.each([[{}], [{ lines: [] }], [{ lines: [], add: [] }]])('rejects one that is %j', (change) => {
    const result = OrderLinesEdit.safeParse({ version: 1, ...change });

    expect(result.error?.issues[0]?.message).toBe('Change or add at least one item');
  });

  test('removes a line with the quantity 0, but rejects adding a quantity of 0', () => {
    const off = OrderLinesEdit.safeParse({ version: 1, lines: [{ lineId: id, quantity: 0 }] });
    const on = OrderLinesEdit.safeParse({ version: 1, add: [{ subProductId: id, quantity: 0 }] });

    expect(off.success).toBe(true);
    expect(on.success).toBe(false);
  });

  test('requires the version of the order', () => {
    expect(OrderLinesEdit.safeParse({ lines: [{ lineId: id, quantity: 1 }] }).success).toBe(false);
  });
});
