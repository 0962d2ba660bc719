import { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hrefOf, show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { id, order } from '../order.fixtures.ts';
import { due, head, items, NoTickets, opened, panel, staff } from './order-view.fixtures.tsx';
import { OrderView } from './order-view.tsx';

test('the head says who ordered what from where, its status, and what was refunded', async () => {
  await opened(
    order({
      status: 'delivered',
      headlineStatus: 'delivered',
      dispatchStatus: null,
      allowed: [],
      paid: 2300,
      refunded: 1158,
      paymentType: 'card',
    }),
  );

  const shown = within(await head());
  expect(shown.getByRole('heading', { name: 'A-1001', level: 1 })).toBeTruthy();
  expect(shown.getByText('Delivered')).toBeTruthy();
  expect(shown.getByText('Refunded $11.58')).toBeTruthy();
  const line = shown.getByText('Grace Hill').closest('dl')?.textContent;
  expect(line).toContain('Delivery from North');
  expect(line).toContain('Placed 11/20/2026');
  expect(line).toContain('$23.00 card');
  expect(shown.getByRole('button', { name: 'Refund…' })).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Return or replace…' })).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Print' })).toBeTruthy();
  // No placeholder text if there is no next step.
  expect(screen.queryByText(/next step|nothing is left/i)).toBeNull();
  expect(shown.queryByRole('button', { name: /^More for/ })).toBeNull();
});

test('what costs nothing is not said to be paid', async () => {
  await opened(order({ total: 0, paymentType: 'cashOnDelivery' }));

  const line = within(await head())
    .getByText('Grace Hill')
    .closest('dl')?.textContent;
  expect(line).toContain('No charge');
  expect(line).not.toContain('cash');
});

test('what was picked and prepared without a connection is shown with its new total', async () => {
  const away = refusal(503, 'unavailable', 'The server is restarting');
  serve(orderRoutes.editLines, away);
  serve(orderRoutes.updateStatus, away);
  serve(orderRoutes.pictures, []);
  const { user } = await opened(
    order({
      status: 'processing',
      headlineStatus: 'processing',
      allowed: ['prepared'],
      deliveryFee: 300,
      total: 2300,
      payments: due(2300),
    }),
  );

  await user.press('All of Apples picked');
  await user.press('One less of Apples');
  await user.press('Save picks');
  await screen.findByRole('button', { name: 'Saved on this phone' });
  await user.press('Mark as prepared');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark as prepared' }),
  );

  expect(await within(await head()).findByText('Collect $18.00 cash')).toBeTruthy();
  expect((await head()).textContent).toContain('$18.00 cash on delivery');
  expect((await panel('Items')).textContent).toContain('Total$18.00');
  expect((await panel('Payment')).textContent).toContain('$18.00');
});

test('cash that is still to be collected is in the head', async () => {
  await opened(order({ payments: due(2300) }));

  expect(within(await head()).getByText('Collect $23.00 cash')).toBeTruthy();
});

test('a delivered order that nobody paid says so', async () => {
  await opened(order({ status: 'delivered', headlineStatus: 'delivered', payments: due(2300), allowed: [] }));

  expect(within(await head()).getByText('$23.00 unpaid')).toBeTruthy();
});

