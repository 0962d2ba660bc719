import { type HandIn, handInRoutes } from '@aisle/contract/sales/hand-ins';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { CashPanel } from './cash-panel.tsx';
import { HandInList } from './hand-in-list.tsx';

const handIn: HandIn = {
  _id: idOf(1),
  locationId: idOf(2),
  locationName: 'Downtown Market',
  timeZone: 'UTC',
  driverId: idOf(3),
  driverName: 'Emeka Nwosu',
  expected: 3801,
  counted: 3701,
  difference: -100,
  note: 'Gave too much change',
  receivedBy: 'Nora Clerk',
  createdAt: '2026-11-20T18:00:00.000Z',
};
const driver = {
  _id: idOf(3),
  name: 'Emeka Nwosu',
  cash: [{ locationId: idOf(2), locationName: 'Downtown Market', held: 4884 }],
};

test("shows a driver's cash in hand and hand-ins", async () => {
  const requests = serve(handInRoutes.list, pageOf(handIn));
  await show(<CashPanel driver={driver} />, {
    permissions: ['order_edit', 'driver_view'],
  });

  const inHand = within(await screen.findByRole('list', { name: 'Cash in hand' }));
  expect(inHand.getByText('$48.84 in hand')).toBeTruthy();
  const handIns = within(await screen.findByRole('list', { name: 'Recent hand-ins' }));
  expect(handIns.getByText('$1.00 short')).toBeTruthy();
  expect(handIns.getByText(/received by Nora Clerk · Gave too much change/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Receive cash…' })).toBeTruthy();
  expect(requests[0]?.body).toMatchObject({ filters: { driverId: idOf(3) } });
});

test('hides the receive button without cash', async () => {
  serve(handInRoutes.list, pageOf());
  await show(<CashPanel driver={{ ...driver, cash: [] }} />, { permissions: ['order_edit'] });

  expect(await screen.findByText('No cash in hand.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Receive cash…' })).toBeNull();
});

test('hides the receive button from read-only users', async () => {
  serve(handInRoutes.list, pageOf());
  await show(<CashPanel driver={driver} />, { permissions: ['driver_view'] });

  expect(await screen.findByText('$48.84 in hand')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Receive cash…' })).toBeNull();
});

test('lists the expected and counted amounts with their difference', async () => {
  serve(handInRoutes.list, pageOf(handIn));
  await show(<HandInList />, { permissions: ['driver_view'] });

  expect(await screen.findByText('$1.00 short')).toBeTruthy();
  expect(screen.getByText('$38.01')).toBeTruthy();
  expect(screen.getByText('$37.01')).toBeTruthy();
  expect(screen.getByText('Gave too much change')).toBeTruthy();
});
