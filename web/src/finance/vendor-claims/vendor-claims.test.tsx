import { formatDay } from '@aisle/contract/core/dates';
import {
  type VendorClaimPreview,
  type VendorClaimView,
  vendorClaimRoutes,
} from '@aisle/contract/finance/vendor-claims';
import type { Permission } from '@aisle/contract/permissions';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { ClaimsTab } from './claims-tab.tsx';
import { VendorClaimLists } from './vendor-claim-lists.tsx';
import { VendorClaimScreen } from './vendor-claim-view.tsx';
// Imported eagerly, because loading them on demand can exceed the test's timeout.
import './create-claim-dialog.tsx';
import './settle-dialog.tsx';

const vendor = { _id: idOf(2), name: 'Hill Dairy' };
const promotion = { promotionId: idOf(3), number: 'V-1001', label: 'Buy 2 get 1 free' };
const claim = (more: Partial<VendorClaimView> = {}): VendorClaimView => ({
  _id: idOf(1),
  number: 'K-1001',
  vendor,
  status: 'open',
  from: '2026-11-01',
  to: '2026-11-28',
  amount: 800,
  payment: null,
  createdBy: 'Ada Stone',
  createdAt: '2026-11-29T18:00:00.000Z',
  version: 1,
  orders: 2,
  promotions: [{ ...promotion, units: 8, amount: 800 }],
  ...more,
});
const { orders: _orders, promotions: _promotions, ...listed } = claim();
const previewed = (more: Partial<VendorClaimPreview> = {}): VendorClaimPreview => ({
  vendor,
  from: '2026-11-01',
  to: '2026-11-29',
  amount: 800,
  orders: 2,
  promotions: [{ ...promotion, units: 8, amount: 800 }],
  ...more,
});
const line = {
  _id: '1',
  day: '2026-11-02',
  order: { _id: idOf(4), number: 'O-1042' },
  locationName: 'South Lamar',
  isRefund: true,
  item: { name: 'Yogurt', productName: 'Yogurt', variantName: 'Yogurt', sku: 'Y-1' },
  promotion,
  units: -1,
  amount: -100,
};

const mayEdit: Permission[] = ['vendor_claim_list', 'vendor_claim_edit', 'promotion_view', 'vendor_view'];
const openClaim = (permissions = mayEdit) => {
  serve(vendorClaimRoutes.lines, pageOf(line));
  return show(<VendorClaimScreen />, {
    page: '/vendor-claims/$id',
    at: `/vendor-claims/${idOf(1)}`,
    permissions,
  });
};
const openTab = (permissions = mayEdit) => show(<ClaimsTab vendor={vendor} />, { permissions });

test('shows a claim by promotion and item', async () => {
  serve(vendorClaimRoutes.view, claim());

  await openClaim();

  const promotions = await screen.findByRole('table', { name: 'Promotions' });
  expect(within(promotions).getByRole('row', { name: /V-1001/ }).textContent).toMatch(/8\$8\.00$/);
  const items = await screen.findByRole('table', { name: 'Items of the claim' });
  const row = within(items).getByRole('row', { name: /O-1042/ });
  expect(row.textContent).toContain('Refund');
  expect(row.textContent).toContain('-$1.00');
  expect(screen.getByText('Not paid yet.')).toBeTruthy();
});

test('records a payment of the amount of the claim', async () => {
  serve(vendorClaimRoutes.view, claim());
  const requests = serve(vendorClaimRoutes.settle, listed);
  const { user } = await openClaim();

  await user.press('Record payment…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payment of K-1001' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), 'T-77');
  await user.type(dialog.getByRole('textbox', { name: 'Paid on' }), formatDay('2026-11-29'));
  await user.click(dialog.getByRole('button', { name: 'Record payment of $8.00' }));

  expect(await onlyBody(requests)).toEqual({
    amount: 800,
    method: 'bankTransfer',
    reference: 'T-77',
    paidOn: '2026-11-29',
    version: 1,
  });
});

