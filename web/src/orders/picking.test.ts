import type { Order, OrderLine, Sellable } from '@aisle/contract/orders';
import { expect, test } from 'vitest';
import { linesEdit, nothingPicked, openLines, pickState, previewTotal, withPicked } from './picking.ts';

const line = (own: Partial<OrderLine>): OrderLine => ({
  _id: 'a',
  subProductId: 's',
  name: 'Milk',
  sku: 'MILK',
  unit: 'each',
  soldByWeight: false,
  quantity: 2,
  pickedQuantity: null,
  unitPrice: 300,
  discount: 0,
  taxRate: 0,
  tax: 0,
  total: 600,
  substituteFor: null,
  addedByStaff: false,
  removed: false,
  answer: null,
  barcode: null,
  aisle: 'Dairy',
  walk: 1,
  note: null,
  ...own,
});
const orderOf = (...lines: OrderLine[]) => ({ lines, deliveryFee: 500 }) as Order;
const oats = { subProductId: 'oats', price: 250 } as Sellable;

test('only what the picker changed is sent', () => {
  const milk = line({});
  const draft = withPicked(withPicked(nothingPicked, milk, 1), line({ _id: 'b', pickedQuantity: 2 }), 2);

  expect(linesEdit(draft, 7)).toEqual({ version: 7, lines: [{ lineId: 'a', pickedQuantity: 1 }] });
});

test('a line that is replaced is not picked as well', () => {
  const draft = {
    ...withPicked(nothingPicked, line({}), 0),
    substitutes: { a: { item: oats, quantity: 2 } },
  };

  expect(linesEdit(draft, 1).lines).toEqual([{ lineId: 'a', substituteId: 'oats', quantity: 2 }]);
});

test('a short pick makes the order cheaper, its tax with it', () => {
  const milk = line({ taxRate: 10, tax: 60, total: 660 });
  const short = withPicked(nothingPicked, milk, 1);

  expect(previewTotal(orderOf(milk), nothingPicked)).toEqual({ total: 1160, isExact: true });
  expect(previewTotal(orderOf(milk), short)).toEqual({ total: 830, isExact: true });
});

test('what is new on the order makes the total a preview', () => {
  const draft = { ...nothingPicked, added: [{ item: oats, quantity: 2 }] };

  expect(previewTotal(orderOf(line({})), draft)).toEqual({ total: 1600, isExact: false });
});

test('a weighed line is never short: the price follows the scale', () => {
  const ham = line({ soldByWeight: true, unit: 'lb', quantity: 1 });

  expect(pickState(ham, withPicked(nothingPicked, ham, 0.92))).toBe('full');
  expect(pickState(line({}), withPicked(nothingPicked, line({}), 1))).toBe('short');
  expect(pickState(line({}), withPicked(nothingPicked, line({}), Number.NaN))).toBe('unreadable');
});

test('a line that another stands in for need not be fetched', () => {
  const order = orderOf(line({}), line({ _id: 'b', substituteFor: 'a' }));

  expect(openLines(order).map(({ _id }) => _id)).toEqual(['b']);
});
