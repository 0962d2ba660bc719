import { handInRoutes } from '@aisle/contract/sales/hand-ins';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { onlyBody, serve } from '../../../test/server.ts';
import { id, morning } from '../orders/order.fixtures.ts';
import { board, dora, orderToDeliver } from './cards.fixtures.tsx';
import { DriverRail } from './driver-rail.tsx';

test('lists free drivers and the load of the others', async () => {
  await show(<DriverRail board={board} />);

  const rail = within(await screen.findByRole('region', { name: 'Drivers' }));
  expect(rail.getByRole('heading').textContent).toBe('Drivers21 free · 1 busy');
  const [first, second] = rail.getAllByRole('listitem');
  expect(first?.textContent).toContain('3 delivered today');
  expect(second?.textContent).toContain('2 assigned');
  expect(second?.textContent).toContain('Busy');
});

test('shows the distance of drivers to the selected errand', async () => {
  const point = { latitude: 30.1, longitude: -97, isApproximate: false };
  const near = { ...dora, lastStop: { latitude: 30.1, longitude: -97.01, isApproximate: false } };
  const drivers = [near, { ...dora, _id: id(24), name: 'Lin Far', locationIds: [id(51)] }];
  await show(<DriverRail board={{ ...board, drivers }} to={orderToDeliver({ point })} />);

  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('about 0.6 mi away');
  expect(second?.textContent).not.toContain('mi');
});

test('shows an empty state without drivers', async () => {
  await show(<DriverRail board={{ ...board, drivers: [] }} />, {
    permissions: ['driver_list'],
  });

  expect(await screen.findByText(/No drivers yet/)).toBeTruthy();
});

test('collapses offline drivers without cash or items', async () => {
  const cash = [{ locationId: id(50), locationName: 'North', held: 3801 }];
  const drivers = [
    dora,
    { ...dora, _id: id(24), name: 'Lin Gone', availability: 'offline' as const },
    { ...dora, _id: id(25), name: 'Cy Cash', availability: 'offline' as const, cash },
  ];
  await show(<DriverRail board={{ ...board, drivers }} />, { permissions: ['order_edit'] });

  const folded = (await screen.findByText('1 offline')).closest('details');
  expect(folded?.textContent).toContain('Lin Gone');
  expect(folded?.textContent).not.toContain('Cy Cash');
  expect(screen.getByText('$38.01 cash')).toBeTruthy();
});

test('requires a note if the counted cash differs', async () => {
  const cash = [{ locationId: id(50), locationName: 'North', held: 3801 }];
  const received = serve(handInRoutes.create, {
    _id: id(90),
    locationId: id(50),
    locationName: 'North',
    timeZone: 'UTC',
    driverId: dora._id,
    driverName: dora.name,
    expected: 3801,
    counted: 3701,
    difference: -100,
    note: 'Wrong change',
    receivedBy: 'Nora Clerk',
    createdAt: morning,
  });
  const drivers = [{ ...dora, cash }];
  const { user } = await show(<DriverRail board={{ ...board, drivers }} />, { permissions: ['order_edit'] });

  await user.press('Receive cash from Dora Drew');
  const dialog = within(await screen.findByRole('dialog', { name: 'Receive cash from Dora Drew' }));
  await user.type(dialog.getByRole('textbox', { name: /Cash counted/ }), '37.01');
  expect(dialog.getByRole('status').textContent).toBe('$1.00 short');
  await user.click(dialog.getByRole('button', { name: 'Receive $37.01' }));
  expect(dialog.getByText('Explain the difference')).toBeTruthy();
  expect(received).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'Wrong change');
  await user.click(dialog.getByRole('button', { name: 'Receive $37.01' }));

  expect(await onlyBody(received)).toEqual({
    driverId: dora._id,
    locationId: id(50),
    expected: 3801,
    counted: 3701,
    note: 'Wrong change',
  });
});
