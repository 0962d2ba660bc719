import { coinRoutes } from '@aisle/contract/customers/coins';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { supportRoutes, type TicketView } from '@aisle/contract/service/support';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../../test/records.ts';
import { onlyBody, refusal, serve } from '../../../../test/server.ts';
import { cancelPlan, order } from '../../../sales/orders/order.fixtures.ts';
import { agent, openTicket, serveSupport } from '../support.fixtures.tsx';
import { id, ticket, ticketView } from '../ticket.fixtures.ts';

serveSupport();

async function openDetails(shown: TicketView = ticketView(), permissions = agent) {
  const view = await openTicket(shown, permissions);
  // On narrow screens a button opens the details.
  await view.user.press('Details');
  const details = within(await screen.findByRole('dialog', { name: 'Details' }));
  return { ...view, details };
}

test('focuses the assignee with the A key and saves the selection at once', async () => {
  serve(supportRoutes.agents, [{ _id: id(91), name: 'Priya Shah' }]);
  const assigned = serve(supportRoutes.assign, ticketView({ assignee: { _id: id(91), name: 'Priya Shah' } }));
  const { user } = await openTicket();

  await user.keyboard('a');
  await user.select('Assignee', 'Priya Shah');

  await waitFor(() => expect(assigned[0]?.body).toEqual({ assignee: id(91) }));
});

test('assigns the ticket to the current user with one click', async () => {
  const assigned = serve(
    supportRoutes.assign,
    ticketView({ assignee: { _id: 'person-1', name: 'Ada Stone' } }),
  );
  const { user, details } = await openDetails();

  await user.click(details.getByRole('button', { name: 'Assign to me' }));

  await waitFor(() => expect(assigned[0]?.body).toEqual({ assignee: 'person-1' }));
});

test('saves priority, category and tags immediately', async () => {
  const edits = serve(supportRoutes.edit, ticketView({ version: 2 }));
  const { user, details } = await openDetails();

  await user.select('Priority', 'Urgent');
  await waitFor(() => expect(edits[0]?.body).toEqual({ priority: 'urgent', version: 1 }));
  await user.type(details.getByRole('combobox', { name: 'Tags' }), 'eggs{Enter}');

  await waitFor(() => expect(edits[1]?.body).toMatchObject({ addTags: ['eggs'], removeTags: [] }));
});

test('saves a field despite a change of another field', async () => {
  const edits = serve(supportRoutes.edit, ({ body }) =>
    (body as { version: number }).version === 4
      ? ticketView({ version: 5, priority: 'urgent' })
      : refusal(409, 'version-stale', 'Somebody changed it', { data: ticketView({ version: 4 }) }),
  );
  const { user } = await openDetails();

  await user.select('Priority', 'Urgent');

  await waitFor(() => expect(edits.map(({ body }) => body)).toHaveLength(2));
  expect(edits[1]?.body).toEqual({ priority: 'urgent', version: 4 });
});

test('adds a note about each action on the order', async () => {
  serve(orderRoutes.view, order());
  serve(orderMessageRoutes.list, []);
  serve(dashboardRoutes.reasonDropdown, [{ _id: id(101), name: 'Ordered twice' }]);
  serve(orderRoutes.cancelPlan, cancelPlan());
  serve(orderRoutes.cancel, order({ status: 'cancelled', headlineStatus: 'cancelled' }));
  const notes = serve(supportRoutes.reply, ticketView({ version: 2 }));
  const about = ticketView({ orderId: id(1), order: { _id: id(1), number: 'A-1001' } });
  const { user, details } = await openDetails(about, [...agent, 'order_view', 'order_edit', 'cancel_order']);

  await user.click(await details.findByRole('button', { name: 'Cancel…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel A-1001?' }));
  await user.select('Reason', 'Ordered twice');
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }));

  expect(await onlyBody(notes)).toEqual({
    text: 'A-1001: Cancelled the order: Ordered twice',
    internal: true,
  });
});

test('shows contact, value, orders and other tickets of the requester', async () => {
  const { contact } = ticketView();
  serve(customerRoutes.show, {
    ...contact!,
    notes: null,
    marketingConsent: false,
    marketingConsentAt: null,
    marketingConsentHow: null,
    coinBalance: 1200,
    currentSubscription: null,
    orderCount: 3,
    lastOrderAt: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    version: 1,
    addresses: [],
    lifetime: { orders: 3, total: 12_345 },
    worth: { refunded: 0, returns: 0, lastYear: 12_345, firstOrderAt: null },
    mergedInto: null,
    merged: [],
    erasedAt: null,
    lastOrders: [
      {
        _id: id(21),
        number: 'O-2001',
        locationId: id(50),
        locationName: 'North',
        headlineStatus: 'delivered',
        total: 4321,
        createdAt: '2026-11-19T10:00:00.000Z',
      },
    ],
  });
  serve(supportRoutes.list, pageOf(ticket(1), ticket(8, { subject: 'Where is my order?' })));
  const { details } = await openDetails(ticketView(), [...agent, 'customer_view', 'order_view']);

  expect(await details.findByText('3 · $123.45')).toBeTruthy();
  expect(details.getByText('1,200')).toBeTruthy();
  expect(within(details.getByRole('list', { name: 'Latest orders' })).getByText('O-2001')).toBeTruthy();
  const others = within(await details.findByRole('list', { name: 'Other tickets' }));
  expect(others.getByText('Where is my order?')).toBeTruthy();
  expect(others.queryByText('H-1001')).toBeNull();
});

test('adds a note about granted coins', async () => {
  serve(coinRoutes.history, { ...pageOf(), balance: 100, expiringSoon: { coins: 0, at: null } });
  serve(coinRoutes.adjust, {
    _id: id(950),
    kind: 'adjusted',
    coins: 200,
    balanceAfter: 300,
    causedBy: { type: 'adjustment', number: null, id: id(950) },
    order: null,
    expiresAt: null,
    reason: 'Goodwill',
    note: null,
    by: 'Ada Stone',
    at: '2026-11-20T12:00:00.000Z',
  });
  const notes = serve(supportRoutes.reply, ticketView({ version: 2 }));
  const { user, details } = await openDetails(ticketView(), [...agent, 'customer_edit']);

  await user.click(details.getByRole('button', { name: 'Adjust coins' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Adjust the coins of Grace Hill' }));
  await user.type(dialog.getByRole('textbox', { name: /^Coins/ }), '200');
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Goodwill');
  await user.type(dialog.getByRole('textbox', { name: /^Note/ }), 'Broken eggs');
  await user.click(dialog.getByRole('button', { name: 'Add 200 coins' }));

  await waitFor(() => expect(notes[0]?.body).toEqual({ text: 'Added 200 coins: Goodwill', internal: true }));
});

test('links an unknown sender to a customer', async () => {
  serve(customerRoutes.dropdown, [
    { _id: id(61), name: 'Leo Marsh', phone: '+12025550111', email: null, status: 'active' },
  ]);
  const edits = serve(supportRoutes.edit, ticketView({ version: 2 }));
  const stranger = ticketView({
    customerId: null,
    customer: null,
    contact: null,
    sender: { name: 'Leo', email: 'leo@home.example' },
  });
  const { user, details } = await openDetails(stranger, [...agent, 'customer_list']);

  expect(details.getByText('leo@home.example')).toBeTruthy();
  await user.select('Link to a customer', /Leo Marsh/);

  await waitFor(() => expect(edits[0]?.body).toEqual({ customerId: id(61), version: 1 }));
});
