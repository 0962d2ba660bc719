import type { StatementTree } from '@aisle/contract/finance/statements';
import { expect, test } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { keyOfLevel, type Level, levelOf, orderOf, statementNodes } from './tree-nodes.ts';

const statement = { timeZone: 'America/Chicago', carriedFrom: null };
const noSums = {
  goods: 0,
  tax: 0,
  commission: 0,
  discounts: 0,
  promotions: 0,
  coins: 0,
  refunds: 0,
  corrections: 0,
  adjustments: 0,
};
const order = (number: number) => ({
  orderId: idOf(number),
  orderNumber: `O-${number}`,
  customerName: 'Ines Marlow',
  ...noSums,
  total: 900,
});
const days: StatementTree = { level: 'days', days: [{ day: '2026-10-05', orders: 3, total: 2500 }] };
const ordersOf = (records: ReturnType<typeof order>[], totalRecords: number): StatementTree => ({
  level: 'orders',
  orders: { records, totalRecords },
});
const nodesOf = (...loaded: [Level, StatementTree][]) => {
  const byKey = new Map(loaded.map(([level, tree]) => [keyOfLevel(level), tree]));
  return statementNodes((level) => byKey.get(keyOfLevel(level)), statement);
};
const first: Level = { kind: 'orders', day: '2026-10-05', page: 1 };

test("shows the number and total of a day's orders before they load", () => {
  const [day] = nodesOf([{ kind: 'days' }, days]);

  expect(day).toMatchObject({ label: '10/05/2026', note: '3 orders', figure: '$25.00', isBranch: true });
  expect(day?.children).toEqual([]);
  expect(levelOf(day!)).toEqual(first);
});

test('ends an incomplete day with a node for the next page', () => {
  const [day] = nodesOf([{ kind: 'days' }, days], [first, ordersOf([order(1), order(2)], 3)]);

  expect(day?.children?.map(({ label }) => label)).toEqual(['O-1', 'O-2', 'Loading…']);
  const more = day!.children!.at(-1)!;
  expect(more.isMore).toBe(true);
  expect(levelOf(more)).toEqual({ kind: 'orders', day: '2026-10-05', page: 2 });
});

test('ends the list after the last page, even if an order disappeared meanwhile', () => {
  const second: Level = { kind: 'orders', day: '2026-10-05', page: 2 };

  const [whole] = nodesOf(
    [{ kind: 'days' }, days],
    [first, ordersOf([order(1), order(2)], 3)],
    [second, ordersOf([order(3)], 3)],
  );
  const [fewer] = nodesOf(
    [{ kind: 'days' }, days],
    [first, ordersOf([order(1), order(2)], 3)],
    [second, ordersOf([], 3)],
  );

  expect(whole?.children?.map(({ label }) => label)).toEqual(['O-1', 'O-2', 'O-3']);
  expect(fewer?.children?.map(({ label }) => label)).toEqual(['O-1', 'O-2']);
});

test('returns the order of a node, and none for adjustments', () => {
  const adjustments = { ...order(9), orderId: null, orderNumber: null, customerName: null, total: -200 };
  const [day] = nodesOf(
    [{ kind: 'days' }, days],
    [first, { level: 'orders', orders: { records: [order(1), adjustments], totalRecords: 2 } }],
  );

  expect(day?.children?.map(orderOf)).toEqual([idOf(1), undefined]);
  expect(day?.children?.[1]).toMatchObject({ label: 'Adjustments', figure: '-$2.00' });
  expect(levelOf(day!.children![1]!)).toEqual({ kind: 'entries', day: '2026-10-05', orderId: 'none' });
});

test('shows lines as explanations and entries as amounts below an order', () => {
  const [day] = nodesOf(
    [{ kind: 'days' }, days],
    [first, ordersOf([order(1)], 1)],
    [
      { kind: 'entries', day: '2026-10-05', orderId: idOf(1) },
      {
        level: 'entries',
        lines: [
          {
            lineId: idOf(11),
            name: 'Rye Bread',
            productName: 'Rye Bread',
            variantName: 'Rye Bread',
            sku: 'RB',
            unit: 'oz',
            soldByWeight: false,
            quantity: 2,
            unitPrice: 500,
            goods: 1000,
            tax: 0,
            commissionRate: 10,
            commission: -100,
          },
        ],
        entries: [
          {
            account: 'locationPayable',
            part: 'goods',
            section: 'goods',
            amount: 1000,
            journalId: idOf(21),
            journalKind: 'sale',
            cause: 'Delivered',
            postedAt: '2026-10-05T20:00:00.000Z',
          },
          {
            account: 'locationPayable',
            part: 'commission',
            section: 'commission',
            amount: -100,
            journalId: idOf(21),
            journalKind: 'sale',
            cause: 'Delivered',
            postedAt: '2026-10-05T20:00:00.000Z',
          },
        ],
      },
    ],
  );

  const [line, goods, commission] = day!.children![0]!.children!;
  expect(line).toMatchObject({
    label: 'Rye Bread',
    note: '2 × $5.00 · goods $10.00 · commission -$1.00 (10%)',
  });
  expect(line).not.toHaveProperty('figure');
  expect(goods).toMatchObject({
    label: 'Goods',
    note: 'Delivered · Owed to locations · 10/05/2026, 3:00 PM CT',
    figure: '$10.00',
  });
  expect(commission).toMatchObject({ label: 'Commission', figure: '-$1.00' });
  expect(new Set(day!.children![0]!.children!.map(({ id }) => id)).size).toBe(3);
});
