import type { Permission } from '@aisle/contract/permissions';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, type Request, refusal, serve } from '../../../test/server.ts';
import { levelOf, lotOf } from '../warehouse.fixtures.ts';
import { Inventory, InventoryOfOne } from './inventory-list.tsx';

const all: Permission[] = [
  'inventory_list',
  'inventory_view',
  'inventory_add',
  'inventory_edit',
  'store_list',
];
const levels = serve(inventoryRoutes.levels, pageOf(levelOf()));
const lots = serve(inventoryRoutes.list, pageOf(lotOf({ status: 'expiring' })));

const showInventory = (at = '/inventory', permissions = all) => show(<Inventory />, { at, permissions });
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Inventory' })).getByRole('button', { name });
const filtersOf = (request: Request | undefined) =>
  (request?.body as { filters?: object } | undefined)?.filters;

test('opens with the levels in stock', async () => {
  await showInventory();

  expect(await screen.findByRole('row', { name: /Whole milk/ })).toBeTruthy();
  expect(tab('All').getAttribute('aria-current')).toBe('page');
  expect(lots).toEqual([]);
});

test.each([
  ['Out', 'out'],
  ['Low', 'low'],
])('filters levels with the tab %s', async (name, status) => {
  const { user, search } = await showInventory();
  await screen.findByRole('row', { name: /Whole milk/ });

  await user.click(tab(name));

  await waitFor(() => expect(filtersOf(levels.at(-1))).toMatchObject({ status }));
  expect(search()).toEqual({ status });
  expect(tab(name).getAttribute('aria-current')).toBe('page');
});

test('shows lots in the tab Expiring and unfiltered levels in All', async () => {
  const { user, search } = await showInventory();
  await screen.findByRole('row', { name: /Whole milk/ });

  await user.click(tab('Expiring'));
  await screen.findByRole('row', { name: /L-1001/ });
  expect(filtersOf(lots.at(-1))).toMatchObject({ status: 'expiring' });
  expect(tab('Lots').getAttribute('aria-current')).toBeNull();
  await user.click(tab('All'));

  await screen.findByRole('row', { name: /A3-2/ });
  expect(search()).toEqual({});
});

test('dates the headers of past quantities, and shows current ones by default', async () => {
  const then = { ...levelOf(), onHandNow: 7 };
  serve(inventoryRoutes.asOf, pageOf(then));
  const headers = async () => {
    await screen.findByRole('row', { name: /Whole milk/ });
    return screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  };

  const first = await showInventory('/inventory?tab=asOf');
  expect((await headers()).slice(-2)).toEqual(['On hand', 'Reserved']);
  first.unmount();
  await showInventory('/inventory?tab=asOf&at=2026-11-20');

  expect((await headers()).slice(-3)).toEqual(['On hand 11/20/2026', 'Reserved 11/20/2026', 'On hand now']);
});

test('opens lots for a link with a lot status', async () => {
  await showInventory('/inventory?status=expired');

  await screen.findByRole('row', { name: /L-1001/ });
  expect(filtersOf(lots.at(-1))).toMatchObject({ status: 'expired' });
  expect(tab('Lots').getAttribute('aria-current')).toBe('page');
});

test('shows the lots of an item first', async () => {
  await show(<InventoryOfOne />, {
    at: `/inventory/${idOf(2)}`,
    page: '/inventory/$id',
    permissions: all,
  });

  expect(await screen.findByRole('heading', { name: 'Inventory of Whole milk, 1 gal' })).toBeTruthy();
  expect(filtersOf(lots.at(-1))).toMatchObject({ subProductId: idOf(2) });
  expect(levels).toEqual([]);
});

test('lists nothing for an invalid item ID', async () => {
  await show(<InventoryOfOne />, {
    at: '/inventory/none',
    page: '/inventory/$id',
    permissions: all,
  });

  expect(await screen.findByText('Not available')).toBeTruthy();
  expect([...lots, ...levels]).toEqual([]);
});

test('hides the history without permission', async () => {
  await showInventory('/inventory', ['inventory_list']);
  await screen.findByRole('row', { name: /Whole milk/ });

  expect(screen.queryByRole('button', { name: /^(Movements|As of a date|Set shelves…)$/ })).toBeNull();
});

test('adjusts a level from its row menu', async () => {
  const adjusted = serve(inventoryRoutes.adjust, refusal(409, 'stock.reserved', '2 of these are reserved'));
  const { user } = await showInventory();

  await user.choose(/^More for/, 'Adjust…');
  const dialog = await screen.findByRole('dialog', { name: 'Adjust Whole milk, 1 gal' });
  await user.type(within(dialog).getAllByRole('textbox')[0]!, '9');
  await user.click(within(dialog).getByRole('button', { name: 'Adjust' }));

  expect(await onlyBody(adjusted)).toMatchObject({
    locationId: idOf(1),
    subProductId: idOf(2),
    quantity: -3,
  });
});

test('explains how to start an empty inventory', async () => {
  serve(inventoryRoutes.levels, { records: [], totalRecords: 0 });
  await showInventory();

  expect(await screen.findByText(/Receive stock to start selling/)).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Receive stock' }).length).toBeGreaterThan(0);
});

test('retries a failed request', async () => {
  serve(inventoryRoutes.levels, refusal(500, 'unexpected', 'Something went wrong on our side. Try again'));
  const { user } = await showInventory();

  await screen.findByText(/Something went wrong/);
  serve(inventoryRoutes.levels, pageOf(levelOf()));
  await user.press('Try again');

  expect(await screen.findByRole('row', { name: /Whole milk/ })).toBeTruthy();
});
