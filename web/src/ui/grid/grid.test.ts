import { forAll } from '@aisle/contract/core/for-all.fixtures';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, parseCell, unreadable } from './cells.ts';
import { dragged, fill, parseTsv, spread, toTsv } from './editing/clipboard.ts';
import { type CellEdit, noHistory, realEdits, redo, remember, undo } from './editing/history.ts';
import { all, at, boxOf, cellsIn, move, step, visibleRows } from './selection.ts';

const size = { rows: 4, columns: 3 };

test('moves within the grid, and extends the selection with Shift', () => {
  const start = at({ row: 0, column: 0 });

  const down = move(start, { rows: 1 }, size);
  const selected = move(down, { columns: 1, rows: 1 }, size, true);

  expect(down).toEqual(at({ row: 1, column: 0 }));
  expect(boxOf(selected)).toEqual({ top: 1, left: 0, bottom: 2, right: 1 });
  expect(move(start, { rows: -1, columns: -5 }, size)).toEqual(start);
  expect(cellsIn(boxOf(all(size)))).toBe(12);
});

test('steps from the end of a row to the next one and stops after the last cell', () => {
  expect(step({ row: 0, column: 2 }, false, size)).toEqual({ row: 1, column: 0 });
  expect(step({ row: 1, column: 0 }, true, size)).toEqual({ row: 0, column: 2 });
  expect(step({ row: 3, column: 2 }, false, size)).toBeUndefined();
  expect(step({ row: 0, column: 0 }, true, size)).toBeUndefined();
});

test('renders exactly the visible rows', () => {
  forAll(
    fc.nat(100_000),
    fc.integer({ min: 1, max: 2000 }),
    fc.integer({ min: 1, max: 5000 }),
    (top, height, count) => {
      const scrollTop = Math.min(top, Math.max(0, count * 36 - height));
      const { first, last } = visibleRows({ scrollTop, height, rowHeight: 36 }, count);
      expect(last - first).toBeLessThanOrEqual(height / 36 + 18);
      expect(first * 36).toBeLessThanOrEqual(scrollTop);
      expect((last + 1) * 36).toBeGreaterThanOrEqual(Math.min(scrollTop + height, count * 36));
    },
  );
});

test('pastes every copied table unchanged', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', '.', ' ', '"', '\t', '\n', 'é') });
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
    );
  forAll(table, (rows) => {
    fc.pre(rows.at(-1)!.some((text) => text !== ''));
    expect(parseTsv(toTsv(rows))).toEqual(rows);
  });
});

test('adds no row for the line break at the end of a copied table', () => {
  expect(parseTsv('1.50\t2\r\n\t3\r\n')).toEqual([
    ['1.50', '2'],
    ['', '3'],
  ]);
});

test('repeats pasted cells over the selection if they fit evenly', () => {
  const box = { top: 0, left: 0, bottom: 3, right: 0 };

  expect(spread([['7']], box, size).map(({ row, cell }) => [row, cell])).toEqual([
    [0, '7'],
    [1, '7'],
    [2, '7'],
    [3, '7'],
  ]);
  expect(spread([['a'], ['b']], box, size).map(({ cell }) => cell)).toEqual(['a', 'b', 'a', 'b']);
});

test('stops pasting at the edge of the grid', () => {
  const box = boxOf(at({ row: 3, column: 1 }));

  expect(spread([['a', 'b', 'c'], ['d']], box, size)).toEqual([
    { row: 3, column: 1, cell: 'a' },
    { row: 3, column: 2, cell: 'b' },
  ]);
});

test('repeats the source cells down or across, along the longer direction', () => {
  const from = { top: 0, left: 0, bottom: 1, right: 0 };
  const read = (row: number) => `r${row}`;

  const down = dragged(from, { row: 3, column: 1 });

  expect(down).toEqual({ top: 0, left: 0, bottom: 3, right: 0 });
  expect(fill(from, down, read)).toEqual([
    { row: 2, column: 0, cell: 'r0' },
    { row: 3, column: 0, cell: 'r1' },
  ]);
  expect(dragged(from, { row: 1, column: 2 })).toEqual({ top: 0, left: 0, bottom: 1, right: 2 });
});

test('restores every state with undo and redo', () => {
  const edit = fc.record({
    row: fc.constantFrom('a', 'b'),
    column: fc.constantFrom('x', 'y'),
    value: fc.integer({ min: 0, max: 5 }),
  });
  forAll(fc.array(edit, { maxLength: 12 }), (edits) => {
    const cells = new Map<string, CellEdit['value']>();
    const read = (row: string, column: string) => cells.get(row + column) ?? null;
    const write = (some: readonly CellEdit[]) => {
      for (const { row, column, value } of some) cells.set(row + column, value);
    };
    let history = noHistory;
    const before = new Map(cells);
    for (const one of edits) {
      const real = realEdits([one], read);
      if (real.length === 0) continue;
      history = remember(history, real, read);
      write(real);
    }
    const after = new Map(cells);
    for (let turned = undo(history); turned; turned = undo(history)) {
      write(turned.edits);
      history = turned.history;
    }
    for (const [key, value] of cells) expect(value).toBe(before.get(key) ?? null);
    for (let turned = redo(history); turned; turned = redo(history)) {
      write(turned.edits);
      history = turned.history;
    }
    for (const [key, value] of after) expect(cells.get(key)).toBe(value);
  });
});

test.each([
  ['money', '$1,234.5', 123_450],
  ['money', '', null],
  ['money', 'abc', 'abc'],
  ['quantity', '1,250', 1250],
  ['quantity', '0,5', 0.5],
  ['whole', '1.5', '1.5'],
  ['whole', '12', 12],
  ['switch', 'Yes', true],
  ['switch', 'no', false],
  ['switch', '', false],
  ['switch', '4.99', '4.99'],
  ['text', '  Milk ', 'Milk'],
] as const)('parses a cell of kind %s: %j as %j', (kind, text, value) => {
  expect(parseCell(kind, text)).toBe(value);
});

test("keeps and reports a value that can't be parsed", () => {
  expect(unreadable('money', 'abc')).toBe('Enter an amount like 2.50');
  expect(unreadable('money', 250)).toBeUndefined();
  expect(unreadable('choice', 'stone', [{ value: 'lb', label: 'lb' }])).toBe('Choose from the list');
});

test('parses every formatted amount', () => {
  forAll(fc.nat(100_000_000), (cents) => {
    expect(parseCell('money', cellText('money', cents))).toBe(cents);
  });
});