test('an order that waits for its payment offers to take it as the next step', async () => {
  await opened(
    order({
      status: 'pending',
      headlineStatus: 'pending',
      paymentType: 'card',
      allowed: ['cancelled'],
      payments: due(2300),
    }),
  );

  expect(within(await head()).getByText('$23.00 due')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Take payment…' })).toHaveLength(1);
});

test('an order waits for its slot until it is over', async () => {
  const slot = { from: '2026-11-20T16:00:00.000Z', to: '2026-11-20T18:00:00.000Z' };
  await opened(order({ slot }));

  expect((await head()).textContent).toContain('Due 11/20/2026, 4 – 6 PM');
});

test('an order that is gone says so, with the way back to the orders', async () => {
  serve(orderRoutes.view, refusal(404, 'not-found', 'There is no such order'));

  await show(<OrderView Tickets={NoTickets} />, {
    at: `/orders/view/${id(9)}`,
    page: '/orders/view/$id',
    permissions: staff,
  });

  const [way] = await screen.findAllByRole('link', { name: /Orders/ });
  expect(hrefOf(way)).toBe('/orders');
});

test('who may only look writes no notes and changes no items', async () => {
  await opened(order({ allowed: [] }), ['order_view']);

  await items();
  expect(screen.queryByRole('button', { name: /^(Add note|Change items)$/ })).toBeNull();
});

test("the customer's note is above the items", async () => {
  await opened(order({ note: 'Leave it at the door' }));

  expect(await screen.findByText('Leave it at the door')).toBeTruthy();
});

test('after a failed attempt the head says who is bringing the goods back', async () => {
  await opened(
    order({
      status: 'awaitingForDelivery',
      dispatchStatus: 'inQueue',
      headlineStatus: 'inQueue',
      allowed: [],
      comingBackFrom: 'Pavel Sedlak',
    }),
  );

  const shown = within(await head());
  expect(shown.getByText('Pavel Sedlak is bringing it back')).toBeTruthy();
  expect(shown.queryByText('Waiting for a driver')).toBeNull();
  // Returning orders have no customer waiting for them.
  expect(shown.queryByText(/^Late by/)).toBeNull();
});

test('while it is picked the due time is said once', async () => {
  const slot = { from: '2026-11-20T16:00:00.000Z', to: '2026-11-20T18:00:00.000Z' };
  await opened(order({ status: 'processing', headlineStatus: 'processing', slot }));

  await panel('Pick');
  const mentions = [...document.querySelectorAll('dd, p, span')].filter(
    (element) => element.children.length === 0 && /11\/20\/2026, 4 – 6 PM/.test(element.textContent),
  );
  expect((await head()).textContent).toContain('Due 11/20/2026, 4 – 6 PM');
  expect(
    mentions.filter((element) => !element.closest('header') && !element.closest('[aria-hidden]')),
  ).toEqual([]);
});

test('who picks an order is said to all others, who can take over', async () => {
  const ada = { _id: id(70), name: 'Ada Stone' };
  const picked = order({ status: 'processing', headlineStatus: 'processing', picker: ada });
  const mine = { ...picked, picker: { _id: 'person-1', name: 'Ben Hale' } };
  const taken = serve(orderRoutes.takeOver, { ...SteppedOrder.parse(picked), picker: mine.picker });
  serve(orderRoutes.pictures, []);
  const { user } = await opened(picked);

  expect(await screen.findByText('Ada Stone is picking')).toBeTruthy();
  serve(orderRoutes.view, mine);
  await user.press('Take over');

  await waitFor(() => expect(screen.queryByText(/is picking/)).toBeNull());
  expect(taken).toMatchObject([{ params: [picked._id], body: { version: picked.version } }]);
});

test('after picking, the next step is in sight', async () => {
  const picked = order({ status: 'processing', headlineStatus: 'processing', lines: [] });
  const prepared = { ...picked, status: 'prepared', headlineStatus: 'prepared', version: 2 } as const;
  serve(orderRoutes.updateStatus, SteppedOrder.parse({ ...prepared, allowed: [] }));
  serve(orderRoutes.pictures, []);
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { user } = await opened({ ...picked, allowed: ['prepared'] });
  const next = await screen.findByRole('button', { name: 'Mark as prepared' });
  scrolled.mockClear();

  serve(orderRoutes.view, { ...prepared, allowed: [] });
  await user.click(next);

  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ top: 0 }));
});

test('cash for a pickup is paid at the counter, whose staff see the code of the customer', async () => {
  await opened(
    order({
      fulfilment: 'pickup',
      status: 'pickup',
      headlineStatus: 'pickup',
      dispatchStatus: null,
      paymentType: 'cashOnDelivery',
      handOverCode: '4711',
    }),
  );

  const line = within(await head())
    .getByText('Grace Hill')
    .closest('dl')?.textContent;
  expect(line).toContain('$23.00 cash at pickup');
  expect((await panel('Pickup')).textContent).toContain('4711');
});
