import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { expect, test } from 'vitest';
import { isTakenBy, withQueuedWrites } from './queued-orders.ts';

const row = {
  _id: 'o',
  status: 'orderPlaced',
  dispatchStatus: 'awaiting',
  fulfilment: 'delivery',
} as OrderRow;
const write = (steps: string[], rest: object = {}) => ({
  id: 'w',
  kind: 'orderSteps',
  subject: 'o',
  label: '',
  body: { steps, version: 1 },
  refused: null,
  ...rest,
});

test('applies queued steps to an order', () => {
  const held = [write(['processing']), write(['prepared']), write(['awaitingForDelivery'])];

  expect(withQueuedWrites(row, held.slice(0, 1))).toMatchObject({
    status: 'processing',
    headlineStatus: 'processing',
  });
  expect(withQueuedWrites(row, held)).toMatchObject({
    status: 'awaitingForDelivery',
    dispatchStatus: 'inQueue',
  });
});

test('applies queued picks to the cash to collect once the order is prepared', () => {
  const card = { ...row, status: 'processing', total: 2300, cashDue: 2300 } as BoardRow;
  const pickOf = (total: number) => ({ ...write([]), kind: 'orderPick', body: { pick: {}, total } });
  const picks = pickOf(1800);

  expect(withQueuedWrites(card, [picks])).toBe(card);
  expect(withQueuedWrites(card, [picks, write(['prepared'])])).toMatchObject({ total: 1800, cashDue: 1800 });
  expect(withQueuedWrites(card, [pickOf(2000), picks, write(['prepared'])]).total).toBe(1800);
  expect(withQueuedWrites({ ...card, cashDue: 0 }, [picks, write(['prepared'])]).cashDue).toBe(0);
  const refused = { ...picks, refused: { message: 'No', now: null } };
  expect(withQueuedWrites(card, [refused, write(['prepared'])])).toMatchObject({
    total: 2300,
    cashDue: 2300,
  });
});

test('ignores rejected writes and those of other orders', () => {
  const held = [
    write(['processing'], { refused: { message: 'No', now: null } }),
    write(['processing'], { subject: 'other' }),
  ];

  expect(withQueuedWrites(row, held)).toBe(row);
});

test("recognizes the user's own step after a lost response", () => {
  const order = {
    status: 'processing',
    dispatchStatus: 'awaiting',
    events: [{ to: 'processing', by: 'Ada Byron' }],
  } as Order;

  expect(isTakenBy('Ada Byron', order, 'processing')).toBe(true);
  expect(isTakenBy('Grace Hopper', order, 'processing')).toBe(false);
  expect(isTakenBy('Ada Byron', { ...order, status: 'prepared' }, 'processing')).toBe(false);
});
