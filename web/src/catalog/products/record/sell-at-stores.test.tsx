import { type ProductStore, productStoreRoutes } from '@aisle/contract/catalog/product-stores';
import { productRoutes } from '@aisle/contract/catalog/products';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, otherScreens } from '../../../../test/records.ts';
import { hrefOf, show } from '../../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../../test/server.ts';
import { productOf, subProductOf } from '../../catalog.fixtures.ts';
import { ProductView } from './product-view.tsx';

const storeOf = (more: Partial<ProductStore>): ProductStore => ({
  locationId: idOf(1),
  locationName: 'Downtown',
  assigned: 0,
  price: null,
  ...more,
});
const uptown = storeOf({ locationId: idOf(2), locationName: 'Uptown' });
const parts = { ExplainRateButton: () => null, SellabilityButton: () => null, SellabilitySelect: () => null };
const all: Permission[] = ['product_view', 'sub_product_view', 'assign_subProduct', 'inventory_add'];

async function opened(
  stores: ProductStore[],
  {
    variants = 1,
    available = 0,
    permissions = all,
  }: { variants?: number; available?: number; permissions?: Permission[] } = {},
) {
  const subProducts = Array.from({ length: variants }, () => subProductOf({ price: 399 }));
  const product = productOf({ name: 'Peanut Butter', available, subProducts });
  serve(productRoutes.show, product);
  serve(productRoutes.places, { subProductId: null, places: [] });
  serve(productRoutes.history, { records: [], totalRecords: 0, nextCursor: null });
  serve(productRoutes.sales, {
    from: '2026-09-01',
    to: '2026-11-28',
    byDay: [],
    bySubProduct: [],
    isPartial: false,
  });
  serve(productStoreRoutes.list, { stores });
  return show(<ProductView {...parts} />, {
    page: '/products/view/$id',
    at: `/products/view/${product._id}`,
    screens: {
      ...otherScreens,
      '/inventory/add': { title: 'Receive stock' },
      '/prices': { title: 'Prices and stock' },
    },
    permissions,
  });
}

test('leads from a product that is sold nowhere to the stores that sell it', async () => {
  const saved = serve(productStoreRoutes.save, { stores: [] });
  const { user } = await opened([storeOf({}), uptown]);

  await user.click(await screen.findByRole('button', { name: 'Sold at 0 of 2 stores' }));
  await user.click(await screen.findByRole('checkbox', { name: 'All 2 stores' }));
  await user.type(screen.getByLabelText('Price at Uptown'), '3.49');
  await user.press('Sell at 2 stores');

  expect(await onlyBody(saved)).toEqual({
    stores: [
      { locationId: idOf(1), assigned: true },
      { locationId: idOf(2), assigned: true, price: 349 },
    ],
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('sends only the stores that changed', async () => {
  const saved = serve(productStoreRoutes.save, { stores: [] });
  const { user } = await opened([storeOf({ assigned: 1 }), uptown], { available: 4 });

  await user.click(await screen.findByRole('button', { name: 'Sold at 1 of 2 stores' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Uptown' }));
  await user.press('Sell at 2 stores');

  expect(await onlyBody(saved)).toEqual({ stores: [{ locationId: idOf(2), assigned: true }] });
});

test('shows a store that sells some of the sub-products, and no price for several', async () => {
  const { user } = await opened([storeOf({ assigned: 1 }), uptown], { variants: 3 });

  await user.click(await screen.findByRole('button', { name: 'Partly sold at 1 of 2 stores' }));

  await screen.findByText('Sells 1 of 3 sub-products');
  await user.click(screen.getByRole('checkbox', { name: /^Downtown/ }));
  expect(screen.queryByLabelText('Price at Downtown')).toBeNull();
});

test('shows the reason at the price of the store', async () => {
  const fields = [{ path: 'stores.0.price', message: 'Enter a price above 0' }];
  serve(productStoreRoutes.save, refusal(400, 'validation-failed', 'Check the fields', { fields }));
  const { user } = await opened([storeOf({}), uptown]);

  await user.click(await screen.findByRole('button', { name: 'Sold at 0 of 2 stores' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Uptown' }));
  await user.type(screen.getByLabelText('Price at Uptown'), '0');
  await user.press('Sell at 1 store');

  await screen.findByText('Enter a price above 0');
});

test('offers to receive stock once a store sells the product', async () => {
  await opened([storeOf({ assigned: 1 })]);

  expect((await screen.findByRole('link', { name: 'Receive stock' })).getAttribute('href')).toContain(
    '/inventory/add?productId=',
  );
  expect(screen.queryByRole('button', { name: 'Sell at stores…' })).toBeNull();
});

test('hides the dialog from users who cannot assign sub-products', async () => {
  await opened([storeOf({})], { permissions: ['product_view', 'sub_product_view'] });

  await screen.findByText('Sold at 0 of 1 store');
  expect(screen.queryByRole('button', { name: /Sell at|Sold at/ })).toBeNull();
});

test('links to the prices of a product with variants at the stores that sell it', async () => {
  const { user } = await opened([storeOf({ assigned: 2 }), uptown], { variants: 2 });

  await user.click(await screen.findByRole('button', { name: 'Sold at 1 of 2 stores' }));

  const link = await screen.findByRole('link', { name: 'Set prices by store' });
  expect(decodeURIComponent(hrefOf(link) ?? '')).toContain(idOf(1));
});
