import { describe, expect, test } from 'vitest';
import { AdjustInput, ShelvesInput } from './stock-levels.ts';
import { TransferInput, TransferReceipt } from './transfers.ts';

const here = '01890a5d-ac96-774b-bcce-b302099a8057';
const there = '01890a5d-ac96-774b-bcce-b302099a8058';

describe('a stock adjustment', () => {
  const adjust = (quantity: number, reason: string) =>
    AdjustInput.safeParse({ locationId: here, subProductId: here, quantity, reason });

  test.each(['waste', 'damage'])('allows only reductions for %s', (reason) => {
    expect(adjust(-2, reason).success).toBe(true);
    expect(adjust(2, reason).error?.issues).toMatchObject([
      { path: ['quantity'], message: 'Waste and damage reduce stock. Enter a quantity below 0' },
    ]);
  });

  test.each(['count', 'correction'])('allows additions and reductions for a %s', (reason) => {
    expect(adjust(-2, reason).success).toBe(true);
    expect(adjust(2, reason).success).toBe(true);
  });

  test('rejects a change of 0', () => {
    expect(adjust(0, 'count').success).toBe(false);
  });
});

describe('a transfer', () => {
  const transfer = {
    fromLocationId: here,
    toLocationId: there,
    lines: [{ subProductId: here, quantity: 2 }],
  };

  test('requires a different location as the destination', () => {
    const result = TransferInput.safeParse({ ...transfer, toLocationId: here });

    expect(result.error?.issues).toMatchObject([{ path: ['toLocationId'] }]);
    expect(TransferInput.safeParse(transfer).success).toBe(true);
  });

  test('leaves at once unless it is saved as a draft', () => {
    expect(TransferInput.parse(transfer).status).toBe('inTransit');
    expect(TransferInput.parse({ ...transfer, status: 'draft' }).status).toBe('draft');
    expect(TransferInput.safeParse({ ...transfer, status: 'received' }).success).toBe(false);
  });

  test.each([
    [5, 5, true],
    [5, 0, true],
    [0, 0, true],
    [5, 5.001, false],
  ])('accepts %d received items with %d damaged ones: %s', (received, damaged, possible) => {
    expect(TransferReceipt.safeParse({ lines: [{ lineId: here, received, damaged }] }).success).toBe(
      possible,
    );
  });

  test('counts omitted lines as received in full and undamaged', () => {
    expect(TransferReceipt.parse({ lines: [{ lineId: here, received: 3 }] }).lines[0]?.damaged).toBe(0);
    expect(TransferReceipt.parse({}).lines).toEqual([]);
  });
});

test.each([
  [{ sku: 'A' }, true],
  [{ barcode: '4006381333931' }, true],
  [{ sku: 'A', barcode: '4006381333931' }, false],
  [{}, false],
])('accepts a shelf for an item identified by %j: %s', (goods, possible) => {
  const result = ShelvesInput.safeParse({ locationId: here, rows: [{ ...goods, shelf: 'a1' }] });

  expect(result.success).toBe(possible);
});
