import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf, show, type User } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { bulkPreviewOf } from '../../links/bulk/bulk.fixtures.ts';
import { subProductOf } from '../catalog.fixtures.ts';
import { SubProductList } from './sub-product-list.tsx';

const milk = subProductOf();
const oats = subProductOf({ name: 'Rolled oats', sku: 'OATS-1' });
const all: Permission[] = ['sub_product_list', 'sub_product_edit', 'product_edit', 'assign_subProduct'];

serve(subProductRoutes.list, { records: [milk, oats], totalDocs: 2 });
const previews = serve(bulkEditRoutes.preview, bulkPreviewOf(2));
const showList = (permissions = all) => show(<SubProductList />, { at: '/products/variants', permissions });
const open = async (user: User) => {
  await screen.findByRole('row', { name: /Rolled oats/ });
  await user.press('Bulk edit');
};

test('opens the bulk edit of all sub-products from a menu', async () => {
  const { user } = await showList();

  await open(user);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Edit all 2…' }));

  const dialog = await screen.findByRole('dialog', { name: 'Bulk edit 2 sub-products' });
  expect(within(dialog).getByRole('button', { name: 'Change' }).hasAttribute('disabled')).toBe(true);
  expect(previews).toEqual([]);
});

test('links to earlier bulk edits in the same menu', async () => {
  const { user } = await showList();

  await open(user);

  const entry = await screen.findByRole('menuitem', { name: 'History' });
  expect(hrefOf(entry)).toBe('/products/bulk-edits');
});

test('shows the number of selected rows in the dialog', async () => {
  const { user } = await showList();
  const row = await screen.findByRole('row', { name: /Whole milk/ });

  await user.click(within(row).getByRole('checkbox'));
  await user.press('Bulk edit…');

  expect(await screen.findByRole('dialog', { name: 'Bulk edit 1 sub-product' })).toBeTruthy();
});

test('opens the same dialog for all rows of the list', async () => {
  serve(subProductRoutes.list, { records: [milk, oats], totalDocs: 1579 });
  const { user } = await showList();

  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.getByText(/2 selected\./)).toBeTruthy();
  await user.press('Select all 1,579');
  await user.press('Bulk edit…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk edit 1,579 sub-products' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount $' }), '4.99');

  await waitFor(() => expect(previews.at(-1)?.body).toMatchObject({ target: { filters: {} } }));
});

test('hides bulk edits from read-only users', async () => {
  await showList(['sub_product_list']);

  await screen.findByRole('row', { name: /Rolled oats/ });
  expect(screen.queryByRole('button', { name: 'Bulk edit' })).toBeNull();
});
