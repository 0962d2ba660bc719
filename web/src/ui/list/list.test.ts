import { expect, test } from 'vitest';
import { rangeText } from './filters/range-text.ts';
import { type Column, columnChoice, shownColumns } from './rows/column.ts';
import { rowName } from './rows/row.ts';
import { showing } from './showing.ts';

const cell = () => null;
const columns: Column<unknown>[] = [
  { key: 'name', header: 'Name', cell },
  { key: 'price', header: 'Price', cell },
  { key: 'sku', header: 'SKU', cell, optional: true },
];

test('stores columns in the URL only if they differ from the default', () => {
  expect(columnChoice(columns, new Set(['name', 'price']))).toBeUndefined();
  expect(columnChoice(columns, new Set(['price', 'sku']))).toBe('price,sku');
  expect(shownColumns(columns, columnChoice(columns, new Set())).map(({ key }) => key)).toEqual(['name']);
});

test('shows the range of rows, and marks an estimated total', () => {
  const list = {
    rows: Array(25).fill(null),
    total: 1204,
    totalIsEstimate: false,
    body: { page: 2, limit: 25 },
  };

  expect(rangeText(list)).toBe('26–50 of 1,204');
  expect(rangeText({ ...list, total: 12_437, totalIsEstimate: true })).toBe('26–50 of about 12,400');
});

test('names a row by its best-known field and never by its ID', () => {
  const _id = '0190b000-0000-7000-8000-000000000001';
  const rows = [
    { _id, name: 'Rye Crackers', number: 'P-1' },
    { _id, number: 'C-12' },
    { _id, firstName: 'Ines', lastName: 'Marlow' },
    { _id, orderNumber: 'O-7', customerName: 'Ada Stone' },
    { _id, customerName: 'Ada Stone' },
    { _id, text: 'Oats is low' },
    { _id },
  ];

  expect(rows.map(rowName)).toEqual([
    'Rye Crackers',
    'C-12',
    'Ines Marlow',
    'O-7',
    'Ada Stone',
    'Oats is low',
    'this row',
  ]);
});

const answered = {
  rows: [] as unknown[],
  error: null,
  isChanging: false,
  narrowing: 0,
  isOfOneLocation: false,
  body: { page: 1 },
};
test.each([
  ['nothing was ever added', {}, 'nothing'],
  ['a search or a filter has no match', { narrowing: 1 }, 'noMatch'],
  [
    'the previous search had no match and another one is loading',
    { narrowing: 1, isChanging: true },
    'noMatch',
  ],
  ['a search without a match was cleared and rows are loading', { isChanging: true }, 'loading'],
  ['the location selected for all screens has no rows', { isOfOneLocation: true }, 'noneHere'],
  ['the page is past the end', { body: { page: 9 } }, 'noSuchPage'],
  ['the first response is loading', { rows: undefined }, 'loading'],
  ['the request failed', { rows: undefined, error: new Error('Not today') }, 'failure'],
  ['there is a row', { rows: [{}] }, 'rows'],
] as const)('shows the right state of a list if %s', (_, change, expected) => {
  expect(showing({ ...answered, ...change })).toBe(expected);
});
