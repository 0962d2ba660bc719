import {
  type Board,
  type BoardCollection,
  type BoardOrder,
  dispatchRoutes,
} from '@aisle/contract/sales/dispatch';
import type { DeliveryInHand } from '@aisle/contract/sales/drivers';
import { handInRoutes } from '@aisle/contract/sales/hand-ins';
import { SteppedOrder } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { id, morning, order as whole } from '../orders/order-examples.ts';
import { CollectionCard } from './collection-card.tsx';
import { DriverRail } from './driver-rail.tsx';
import { ErrandList } from './errand-list.tsx';
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
  comingBack: 0,
  cash: [],
};
const board: Board = {
  locations: [],
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
  point: null,
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
  note: null,
  cashDue: 0,
  failed: null,
  comingBackFrom: null,
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
  await user.click(await screen.findByRole('menuitem', { name: 'Unassign Dora Drew' }));
  await user.click(await sure('Unassign driver'));

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'inQueue', version: 3 }));
});

test('own staff deliver an order at once, without a question', async () => {
  const { user, steps } = await bring(toBring());

  await user.click(await button('More for A-1001'));
  await user.click(await screen.findByRole('menuitem', { name: 'Deliver with own staff' }));

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'offQueue', version: 3 }));
});

test('a step that tells nobody outside is undone from its message', async () => {
  const undone = serve(orderRoutes.undoStep, SteppedOrder.parse(whole()));
  const { user } = await bring(toBring({ dispatchStatus: 'offQueue' }));
  serve(orderRoutes.updateStatus, SteppedOrder.parse(whole({ version: 8 })));

  await user.click(await button('More for A-1001'));
  await user.click(await screen.findByRole('menuitem', { name: 'Find a driver' }));
  const message = await screen.findByText('A-1001: Waiting for a driver');
  await user.click(within(message.parentElement!).getByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(undone).toMatchObject([{ params: [id(1)], body: { version: 8 } }]));
});

test('own staff in place of a driver who was asked cannot be undone', async () => {
  const { user, steps } = await bring(
    toBring({ number: 'A-1009', dispatchStatus: 'driverConfirmationPending', delivery: inHand('offered') }),
  );

  await user.click(await button('More for A-1009'));
  await user.click(await screen.findByRole('menuitem', { name: 'Deliver with own staff' }));

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'offQueue', version: 3 }));
  expect(screen.queryByText(/^A-1009: Own staff/)).toBeNull();
});

