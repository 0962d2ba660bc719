import { locationRoutes } from '@aisle/contract/locations/locations';
import type { Permission } from '@aisle/contract/permissions';
import { type PriceRow, priceRoutes } from '@aisle/contract/warehouse/prices';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftsInMemory } from '../../../test/drafts.ts';
import { idOf } from '../../../test/records.ts';
import { narrowScreen, show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { interruptSession, useSession } from '../../core/session/session.ts';
import { PriceGrid } from './price-grid.tsx';

const downtown = { _id: idOf(1), name: 'Downtown' };
const rowOf = (at: number, name: string, parts: Partial<PriceRow> = {}): PriceRow => ({
  _id: idOf(at),
  name,
  productName: name,
  variantName: name,
  sku: `SKU-${at}`,
  unit: 'each',
  soldByWeight: false,
  status: true,
  price: 500,
  salePrice: null,
  cells: [
    {
      locationId: downtown._id,
      assigned: true,
      price: null,
      threshold: null,
      maxPerOrder: null,
      onHand: 3,
      available: 3,
    },
  ],
  ...parts,
});
const rows = [rowOf(10, 'Milk', { price: 157030 }), rowOf(11, 'Oats', { salePrice: 450 }), rowOf(12, 'Rye')];
serve(locationRoutes.dropdown, [downtown]);
const requests = serve(priceRoutes.grid, {
  records: rows,
  totalRecords: rows.length,
  nextCursor: null,
  locations: [downtown],
});
const saved = serve(priceRoutes.save, { saved: 6 });
const all: Permission[] = ['assign_subProduct', 'sub_product_edit', 'inventory_edit', 'store_list'];
/** The shell shows no screen without a session. */
const Shell = () => (useSession() ? <PriceGrid /> : null);
async function opened(permissions = all, search = '') {
  const shown = await show(<Shell />, { at: `/prices${search}`, page: '/prices', permissions });
  await screen.findByRole('row', { name: /Milk/ });
  return shown;
}
test('resizes the name by keyboard, remembers it, and shows the whole name in a tooltip', async () => {
  const { user, unmount } = await opened();
  const edge = () => screen.getByRole('separator', { name: 'Width of Sub-product' });
  expect(screen.getByTitle('Milk').textContent).toBe('Milk');

  edge().focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(edge().getAttribute('aria-valuenow')).toBe('272');
  expect(edge().parentElement?.style.width).toBe('272px');
  unmount();
  await opened();
  expect(edge().getAttribute('aria-valuenow')).toBe('272');

  edge().focus();
  await user.keyboard('{Home}');
  expect(edge().getAttribute('aria-valuenow')).toBe('240');
});

const grid = () => screen.getByRole('grid', { name: 'Prices and stock' });
const heads = () =>
  within(grid())
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
/** The cell in a row by the text of its column header; headers can have a group prefix. */
function cell(name: string, head: string): HTMLElement {
  const names = heads();
  const column =
    names.findIndex((name) => name === head || name?.endsWith(`: ${head}`)) - names.indexOf('Sub-product');
  return within(within(grid()).getByRole('row', { name: new RegExp(name) })).getAllByRole('gridcell')[
    column
  ]!;
}
const focusOn = (name: string, head: string): void => act(() => cell(name, head).focus());
function paste(text: string): void {
  const event = createEvent.paste(document.activeElement!);
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
  fireEvent(document.activeElement!, event);
}

test('undoes and redoes a pasted block, and saves it in one request', async () => {
  const { user } = await opened();
  expect(cell('Milk', 'List price $').textContent).toBe('1,570.30');
  focusOn('Milk', 'List price $');

  paste('1,600.00\t1,580.00\n5.20\t4.60\n5.30\t\n');
  expect(cell('Milk', 'List price $').textContent).toBe('1,600.00');
  await user.keyboard('{Control>}z{/Control}');
  expect(cell('Milk', 'List price $').textContent).toBe('1,570.30');
  expect(screen.queryByText(/change/)).toBeNull();
  await user.keyboard('{Control>}y{/Control}');

  expect(screen.getByText('5 changes')).toBeTruthy();
  await user.press('Save');
  expect(await onlyBody(saved)).toEqual({
    changes: [
      { subProductId: idOf(10), field: 'listPrice', was: 157030, to: 160000 },
      { subProductId: idOf(10), field: 'salePrice', was: null, to: 158000 },
      { subProductId: idOf(11), field: 'listPrice', was: 500, to: 520 },
      { subProductId: idOf(11), field: 'salePrice', was: 450, to: 460 },
      { subProductId: idOf(12), field: 'listPrice', was: 500, to: 530 },
    ],
  });
});

test('restores unsaved cells after the session ended, but not after the screen was left', async () => {
  const drafts = draftsInMemory();
  const first = await opened();
  focusOn('Oats', 'List price $');
  paste('5.20\n');
  act(() => interruptSession());
  await waitFor(() => expect(drafts.size).toBe(1));
  first.unmount();

  const second = await opened();
  expect(await screen.findByText('1 change')).toBeTruthy();
  expect(cell('Oats', 'List price $').textContent).toBe('5.20');
  second.unmount();

  await waitFor(() => expect(drafts.size).toBe(0));
});

test('makes list prices but not custom prices read-only without permission', async () => {
  const { user } = await opened(['assign_subProduct', 'store_list']);

  focusOn('Oats', 'List price $');
  await user.keyboard('9{Enter}');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(cell('Oats', 'List price $').getAttribute('aria-readonly')).toBe('true');

  focusOn('Oats', 'Custom price $');
  await user.keyboard('4.40{Enter}');
  expect(cell('Oats', 'Custom price $').textContent).toBe('4.40');
  await user.press('Save');
  expect(await onlyBody(saved)).toEqual({
    changes: [{ subProductId: idOf(11), locationId: downtown._id, field: 'price', was: null, to: 440 }],
  });
});

test('makes location fields read-only with only permission to edit sub-products', async () => {
  await opened(['sub_product_edit']);

  expect(cell('Oats', 'List price $').getAttribute('aria-readonly')).toBeNull();
  expect(cell('Oats', 'Custom price $').getAttribute('aria-readonly')).toBe('true');
});

test('shows an excessive sale price at its cell and disables saving', async () => {
  const { user } = await opened();

  focusOn('Oats', 'Sale price $');
  await user.keyboard('5.00{Enter}');

  expect(cell('Oats', 'Sale price $').getAttribute('aria-invalid')).toBe('true');
  expect(cell('Oats', 'List price $').getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByText(/1 cell needs a correction/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('shows a server error at its cell until the next edit', async () => {
  serve(
    priceRoutes.save,
    refusal(409, 'stock.reserved', '2 of these are reserved for orders. You can remove up to 1', {
      fields: [{ path: 'changes.1.to', message: '2 of these are reserved for orders' }],
    }),
  );
  const { user } = await opened();
  focusOn('Rye', 'List price $');
  await user.keyboard('6{Enter}');
  focusOn('Oats', 'On hand');
  await user.keyboard('1{Enter}');

  await user.press('Save');

  // Counts are saved first.
  await waitFor(() => expect(cell('Rye', 'List price $').getAttribute('aria-invalid')).toBe('true'));
  focusOn('Rye', 'List price $');
  await user.keyboard('7{Enter}');
  expect(cell('Rye', 'List price $').getAttribute('aria-invalid')).toBeNull();
});

test('shows an unsaved list price in an empty custom price', async () => {
  const { user } = await opened();

  focusOn('Rye', 'List price $');
  await user.keyboard('6.20{Enter}');

  expect(cell('Rye', 'Custom price $').textContent).toBe('6.20');
});

test('resolves a conflict by keeping the other value', async () => {
  serve(
    priceRoutes.save,
    refusal(409, 'prices.changed-meanwhile', 'Someone else changed 1 of these', {
      data: {
        conflicts: [
          { locationId: null, subProductId: idOf(12), field: 'listPrice', theirs: 640, by: 'Ana', at: null },
        ],
      },
    }),
  );
  const { user } = await opened();
  focusOn('Rye', 'List price $');
  await user.keyboard('6.20{Enter}');
  await user.press('Save');

  expect(await screen.findByText('Rye · List price')).toBeTruthy();
  expect(screen.getByText(/Ana changed it to \$6\.40; you typed \$6\.20/)).toBeTruthy();
  await user.press('Keep theirs');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
});

test('sends the filters in the URL', async () => {
  const vendorId = idOf(30);
  await opened(all, `?vendorId=${vendorId}&customPrice=differs&onSale=true&missing=cost&search=milk`);

  expect(requests.at(-1)?.body).toMatchObject({
    search: 'milk',
    filters: { vendorId, customPrice: 'differs', onSale: true, missing: 'cost' },
  });
});

test('shows filters and columns in a sheet and fits the grid on a phone', async () => {
  narrowScreen();
  const { user } = await opened();

  expect(heads()).toEqual(['Sub-product', 'List price $', 'Downtown: Custom price $']);
  expect(screen.queryByRole('checkbox', { name: 'On hand' })).toBeNull();
  await user.press('Filters');
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  expect(sheet.getByRole('button', { name: 'Custom price' })).toBeTruthy();
  await user.click(sheet.getByRole('checkbox', { name: 'On hand' }));

  await waitFor(() => expect(heads()).toContain('Downtown: On hand'));
});

test('opens at the locations of a link from another screen', async () => {
  const before = requests.length;
  await opened(all, `?locationIds=${encodeURIComponent(JSON.stringify([idOf(1), idOf(2)]))}`);

  expect(requests[before]).toMatchObject({ body: { filters: { locationIds: [idOf(1), idOf(2)] } } });
});

test('shows the variant below its product on a phone', async () => {
  narrowScreen();
  serve(priceRoutes.grid, {
    records: [rowOf(10, 'Milk, 16 oz', { productName: 'Milk', variantName: '16 oz' })],
    totalRecords: 1,
    nextCursor: null,
    locations: [downtown],
  });
  await opened();

  const name = screen.getByTitle('Milk, 16 oz');
  expect([...name.children].map((line) => line.textContent)).toEqual(['Milk', '16 oz']);
});
