import { locationRoutes } from '@aisle/contract/locations/locations';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { AssignLocations } from './assign-locations.tsx';

const locations = [
  { _id: 'location-1', name: 'Harbour Street' },
  { _id: 'location-2', name: 'Mill Lane' },
];
const where = () => screen.getByRole('combobox', { name: 'Where' });

test('keeps the list of locations open while they load', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof locations>();
  serve(locationRoutes.dropdown, () => promise);
  const assigned = serve(locationRoutes.assignByFilter, { assigned: 7, unassigned: 0, changed: 0 });
  const { user } = await show(<AssignLocations onClose={() => {}} />);

  await user.click(where());
  resolve(locations);
  await user.click(await screen.findByRole('option', { name: 'Mill Lane' }));
  await user.press('Assign');

  await screen.findByText(/^7 assignments added/);
  expect(assigned[0]?.body).toMatchObject({ locationIds: ['location-2'], filters: { all: true } });
});

test('selects all locations at once', async () => {
  serve(locationRoutes.dropdown, locations);
  const { user } = await show(<AssignLocations onClose={() => {}} />);

  await user.press('Select all 2');

  // Once in the field and once in its list.
  expect(screen.getAllByText('Harbour Street')).toHaveLength(2);
  expect(screen.getAllByText('Mill Lane')).toHaveLength(2);
});
