import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { nodeOf } from '../../catalog/catalog.fixtures.ts';
import { CountList } from './count-list.tsx';
import { countOf } from './counts.fixtures.ts';

const dairy = nodeOf('Dairy');
serve(stockCountRoutes.list, pageOf(countOf({ shelves: ['A3'], counted: 8 })));
serve(locationRoutes.dropdown, [{ _id: idOf(1), name: 'Downtown' }]);
serve(categoryRoutes.tree, [dairy]);
async function beginning() {
  const shown = await show(<CountList />, {
    at: '/inventory/counts',
    permissions: ['inventory_list', 'inventory_edit', 'store_list', 'category_list'],
  });
  await screen.findByRole('row', { name: /C-31/ });
  await shown.user.press('Start a count');
  const dialog = within(await screen.findByRole('dialog', { name: 'Start a count' }));
  return { ...shown, dialog };
}

test('lists a count with its scope and progress', async () => {
  await beginning();

  const row = screen.getByRole('row', { name: /C-31/, hidden: true });
  expect(row.textContent).toContain('Shelf A3');
  expect(row.textContent).toContain('8 of 10');
});

test('requires a location', async () => {
  const begun = serve(stockCountRoutes.create, countOf());
  const { dialog, user } = await beginning();

  await user.click(dialog.getByRole('button', { name: 'Start count' }));

  expect(await dialog.findByText('Choose a location')).toBeTruthy();
  expect(begun).toEqual([]);
});

test('starts a blind count of categories and shelves and opens it', async () => {
  const begun = serve(stockCountRoutes.create, countOf({ _id: idOf(40) }));
  const { dialog, user, address } = await beginning();

  await user.select(/^Location/, 'Downtown');
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Friday ');
  await user.select(/Only these categories/, 'Dairy');
  await user.type(dialog.getByRole('combobox', { name: /Only these shelves/ }), 'a3{Enter}');
  await user.click(dialog.getByRole('switch', { name: /Blind count/ }));
  await user.click(dialog.getByRole('button', { name: 'Start count' }));

  expect(await onlyBody(begun)).toEqual({
    locationId: idOf(1),
    blind: true,
    name: 'Friday',
    categoryIds: [dairy._id],
    shelves: ['A3'],
  });
  await waitFor(() => expect(address()).toBe(`/inventory/counts/${idOf(40)}`));
});

test('removes a category', async () => {
  const begun = serve(stockCountRoutes.create, countOf());
  const { user, dialog } = await beginning();

  await user.select(/^Location/, 'Downtown');
  await user.select(/Only these categories/, 'Dairy');
  await user.press('Remove Dairy');
  await user.click(dialog.getByRole('button', { name: 'Start count' }));

  expect(await onlyBody(begun)).toEqual({ locationId: idOf(1), blind: false });
});

test('keeps the input if the location has nothing to count', async () => {
  serve(stockCountRoutes.create, refusal(409, 'stockCounts.nothing', 'There is nothing to count there'));
  const { dialog, user } = await beginning();

  await user.select(/^Location/, 'Downtown');
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Friday');
  await user.click(dialog.getByRole('button', { name: 'Start count' }));

  expect(await dialog.findByText('There is nothing to count there')).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Friday');
});

test('hides the start button without permission', async () => {
  await show(<CountList />, { at: '/inventory/counts', permissions: ['inventory_list'] });

  await screen.findByRole('row', { name: /C-31/ });
  expect(screen.queryByRole('button', { name: 'Start a count' })).toBeNull();
});
