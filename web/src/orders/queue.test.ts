import type { OrderRow } from '@aisle/contract/orders';
import { expect, test } from 'vitest';
import { lateness, nextPlan, queueColumns } from './queue.ts';

const createdAt = '2026-11-21T18:00:00Z';
const now = Date.parse(createdAt);

test('an order is late after its slot, or an hour after it came without one', () => {
  const slot = { from: '2026-11-21T18:00:00Z', to: '2026-11-21T20:00:00Z' };

  expect(lateness({ slot, createdAt }, now)).toEqual({ isLate: false, text: '2 h 00 min left' });
  expect(lateness({ slot: null, createdAt }, now + 65 * 60_000)).toEqual({
    isLate: true,
    text: '5 min late',
  });
});

test('an order that waits for payment is not on the board', () => {
  expect(queueColumns.flatMap(({ statuses }) => statuses)).not.toContain('pending');
  expect(queueColumns[0]?.statuses).toEqual(['orderPlaced']);
});

test('a card offers the next step to those who may take it', () => {
  const row = { status: 'orderPlaced', dispatchStatus: 'awaiting', fulfilment: 'delivery' } as OrderRow;

  expect(nextPlan(row, new Set(['order_edit']))?.label).toBe('Start picking');
  expect(nextPlan(row, new Set(['order_list']))).toBeUndefined();
});
