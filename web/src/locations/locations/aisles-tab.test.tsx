import { type Aisles, locationRoutes } from '@aisle/contract/locations/locations';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { AislesTab } from './aisles-tab.tsx';
import { locationViewOf } from './locations.fixtures.ts';

const aisles = (names: readonly string[], isSuggested = true): Aisles => ({
  aisles: names.map((name) => ({ _id: `id-${name}`, name, items: name === 'Frozen' ? 1 : 1200 })),
  isSuggested,
  version: 4,
});
const open = (data: Aisles, permissions: readonly Permission[] = ['store_view', 'store_edit']) => {
  serve(locationRoutes.aisles, data);
  return show(<AislesTab location={locationViewOf()} />, { permissions });
};
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Departments' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('saves the sequence sorted by keyboard and buttons, with the version that was read', async () => {
  const saves = serve(locationRoutes.edit, () => {
    serve(locationRoutes.aisles, aisles(['Frozen', 'Dairy', 'Produce'], false));
    return locationViewOf();
  });
  const { user } = await open(aisles(['Produce', 'Dairy', 'Frozen']));
  expect(await rows()).toEqual(['Produce1,200 items', 'Dairy1,200 items', 'Frozen1 item']);
  expect(screen.getByText(/It is a suggestion/)).toBeTruthy();

  screen.getByRole('button', { name: /^Move Frozen, 3 of 3/ }).focus();
  await user.keyboard('{Home}');
  await user.press('Move Dairy up');
  await user.press('Save sequence');

  await waitFor(() =>
    expect(saves[0]?.body).toEqual({ aisleOrder: ['id-Frozen', 'id-Dairy', 'id-Produce'], version: 4 }),
  );
  expect(await screen.findByRole('button', { name: 'Use suggested sequence' })).toBeTruthy();
  expect(screen.queryByText(/It is a suggestion/)).toBeNull();
});

test('discards changes, and returns to the suggested sequence', async () => {
  const saves = serve(locationRoutes.edit, locationViewOf());
  const { user } = await open(aisles(['Produce', 'Dairy'], false));
  await rows();

  await user.press('Move Dairy up');
  await user.press('Discard changes');
  expect(await rows()).toEqual(['Produce1,200 items', 'Dairy1,200 items']);
  await user.press('Use suggested sequence');

  await waitFor(() => expect(saves[0]?.body).toEqual({ aisleOrder: null, version: 4 }));
});

test('hides edit controls from read-only users', async () => {
  await open(aisles(['Produce', 'Dairy']), ['store_view']);

  expect(await rows()).toHaveLength(2);
  expect(screen.queryByRole('button')).toBeNull();
});

test('explains an empty list', async () => {
  await open(aisles([]));

  expect(await screen.findByText(/No departments yet/)).toBeTruthy();
});
