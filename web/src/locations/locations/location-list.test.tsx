import { locationRoutes } from '@aisle/contract/locations/locations';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { LocationsScreen } from './location-list.tsx';
import { locationOf } from './locations.fixtures.ts';

const downtown = locationOf();
const harbor = locationOf({
  name: 'Harbor',
  code: 'HB',
  status: false,
  acceptsPickup: false,
  missing: ['switchedOff', 'nothingAssigned'],
});
const all: Permission[] = ['store_list', 'store_view', 'store_add', 'store_edit', 'store_delete'];

const listed = serve(locationRoutes.list, pageOf(downtown, harbor));
const showLocations = (permissions = all) =>
  show(<LocationsScreen StatementsTab={() => null} />, {
    at: '/locations',
    permissions,
  });
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('shows whether a location takes orders, or the first reason why not', async () => {
  await showLocations();

  expect((await rowOf('Downtown Market')).textContent).toContain('Takes orders');
  expect((await rowOf('Harbor')).textContent).toContain('The location is inactive');
});

test('shows the status without a switch', async () => {
  await showLocations();

  expect(within(await rowOf('Downtown Market')).getByText('Active')).toBeTruthy();
  expect(within(await rowOf('Harbor')).getByText('Inactive')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('deletes after confirmation, and shows the reason for a rejection', async () => {
  const removed = serve(locationRoutes.remove, refusal(409, 'in-use', 'Harbor is in use: 3 orders'));
  const { user } = await showLocations();

  await user.choose('More for Harbor', 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete Harbor?' });
  expect(question.textContent).toContain("can't be deleted. Deactivate them instead.");
  await user.click(within(question).getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(removed).toMatchObject([{ params: [harbor._id] }]));
  expect((await screen.findAllByText(/Harbor is in use: 3 orders/)).length).toBeGreaterThan(0);
});

test('copies a location under another name and code', async () => {
  const cloned = serve(locationRoutes.clone, locationOf({ name: 'Uptown', code: 'UP' }));
  const { user } = await showLocations();

  await user.choose('More for Downtown Market', 'Copy…');
  const form = await screen.findByRole('form', { name: 'Copy Downtown Market' });
  expect(form.textContent).toContain("aren't copied");
  await user.retype('Name', 'Uptown');
  await user.retype('Code', 'UP');
  await user.click(within(form).getByRole('button', { name: 'Copy' }));

  expect(await onlyRequest(cloned)).toMatchObject({
    params: [downtown._id],
    body: { name: 'Uptown', code: 'UP' },
  });
});

test('filters by active status', async () => {
  const { user } = await showLocations();
  await rowOf('Harbor');

  await user.press('Status');
  await user.click(await screen.findByRole('option', { name: 'Inactive' }));

  await waitFor(() => expect(listed.at(-1)?.body).toMatchObject({ filters: { status: false } }));
});

test('hides add, copy and delete from read-only users', async () => {
  await showLocations(['store_list']);

  await rowOf('Harbor');
  expect(screen.queryByRole('link', { name: 'New location' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More for Harbor' })).toBeNull();
});
