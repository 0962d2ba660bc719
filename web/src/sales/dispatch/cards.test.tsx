import {
  type Board,
  type BoardCollection,
  type BoardOrder,
  dispatchRoutes,
} from '@aisle/contract/sales/dispatch';
import type { DeliveryInHand } from '@aisle/contract/sales/drivers';
import { SteppedOrder } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { id, morning, order as whole } from '../orders/order-examples.ts';
import { CollectionCard } from './collection-card.tsx';
import { DriverRail } from './driver-rail.tsx';
import { OrderCard } from './order-card.tsx';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const dora: Board['drivers'][number] = {
  _id: id(22),
  name: 'Dora Drew',
  phone: '+12025550199',
  photo: null,
  vehicleType: 'car',
  availability: 'available',
  locationIds: [id(50)],
  open: 0,
  deliveredToday: 3,
};
const board: Board = {
  drivers: [dora, { ...dora, _id: id(23), name: 'Sam Reed', availability: 'busy', open: 2 }],
  orders: [],
  collections: [],
  trips: [],
  isCut: false,
  at: morning,
};
const inHand = (status: DeliveryInHand['status']): DeliveryInHand => ({
  _id: id(30),
  tripId: id(31),
  driverId: dora._id,
  driverName: dora.name,
  status,
  offerExpiresAt: '2026-11-20T12:03:00.000Z',
});
const place = {
  locationId: id(50),
  locationName: 'North',
  customerName: 'Grace Hill',
  line1: '1 Elm Street',
  postalCode: '62701',
  distanceKm: 1.609344,
  unitCount: 2,
  lineCount: 2,
};
const toBring = (more: Partial<BoardOrder> = {}): BoardOrder => ({
  ...place,
  _id: id(1),
  number: 'A-1001',
  version: 3,
  timeZone: 'UTC',
  status: 'awaitingForDelivery',
  dispatchStatus: 'inQueue',
  slot: null,
  promisedAt: '2026-11-20T12:20:00.000Z',
  handOverCode: '4711',
  delivery: null,
  suggestedDriverId: null,
  ...more,
});
const toFetch = (more: Partial<BoardCollection> = {}): BoardCollection => ({
  ...place,
  _id: id(70),
  number: 'R-5',
  version: 4,
  kind: 'return',
  status: 'approved',
  orderId: id(1),
  createdAt: morning,
  delivery: null,
  ...more,
});
const offer = vi.fn();
const common = { board, now, showsLocation: true, choice: undefined, offer };
const bring = async (shown: BoardOrder, permissions: readonly 'order_edit'[] = ['order_edit']) => {
  const steps = serve(orderRoutes.updateStatus, SteppedOrder.parse(whole()));
  return { steps, ...(await show(<OrderCard {...common} order={shown} />, { permissions })) };
};
const fetched = (shown: BoardCollection) =>
  show(<CollectionCard {...common} collection={shown} />, { permissions: ['order_edit'] });
const card = async () => within(await screen.findByRole('listitem'));
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const sure = async (name: string) => within(await screen.findByRole('dialog')).getByRole('button', { name });

test('a card says whose order it is, where it goes, how far and how much', async () => {
  await bring(toBring());

  const shown = await card();
  expect(shown.getByText('Grace Hill')).toBeTruthy();
  expect(shown.getByText('1 Elm Street · 62701 · 1.0 mi')).toBeTruthy();
  expect(shown.getByText('2 items · North')).toBeTruthy();
  expect(shown.getByText('20 min left')).toBeTruthy();
});

test('an order whose time is over says how late it is', async () => {
  await bring(toBring({ promisedAt: '2026-11-20T11:55:00.000Z' }));

  expect((await card()).getByText('5 min late')).toBeTruthy();
});

test('the driver who is proposed is asked with one press', async () => {
  const requested = serve(dispatchRoutes.offer, { tripId: id(31), link: '/trip/x', expiresAt: morning });
  const { user } = await bring(toBring({ suggestedDriverId: dora._id }));

  await user.click(await button('Ask Dora: A-1001, Grace Hill'));

  await waitFor(() => expect(requested[0]?.body).toEqual({ driverId: dora._id, orderIds: [id(1)] }));
});

