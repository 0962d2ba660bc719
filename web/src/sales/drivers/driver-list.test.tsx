import { locationRoutes } from '@aisle/contract/locations/locations';
import type { Permission } from '@aisle/contract/permissions';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../test/server.ts';
import { bulkActionOf, serveBulkActions } from '../../links/bulk/bulk.fixtures.ts';
import { driverOf, driverRowOf, driverViewOf } from './driver.fixtures.ts';
import { DriverList } from './driver-list.tsx';

const all: Permission[] = [
  'driver_list',
  'driver_view',
  'driver_add',
  'driver_edit',
  'driver_delete',
  'store_list',
];
const places = [
  { _id: idOf(1), name: 'Downtown' },
  { _id: idOf(5), name: 'Airport' },
  { _id: idOf(6), name: 'Harbor' },
];
const sam = driverRowOf({ _id: idOf(23), name: 'Sam Reed', availability: 'offline', locations: places });
serve(locationRoutes.dropdown, places);
serve(driverRoutes.list, pageOf(driverRowOf(), sam));
async function opened(permissions = all) {
  const shown = await show(<DriverList />, {
    at: '/driver',
    permissions,
  });
  await screen.findByRole('row', { name: /Sam Reed/ });
  return shown;
}
async function formOf(name: string) {
  const form = within(await screen.findByRole('form', { name }));
  const text = (label: RegExp) => form.getByRole<HTMLInputElement>('textbox', { name: label });
  return { form, text };
}

test('lists a driver with vehicle, plate and the first locations', async () => {
  await opened();

  const row = screen.getByRole('row', { name: /Sam Reed/ });
  expect(row.textContent).toContain('Car · TX-1');
  expect(row.textContent).toContain('Downtown, Airport and 1 more');
  expect(row.textContent).toContain('Offline');
});

test('requires a name, a phone and a location', async () => {
  const made = serve(driverRoutes.create, driverOf());
  const { user } = await opened();

  await user.press('New driver');
  const { form } = await formOf('New driver');
  await user.click(form.getByRole('button', { name: 'Create driver' }));

  expect(await form.findByText('Name is required')).toBeTruthy();
  expect(form.getByText('Choose at least one store')).toBeTruthy();
  expect(made).toEqual([]);
});

test('saves and opens a new driver without an empty address', async () => {
  const made = serve(driverRoutes.create, driverOf({ _id: idOf(24) }));
  const { user, address } = await opened();

  await user.press('New driver');
  const { form, text } = await formOf('New driver');
  await user.type(text(/^Name/), 'Kim Hale');
  await user.type(text(/^Phone/), '202 555 0123');
  await user.select(/^Drives for/, 'Airport');
  await user.click(form.getByRole('button', { name: 'Create driver' }));

  expect(await onlyBody(made)).toMatchObject({
    name: 'Kim Hale',
    phone: '+12025550123',
    locationIds: [idOf(5)],
    address: null,
    availability: 'available',
    email: null,
  });
  await waitFor(() => expect(address()).toBe(`/driver/view/${idOf(24)}`));
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});

test('shows a duplicate phone at its field and keeps the input', async () => {
  serve(driverRoutes.view, driverViewOf());
  serve(
    driverRoutes.edit,
    refusal(409, 'duplicate', 'Taken', {
      fields: [{ path: 'phone', message: 'Sam Reed has this phone number' }],
    }),
  );
  const { user } = await opened();

  await user.choose('More for Dora Drew', 'Edit');
  const { form, text } = await formOf('Edit driver');
  await user.retype(text(/^Plate/), 'TX-9');
  await user.click(form.getByRole('button', { name: 'Save changes' }));

  expect(await form.findByText('Sam Reed has this phone number')).toBeTruthy();
  expect(text(/^Plate/).value).toBe('TX-9');
});

test('keeps a driver on a trip busy when saving', async () => {
  serve(driverRoutes.view, driverViewOf({ availability: 'busy' }));
  const edits = serve(driverRoutes.edit, driverOf({ availability: 'busy', version: 2 }));
  const { user } = await opened();

  await user.choose('More for Dora Drew', 'Edit');
  const { form, text } = await formOf('Edit driver');
  expect(form.getByRole<HTMLInputElement>('switch', { name: /^Offline/ }).disabled).toBe(true);
  await user.type(text(/^Name/), 's');
  await user.click(form.getByRole('button', { name: 'Save changes' }));

  expect(await onlyBody(edits)).toMatchObject({ name: 'Dora Drews', version: 1 });
  expect(edits[0]?.body).not.toHaveProperty('availability');
});

test('adds and removes documents with the form', async () => {
  const license = {
    _id: idOf(40),
    name: 'license.pdf',
    url: '/files/1',
    addedAt: '2026-11-01T10:00:00.000Z',
  };
  serve(driverRoutes.view, driverViewOf({ documents: [license] }));
  const edits = serve(driverRoutes.edit, driverOf({ version: 2 }));
  const { user } = await opened();

  await user.choose('More for Dora Drew', 'Edit');
  const { form } = await formOf('Edit driver');
  await user.click(form.getByRole('button', { name: 'Remove license.pdf' }));
  const [, chooser] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  await user.upload(chooser!, new File(['1'], 'insurance.pdf', { type: 'application/pdf' }));
  expect(await form.findByText('insurance.pdf')).toBeTruthy();
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 's');
  await user.click(form.getByRole('button', { name: 'Save changes' }));

  expect((await onlyRequest(edits)).files).toEqual({ documents: ['insurance.pdf'] });
  expect(edits[0]?.body).toMatchObject({ removeDocuments: JSON.stringify([license._id]) });
});

test('deletes a driver only after a confirmation', async () => {
  const removed = serve(driverRoutes.remove, { _id: idOf(22) });
  const { user } = await opened();

  await user.choose('More for Dora Drew', 'Delete');
  await user.answer('Delete Dora Drew?', 'Cancel');
  expect(removed).toEqual([]);
  await user.choose('More for Dora Drew', 'Delete');
  await user.press('Delete');

  await waitFor(() => expect(removed).toMatchObject([{ params: [idOf(22)] }]));
});

test('hides edit controls from read-only users', async () => {
  await opened(['driver_list']);

  expect(screen.queryByRole('button', { name: 'New driver' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('deactivates several active drivers at once, with an undo', async () => {
  serve(driverRoutes.list, pageOf(driverRowOf({ _id: idOf(22), status: false }), sam));
  const switched = serveBulkActions();
  const undone = serve(bulkActionRoutes.undo, bulkActionOf(0, { state: 'undone' }));
  const { user } = await opened();

  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }));
  await user.press('Deactivate');

  await screen.findByText('1 driver deactivated');
  expect(switched).toMatchObject([{ params: ['deactivate-drivers'], body: { target: { ids: [sam._id] } } }]);
  await user.press('Undo');
  await waitFor(() => expect(undone).toHaveLength(1));
});
