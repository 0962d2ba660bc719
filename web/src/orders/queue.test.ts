import type { OrderRow } from '@aisle/contract/orders';
import { expect, test, vi } from 'vitest';

vi.hoisted(() => {
  const nothing = () => undefined;
  const storage = { getItem: () => null, setItem: nothing, removeItem: nothing, clear: nothing, length: 0 };
  Object.assign(globalThis, { localStorage: storage, sessionStorage: storage });
  Object.assign(globalThis, { window: { addEventListener: nothing } });
});
const { boardWith, lateness, nextPlan, planInto } = await import('./queue.ts');

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

test('a moment before or after the promise is neither left nor late', () => {
  expect(lateness({ slot: null, createdAt }, now + 60 * 60_000 + 20_000)).toEqual({
    isLate: false,
    text: 'due now',
  });
});

const row = {
  _id: 'o',
  status: 'orderPlaced',
  dispatchStatus: 'awaiting',
  fulfilment: 'delivery',
  slot: null,
  createdAt,
} as OrderRow;

test('what waits to be sent shows where it will be, and is counted there', () => {
  const column = (key: 'new' | 'picking' | 'ready' | 'out', records: OrderRow[]) => ({
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
