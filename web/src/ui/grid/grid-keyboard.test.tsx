import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import type { GridColumn } from './column.ts';
import type { CellEdit } from './editing/history.ts';
import { Grid } from './grid.tsx';

interface Price {
  id: string;
  name: string;
  price: number | string | null;
  stock: number | string | null;
  isShown: boolean;
}
const prices: Price[] = [
  { id: 'milk', name: 'Milk', price: 250, stock: 10, isShown: true },
  { id: 'bread', name: 'Bread', price: 400, stock: null, isShown: false },
  { id: 'apples', name: 'Apples', price: null, stock: 1.5, isShown: true },
];
const columns: GridColumn<Price>[] = [
  { key: 'name', header: 'Name', kind: 'text', width: 160, read: ({ name }) => name, readOnly: () => true },
  {
    key: 'price',
    header: 'Price',
    kind: 'money',
    width: 100,
    read: ({ price }) => price,
    check: (value) => (typeof value === 'number' && value > 99_999 ? 'At most $999.99' : undefined),
  },
  { key: 'stock', header: 'Stock', kind: 'quantity', width: 100, read: ({ stock }) => stock },
  { key: 'isShown', header: 'Shown', kind: 'switch', width: 80, read: ({ isShown }) => isShown },
];

function Prices({ note, onBeyond }: { note?: (edits: readonly CellEdit[]) => void; onBeyond?: () => void }) {
  const [rows, setRows] = useState(prices);
  return (
    <Grid
      label="Prices"
      rows={rows}
      rowId={({ id }) => id}
      columns={columns}
      onEdit={(edits) => {
        note?.(edits);
        const changes = (id: string) =>
          Object.fromEntries(
            edits.filter(({ row }) => row === id).map(({ column, value }) => [column, value]),
          );
        setRows((before) => before.map((row) => ({ ...row, ...changes(row.id) })));
      }}
      {...(onBeyond && { onBeyond })}
    />
  );
}

const grid = () => screen.getByRole('grid', { name: 'Prices' });
/** The texts of the cells, row by row, without headers. */
const cells = () =>
  within(grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .queryAllByRole('gridcell')
        .map((cell) => cell.textContent),
    );
const cell = (row: number, column: number) =>
  within(within(grid()).getAllByRole('row')[row + 1]!).getAllByRole('gridcell')[column]!;
const column = (at: number) => cells().map((row) => row[at]);
const start = async (row: number, at: number, props: Parameters<typeof Prices>[0] = {}) => {
  const { user } = await show(<Prices {...props} />);
  cell(row, at).focus();
  return user;
};

function clipboard(kind: 'copy' | 'cut' | 'paste', text = ''): string {
  let held = text;
  const event = createEvent[kind](document.activeElement!);
  Object.defineProperty(event, 'clipboardData', {
    value: {
      getData: () => held,
      setData: (_: string, copied: string) => {
        held = copied;
      },
    },
  });
  fireEvent(document.activeElement!, event);
  return held;
}

test('moves from cell to cell with arrows and stops at the edge', async () => {
  const user = await start(0, 1);

  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toBe(cell(1, 2));
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(cell(0, 2));
  await user.keyboard('{Control>}{End}{/Control}');

  expect(document.activeElement).toBe(cell(2, 3));
});

test("reports the number of pasted rows that didn't fit", async () => {
  await start(2, 1);

  clipboard('paste', '1.00\n2.00\n3.00\n');

  expect((await screen.findByRole('alert')).textContent).toBe("2 rows didn't fit");
  expect(column(1)).toEqual(['2.50', '4.00', '1.00']);
});

test('reports skipped read-only cells unless they have the pasted value', async () => {
  await start(0, 0);

  clipboard('paste', 'Cream\t3.00\nBread\t4.00\n');

  expect((await screen.findByRole('alert')).textContent).toBe('1 read-only cell skipped');
});

test("replaces a cell's value by typing and moves down on Enter", async () => {
  const note = vi.fn();
  const user = await start(0, 1, { note });

  await user.keyboard('3.1{Enter}');

  expect(note).toHaveBeenCalledExactlyOnceWith([{ row: 'milk', column: 'price', value: 310 }]);
  expect(column(1)).toEqual(['3.10', '4.00', '']);
  expect(document.activeElement).toBe(cell(1, 1));
});

test('edits the value on F2 and cancels on Escape', async () => {
  const note = vi.fn();
  const user = await start(1, 1, { note });

  await user.keyboard('{F2}');
  expect(within(grid()).getByRole<HTMLInputElement>('textbox').value).toBe('4.00');
  await user.keyboard('9{Escape}');

  expect(note).not.toHaveBeenCalled();
  expect(column(1)[1]).toBe('4.00');
});

