import { customerRoutes } from '@aisle/contract/customers/customers';
import { supportRoutes } from '@aisle/contract/service/support';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { NewTicket } from '../new-ticket.tsx';
import { agent, openTicket, serveSupport } from '../support.fixtures.tsx';
import { id, ticket, ticketView } from '../ticket.fixtures.ts';
import { CustomerTickets, NewCustomerTicket, OrderTickets } from '../tickets-panel.tsx';
// Imported eagerly, because loading it on demand can exceed the test's timeout.
import './merge-dialog.tsx';

serveSupport();

const field = (name: string | RegExp) => screen.findByRole('textbox', { name });

test("creates a ticket with the customer's message and opens it", async () => {
  serve(customerRoutes.dropdown, [
    { _id: id(60), name: 'Grace Hill', phone: '+12025550123', email: null, status: 'active' },
  ]);
  const created = serve(supportRoutes.create, ticketView());
  const { user, address } = await show(<NewTicket onClose={() => undefined} />, {
    permissions: [...agent, 'customer_list'],
  });

  await user.select('Customer', /Grace Hill/);
  await user.type(await field('Subject'), 'Broken eggs');
  await user.select('Category', 'Quality');
  await user.type(await field(/^Message/), 'Half of them');
  await user.press('Create ticket');

  await waitFor(() => expect(address()).toBe(`/supports/${id(1)}`));
  expect(created[0]?.body).toMatchObject({
    subject: 'Broken eggs',
    customerId: id(60),
    category: 'quality',
    priority: 'normal',
    message: 'Half of them',
  });
});

test('shows missing fields before sending', async () => {
  const created = serve(supportRoutes.create, ticketView());
  const { user } = await show(<NewTicket onClose={() => undefined} />, { permissions: agent });

  await user.press('Create ticket');

  expect(await screen.findByText('Subject is required')).toBeTruthy();
  expect(screen.getByText('Message is required')).toBeTruthy();
  expect(created).toHaveLength(0);
});

test('merges a ticket into another one of the same customer', async () => {
  serve(supportRoutes.list, pageOf(ticket(1), ticket(2)));
  const merges = serve(supportRoutes.merge, ticketView({ ...ticket(2) }));
  const { user, address } = await openTicket();

  await user.choose('More for H-1001', /^Merge/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge H-1001' }));
  expect(dialog.queryByRole('radio', { name: /H-1001/ })).toBeNull();
  await user.click(await dialog.findByRole('radio', { name: /H-1002/ }));
  await user.click(dialog.getByRole('button', { name: 'Merge into H-1002' }));

  await waitFor(() => expect(merges[0]).toMatchObject({ params: [id(1)], body: { intoId: id(2) } }));
  await waitFor(() => expect(address()).toBe(`/supports/${id(2)}`));
});

test('shows why a merge was rejected', async () => {
  serve(supportRoutes.list, pageOf(ticket(2)));
  serve(supportRoutes.merge, refusal(409, 'support.not-mergeable', 'They are of different customers'));
  const { user } = await openTicket();

  await user.choose('More for H-1001', /^Merge/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge H-1001' }));
  await user.click(await dialog.findByRole('radio', { name: /H-1002/ }));
  await user.click(dialog.getByRole('button', { name: 'Merge into H-1002' }));

  expect(await dialog.findByText('They are of different customers')).toBeTruthy();
});

const grace = { _id: id(60), firstName: 'Grace', lastName: 'Hill' };

test("lists an order's tickets and starts one about it", async () => {
  const lists = serve(supportRoutes.list, pageOf(ticket(1)));
  const created = serve(supportRoutes.create, ticketView());
  const order = { _id: id(2), number: 'O-2001', customer: { _id: id(60), name: 'Grace Hill' } };
  const { user } = await show(<OrderTickets order={order} />, { permissions: agent });

  expect(await screen.findByText('Broken eggs 1')).toBeTruthy();
  expect(lists[0]?.body).toMatchObject({ filters: { orderId: id(2) } });
  await user.press('New ticket');
  await user.type(await field('Subject'), 'Bread is missing');
  await user.select('Category', 'Delivery');
  await user.type(await field(/^Message/), 'No bread');
  await user.press('Create ticket');

  await waitFor(() => expect(created[0]?.body).toMatchObject({ orderId: id(2), customerId: id(60) }));
});

test("lists a customer's tickets and offers a new one", async () => {
  serve(supportRoutes.list, pageOf());
  const { user } = await show(
    <>
      <CustomerTickets customer={grace} />
      <NewCustomerTicket customer={grace} />
    </>,
    { permissions: agent },
  );

  expect(await screen.findByText('No tickets yet.')).toBeTruthy();
  await user.press('New ticket');

  expect(
    within(await screen.findByRole('dialog', { name: 'New ticket' })).getByText('Grace Hill'),
  ).toBeTruthy();
});

test("hides an order's tickets without permission", async () => {
  const order = { _id: id(2), number: 'O-2001', customer: { _id: id(60), name: 'Grace Hill' } };
  await show(<OrderTickets order={order} />, { permissions: ['order_view'] });

  expect(screen.queryByRole('heading', { name: 'Tickets' })).toBeNull();
});
