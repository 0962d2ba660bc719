import { type LocationInput, locationRoutes } from '@aisle/contract/locations/locations';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { giveLayout, show } from '../../../../test/render.tsx';
import { type Request, serve } from '../../../../test/server.ts';
import { locationViewOf } from '../locations.fixtures.ts';
import { EditLocation } from './location-form.tsx';

beforeEach(giveLayout);

let edits: Request[];
async function editing(more: Parameters<typeof locationViewOf>[0] = {}) {
  const location = locationViewOf({ _id: idOf(1), ...more });
  serve(locationRoutes.view, location);
  serve(locationRoutes.holidays, []);
  edits = serve(locationRoutes.edit, location);
  const shown = await show(<EditLocation />, {
    at: `/locations/edit/${location._id}`,
    page: '/locations/edit/$id',
    permissions: ['store_view', 'store_edit'],
  });
  await screen.findByRole('heading', { name: 'Edit Downtown Market' });
  await shown.user.press('Delivery');
  const choose = (kind: string) => shown.user.click(screen.getByRole('radio', { name: kind }));
  return { ...shown, choose };
}
const savedArea = async () => {
  await waitFor(() => expect(edits).toHaveLength(1));
  return (edits[0]!.body as LocationInput).deliveryArea;
};
const field = (name: RegExp) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

test('starts with an area around the store, and moves and adds corners by keyboard', async () => {
  const { user, choose } = await editing();

  await choose('Area on the map');
  const before = field(/^Corners/).value;
  (await screen.findByRole('button', { name: 'Corner 1' })).focus();
  await user.keyboard('{ArrowUp}');
  await user.press('Add corner');
  await user.press('Save changes');

  const area = await savedArea();
  expect(before.split('\n')).toHaveLength(6);
  expect(area).toMatchObject({ kind: 'polygon', points: { length: 7 } });
  expect(before).not.toContain(String((area as { points: { latitude: number }[] }).points[0]!.latitude));
});

test('removes a selected corner, but keeps at least three', async () => {
  const points = [
    { latitude: 30.2, longitude: -97.8 },
    { latitude: 30.3, longitude: -97.8 },
    { latitude: 30.3, longitude: -97.7 },
    { latitude: 30.2, longitude: -97.7 },
  ];
  const { user } = await editing({ deliveryArea: { kind: 'polygon', points } });

  (await screen.findByRole('button', { name: 'Corner 2' })).focus();
  await user.keyboard('{Enter}');
  await user.press('Remove corner 2');
  screen.getByRole('button', { name: 'Corner 1' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: /^Remove corner/ })).toBeNull();
  await user.press('Save changes');

  expect(await savedArea()).toEqual({ kind: 'polygon', points: points.filter((_, at) => at !== 1) });
});

test('accepts pasted coordinates, and rejects unreadable or self-intersecting ones', async () => {
  const { user, choose } = await editing();
  await choose('Area on the map');

  await user.retype(field(/^Corners/), '30.2 Main St');
  expect(await screen.findByText('Enter numbers separated by commas')).toBeTruthy();
  await user.retype(field(/^Corners/), '30.2');
  expect(await screen.findByText('Enter a latitude and a longitude on each line')).toBeTruthy();
  await user.clear(field(/^Corners/));
  await user.click(field(/^Corners/));
  await user.paste('30, -97\n31, -96\n31, -97\n30, -96');
  await user.press('Save changes');
  expect(await screen.findByText('The edges of the area cross each other')).toBeTruthy();
  expect(edits).toEqual([]);
});

test('accepts a pasted list of postal codes, and names invalid ones', async () => {
  const { user, choose } = await editing();
  await choose('Postal codes');

  await user.click(field(/^Postal codes/));
  await user.paste('78701 78702\n78703-1234, ?');
  await user.press('Save changes');
  expect(await screen.findByText("“?” isn't a postal code")).toBeTruthy();
  await user.clear(field(/^Postal codes/));
  await user.paste('78701 78702\n78703-1234');
  expect(screen.getByText('Delivers to 3 postal codes')).toBeTruthy();
  await user.press('Save changes');

  expect(await savedArea()).toEqual({ kind: 'postalCodes', codes: ['78701', '78702', '78703'] });
});

test('switches from an area back to a distance', async () => {
  const { user, choose } = await editing({ deliveryArea: { kind: 'postalCodes', codes: ['78701'] } });

  await choose('Distance');
  expect(field(/^Delivers within/).value).toBe('4.97');
  await user.press('Save changes');

  expect(await savedArea()).toBeNull();
});