test('shows the payment of a settled claim', async () => {
  serve(
    vendorClaimRoutes.view,
    claim({
      status: 'settled',
      payment: {
        method: 'check',
        reference: '4711',
        paidOn: '2026-11-29',
        by: 'Ada Stone',
        at: '2026-11-29T19:00:00.000Z',
      },
    }),
  );

  await openClaim();

  expect(await screen.findByText('4711')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Record payment…' })).toBeNull();
});

test('hides the payment from read-only users', async () => {
  serve(vendorClaimRoutes.view, claim());

  await openClaim(['vendor_claim_list']);

  expect(await screen.findByText('Not paid yet.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Record payment…' })).toBeNull();
});

test('lists claims, and vendors with amounts on no claim', async () => {
  serve(vendorClaimRoutes.list, pageOf(listed));
  serve(
    vendorClaimRoutes.due,
    pageOf({ vendorId: vendor._id, vendorName: vendor.name, amount: 650, since: '2026-11-20' }),
  );
  const { user } = await show(<VendorClaimLists />, {
    at: '/vendor-claims',
    page: '/vendor-claims',
    permissions: mayEdit,
  });

  expect(await screen.findByRole('row', { name: /K-1001.*Hill Dairy/ })).toBeTruthy();
  await user.press('Not claimed');
  expect((await screen.findByRole('row', { name: /Hill Dairy/ })).textContent).toContain('$6.50');
});

test('explains an empty list of claims', async () => {
  serve(vendorClaimRoutes.list, pageOf());

  await show(<VendorClaimLists />, { at: '/vendor-claims', page: '/vendor-claims', permissions: mayEdit });

  expect(await screen.findByText('No claims yet')).toBeTruthy();
});

test('previews a claim of a vendor and creates it', async () => {
  serve(vendorClaimRoutes.preview, previewed());
  serve(vendorClaimRoutes.list, pageOf(listed));
  const requests = serve(vendorClaimRoutes.create, listed);
  const { user } = await openTab();

  expect(await screen.findByText('$8.00', { selector: 'div *' })).toBeTruthy();
  expect(hrefOf(await screen.findByRole('link', { name: 'K-1001' }))).toBe(`/vendor-claims/${idOf(1)}`);
  await user.press('Create claim…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create claim against Hill Dairy' }));
  expect(await dialog.findByRole('row', { name: /Buy 2 get 1 free/ })).toBeTruthy();
  await user.click(await dialog.findByRole('button', { name: 'Create claim of $8.00' }));

  expect(await onlyBody(requests)).toEqual({ vendorId: vendor._id, to: '2026-11-29' });
});

test('shows why a claim was not created', async () => {
  serve(vendorClaimRoutes.preview, previewed());
  serve(vendorClaimRoutes.list, pageOf());
  serve(
    vendorClaimRoutes.create,
    refusal(409, 'vendorClaims.nothing-to-claim', 'Hill Dairy owes nothing on no claim'),
  );
  const { user } = await openTab();

  await user.press('Create claim…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create claim against Hill Dairy' }));
  await user.click(await dialog.findByRole('button', { name: 'Create claim of $8.00' }));

  expect((await dialog.findByRole('alert')).textContent).toBe('Hill Dairy owes nothing on no claim');
});

test('has nothing to claim while refunds exceed the part of the vendor', async () => {
  serve(vendorClaimRoutes.preview, previewed({ amount: -150, promotions: [] }));
  serve(vendorClaimRoutes.list, pageOf());

  await openTab();

  expect(await screen.findByText(/Refunds reduce the next claim/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create claim…' })).toBeNull();
});

test('says that a vendor owes nothing', async () => {
  serve(vendorClaimRoutes.preview, previewed({ from: null, amount: 0, orders: 0, promotions: [] }));
  serve(vendorClaimRoutes.list, pageOf());

  await openTab();

  expect(await screen.findByText(/Nothing to claim/)).toBeTruthy();
  expect(await screen.findByText(/No claims yet/)).toBeTruthy();
});
