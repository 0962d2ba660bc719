import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import { expect, test } from 'vitest';
import { boardWith, cardAction, countLate, nextToPick, planInto } from './queue.ts';

const me = { _id: 'me', name: 'Ada Stone' };
const createdAt = '2026-11-21T18:00:00Z';

const row = {
  _id: 'o',
  status: 'orderPlaced',
  dispatchStatus: 'awaiting',
  fulfilment: 'delivery',
  slot: null,
  createdAt,
} as BoardRow;

test('moves an order to the column of its queued steps and counts it there', () => {
  const column = (key: 'new' | 'picking' | 'ready' | 'out', records: BoardRow[]) => ({
    key,
    totalRecords: records.length,
    totalIsEstimate: false,
    oldestAt: null,
    records: records.map((record) => ({ ...record, comingBackFrom: null })),
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

  const counts = boardWith(board, [write], me).map(({ totalRecords }) => totalRecords);

  expect(counts).toEqual([0, 1, 0, 0]);
});

test('plans a drop only if a single plan leads to the column', () => {
  const may = new Set(['order_edit'] as const);

  expect(planInto(row, 'picking', may)?.label).toBe('Start picking');
  expect(planInto(row, 'out', may)).toBeUndefined();
  expect(planInto(row, 'new', may)).toBeUndefined();
});

test('assigns an order to the user who started it offline', () => {
  const board = {
    columns: [
      { key: 'new' as const, totalRecords: 1, totalIsEstimate: false, oldestAt: null, records: [row] },
    ],
  };
  const body = { steps: ['processing'], version: 1 };
  const write = { id: 'w', kind: 'orderSteps', subject: 'o', label: '', body, refused: null };

  const picking = boardWith(board, [write], me)[1]!.orders;

  expect(picking.map(({ picker }) => picker)).toEqual([me]);
});

const may = new Set(['order_edit'] as const);
const picked = (picker: BoardRow['picker']) => ({ ...row, status: 'processing', picker }) as BoardRow;

test('offers the next step to users who can take it', () => {
  expect(cardAction(row, may, 'me')).toMatchObject({ kind: 'step', label: 'Start picking' });
  expect(cardAction(row, new Set(['order_list']), 'me')).toBeUndefined();
});

test("opens the user's own pick list, and offers to take over a colleague's", () => {
  expect(cardAction(picked(me), may, 'me')).toEqual({ kind: 'open', label: 'Continue picking' });
  expect(cardAction(picked(null), may, 'me')).toEqual({ kind: 'takeOver', label: 'Continue picking' });
  expect(cardAction(picked({ _id: 'ben', name: 'Ben' }), may, 'me')).toEqual({
    kind: 'takeOver',
    label: 'Take over',
  });
  expect(cardAction(picked(me), new Set(['order_list']), 'me')).toBeUndefined();
});

test('offers the hand-over only to users who see the code', () => {
  const waiting = { ...row, status: 'awaitingForDelivery', dispatchStatus: 'driverConfirmed' } as BoardRow;

  expect(cardAction({ ...waiting, handOverCode: '9404' }, may, 'me')).toMatchObject({ label: 'Hand over' });
  expect(cardAction({ ...waiting, handOverCode: null }, may, 'me')).toBeUndefined();
});

test('counts late orders by their promised time', () => {
  const now = Date.parse(createdAt) + 90 * 60_000;

  expect(countLate([row], now)).toBe(1);
  expect(countLate([row], now - 60 * 60_000)).toBe(0);
  expect(countLate([{ ...row, comingBackFrom: 'Pavel' }], now)).toBe(0);
});

test('finds the next order to pick: new ones and own ones, earliest promise first', () => {
  const at = (minute: number) => `2026-11-21T18:${minute}:00Z`;
  const picking = { ...row, status: 'processing' } as BoardRow;
  const column = (key: 'new' | 'picking', orders: BoardRow[]) => ({
    key,
    totalRecords: orders.length,
    totalIsEstimate: false,
    oldestAt: null,
    orders,
  });
  const columns = [
    column('new', [
      { ...row, _id: 'later', createdAt: at(20) },
      { ...row, _id: 'latest', createdAt: at(30) },
    ]),
    column('picking', [
      { ...picking, _id: 'theirs', picker: { _id: 'ben', name: 'Ben' }, createdAt: at(10) },
      { ...picking, _id: 'mine', picker: me, createdAt: at(15) },
    ]),
  ];

  expect(nextToPick(columns, 'done', 'me')?._id).toBe('mine');
  expect(nextToPick(columns, 'mine', 'me')?._id).toBe('later');
  expect(nextToPick([], 'mine', 'me')).toBeUndefined();
});
