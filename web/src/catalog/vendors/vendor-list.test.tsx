import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { serveBulkActions } from '../../links/bulk/bulk.fixtures.ts';
import { vendorOf } from '../catalog.fixtures.ts';
import { VendorList } from './vendor-list.tsx';

const acres = vendorOf({ name: 'Green Acres', contact: 'Rosa Diaz', phone: '512 555 0142' });
const mill = vendorOf({ name: 'Old Mill', paymentTerms: 'Net 30' });
const all: Permission[] = ['vendor_list', 'vendor_view', 'vendor_add', 'vendor_edit', 'vendor_delete'];

const showVendors = (permissions = all) => show(<VendorList />, { at: '/vendors', permissions });
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

serve(vendorRoutes.list, pageOf(acres, mill));

test('opens a vendor from its row, which shows the contact', async () => {
  await showVendors();

  const row = await screen.findByRole('row', { name: /Green Acres/ });

  expect(row.textContent).toContain('Rosa Diaz');
  expect(row.textContent).toContain('(512) 555-0142');
  expect(hrefOf(within(row).getByRole('link', { name: 'Green Acres' }))).toBe(`/vendors/view/${acres._id}`);
});

test('saves a vendor without an address if none is entered', async () => {
  const added = serve(vendorRoutes.create, vendorOf());
  const { user } = await showVendors();

  await user.press('New vendor');
  await user.type(await field('Name'), 'River Farm');
  await user.press('Create vendor');

  await waitFor(() => expect(added).toMatchObject([{ body: { name: 'River Farm', address: null } }]));
});

test('rejects an incomplete address', async () => {
  const added = serve(vendorRoutes.create, vendorOf());
  const { user } = await showVendors();

  await user.press('New vendor');
  await user.type(await field('Name'), 'River Farm');
  await user.type(await field('City'), 'Austin');
  await user.press('Create vendor');

  expect(await screen.findByText('Address is required')).toBeTruthy();
  expect(screen.getByText('Postal code is required')).toBeTruthy();
  expect(added).toEqual([]);
});

test('rejects an invalid email at its field', async () => {
  const added = serve(vendorRoutes.create, vendorOf());
  const { user } = await showVendors();

  await user.press('New vendor');
  await user.type(await field('Name'), 'River Farm');
  await user.type(await field('Email'), 'rosa at farm');
  await user.press('Create vendor');

  expect(await screen.findByText('Enter a valid email')).toBeTruthy();
  expect(added).toEqual([]);
});

test('fills the form with the current values', async () => {
  const { user } = await showVendors();

  await user.choose('More for Old Mill', 'Edit');

  expect((await field('Name')).value).toBe('Old Mill');
  expect((await field('Payment terms')).value).toBe('Net 30');
});

test('merges a phone changed by another user with the entered name', async () => {
  const edits = serve(vendorRoutes.edit, ({ body }) =>
    (body as { version: number }).version === 1
      ? refusal(409, 'version-stale', 'Changed', { data: { ...acres, phone: '512 555 0199', version: 2 } })
      : { ...acres, version: 3 },
  );
  const { user } = await showVendors();

  await user.choose('More for Green Acres', 'Edit');
  await user.type(await field('Name'), ' Farms');
  await user.press('Save changes');

  await waitFor(() => expect(edits).toHaveLength(2));
  expect(edits[1]?.body).toMatchObject({ name: 'Green Acres Farms', phone: '+15125550199', version: 2 });
});

test('keeps a vendor with deliveries and shows the reason', async () => {
  serve(vendorRoutes.remove, refusal(409, 'in-use', 'Green Acres has delivered before'));
  const { user } = await showVendors();

  await user.choose('More for Green Acres', 'Delete');
  await user.answer('Delete Green Acres?', 'Delete');

  expect((await screen.findAllByText(/Green Acres has delivered before/)).length).toBeGreaterThan(0);
  expect(screen.getByRole('row', { name: /Green Acres/ })).toBeTruthy();
});

test('deletes several vendors', async () => {
  const deleted = serveBulkActions();
  const { user } = await showVendors();

  await user.click(await screen.findByRole('checkbox', { name: /Green Acres/ }));
  await user.click(screen.getByRole('checkbox', { name: /Old Mill/ }));
  await user.press('Delete');
  await user.answer('Delete 2 vendors?', 'Delete');

  await waitFor(() =>
    expect(deleted).toMatchObject([
      { params: ['delete-vendors'], body: { target: { ids: [acres._id, mill._id] } } },
    ]),
  );
});
