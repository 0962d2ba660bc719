import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import classes from './data-table.module.css';
import { type DataColumn, DataTable } from './data-table.tsx';

interface Shelf {
  id: string;
  location: string;
  units: number;
}
const shelves: Shelf[] = [
  { id: 'harbour', location: 'Harbour', units: 12 },
  { id: 'station', location: 'Station', units: 0 },
];
const columns: DataColumn<Shelf>[] = [
  { header: 'Location', cell: ({ location }) => location, isRowHeader: true },
  { header: 'On hand', cell: ({ units }) => units, align: 'right' },
];
const common = { label: 'Stock', columns, rows: shelves, rowKey: ({ id }: Shelf) => id };
const table = () => screen.getByRole('table', { name: 'Stock' });
const cells = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);

test('associates cells with their column and row headers', async () => {
  await show(<DataTable {...common} />);

  const heads = within(table()).getAllByRole('columnheader');
  expect(heads.map((head) => [head.textContent, head.getAttribute('scope')])).toEqual([
    ['Location', 'col'],
    ['On hand', 'col'],
  ]);
  expect(within(table()).getByRole('rowheader', { name: 'Harbour' }).getAttribute('scope')).toBe('row');
  expect(within(table()).getAllByRole('row').map(cells)).toEqual([
    ['Location', 'On hand'],
    ['Harbour', '12'],
    ['Station', '0'],
  ]);
});

test('aligns numbers and their header to the right, and text to the left', async () => {
  await show(<DataTable {...common} />);

  const isRight = (element: Element) => element.classList.contains(classes.right ?? '');
  const rows = within(table()).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(isRight))).toEqual(rows.map(() => [false, true]));
});

test('shows totals in a separate row below the others', async () => {
  const [location, units] = columns;
  const withSums = [
    { ...location!, footer: 'All locations' },
    { ...units!, footer: 12 },
  ];
  await show(<DataTable {...common} columns={withSums} />);

  const foot = table().querySelector('tfoot')!;
  expect(within(foot).getAllByRole('row').map(cells)).toEqual([['All locations', '12']]);
  expect(within(foot).getByRole('rowheader', { name: 'All locations' })).toBeTruthy();
});

test('omits the total row if there are no totals', async () => {
  await show(<DataTable {...common} />);

  expect(table().querySelector('tfoot')).toBeNull();
});

test('shows the empty text if there are no rows', async () => {
  await show(<DataTable {...common} rows={[]} empty="No location has any." />);

  expect(screen.getByText('No location has any.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('names the table by its visible caption', async () => {
  await show(<DataTable {...common} label="Any" caption="Stock" />);

  expect(table().querySelector('caption')?.textContent).toBe('Stock');
});

test('makes only a wide table a focusable scroll container', async () => {
  const { user, unmount } = await show(<DataTable {...common} isWide />);

  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Stock' }));
  unmount();
  await show(<DataTable {...common} />);

  expect(screen.queryByRole('region', { name: 'Stock' })).toBeNull();
  expect(document.querySelector('[tabindex="0"]')).toBeNull();
});

test('keeps hidden headers for screen readers', async () => {
  await show(<DataTable {...common} hidesHead />);

  expect(table().querySelector('thead')?.className).toBe('visually-hidden');
  expect(within(table()).getAllByRole('columnheader')).toHaveLength(2);
});

test("applies a row's class", async () => {
  await show(<DataTable {...common} rowClassName={({ units }) => (units === 0 ? 'sold-out' : undefined)} />);

  const rows = within(table()).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.className)).toEqual(['', 'sold-out']);
});
