import type { Board, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveLayout, show } from '../../../../test/render.tsx';
import { id } from '../../orders/order.fixtures.ts';
import { boardOf, orderOf } from '../board/board.fixtures.ts';
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

  expect(select.mock.calls).toEqual([[order()]]);
  expect(screen.getByRole('img', { name: 'North, store' })).toBeTruthy();
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
