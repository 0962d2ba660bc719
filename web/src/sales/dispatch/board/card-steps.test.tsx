import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { onlyBody, serve } from '../../../../test/server.ts';
import { id, morning, order as whole } from '../../orders/order.fixtures.ts';
import { bringing, button, card, dora, failed, inHand, offer, sure, toBring } from '../cards.fixtures.tsx';

const bring = bringing(SteppedOrder.parse(whole()));

test('the driver who is proposed is asked with one press', async () => {
  const requested = serve(dispatchRoutes.offer, { tripId: id(31), link: '/trip/x', expiresAt: morning });
  const { user } = await bring(toBring({ suggestedDriverId: dora._id }));

  await user.press('Request Dora: A-1001, Grace Hill');

  await waitFor(() => expect(requested[0]?.body).toEqual({ driverId: dora._id, orderIds: [id(1)] }));
});

test('what a step did is said with the number of the order', async () => {
  serve(dispatchRoutes.offer, { tripId: id(31), link: '/trip/x', expiresAt: morning });
  const { user } = await bring(toBring({ suggestedDriverId: dora._id }));
  await user.press('Request Dora: A-1001, Grace Hill');

  expect(await screen.findByText('A-1001: Request sent to Dora Drew')).toBeTruthy();
});

test('the link of a driver says until when it works by the clock of the location', async () => {
  const link = { tripId: id(31), link: '/trip/x', expiresAt: '2026-11-20T16:46:00.000Z' };
  serve(dispatchRoutes.link, link);
  const { user } = await bring(
    toBring({ timeZone: 'Asia/Tokyo', dispatchStatus: 'driverConfirmed', delivery: inHand('accepted') }),
  );

  await user.choose('More for A-1001', 'Driver link…');

  const dialog = await screen.findByRole('dialog', { name: 'Link for Dora Drew' });
  await waitFor(() => expect(dialog.textContent).toContain('11/21/2026, 1:46 AM Japan Time'));
});

test('where nobody is proposed, one chooses whom to ask', async () => {
  offer.mockClear();
  const { user } = await bring(toBring());

  await user.press('Request a driver…: A-1001, Grace Hill');

  expect(offer).toHaveBeenCalledOnce();
});

test('who comes for an order names its code, and gets the goods with it', async () => {
  const { user, steps } = await bring(
    toBring({ dispatchStatus: 'driverConfirmed', delivery: inHand('accepted') }),
  );

  expect((await card()).getByText('4711')).toBeTruthy();
  await user.press(/^Hand over:/);
  await user.click(await sure('Hand over'));

  expect(await onlyBody(steps)).toEqual({ status: 'driverConfirmationCompleted', version: 3, code: '4711' });
});

test('an order is taken back from its driver', async () => {
  const { user, steps } = await bring(
    toBring({ dispatchStatus: 'driverConfirmed', delivery: inHand('accepted') }),
  );

  await user.choose('More for A-1001', 'Unassign Dora Drew');
  await user.click(await sure('Unassign driver'));

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'inQueue', version: 3 }));
});

test('own staff deliver an order at once, without a question', async () => {
  const { user, steps } = await bring(toBring());

  await user.choose('More for A-1001', 'Deliver with own staff');

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'offQueue', version: 3 }));
});

test('a step that tells nobody outside is undone from its message', async () => {
  const undone = serve(orderRoutes.undoStep, SteppedOrder.parse(whole()));
  const { user } = await bring(toBring({ dispatchStatus: 'offQueue' }));
  serve(orderRoutes.updateStatus, SteppedOrder.parse(whole({ version: 8 })));

  await user.choose('More for A-1001', 'Find a driver');
  const message = await screen.findByText('A-1001: Waiting for a driver');
  await user.click(within(message.parentElement!).getByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(undone).toMatchObject([{ params: [id(1)], body: { version: 8 } }]));
});

test('own staff in place of a driver who was asked cannot be undone', async () => {
  const { user, steps } = await bring(
    toBring({ number: 'A-1009', dispatchStatus: 'driverConfirmationPending', delivery: inHand('offered') }),
  );

  await user.choose('More for A-1009', 'Deliver with own staff');

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'offQueue', version: 3 }));
  expect(screen.queryByText(/^A-1009: Own staff/)).toBeNull();
});

test('an order that could not be delivered comes back with the reason', async () => {
  const { user, steps } = await bring(toBring({ status: 'outOfDelivery', delivery: inHand('onTheWay') }));

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

test('what comes back says who has it and why, and is received with one press', async () => {
  const received = serve(dispatchRoutes.receiveBack, { _id: id(1) });
  const { user } = await bring(toBring({ failed, comingBackFrom: 'Dora Drew', cashDue: 4884 }));

  const shown = await card();
  expect(shown.getByText('1 failed attempt · No one home · 3:01 AM')).toBeTruthy();
  expect(shown.getByText('Dora Drew is bringing it back')).toBeTruthy();
  expect(shown.getByText('Returning to store')).toBeTruthy();
  expect(shown.queryByText(/^Collect/)).toBeNull();
  expect(shown.queryByRole('button', { name: /^Ask/ })).toBeNull();
  await user.press('Mark as returned: A-1001, Grace Hill');

  await waitFor(() => expect(received[0]?.params).toEqual([id(1)]));
});

test('a second attempt is offered to the same driver', async () => {
  await bring(toBring({ failed, suggestedDriverId: dora._id }));

  expect(await button('Try again with Dora: A-1001, Grace Hill')).toBeTruthy();
});
