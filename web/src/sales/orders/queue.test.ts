import type { BoardRow } from '@aisle/contract/sales/order-board';
import { expect, test } from 'vitest';
import { boardWith, nextPlan, planInto } from './queue.ts';

const createdAt = '2026-11-21T18:00:00Z';

const row = {
  _id: 'o',
  status: 'orderPlaced',
  dispatchStatus: 'awaiting',
  fulfilment: 'delivery',
  slot: null,
  createdAt,
} as BoardRow;

test('what waits to be sent shows where it will be, and is counted there', () => {
  const column = (key: 'new' | 'picking' | 'ready' | 'out', records: BoardRow[]) => ({
    key,
    totalRecords: records.length,
    totalIsEstimate: false,
    oldestAt: null,
    records,
  });
  const board = {
    columns: [column('new', [row]), column('picking', []), column('ready', []), column('out', [])],
  };
  const write = {
    id: 'w',
    kind: 'orderSteps',
    subject: 'o',
    label: '',
    body: { steps: ['processing'], version: 1 },
    refused: null,
  };

  const counts = boardWith(board, [write]).map(({ totalRecords }) => totalRecords);

  expect(counts).toEqual([0, 1, 0, 0]);
});

test('a card is dropped only where one step leads', () => {
  const may = new Set(['order_edit'] as const);

  expect(planInto(row, 'picking', may)?.label).toBe('Start picking');
  expect(planInto(row, 'out', may)).toBeUndefined();
  expect(planInto(row, 'new', may)).toBeUndefined();
});

test('a card offers the next step to those who may take it', () => {
  expect(nextPlan(row, new Set(['order_edit']))?.label).toBe('Start picking');
  expect(nextPlan(row, new Set(['order_list']))).toBeUndefined();
});