test('saves the input on Tab and moves right', async () => {
  const user = await start(0, 1);

  await user.keyboard('5{Tab}7{Tab}');

  expect(cells()[0]?.slice(1, 3)).toEqual(['5.00', '7']);
});

test('ignores typing in a read-only cell', async () => {
  const note = vi.fn();
  const user = await start(0, 0, { note });

  await user.keyboard('x{Delete}');

  expect(note).not.toHaveBeenCalled();
  expect(within(grid()).queryByRole('textbox')).toBeNull();
});

test('clears all selected cells on Delete and restores them with one undo', async () => {
  const note = vi.fn();
  const user = await start(0, 1, { note });

  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}{Delete}');
  expect(column(1)).toEqual(['', '', '']);
  expect(note).toHaveBeenCalledOnce();
  await user.keyboard('{Control>}z{/Control}');
  expect(column(1)).toEqual(['2.50', '4.00', '']);
  await user.keyboard('{Control>}y{/Control}');

  expect(column(1)).toEqual(['', '', '']);
});

test('shows the number of selected cells', async () => {
  const user = await start(0, 1);

  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');

  expect(screen.getByText('4 cells selected')).toBeTruthy();
});

test('fills the first selected row down', async () => {
  const user = await start(0, 1);

  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');

  expect(column(1)).toEqual(['2.50', '2.50', '2.50']);
});

test('toggles a switch and all selected ones with Space', async () => {
  const user = await start(0, 3);
  const shown = () =>
    prices.map((_, row) => within(cell(row, 3)).getByRole<HTMLInputElement>('checkbox').checked);

  await user.keyboard(' ');
  expect(shown()).toEqual([false, false, true]);
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift} ');

  expect(new Set(shown()).size).toBe(1);
});

test('copies cells in the format of spreadsheets', async () => {
  const user = await start(0, 0);

  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');

  expect(clipboard('copy')).toBe('Milk\t2.50\nBread\t4.00');
});

test('copies and clears cells on cut, except read-only ones', async () => {
  const user = await start(0, 0);

  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(clipboard('cut')).toBe('Milk\t2.50');
  await user.keyboard('{Home}');

  expect(cells()[0]?.slice(0, 2)).toEqual(['Milk', '']);
});

test('pastes a block from the active cell on, up to the edge of the grid', async () => {
  const note = vi.fn();
  await start(1, 1, { note });

  clipboard('paste', '$1,000.00\t2\r\n3.5\t4\r\n5\t6\r\n');
  await screen.findByText('1,000.00');

  expect(cells().map((row) => row.slice(1, 3))).toEqual([
    ['2.50', '10'],
    ['1,000.00', '2'],
    ['3.50', '4'],
  ]);
  expect(note).toHaveBeenCalledOnce();
});

test('pastes a single cell into the whole selection', async () => {
  const user = await start(0, 2);

  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  clipboard('paste', '8');

  await screen.findAllByText('8');
  expect(column(2)).toEqual(['8', '8', '8']);
});

test("keeps text that can't be parsed and explains what to enter", async () => {
  const user = await start(0, 1);

  await user.keyboard('two{Enter}{ArrowUp}');

  expect(column(1)[0]).toBe('two');
  expect(screen.getByText('Enter an amount like 2.50')).toBeTruthy();
});

test("shows the column's error when the cell becomes active", async () => {
  const user = await start(1, 1);

  await user.keyboard('1000{Enter}{ArrowUp}');

  expect(screen.getByText('At most $999.99')).toBeTruthy();
});

test('requests a new row on Enter in the last row', async () => {
  const onBeyond = vi.fn();
  const user = await start(2, 1, { onBeyond });

  await user.keyboard('1{Enter}');

  expect(onBeyond).toHaveBeenCalledOnce();
});

test('ignores input of the current value', async () => {
  const note = vi.fn();
  const user = await start(0, 1, { note });

  await user.keyboard('2.5{Enter}{Control>}z{/Control}');

  expect(note).not.toHaveBeenCalled();
});

test('leaves the grid on Escape and Tab', async () => {
  const user = await start(0, 1);

  await user.keyboard('{Tab}');
  expect(document.activeElement).toBe(cell(0, 2));
  await user.keyboard('{Escape}{Tab}');

  expect(document.activeElement).not.toBe(cell(0, 3));
});
