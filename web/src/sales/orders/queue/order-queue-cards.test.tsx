import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf } from '../../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { boardOf, driverOf, orderOf } from '../../dispatch/board/board.fixtures.ts';
import { id, order } from '../order.fixtures.ts';
import {
  board,
  cardOf,
  column,
  fresh,
  past,
  picking,
  queue,
  soon,
  step,
  toCollect,
  waiting,
} from './order-queue.fixtures.tsx';

test('shows customer, amount, time and delay', async () => {
  await queue(board({ new: [fresh(2, 'Henry Oak', past())] }));

  const card = within((await screen.findByText('Henry Oak')).closest('li') as HTMLElement);
  expect(card.getByText('1 h 30 min late')).toBeTruthy();
  expect(card.getByText('2 items · Delivery')).toBeTruthy();
  expect(hrefOf(card.getByRole('link', { name: 'A-1002' }))).toBe(`/orders/view/${id(2)}`);
});

test('takes a step from the card immediately', async () => {
  const steps = serve(orderRoutes.updateStatus, SteppedOrder.parse(order({ ...picking, version: 2 })));
  const { user } = await queue(board({ new: [fresh(1, 'Grace Hill', soon())] }));

  await user.click(await step('Start picking', 'A-1001'));

  expect(await onlyRequest(steps)).toMatchObject({
    params: [id(1)],
    body: { status: 'processing', version: 1 },
  });
  expect(await screen.findByText('A-1001: Picking')).toBeTruthy();
});

test('shows the error of a rejected step', async () => {
  serve(orderRoutes.updateStatus, refusal(409, 'orders.step-not-possible', 'It was cancelled meanwhile'));
  const { user } = await queue(board({ new: [fresh(1, 'Grace Hill', soon())] }));

  await user.click(await step('Start picking', 'A-1001'));

  expect((await screen.findByRole('alert')).textContent).toContain('It was cancelled meanwhile');
});

test('queues a step offline and marks its card as unsent', async () => {
  serve(orderRoutes.updateStatus, refusal(503, 'unavailable', 'The server is restarting'));
  const { user } = await queue(board({ new: [fresh(1, 'Grace Hill', soon())] }));

  await user.click(await step('Start picking', 'A-1001'));

  expect(await screen.findByText('Not sent yet')).toBeTruthy();
  expect((await column('Picking')).getByText('Grace Hill')).toBeTruthy();
  expect((await column('New')).queryByText('Grace Hill')).toBeNull();
});

test('hands over an order with the driver and code on its card', async () => {
  const steps = serve(
    orderRoutes.updateStatus,
    SteppedOrder.parse(order({ ...waiting, dispatchStatus: 'driverConfirmationCompleted', version: 2 })),
  );
  const { user } = await queue(
    board({
      ready: [
        fresh(1, 'Grace Hill', soon(), {
          ...waiting,
          driverName: 'Pavel Sedlak',
          handOverCode: '9404',
          note: 'Ring twice',
        }),
      ],
    }),
  );

  expect((await cardOf('Grace Hill')).getByText('Pavel Sedlak · Code 9404')).toBeTruthy();
  await user.click(await step('Hand over', 'A-1001'));
  const question = within(await screen.findByRole('dialog', { name: 'Hand over A-1001' }));
  expect(question.getByText(/Ring twice/)).toBeTruthy();
  expect(question.getByText(/^Give Pavel code/).textContent).toContain('9404');
  await user.click(question.getByRole('button', { name: 'Hand over without phone' }));

  expect(await onlyBody(steps)).toMatchObject({ status: 'driverConfirmationCompleted', code: '9404' });
});

test('shows no cash or delay for returning items and receives them', async () => {
  const received = serve(dispatchRoutes.receiveBack, { _id: id(1) });
  const { user } = await queue(
    board({
      ready: [
        fresh(1, 'Grace Hill', past(), {
          ...waiting,
          dispatchStatus: 'inQueue',
          comingBackFrom: 'Pavel Sedlak',
          cashDue: 4884,
        }),
      ],
    }),
  );

  const card = await cardOf('Grace Hill');
  expect(card.getByText('Pavel Sedlak is bringing it back')).toBeTruthy();
  expect(card.getByText('Returning to store').closest('li')?.dataset.late).toBeUndefined();
  expect(card.queryByText(/cash/)).toBeNull();
  expect(card.queryByText('Waiting for a driver')).toBeNull();
  await user.click(card.getByRole('button', { name: 'Mark as returned: A-1001, Grace Hill' }));
  await waitFor(() => expect(received.map(({ params }) => params)).toEqual([[id(1)]]));
});