test('an order that could not be delivered comes back with the reason', async () => {
  const { user, steps } = await bring(toBring({ status: 'outOfDelivery', delivery: inHand('onTheWay') }));

  await user.click(await button('More for A-1001'));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as failed…' }));
  const dialog = within(await screen.findByRole('dialog', { name: "A-1001 couldn't be delivered" }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Bell is broken');
  await user.click(dialog.getByRole('button', { name: 'Mark as failed' }));

  await waitFor(() =>
    expect(steps[0]?.body).toMatchObject({
      status: 'awaitingForDelivery',
      version: 3,
      comingBack: true,
    }),
  );
  expect(steps[0]?.body).toHaveProperty('note', expect.stringMatching(/: Bell is broken$/));
});

test('who may only look takes no order further', async () => {
  await bring(toBring(), []);

  expect((await card()).queryByRole('button')).toBeNull();
});

test('goods to be fetched wait until a driver is asked', async () => {
  offer.mockClear();
  const { user } = await fetched(toFetch());

  expect((await card()).getByText('Pickup')).toBeTruthy();
  await user.click(await button('Ask a driver…: R-5, Grace Hill'));

  expect(offer).toHaveBeenCalledOnce();
});

test('goods that a driver has are taken in on their own screen', async () => {
  await fetched(toFetch({ status: 'driverPickedUp', delivery: inHand('pickedUp') }));

  const way = await screen.findByRole('link', { name: 'Receive…' });
  expect(way.getAttribute('href')).toBe(`/orders/returns/${id(70)}`);
  expect((await card()).getByText('Dora Drew has the order')).toBeTruthy();
});

test('the rail says who is free, and how much the others have to do', async () => {
  await show(<DriverRail board={board} />);

  const rail = within(await screen.findByRole('region', { name: 'Drivers' }));
  expect(rail.getByRole('heading').textContent).toBe('Drivers21 free · 1 busy');
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

  expect(await screen.findByText(/No drivers yet/)).toBeTruthy();
});

const failed = {
  count: 1,
  driverId: dora._id,
  driverName: dora.name,
  reason: 'No one home',
  at: '2026-11-20T03:01:00.000Z',
};

test('what comes back says who has it and why, and is received with one press', async () => {
  const received = serve(dispatchRoutes.receiveBack, { _id: id(1) });
  const { user } = await bring(toBring({ failed, comingBackFrom: 'Dora Drew', cashDue: 4884 }));

  const shown = await card();
  expect(shown.getByText('1 failed attempt · No one home · 3:01 AM')).toBeTruthy();
  expect(shown.getByText('Dora Drew is bringing it back')).toBeTruthy();
  expect(shown.getByText('Coming back')).toBeTruthy();
  expect(shown.queryByText(/^Collect/)).toBeNull();
  expect(shown.queryByRole('button', { name: /^Ask/ })).toBeNull();
  await user.click(await button('Received back: A-1001, Grace Hill'));

  await waitFor(() => expect(received[0]?.params).toEqual([id(1)]));
});

test('a second attempt is offered to the same driver', async () => {
  await bring(toBring({ failed, suggestedDriverId: dora._id }));

  expect(await button('Try again with Dora: A-1001, Grace Hill')).toBeTruthy();
});

test("a card shows the customer's note, and the cash to collect", async () => {
  await bring(toBring({ note: 'I will be home after 5:30.', cashDue: 4884 }));

  const shown = await card();
  expect(shown.getByText('I will be home after 5:30.')).toBeTruthy();
  expect(shown.getByText('Collect $48.84 cash')).toBeTruthy();
});

test.each([
  ['2026-11-20T12:14:00.000Z', 'data-soon', true],
  ['2026-11-20T12:16:00.000Z', 'data-soon', false],
  ['2026-11-20T11:50:00.000Z', 'data-late', true],
  ['2026-11-20T11:50:00.000Z', 'data-soon', false],
])('an order promised for %s is marked in time: %s %s', async (promisedAt, mark, isMarked) => {
  await bring(toBring({ promisedAt }));

  expect((await screen.findByRole('listitem')).hasAttribute(mark)).toBe(isMarked);
});

test('drivers who are offline are folded away, unless they have cash or goods in hand', async () => {
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

test('the cash of a driver is counted, and a difference needs a note', async () => {
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

  await user.click(await button('Receive cash from Dora Drew'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receive cash from Dora Drew' }));
  await user.type(dialog.getByRole('textbox', { name: /Cash counted/ }), '37.01');
  expect(dialog.getByRole('status').textContent).toBe('$1.00 short');
  await user.click(dialog.getByRole('button', { name: 'Receive $37.01' }));
  expect(dialog.getByText('Explain the difference')).toBeTruthy();
  expect(received).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'Wrong change');
  await user.click(dialog.getByRole('button', { name: 'Receive $37.01' }));

  await waitFor(() =>
    expect(received[0]?.body).toEqual({
      driverId: dora._id,
      locationId: id(50),
      expected: 3801,
      counted: 3701,
      note: 'Wrong change',
    }),
  );
});

test('waiting orders of one postal code are selected together', async () => {
  const select = vi.fn();
  const orders = [
    toBring({ _id: id(1), postalCode: '62701' }),
    toBring({ _id: id(2), postalCode: '62999' }),
    toBring({ _id: id(3), postalCode: '62701' }),
  ];
  const { user } = await show(
    <ErrandList
      orders={orders}
      collections={[]}
      isGrouped
      showsLocation={false}
      select={select}
      card={(errand) => <li key={errand._id}>{errand._id}</li>}
    />,
  );

  expect(await screen.findByText('62701 · 2 orders')).toBeTruthy();
  expect(screen.getByText('62999 · 1 order')).toBeTruthy();
  await user.click(await button('Select all in 62701'));

  expect(select).toHaveBeenCalledWith([id(1), id(3)]);
});
