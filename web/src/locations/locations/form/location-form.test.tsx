import { type LocationInput, locationRoutes } from '@aisle/contract/locations/locations';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fieldsShown } from '../../../../test/fields-shown.ts';
import { idOf } from '../../../../test/records.ts';
import { show, type User } from '../../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { signInStore } from '../../../../test/store-user.ts';
import { locationViewOf } from '../locations.fixtures.ts';
import { AddLocation, EditLocation } from './location-form.tsx';
import { formTabs } from './location-values.ts';

serve(locationRoutes.holidays, []);
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const openTab = (user: User, name: string) => user.press(name);
async function editing(more: Parameters<typeof locationViewOf>[0] = {}) {
  const location = locationViewOf({ _id: idOf(1), ...more });
  serve(locationRoutes.view, location);
  const shown = await show(<EditLocation />, {
    at: `/locations/edit/${location._id}`,
    page: '/locations/edit/$id',
    permissions: ['store_view', 'store_edit'],
  });
  await screen.findByRole('heading', { name: 'Edit Downtown Market' });
  return { ...shown, location };
}

test('rejects a new location without required fields', async () => {
  const made = serve(locationRoutes.create, locationViewOf());
  const { user } = await show(<AddLocation />, { at: '/locations/add' });

  await user.press('Create location');

  expect(await screen.findByText('Name is required')).toBeTruthy();
  expect(screen.getByText('Enter a latitude')).toBeTruthy();
  await openTab(user, 'Delivery 1');
  expect(screen.getByText('Enter a distance')).toBeTruthy();
  expect(made).toEqual([]);
});

test('saves a new location with kilometers for miles, and opens it', async () => {
  const made = serve(locationRoutes.create, locationViewOf({ _id: idOf(9) }));
  const { user, address } = await show(<AddLocation />, { at: '/locations/add' });

  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Harbor');
  await user.type(field(/^Code/), 'HB');
  await user.type(field(/^Address$/), '1 Pier');
  await user.type(field(/^City/), 'Austin');
  await user.type(field(/^State/), 'TX');
  await user.type(field(/^Postal code/), '78701');
  await user.type(field(/^Latitude/), '30.27');
  await user.type(field(/^Longitude/), '-97.74');
  await user.type(field(/^Commission/), '12');
  await openTab(user, 'Delivery 1 required');
  await user.type(field(/^Delivers within/), '5');
  await user.press('Create location');

  expect(await onlyBody(made)).toMatchObject({
    name: 'Harbor',
    code: 'HB',
    latitude: 30.27,
    longitude: -97.74,
    deliveryRadiusKm: 8.047,
    deliveryFee: null,
    commissionRate: 12,
    openingHours: {},
  });
  await waitFor(() => expect(address()).toBe(`/locations/view/${idOf(9)}`));
});

test('sets the time zone of the address, until the user chooses another one', async () => {
  const { user } = await show(<AddLocation />, { at: '/locations/add' });
  const zone = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Time zone/ });

  await user.type(await screen.findByRole('textbox', { name: /^State/ }), 'TX');
  await user.type(field(/^Postal code/), '78704');
  await waitFor(() => expect(zone().value).toBe('Central Time (Chicago)'));
  expect(screen.getByText('Central Time, from the address')).toBeTruthy();

  await user.retype(/^Postal code/, '79901');
  await waitFor(() => expect(zone().value).toBe('Mountain Time (Denver)'));

  await user.click(zone());
  await user.clear(zone());
  await user.type(zone(), 'New York');
  await user.click(await screen.findByRole('option', { name: 'Eastern Time (New York)' }));
  await user.retype(/^Postal code/, '78704');

  await screen.findByText('The address is in Central Time');
  expect(zone().value).toBe('Eastern Time (New York)');
});

test('keeps the time zone of an existing location when its address changes', async () => {
  const { user } = await editing({ timeZone: 'America/New_York' });

  await user.retype(/^State/, 'TX');
  await user.retype(/^Postal code/, '78704');

  await screen.findByText('The address is in Central Time');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Time zone/ }).value).toBe(
    'Eastern Time (New York)',
  );
});

test('marks the tab of a required field until it is filled in', async () => {
  const { user } = await show(<AddLocation />, { at: '/locations/add' });

  await user.press('Delivery 1 required');
  await user.type(field(/^Delivers within/), '5');

  await screen.findByRole('button', { name: 'Delivery' });
});

test('sends only changed fields with the version', async () => {
  const edits = serve(locationRoutes.edit, locationViewOf({ version: 2 }));
  const { user, location } = await editing();

  await user.retype(/^Name/, 'Downtown');
  await user.press('Save changes');

  expect(await onlyRequest(edits)).toMatchObject({
    params: [location._id],
    body: { name: 'Downtown', version: 1 },
  });
  expect(Object.keys(edits[0]?.body as object).sort()).toEqual(['name', 'version']);
});

test('shows a duplicate code at its field and keeps the input', async () => {
  serve(
    locationRoutes.edit,
    refusal(409, 'duplicate', 'Taken', { fields: [{ path: 'code', message: 'Airport has this code' }] }),
  );
  const { user } = await editing();

  await user.retype(/^Code/, 'AP');
  await user.press('Save changes');

  expect(await screen.findByText('Airport has this code')).toBeTruthy();
  expect(field(/^Code/).value).toBe('AP');
});

test('clears the custom fee when it is turned off', async () => {
  const edits = serve(locationRoutes.edit, locationViewOf());
  const { user } = await editing({ deliveryFee: { base: 300, perMile: 50, freeAbove: null } });

  await openTab(user, 'Delivery');
  expect(field(/^Base fee/).value).toBe('3.00');
  await user.click(screen.getByRole('switch', { name: /^Custom delivery fees/ }));
  expect(screen.queryByRole('textbox', { name: /^Base fee/ })).toBeNull();
  await user.press('Save changes');

  await waitFor(() => expect(edits).toMatchObject([{ body: { deliveryFee: null } }]));
});