test('where nobody is proposed, one chooses whom to ask', async () => {
  offer.mockClear();
  const { user } = await bring(toBring());

  await user.click(await button('Ask a driver…: A-1001, Grace Hill'));

  expect(offer).toHaveBeenCalledOnce();
});

test('who was asked is named, with how long they have to answer', async () => {
  await bring(toBring({ dispatchStatus: 'driverConfirmationPending', delivery: inHand('offered') }));

  expect((await card()).getByText('Dora Drew has 3 min to respond')).toBeTruthy();
});

test('who comes for an order names its code, and gets the goods with it', async () => {
  const { user, steps } = await bring(
    toBring({ dispatchStatus: 'driverConfirmed', delivery: inHand('accepted') }),
  );

  expect((await card()).getByText('4711')).toBeTruthy();
  await user.click(await button(/^Hand over:/));
  await user.click(await sure('Hand over'));

  await waitFor(() =>
    expect(steps[0]?.body).toEqual({ status: 'driverConfirmationCompleted', version: 3, code: '4711' }),
  );
});

test('an order is taken back from its driver', async () => {
  const { user, steps } = await bring(
    toBring({ dispatchStatus: 'driverConfirmed', delivery: inHand('accepted') }),
  );

  await user.click(await button('More for A-1001'));
  await user.click(await screen.findByRole('menuitem', { name: 'Take it back from Dora Drew' }));
  await user.click(await sure('Take it back'));

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'inQueue', version: 3 }));
});

test('own staff bring an order, and no driver is sought', async () => {
  const { user, steps } = await bring(toBring());

  await user.click(await button('More for A-1001'));
  await user.click(await screen.findByRole('menuitem', { name: 'Own staff deliver' }));
  await user.click(await sure('Own staff deliver'));

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'offQueue', version: 3 }));
});

test('an order that could not be delivered comes back with the reason', async () => {
  const { user, steps } = await bring(toBring({ status: 'outOfDelivery', delivery: inHand('onTheWay') }));

  await user.click(await button('More for A-1001'));
  await user.click(await screen.findByRole('menuitem', { name: 'Could not be delivered…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'A-1001 could not be delivered' }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Bell is broken');
  await user.click(dialog.getByRole('button', { name: 'Bring it back' }));

  await waitFor(() => expect(steps[0]?.body).toMatchObject({ status: 'awaitingForDelivery', version: 3 }));
  expect(steps[0]?.body).toHaveProperty('note', expect.stringMatching(/: Bell is broken$/));
});

test('who may only look takes no order further', async () => {
  await bring(toBring(), []);

  expect((await card()).queryByRole('button')).toBeNull();
});

test('goods to be fetched wait until a driver is asked', async () => {
  offer.mockClear();
  const { user } = await fetched(toFetch());

  expect((await card()).getByText('to fetch')).toBeTruthy();
  await user.click(await button('Ask a driver…: R-5, Grace Hill'));

  expect(offer).toHaveBeenCalledOnce();
});

test('goods that a driver has are taken in on their own screen', async () => {
  await fetched(toFetch({ status: 'driverPickedUp', delivery: inHand('pickedUp') }));

  const way = await screen.findByRole('link', { name: 'Take it in…' });
  expect(way.getAttribute('href')).toBe(`/orders/returns/${id(70)}`);
  expect((await card()).getByText('Dora Drew has the order')).toBeTruthy();
});

test('the rail says who is free, and how much the others have to do', async () => {
  await show(<DriverRail board={board} />);

  const rail = within(await screen.findByRole('region', { name: 'Drivers' }));
  expect(rail.getByRole('heading').textContent).toBe('Drivers21 free');
  const [first, second] = rail.getAllByRole('listitem');
  expect(first?.textContent).toContain('3 today');
  expect(second?.textContent).toContain('2 in hand');
  expect(second?.textContent).toContain('Busy');
});

test('a board without drivers leads to the first one', async () => {
  await show(<DriverRail board={{ ...board, drivers: [] }} />, {
    permissions: ['driver_list'],
    screens: { '/driver': { title: 'Drivers' } },
  });

  expect(await screen.findByText(/Nobody drives here yet/)).toBeTruthy();
});
