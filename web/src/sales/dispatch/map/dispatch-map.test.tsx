import type { Board, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveLayout, show } from '../../../../test/render.tsx';
import { id } from '../../orders/order.fixtures.ts';
import { boardOf, driverOf, orderOf } from '../board/board.fixtures.ts';
import { DispatchMap } from './dispatch-map.tsx';

beforeEach(giveLayout);

const now = Date.parse('2026-11-20T12:00:00.000Z');
const order = (more: Partial<BoardOrder> = {}): BoardOrder =>
  orderOf(1, { point: { latitude: 30.3, longitude: -97.7, isApproximate: false }, ...more });
const north = {
  _id: id(50),
  name: 'North',
  latitude: 30.27,
  longitude: -97.74,
  deliveryRadiusKm: 8,
  deliveryArea: null,
};
const boardWith = (...orders: BoardOrder[]): Board => boardOf({ locations: [north], drivers: [], orders });
const select = vi.fn();
const showMap = (board: Board, selected: string[] = []) =>
  show(<DispatchMap board={board} now={now} selected={new Set(selected)} select={select} />);

test('selects an order by its pin but not a store', async () => {
  select.mockClear();
  const { user } = await showMap(boardWith(order()), [id(1)]);

  await user.click(await screen.findByRole('button', { name: /^A-1001, Grace Hill/, pressed: true }));

  expect(select.mock.calls).toEqual([[id(1)]]);
  expect(screen.getByRole('img', { name: 'North, store' })).toBeTruthy();
});

test('shows each driver at the last confirmed stop, with its time', async () => {
  select.mockClear();
  const lastStop = { latitude: 30.28, longitude: -97.7, isApproximate: false };
  const seen = { lastStop, lastStopAt: '2026-11-20T11:35:00.000Z' };
  const drivers = [driverOf(seen), driverOf({ _id: id(24), name: 'Kim Hale' })];
  const { user } = await showMap({ ...boardWith(), drivers });

  const pin = await screen.findByRole('button', { name: 'Dora Drew, available, last stop 25 min ago' });
  await user.click(pin);

  expect(pin.textContent).toBe('Dora · 25 min ago');
  expect(select.mock.calls).toEqual([[id(22)]]);
  expect(screen.queryByRole('button', { name: /^Kim/ })).toBeNull();
});

test('shows distances around a single store', async () => {
  await showMap(boardWith(order()));

  for (const text of ['1 mi', '2 mi', '3 mi']) expect(await screen.findByText(text)).toBeTruthy();
});

test('shows a legend of the visible pin types', async () => {
  await showMap(boardWith(order()));

  const legend = within(await screen.findByRole('list', { name: 'Legend' }));
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Store',
    'Waiting for a driver',
  ]);
});

test('explains approximate positions if there are any', async () => {
  const { unmount } = await showMap(boardWith(order()));
  expect(screen.queryByText(/are approximate/)).toBeNull();
  unmount();

  await showMap(boardWith(order({ point: { latitude: 30.3, longitude: -97.7, isApproximate: true } })));

  expect(await screen.findByText(/are approximate/)).toBeTruthy();
});

test('lists orders without a known position below the map', async () => {
  await showMap(boardWith(order({ point: null })));

  const text = await screen.findByText(/^Not on the map/);
  expect(within(text).getByText('A-1001')).toBeTruthy();
});