test('shows cash to collect and its amount in the confirmation', async () => {
  const steps = serve(orderRoutes.updateStatus, SteppedOrder.parse(order({ ...toCollect, version: 2 })));
  const { user } = await queue(
    board({
      new: [fresh(2, 'Henry Oak', soon(), { cashDue: 4884 })],
      ready: [fresh(1, 'Grace Hill', soon(), { ...toCollect, cashDue: 4884 })],
    }),
  );

  expect((await cardOf('Grace Hill')).getByText('Collect $48.84 cash')).toBeTruthy();
  expect((await cardOf('Grace Hill')).queryByText('Ready for pickup')).toBeNull();
  expect((await cardOf('Henry Oak')).queryByText(/cash/)).toBeNull();
  await user.click(await step('Mark as picked up', 'A-1001'));
  await user.answer('Collect $48.84 in cash?', 'Cash received');

  await waitFor(() => expect(steps[0]?.body).toMatchObject({ status: 'delivered' }));
});

test("shows the customer's note and warns shortly before the promised time", async () => {
  const in5Minutes = new Date(Date.now() + 5 * 60_000 + 1000).toISOString();
  await queue(board({ new: [fresh(1, 'Grace Hill', in5Minutes, { note: 'Home after 5:30' })] }));

  const card = await cardOf('Grace Hill');
  expect(card.getByText('Home after 5:30')).toBeTruthy();
  expect(card.getByText('5 min left').closest('li')?.dataset.soon).toBe('true');
});

test('shows the pickup code on the card and in the confirmation', async () => {
  const ready = { ...toCollect, handOverCode: '4711', cashDue: 2600 };
  const { user } = await queue(board({ ready: [fresh(1, 'Grace Hill', soon(), ready)] }));

  expect((await cardOf('Grace Hill')).getByText('Code 4711')).toBeTruthy();
  await user.click(await step('Mark as picked up', 'A-1001'));

  const dialog = await screen.findByRole('dialog', { name: 'Collect $26.00 in cash?' });
  expect(dialog.textContent).toContain(
    'Ask Grace Hill for pickup code 4711. Marks A-1001 as picked up and paid.',
  );
});

const inQueue = { ...waiting, dispatchStatus: 'inQueue', headlineStatus: 'inQueue' } as const;
const dispatchBoard = (suggestedDriverId: string | null) =>
  serve(dispatchRoutes.board, boardOf({ orders: [orderOf(1, { suggestedDriverId })] }));

test('asks the suggested driver for an order that waits for one', async () => {
  dispatchBoard(driverOf()._id);
  const offers = serve(dispatchRoutes.offer, {
    tripId: id(80),
    link: 'https://x.example',
    expiresAt: soon(),
    emailed: true,
  });
  const { user } = await queue(board({ ready: [fresh(1, 'Grace Hill', soon(), inQueue)] }));
  const card = await cardOf('Grace Hill');

  await user.click(await card.findByRole('button', { name: /^Request Dora: A-1001, Grace Hill/ }));

  await waitFor(() => expect(offers[0]?.body).toMatchObject({ driverId: driverOf()._id, orderIds: [id(1)] }));
  expect(card.queryByRole('button', { name: /^Send out now/ })).toBeNull();
});

test('sends an order out with store staff if no driver is available', async () => {
  dispatchBoard(null);
  await queue(board({ ready: [fresh(1, 'Grace Hill', soon(), inQueue)] }));

  const card = await cardOf('Grace Hill');

  expect(await card.findByRole('button', { name: /^Send out now: A-1001/ })).toBeTruthy();
  expect(card.queryByRole('button', { name: /^Request/ })).toBeNull();
});
