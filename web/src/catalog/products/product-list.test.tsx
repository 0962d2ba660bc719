import { productRoutes } from '@aisle/contract/catalog/products';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { productOf, productRowOf } from '../catalog.fixtures.ts';
import { ProductList } from './product-list.tsx';

const all: Permission[] = ['product_list', 'product_view', 'product_add', 'product_edit', 'product_delete'];
const milk = productRowOf({
  brandData: { _id: idOf(7), name: 'Alder' },
  lowestPrice: 199,
  highestPrice: 399,
});
const oats = productRowOf({ name: 'Oats', status: false, badge: 'newArrival', available: 0 });

const listed = serve(productRoutes.list, pageOf(milk, oats));
async function opened(permissions = all, at = '/products') {
  const shown = await show(<ProductList />, { at, permissions });
  await screen.findByRole('row', { name: /Oats/ });
  return shown;
}
const row = (name: RegExp) => screen.getByRole('row', { name });

test('shows brand, category, price range and badge', async () => {
  await opened();

  expect(row(/Milk/).textContent).toContain('Alder');
  expect(row(/Milk/).textContent).toMatch(/\$1\.99.*\$3\.99/);
  expect(row(/Oats/).textContent).toContain('New arrival');
});

test('deactivates a product in the list, and reactivates it by Undo', async () => {
  const switched = serve(productRoutes.updateStatus, productOf({ _id: milk._id, status: false }));
  const { user } = await opened();

  await user.click(screen.getByRole('switch', { name: 'Milk is active' }));
  await waitFor(() => expect(switched).toMatchObject([{ params: [milk._id], body: { status: false } }]));
  await user.press('Undo');

  await waitFor(() => expect(switched[1]).toMatchObject({ params: [milk._id], body: { status: true } }));
});

test('reverts a rejected status change and shows the reason', async () => {
  serve(productRoutes.updateStatus, refusal(409, 'in-use', 'Open orders hold this product'));
  const { user } = await opened();

  await user.click(screen.getByRole('switch', { name: 'Milk is active' }));

  expect((await screen.findByRole('alert')).textContent).toContain('Open orders hold this product');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Milk is active' }).checked).toBe(true);
});

test('deactivates several products in one request, and undoes only those that changed', async () => {
  const switched = serve(productRoutes.switchMany, { changed: [milk._id], same: [oats._id], missing: [] });
  const { user } = await opened();

  await user.click(screen.getByRole('checkbox', { name: 'Select Milk' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Oats' }));
  await user.press('Deactivate');
  expect(await screen.findByText(/1 of 2 products deactivated/)).toBeTruthy();
  await user.press('Undo');

  await waitFor(() => expect(switched).toHaveLength(2));
  expect(switched[0]?.body).toEqual({ ids: [milk._id, oats._id], status: false });
  expect(switched[1]?.body).toEqual({ ids: [milk._id], status: true });
});

test('opens a copy for editing', async () => {
  serve(productRoutes.duplicate, productOf({ _id: idOf(91), status: false }));
  const { user, address } = await opened();

  await user.choose('More for Milk', 'Duplicate');

  await waitFor(() => expect(address()).toBe(`/products/edit/${idOf(91)}`));
});

test('deletes a product only after confirmation', async () => {
  const removed = serve(productRoutes.remove, { _id: oats._id });
  const { user } = await opened();

  await user.choose('More for Oats', 'Delete');
  await user.answer('Delete Oats?', 'Cancel');
  expect(removed).toEqual([]);
  await user.choose('More for Oats', 'Delete');
  await user.answer('Delete Oats?', 'Delete');

  await waitFor(() => expect(removed).toMatchObject([{ params: [oats._id] }]));
});

test('keeps an ordered product and shows the reason', async () => {
  serve(productRoutes.remove, refusal(409, 'in-use', 'It was ordered before. Deactivate it instead'));
  const { user } = await opened();

  await user.choose('More for Oats', 'Delete');
  await user.press('Delete');

  expect((await screen.findByRole('alert')).textContent).toContain('It was ordered before');
});

test('requests the filters in the URL', async () => {
  await opened(all, '/products?missing=image&status=true&sort=price.desc');

  expect(listed.at(-1)?.body).toMatchObject({
    filters: { missing: 'image', status: true },
    sort: { field: 'price', order: 'desc' },
  });
});

test('shows states without switches to read-only users', async () => {
  await opened(['product_list', 'product_view']);

  expect(screen.queryByRole('switch')).toBeNull();
  expect(within(row(/Oats/)).getByText('Inactive')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^(New product|Import)$/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
});

test('explains how to start with an empty catalog', async () => {
  serve(productRoutes.list, pageOf());
  await show(<ProductList />, { at: '/products', permissions: all });

  expect(await screen.findByText(/import a list from a CSV or Excel file/)).toBeTruthy();
});
