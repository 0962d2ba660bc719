import { expect, test } from 'vitest';
import { afterStep, type Order, type SteppedOrder } from './order-view.ts';

test('merges the fields that a step changed into the existing order', () => {
  const known = {
    status: 'orderPlaced',
    total: 500,
    customer: { _id: 'c', name: 'Ann', phone: '1', email: 'ann@example.org', earlierOrders: 3 },
    mainOrder: { _id: 'm' },
    lines: [{ _id: 'a', total: 500, aisle: 'A1', aisleName: 'Dairy', barcode: '123', walk: 1 }],
  } as unknown as Order;
  const stepped = {
    status: 'prepared',
    total: 400,
    customer: { _id: 'c', name: 'Ann', phone: '2' },
    lines: [
      { _id: 'a', total: 250 },
      { _id: 'b', total: 150 },
    ],
  } as unknown as SteppedOrder;

  expect(afterStep(known, stepped)).toEqual({
    status: 'prepared',
    total: 400,
    customer: { _id: 'c', name: 'Ann', phone: '2', email: 'ann@example.org', earlierOrders: 3 },
    mainOrder: { _id: 'm' },
    lines: [
      { _id: 'a', total: 250, aisle: 'A1', aisleName: 'Dairy', barcode: '123', walk: 1 },
      { _id: 'b', total: 150, aisle: '', aisleName: null, barcode: null, walk: 1 },
    ],
  });
});
