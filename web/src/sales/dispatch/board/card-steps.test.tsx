import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { onlyBody, serve } from '../../../../test/server.ts';
import { id, order as whole } from '../../orders/order.fixtures.ts';
import {
  bringing,
  button,
  card,
  dora,
  failed,
  inHand,
  offer,
  orderToDeliver,
  request,
  sure,
} from '../cards.fixtures.tsx';

const bring = bringing(SteppedOrder.parse(whole()));

test('requests the suggested driver with one click', async () => {
  request.mockClear();
  const shown = orderToDeliver({ suggestedDriverId: dora._id });
  const { user } = await bring(shown);

  await user.press('Request Dora: A-1001, Grace Hill');

  expect(request.mock.calls).toEqual([[{ driver: dora, orders: [shown], collections: [] }]]);
});

test('ignores a second click while the request is running', async () => {
  let finish = (_isOver: boolean) => {};
  request.mockClear().mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  await bring(orderToDeliver({ suggestedDriverId: dora._id }));
  const shown = await button('Request Dora: A-1001, Grace Hill');

  // Both clicks come before the next render.
  act(() => {
    shown.click();
    shown.click();
  });
  expect(request).toHaveBeenCalledOnce();
  await act(async () => finish(true));
  act(() => shown.click());

  expect(request).toHaveBeenCalledTimes(2);
});

test("shows the expiration of a trip link in the location's time zone", async () => {
  const link = { tripId: id(31), link: '/trip/x', expiresAt: '2026-11-20T16:46:00.000Z' };
  serve(dispatchRoutes.link, link);
  const { user } = await bring(
    orderToDeliver({
      timeZone: 'Asia/Tokyo',
      dispatchStatus: 'driverConfirmed',
      delivery: inHand('accepted'),
    }),
  );

  await user.choose('More for A-1001', 'Driver link…');

  const dialog = await screen.findByRole('dialog', { name: 'Link for Dora Drew' });
  await waitFor(() => expect(dialog.textContent).toContain('11/21/2026, 1:46 AM Japan Time'));
});

test('opens the driver dialog if no driver is suggested', async () => {
  offer.mockClear();
  const { user } = await bring(orderToDeliver());

  await user.press('Request a driver…: A-1001, Grace Hill');

  expect(offer).toHaveBeenCalledOnce();
});

test('shows the hand-over code and hands the order to the driver', async () => {
  const { user, steps } = await bring(
    orderToDeliver({ dispatchStatus: 'driverConfirmed', delivery: inHand('accepted') }),
  );

  expect((await card()).getByText('4711')).toBeTruthy();
  await user.press(/^Hand over:/);
  await user.click(await sure('Hand over without phone'));

  expect(await onlyBody(steps)).toEqual({ status: 'driverConfirmationCompleted', version: 3, code: '4711' });
});

test('unassigns a driver', async () => {
  const { user, steps } = await bring(
    orderToDeliver({ dispatchStatus: 'driverConfirmed', delivery: inHand('accepted') }),
  );

  await user.choose('More for A-1001', 'Unassign Dora Drew');
  await user.click(await sure('Unassign driver'));

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'inQueue', version: 3 }));
});

test('assigns own staff without a confirmation', async () => {
  const { user, steps } = await bring(orderToDeliver());

  await user.choose('More for A-1001', 'Use store staff');

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'offQueue', version: 3 }));
});

test('undoes an internal step from its message', async () => {
  const undone = serve(orderRoutes.undoStep, SteppedOrder.parse(whole()));
  const { user } = await bring(orderToDeliver({ dispatchStatus: 'offQueue' }));
  serve(orderRoutes.updateStatus, SteppedOrder.parse(whole({ version: 8 })));

  await user.choose('More for A-1001', 'Find a driver');
  const message = await screen.findByText('A-1001: Waiting for a driver');
  await user.click(within(message.parentElement!).getByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(undone).toMatchObject([{ params: [id(1)], body: { version: 8 } }]));
});

test('offers no undo after replacing a requested driver with own staff', async () => {
  const { user, steps } = await bring(
    orderToDeliver({
      number: 'A-1009',
      dispatchStatus: 'driverConfirmationPending',
      delivery: inHand('offered'),
    }),
  );

  await user.choose('More for A-1009', 'Use store staff');

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'offQueue', version: 3 }));
  expect(screen.queryByText(/^A-1009: Store staff/)).toBeNull();
});

test('records a failed delivery with its reason', async () => {
  const { user, steps } = await bring(
    orderToDeliver({ status: 'outOfDelivery', delivery: inHand('onTheWay') }),
  );

  await user.choose('More for A-1001', 'Mark as failed…');
  const dialog = within(await screen.findByRole('dialog', { name: "A-1001 couldn't be delivered" }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Bell is broken');
  await user.click(dialog.getByRole('button', { name: 'Mark as failed' }));

  expect(await onlyBody(steps)).toMatchObject({
    status: 'awaitingForDelivery',
    version: 3,
    comingBack: true,
  });
  expect(steps[0]?.body).toHaveProperty('note', expect.stringMatching(/: Bell is broken$/));
});

test('shows who returns an order and why, and receives it with one click', async () => {
  const received = serve(dispatchRoutes.receiveBack, { _id: id(1) });
  const { user } = await bring(orderToDeliver({ failed, comingBackFrom: 'Dora Drew', cashDue: 4884 }));

  const shown = await card();
  expect(shown.getByText('1 failed attempt · No one home · 3:01 AM')).toBeTruthy();
  expect(shown.getByText('Dora Drew is bringing it back')).toBeTruthy();
  expect(shown.getByText('Returning to store')).toBeTruthy();
  expect(shown.queryByText(/^Collect/)).toBeNull();
  expect(shown.queryByRole('button', { name: /^Ask/ })).toBeNull();
  await user.press('Mark as returned: A-1001, Grace Hill');

  await waitFor(() => expect(received[0]?.params).toEqual([id(1)]));
});

test('suggests the same driver for a second attempt', async () => {
  await bring(orderToDeliver({ failed, suggestedDriverId: dora._id }));

  expect(await button('Try again with Dora: A-1001, Grace Hill')).toBeTruthy();
});