const monday = () => within(screen.getByRole('group', { name: 'Monday' }));
test('rejects hours that close before they open, at their day', async () => {
  const edits = serve(locationRoutes.edit, locationViewOf());
  const { user } = await editing({ openingHours: { monday: [{ opens: '08:00', closes: '20:00' }] } });

  await openTab(user, 'Hours');
  const closes = monday().getByLabelText('Monday closes');
  await user.retype(closes, '07:00');
  await user.press('Save changes');

  expect(await monday().findByText('Closing time must be after opening time')).toBeTruthy();
  expect(edits).toEqual([]);
});

test('copies the hours of Monday to every day, and closes a day', async () => {
  const edits = serve(locationRoutes.edit, locationViewOf());
  const { user } = await editing({ openingHours: { monday: [{ opens: '09:00', closes: '17:00' }] } });

  await openTab(user, 'Hours');
  await user.press('Copy Monday to every day');
  await user.click(screen.getByRole('switch', { name: 'Sunday' }));
  await user.press('Save changes');

  await waitFor(() => expect(edits).toHaveLength(1));
  const { openingHours } = edits[0]!.body as LocationInput;
  expect(openingHours?.tuesday).toEqual([{ opens: '09:00', closes: '17:00' }]);
  expect(openingHours?.sunday).toBeUndefined();
});

test('sends no opening hours if the location is always open', async () => {
  const edits = serve(locationRoutes.edit, locationViewOf());
  const { user } = await editing({ openingHours: { monday: [{ opens: '09:00', closes: '17:00' }] } });

  await openTab(user, 'Hours');
  await user.click(screen.getByRole('switch', { name: 'Always open' }));
  expect(screen.queryByRole('group', { name: 'Monday' })).toBeNull();
  await user.press('Save changes');

  await waitFor(() => expect(edits).toMatchObject([{ body: { openingHours: {} } }]));
});

test('closes the location all day on a special date without hours', async () => {
  const edits = serve(locationRoutes.edit, locationViewOf());
  const { user } = await editing();

  await openTab(user, 'Hours');
  await user.press('Add a date');
  await user.type(field(/^Date 1/), '12/25/2026');
  await user.tab();
  await user.type(screen.getByRole('textbox', { name: 'Reason for 12/25/2026' }), 'Christmas');
  await user.press('Save changes');

  expect(await onlyBody(edits)).toMatchObject({
    hoursExceptions: [{ date: '2026-12-25', spans: [], note: 'Christmas' }],
  });
});

test('shows the commission read-only to store users', async () => {
  const edits = serve(locationRoutes.edit, locationViewOf());
  const { user } = await editing();
  signInStore(['store_view', 'store_edit'], [{ _id: idOf(1), name: 'Downtown Market' }]);

  await waitFor(() => expect(field(/^Commission/).disabled).toBe(true));
  expect(screen.getByText('Only the marketplace can change this')).toBeTruthy();
  await user.retype(/^Name/, 'Downtown');
  await user.press('Save changes');

  expect(await onlyBody(edits)).not.toHaveProperty('commissionRate');
});

test('opens the location on an inherited holiday with its weekly hours', async () => {
  serve(locationRoutes.holidays, [
    { date: '2020-12-25', spans: [], note: 'Past' },
    { date: '2099-12-25', spans: [], note: 'Christmas' },
  ]);
  const edits = serve(locationRoutes.edit, locationViewOf());
  const hours = { friday: [{ opens: '09:00', closes: '17:00' }] };
  const { user } = await editing({ openingHours: hours });

  await openTab(user, 'Hours');
  expect(await screen.findByText('Closed · Christmas')).toBeTruthy();
  expect(screen.queryByText(/Past/)).toBeNull();
  await user.press('Change hours on 12/25/2099');
  expect(screen.queryByText('Closed · Christmas')).toBeNull();
  await user.press('Save changes');

  const own = { date: '2099-12-25', spans: hours.friday, note: 'Christmas' };
  await waitFor(() => expect(edits).toMatchObject([{ body: { hoursExceptions: [own] } }]));
});

test('collapses past dates, and opens the tab with the error', async () => {
  const edits = serve(locationRoutes.edit, locationViewOf());
  const past = { date: '2020-12-25', spans: [], note: 'Christmas' };
  const { user } = await editing({ hoursExceptions: [past] });

  await openTab(user, 'Hours');
  expect(screen.getByText('1 past date')).toBeTruthy();
  await user.press('Add a date');
  await openTab(user, 'General');
  await user.press('Save changes');

  expect(await screen.findByRole('button', { name: 'Hours 1', current: 'page' })).toBeTruthy();
  expect(edits).toEqual([]);
});

test('puts every field on the tab that counts its errors', async () => {
  const { user } = await editing({
    deliveryFee: { base: 300, perMile: 50, freeAbove: null },
    deliverySlots: { lengthMinutes: 120, capacity: null, leadMinutes: 60 },
    openingHours: { monday: [{ opens: '08:00', closes: '20:00' }] },
  });

  const missing: Record<string, string[]> = {};
  for (const { label, fields } of formTabs) {
    await openTab(user, label);
    const shown = fieldsShown();
    missing[label] = fields.filter((field) => !shown.has(field));
  }

  // The selected area kind decides which of the two fields is shown.
  expect(missing).toEqual({ General: [], Hours: [], Delivery: ['areaKind', 'deliveryArea'] });
});
