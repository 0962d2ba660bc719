import { describe, expect, test } from 'vitest';
import type { LockedLine } from '../steps/order-steps.queries.ts';
import { cancelQuantities, changeLine, type LineEdit, noteOf, quantityToReserve } from './line-changes.ts';

const oats: LockedLine = {
  id: 'oats',
  position: 1,
  subProductId: 's1',
  name: 'Oats',
  productName: 'Oats',
  variantName: 'Oats',
  sku: 'OAT-1',
  unit: 'each',
  soldByWeight: false,
  quantity: 4,
  pickedQuantity: null,
  unitPrice: 250,
  priceSource: 'list',
  taxSource: null,
  discounts: [],
  discount: 0,
  taxRate: 10,
  tax: 100,
  total: 1100,
  commissionRate: 5,
  note: null,
  substituteFor: null,
  removed: false,
  answer: null,
  addedByStaff: false,
  pickedBy: null,
  pickedByName: null,
};
const apples: LockedLine = {
  ...oats,
  id: 'apples',
  name: 'Apples',
  productName: 'Apples',
  variantName: 'Apples',
  unit: 'lb',
  soldByWeight: true,
  quantity: 2,
};
const edit = (line: LockedLine, change: Partial<LineEdit>, discountPercent = 0) =>
  changeLine(line, { lineId: line.id, ...change }, { tolerance: 10, discountPercent }, 'lines.0');
const expectRefusal = (work: () => unknown, path: string, message: string) =>
  expect(work).toThrow(expect.objectContaining({ fields: [{ path, message }] }));

describe('picking a line', () => {
  test('charges the picked quantity', () => {
    expect(edit(oats, { pickedQuantity: 3 })).toMatchObject({
      pickedQuantity: 3,
      quantity: 4,
      total: 825,
      tax: 75,
    });
  });

  test('charges the ordered quantity again after the pick is reset', () => {
    expect(edit({ ...oats, pickedQuantity: 1 }, { pickedQuantity: null })).toMatchObject({
      pickedQuantity: null,
      total: 1100,
    });
  });

  test('keeps a line with a picked quantity of 0', () => {
    expect(edit(oats, { pickedQuantity: 0 })).toMatchObject({ removed: false, total: 0 });
  });

  test('accepts the weighed quantity within the tolerance', () => {
    expect(edit(apples, { pickedQuantity: 2.2 }).pickedQuantity).toBe(2.2);
    const tooMuch = () => edit(apples, { pickedQuantity: 2.201 });
    expectRefusal(tooMuch, 'lines.0.pickedQuantity', 'You can pick up to 2.2 of this item');
  });

  test.each([
    ['more than the ordered quantity', 5, 'You can pick up to 4 of this item'],
    ['half a unit', 1.5, 'Enter a whole number'],
  ])('rejects %s', (_, pickedQuantity, message) => {
    expectRefusal(() => edit(oats, { pickedQuantity }), 'lines.0.pickedQuantity', message);
  });
});

describe('changing a line', () => {
  test('charges the new quantity', () => {
    expect(edit(oats, { quantity: 2 })).toMatchObject({ quantity: 2, total: 550 });
  });

  test('removes a line with quantity 0 but keeps it on the order', () => {
    expect(edit(oats, { quantity: 0, note: 'Out of it' })).toMatchObject({
      removed: true,
      quantity: 4,
      pickedQuantity: 0,
      total: 0,
      note: 'Out of it',
    });
  });

  test('resets the picked quantity of a removed line that is ordered again', () => {
    const off = edit(oats, { quantity: 0 });

    expect(edit(off, { quantity: 3 })).toMatchObject({ removed: false, pickedQuantity: null, total: 825 });
  });

  test('keeps the note unless a new one is given and clears it with an empty one', () => {
    const noted = { ...oats, note: 'Ripe ones' };

    expect(edit(noted, { quantity: 2 }).note).toBe('Ripe ones');
    expect(edit(noted, { note: '' }).note).toBeNull();
  });

  test('removes a substitute that the customer refuses', () => {
    const standIn = { ...oats, substituteFor: 'rye' };

    expect(edit(standIn, { answer: 'refused' })).toMatchObject({
      removed: true,
      substituteFor: null,
      total: 0,
    });
    expect(edit(oats, { answer: 'refused' })).toMatchObject({ removed: false, answer: 'refused' });
  });
});

