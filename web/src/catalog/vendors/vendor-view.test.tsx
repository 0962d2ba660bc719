import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import type { Permission } from '@aisle/contract/permissions';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { vendorViewOf } from '../catalog.fixtures.ts';
import { VendorScreen } from './vendor-view.tsx';

const all: Permission[] = ['vendor_list', 'vendor_view', 'vendor_edit'];
const showVendor = (permissions = all) =>
  show(<VendorScreen ClaimsTab={() => <p>Claims of the vendor</p>} />, {
    page: '/vendors/view/$id',
    at: `/vendors/view/${idOf(1)}`,
    permissions,
  });

test('shows spending and punctuality', async () => {
  serve(
    vendorRoutes.view,
    vendorViewOf({
      spend: 1_234_500,
      receiptCount: 42,
      onTime: { promised: 40, onTime: 38, share: 95 },
      months: [{ month: '2026-11', receipts: 3, spend: 45_000 }],
    }),
  );

  await showVendor();

  expect(await screen.findByText('$12,345.00')).toBeTruthy();
  expect(screen.getByText('95%')).toBeTruthy();
  expect(screen.getByText(/38 of 40 deliveries/)).toBeTruthy();
  expect(screen.getByText('November 2026: $450.00 in 3 receipts')).toBeTruthy();
});

test('shows no chart and no punctuality without receipts', async () => {
  serve(vendorRoutes.view, vendorViewOf({ name: 'Old Mill' }));

  await showVendor();

  expect(await screen.findByRole('heading', { name: /Old Mill/ })).toBeTruthy();
  expect(screen.getByText('No receipts yet.')).toBeTruthy();
  expect(screen.queryByText('Spend by month')).toBeNull();
  expect(screen.queryByText(/0%/)).toBeNull();
});

test('shows a decimal for a few days of shelf life', async () => {
  serve(vendorRoutes.view, vendorViewOf({ shelfDays: 4.26 }));

  await showVendor();

  expect(await screen.findByText('4.3')).toBeTruthy();
});

test('shows waste with its share of the cost', async () => {
  serve(vendorRoutes.view, vendorViewOf({ expiredWaste: { lots: 2, cost: 3210, share: 1.5 } }));

  await showVendor();

  expect(await screen.findByText(/2 lots written off after expiry/)).toBeTruthy();
  expect(screen.getByText(/1\.5% of the cost of dated stock/)).toBeTruthy();
});

test('links the latest receipts to their lots', async () => {
  serve(
    vendorRoutes.view,
    vendorViewOf({
      lastReceipts: [
        {
          _id: idOf(5),
          number: 'L-0005',
          locationId: idOf(6),
          locationName: 'Downtown',
          subProductName: 'Whole milk, 1 gal',
          productName: 'Whole milk',
          variantName: 'Whole milk, 1 gal',
          sku: 'MILK-1',
          quantity: 24,
          costPrice: 310,
          expiresOn: '2026-12-01',
          receivedAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    }),
  );

  await showVendor([...all, 'inventory_view']);

  expect(await screen.findByText('Whole milk, 1 gal')).toBeTruthy();
  expect(screen.getByText(/24 × \$3\.10/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /L-0005/ })).toBeTruthy();
});

test('warns that an inactive vendor is not offered', async () => {
  serve(vendorRoutes.view, vendorViewOf({ status: false }));

  await showVendor();

  expect(await screen.findByText("This vendor can't be chosen for new receipts.")).toBeTruthy();
});

test('shows the claims to users who can see them', async () => {
  serve(vendorRoutes.view, vendorViewOf({ name: 'Old Mill' }));
  const { user } = await showVendor([...all, 'vendor_claim_list']);

  await user.press('Claims');

  expect(await screen.findByText('Claims of the vendor')).toBeTruthy();
  expect(screen.queryByText('No receipts yet.')).toBeNull();
});

test('hides the claims from other users', async () => {
  serve(vendorRoutes.view, vendorViewOf({ name: 'Old Mill' }));

  await showVendor();

  expect(await screen.findByText('No receipts yet.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Claims' })).toBeNull();
});

test('hides Edit from read-only users', async () => {
  serve(vendorRoutes.view, vendorViewOf({ name: 'Old Mill' }));

  await showVendor(['vendor_list', 'vendor_view']);

  await screen.findByRole('heading', { name: /Old Mill/ });
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('edits a vendor on its page', async () => {
  serve(vendorRoutes.view, vendorViewOf({ name: 'Old Mill' }));
  const { user } = await showVendor();

  await user.press('Edit');

  expect(await screen.findByRole('form', { name: 'Edit vendor' })).toBeTruthy();
});

test('shows an error for an unknown vendor and links back to the list', async () => {
  serve(vendorRoutes.view, refusal(404, 'not-found', 'There is no such vendor'));

  await showVendor();

  expect(await screen.findByText(/There is no such vendor|not available/i)).toBeTruthy();
  const links = screen.getAllByRole('link', { name: /Vendors/ });
  expect(links.map(hrefOf)).toContain('/vendors');
});
