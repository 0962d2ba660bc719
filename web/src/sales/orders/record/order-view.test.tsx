import { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hrefOf, show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { duePayment, id, order } from '../order.fixtures.ts';
import { due, head, items, NoTickets, opened, panel, staff } from './order-view.fixtures.tsx';
import { OrderView } from './order-view.tsx';

test('shows customer, fulfillment, status and refund in the header', async () => {
  await opened(
    order({
      status: 'delivered',
      headlineStatus: 'delivered',
      dispatchStatus: null,
      allowed: [],
      paid: 2300,
      refunded: 1158,
      paymentType: 'card',
      payments: [{ ...duePayment(2300), provider: 'simulated', status: 'captured' }],
    }),
  );

  const shown = within(await head());
  expect(shown.getByRole('heading', { name: 'A-1001', level: 1 })).toBeTruthy();
  expect(shown.getByText('Delivered')).toBeTruthy();
  expect(shown.getByText('Refunded $11.58')).toBeTruthy();
  const line = shown.getByText('Grace Hill').closest('dl')?.textContent;
  expect(line).toContain('Delivery from North');
  expect(line).toContain('Placed 11/20/2026');
  expect(line).toContain('Paid $23.00 by card');
  expect(shown.getByRole('button', { name: 'Refund…' })).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Return or replace…' })).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Print' })).toBeTruthy();
  // No placeholder text if there is no next step.
  expect(screen.queryByText(/next step|nothing is left/i)).toBeNull();
  expect(shown.queryByRole('button', { name: /^More for/ })).toBeNull();
});

test('shows "No charge" without a payment type', async () => {
  await opened(order({ total: 0, paymentType: 'cashOnDelivery' }));

  const line = within(await head())
    .getByText('Grace Hill')
    .closest('dl')?.textContent;
  expect(line).toContain('No charge');
  expect(line).not.toContain('cash');
});

test('shows queued picks and steps with the new total', async () => {
  const away = refusal(503, 'unavailable', 'The server is restarting');
  serve(orderRoutes.pickLine, away);
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
  await screen.findByText('1 change not sent');
  await user.press('Mark as prepared');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark as prepared' }),
  );

  expect(await within(await head()).findByText('Collect $18.00 cash')).toBeTruthy();
  expect((await head()).textContent).toContain('Cash on delivery');
  expect((await panel('Items')).textContent).toContain('Total$18.00');
  expect((await panel('Payment')).textContent).toContain('$18.00');
});

test('shows cash to collect in the header', async () => {
  await opened(order({ payments: due(2300) }));

  expect(within(await head()).getByText('Collect $23.00 cash')).toBeTruthy();
});

test.each([
  ['Paid $23.00 cash', [{ provider: 'cash', status: 'captured', amount: 2300 }]],
  ['Paid $23.00 by card', [{ provider: 'simulated', status: 'captured', amount: 2300 }]],
  [
    'Paid $23.00',
    [
      { provider: 'coins', status: 'captured', amount: 300 },
      { provider: 'terminal', status: 'captured', amount: 2000 },
    ],
  ],
  ['$23.00 authorized on card', [{ provider: 'simulated', status: 'authorised', amount: 2300 }]],
  [
    '$23.00 in total, cash on delivery',
    [
      { provider: 'coins', status: 'captured', amount: 300 },
      { provider: null, status: 'due', amount: 2000 },
    ],
  ],
  ['$23.00, not charged', [{ provider: null, status: 'voided', amount: 2300 }]],
] as const)('says how an order is paid: %s', async (text, payments) => {
  await opened(order({ payments: payments.map((payment) => ({ ...duePayment(), ...payment })) }));

  expect(within(await head()).getByText(text)).toBeTruthy();
});

test('calls a delivered pickup order picked up', async () => {
  await opened(
    order({ fulfilment: 'pickup', status: 'delivered', headlineStatus: 'delivered', dispatchStatus: null }),
  );

  expect(within(await head()).getByText('Picked up')).toBeTruthy();
  expect(within(await head()).queryByText('Delivered')).toBeNull();
});

test('marks a delivered order as unpaid', async () => {
  await opened(order({ status: 'delivered', headlineStatus: 'delivered', payments: due(2300), allowed: [] }));

  expect(within(await head()).getByText('$23.00 unpaid')).toBeTruthy();
});

test('offers to take a pending payment as the next step', async () => {
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

test('shows the due time only for open orders', async () => {
  const slot = { from: '2026-11-20T16:00:00.000Z', to: '2026-11-20T18:00:00.000Z' };
  await opened(order({ slot }));

  expect((await head()).textContent).toContain('Deliver by 11/20/2026, 4 – 6 PM');
});

test('links a missing order to the list', async () => {
  serve(orderRoutes.view, refusal(404, 'not-found', 'There is no such order'));

  await show(<OrderView Tickets={NoTickets} />, {
    at: `/orders/view/${id(9)}`,
    page: '/orders/view/$id',
    permissions: staff,
  });

  const [way] = await screen.findAllByRole('link', { name: /Orders/ });
  expect(hrefOf(way)).toBe('/orders');
});

test('hides notes and edit controls from read-only users', async () => {
  await opened(order({ allowed: [] }), ['order_view']);

  await items();
  expect(screen.queryByRole('button', { name: /^(Add note|Change items)$/ })).toBeNull();
});

test("shows the customer's note above the items", async () => {
  await opened(order({ note: 'Leave it at the door' }));

  expect(await screen.findByText('Leave it at the door')).toBeTruthy();
});

test('shows in the header who returns the items after a failed attempt', async () => {
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
  expect(shown.queryByText(/ late$/)).toBeNull();
});

test('shows the due time once during picking', async () => {
  const slot = { from: '2026-11-20T16:00:00.000Z', to: '2026-11-20T18:00:00.000Z' };
  await opened(order({ status: 'processing', headlineStatus: 'processing', slot }));

  await panel('Pick');
  const mentions = [...document.querySelectorAll('dd, p, span')].filter(
    (element) => element.children.length === 0 && /11\/20\/2026, 4 – 6 PM/.test(element.textContent),
  );
  expect((await head()).textContent).toContain('Deliver by 11/20/2026, 4 – 6 PM');
  expect(
    mentions.filter((element) => !element.closest('header') && !element.closest('[aria-hidden]')),
  ).toEqual([]);
});

test('shows the picker to other users, who can take over', async () => {
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

test('scrolls to the next step after picking', async () => {
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

test("shows cash at pickup and the customer's pickup code", async () => {
  await opened(
    order({
      fulfilment: 'pickup',
      status: 'pickup',
      headlineStatus: 'pickup',
      dispatchStatus: null,
      paymentType: 'cashOnDelivery',
      handOverCode: '4711',
      payments: due(2300),
    }),
  );

  const line = within(await head())
    .getByText('Grace Hill')
    .closest('dl')?.textContent;
  expect(line).toContain('Cash at pickup');
  expect((await panel('Pickup')).textContent).toContain('4711');
  expect((await panel('Payment')).textContent).toContain('Balance due' + 'Cash at pickup');
});