describe('substituting a line', () => {
  test('charges a substituted line only for its own picked quantity', () => {
    expect(edit(oats, { substituteId: 's2' })).toMatchObject({ pickedQuantity: 0, total: 0 });
    expect(edit(oats, { substituteId: 's2', pickedQuantity: 1 })).toMatchObject({
      pickedQuantity: 1,
      total: 275,
    });
  });

  test('requires a quantity above zero', () => {
    const message = 'Enter a quantity above 0 with at most 3 decimals';
    expectRefusal(() => edit(oats, { substituteId: 's2', quantity: 0 }), 'lines.0.quantity', message);
  });

  test('rejects a substitute that the customer refused', () => {
    const refused = () => edit(oats, { substituteId: 's2', answer: 'refused' });
    expectRefusal(refused, 'lines.0.answer', 'The customer declined this substitute');
  });
});

describe('cancelling part of a line', () => {
  test('keeps the rest and charges for it', () => {
    expect(cancelQuantities([oats], [{ lineId: 'oats', quantity: 1 }], 0)).toMatchObject([
      { quantity: 3, total: 825 },
    ]);
  });

  test("keeps the order's discount on the rest", () => {
    expect(cancelQuantities([oats], [{ lineId: 'oats', quantity: 1 }], 10)).toMatchObject([
      { discount: 75, tax: 68, total: 743 },
    ]);
  });

  test('removes a line if nothing is left', () => {
    expect(cancelQuantities([oats], [{ lineId: 'oats', quantity: 4 }], 0)).toMatchObject([
      { removed: true, total: 0 },
    ]);
  });

  const half = { lineId: 'oats', quantity: 0.5 };
  const one = { lineId: 'oats', quantity: 1 };
  test.each([
    ['more than the quantity', [{ ...one, quantity: 5 }], 'lines.0.quantity', 'You can cancel up to 4'],
    ['half a unit', [half], 'lines.0.quantity', 'Enter a whole number'],
    ['an unknown line', [{ ...one, lineId: 'tea' }], 'lines.0.lineId', 'This item is not on the order'],
    ['the same line twice', [one, one], 'lines.1.lineId', 'Each item can be listed only once'],
  ])('rejects %s', (_, cancelled, path, message) => {
    expectRefusal(() => cancelQuantities([oats], cancelled, 0), path, message);
  });
});

test('reserves the picked quantity of a line, or the ordered one before picking', () => {
  expect(quantityToReserve(oats)).toBe(4);
  expect(quantityToReserve({ ...oats, pickedQuantity: 0 })).toBe(0);
});

describe('the timeline note of an edit', () => {
  test.each<[string, LockedLine[], LockedLine[], string]>([
    ['a picked quantity', [{ ...oats, pickedQuantity: 3 }], [], 'Oats: 3 of 4 picked'],
    ['a removed line', [{ ...oats, removed: true, pickedQuantity: 0 }], [], 'Oats: removed'],
    ['a changed quantity', [{ ...oats, quantity: 6 }], [], 'Oats: 6 instead of 4'],
    [
      'an added line',
      [],
      [{ ...oats, id: 'new', name: 'Tea', productName: 'Tea', variantName: 'Tea', quantity: 2 }],
      'Tea: 2 added',
    ],
    [
      'a substitute',
      [{ ...oats, pickedQuantity: 0 }],
      [
        {
          ...oats,
          id: 'new',
          name: 'Rye',
          productName: 'Rye',
          variantName: 'Rye',
          quantity: 2,
          substituteFor: 'oats',
          answer: 'approved',
        },
      ],
      'Rye: 2 instead of Oats (customer approved)',
    ],
  ])('describes %s', (_, changed, added, text) => {
    expect(noteOf([oats], changed, added)).toBe(text);
  });

  test('lists the first ten lines and the number of others', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      ...oats,
      id: `${at}`,
      productName: `Item ${at}`,
      variantName: `Item ${at}`,
    }));

    expect(noteOf([], [], many)).toMatch(/^Item 0: 4 added; .*Item 9: 4 added and 2 more$/);
  });
});
