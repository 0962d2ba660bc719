import { supportRoutes } from '@aisle/contract/service/support';
import { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../../test/records.ts';
import { refusal, serve } from '../../../../test/server.ts';
import { bulkActionOf, serveBulkActions } from '../../../links/bulk/bulk.fixtures.ts';
import { noCounts, openInbox, openTicket, reply, serveSupport } from '../support.fixtures.tsx';
import { id, ticket, ticketView } from '../ticket.fixtures.ts';

serveSupport();

const rows = async () => within(await screen.findByRole('list', { name: 'Tickets' }));

test('shows requester, subject, delay and assignee', async () => {
  serve(
    supportRoutes.list,
    pageOf(
      ticket(1, { priority: 'urgent', isOverdue: true, assignee: { _id: id(90), name: 'Ben Ford' } }),
      ticket(2, { customer: null, sender: { name: null, email: 'leo@home.example' } }),
    ),
  );
  await openInbox();

  const [first, second] = (await rows()).getAllByRole('link');
  for (const text of ['Grace Hill', 'Broken eggs 1', 'Urgent', 'Overdue', 'Ben Ford']) {
    expect(first?.textContent).toContain(text);
  }
  expect(second?.textContent).toContain('leo@home.example');
  expect(second?.textContent).toContain('Unassigned');
  expect(second?.textContent).not.toContain('Overdue');
  // All tickets are open.
  expect(second?.textContent).not.toContain('Open');
});

test('starts with tickets to answer and counts each queue', async () => {
  const lists = serve(supportRoutes.list, pageOf(ticket(1)));
  serve(supportRoutes.counts, { ...noCounts, open: 12, mine: 3, overdue: 2 });
  const { user, search } = await openInbox();
  const queues = within(await screen.findByRole('navigation', { name: 'Queues' }));

  const open = await queues.findByRole('button', { name: /^To answer\s*12$/ });
  expect(open.getAttribute('aria-current')).toBe('page');
  expect(lists.at(-1)?.body).toMatchObject({ filters: { status: 'open' } });
  await user.click(queues.getByRole('button', { name: /^Mine/ }));

  await waitFor(() => expect(search()).toMatchObject({ assignee: 'me' }));
  await waitFor(() =>
    expect(lists.at(-1)?.body).toMatchObject({ filters: { assignee: 'me', status: 'open' } }),
  );
});

test.each([
  ['the next ticket', [1, 2, 3], 2, 3],
  ['the ticket before the last one', [1, 2], 2, 1],
])('opens %s after one is resolved, and returns to it by undo', async (_, numbers, at, next) => {
  serve(supportRoutes.list, pageOf(...numbers.map((number) => ticket(number))));
  serve(supportRoutes.updateStatus, ticketView({ ...ticket(at), status: 'resolved' }));
  const { user, address } = await openTicket(ticketView(ticket(at)));
  await rows();
  serve(supportRoutes.get, ticketView(ticket(next)));

  await user.press('Resolve');
  await waitFor(() => expect(address()).toBe(`/supports/${id(next)}`));
  await user.press('Undo');

  await waitFor(() => expect(address()).toBe(`/supports/${id(at)}`));
});

test('opens the list after its only ticket is resolved by a reply', async () => {
  serve(supportRoutes.list, pageOf(ticket(1)));
  serve(supportRoutes.reply, ticketView({ status: 'resolved' }));
  const { user, address } = await openTicket();
  await rows();

  await user.type(reply(), 'Sorry!');
  await user.choose('Send and change status', 'Send and resolve');

  await waitFor(() => expect(address()).toBe('/supports'));
  await user.press('Open');
  await waitFor(() => expect(address()).toBe(`/supports/${id(1)}`));
});

test('keeps a resolved ticket open that the list does not have', async () => {
  serve(supportRoutes.list, pageOf(ticket(2)));
  serve(supportRoutes.updateStatus, ticketView({ status: 'resolved', nextStatuses: ['open', 'closed'] }));
  const { user, address } = await openTicket();
  await rows();

  await user.press('Resolve');

  await screen.findByRole('button', { name: 'Reopen' });
  expect(address()).toBe(`/supports/${id(1)}`);
});

test('shows closed tickets from the menu', async () => {
  const lists = serve(supportRoutes.list, pageOf(ticket(1)));
  const { user } = await openInbox();

  await user.choose('More', /^Closed/);

  await waitFor(() => expect(lists.at(-1)?.body).toMatchObject({ filters: { status: 'closed' } }));
});

test.each([
  ['/supports', 'No tickets to answer'],
  ['/supports?assignee=me&status=open', 'No tickets to answer are assigned to you'],
  ['/supports?assignee=nobody&status=open', 'Every ticket to answer is assigned'],
  ['/supports?overdue=true', 'No overdue tickets'],
  ['/supports?status=pending', 'No tickets are waiting for a customer'],
  ['/supports?search=eggs', 'No tickets match'],
  ['/supports?status=pending&category=delivery', 'No tickets match'],
])('shows at %s without tickets: %s', async (at, title) => {
  await openInbox(at);

  expect(await screen.findByText(title)).toBeTruthy();
});

test('names the colleague who replied last', async () => {
  const replied = (number: number, author: { _id: string; name: string }) =>
    ticket(number, { lastFrom: 'staff', lastAuthor: author, excerpt: 'We are sorry' });
  serve(
    supportRoutes.list,
    pageOf(
      replied(1, { _id: id(90), name: 'Marcus Webb' }),
      replied(2, { _id: 'person-1', name: 'Amelia Stone' }),
      ticket(3),
    ),
  );
  await openInbox();

  const texts = (await rows()).getAllByRole('link').map((row) => row.textContent);
  expect(texts[0]).toContain('Marcus: We are sorry');
  expect(texts[1]).toContain('You: We are sorry');
  expect(texts[2]).not.toContain(':  Half');
});

test('shows a load error with a retry button', async () => {
  serve(supportRoutes.list, refusal(500, 'unexpected', 'Something went wrong'));
  const { user } = await openInbox();

  expect(await screen.findByText('Something went wrong')).toBeTruthy();
  serve(supportRoutes.list, pageOf(ticket(1)));
  await user.press('Try again');

  expect((await rows()).getAllByRole('link')).toHaveLength(1);
});

test('moves through the queue with J and K', async () => {
  serve(supportRoutes.list, pageOf(ticket(1), ticket(2), ticket(3)));
  const { user, address } = await openTicket(ticketView({ ...ticket(2) }));
  await rows();

  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe(`/supports/${id(3)}`));
  await user.keyboard('j');
  await user.keyboard('k');

  await waitFor(() => expect(address()).toBe(`/supports/${id(2)}`));
});

test('moves between rows with the arrow keys', async () => {
  serve(supportRoutes.list, pageOf(ticket(1), ticket(2)));
  const { user } = await openInbox();
  const [first, second] = (await rows()).getAllByRole('link');

  first?.focus();
  await user.keyboard('{ArrowDown}');

  expect(document.activeElement).toBe(second);
});

test('hides the button for a new ticket without permission', async () => {
  serve(supportRoutes.list, pageOf(ticket(1)));
  await openInbox('/supports', ['support_list']);
  await rows();

  expect(screen.queryByRole('button', { name: 'New ticket' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Support dashboard' })).toBeNull();
});

test('assigns the selected tickets, with undo', async () => {
  const ben = { _id: id(90), name: 'Ben Ford' };
  serve(supportRoutes.list, pageOf(ticket(1), ticket(2, { assignee: ben }), ticket(3)));
  serve(supportRoutes.agents, [{ _id: id(91), name: 'Priya Shah' }]);
  const assigned = serveBulkActions();
  const undone = serve(bulkActionRoutes.undo, bulkActionOf(0, { state: 'undone' }));
  const { user } = await openInbox();
  await rows();

  await user.click(await screen.findByRole('checkbox', { name: `Select ${ticket(1).number}` }));
  await user.click(screen.getByRole('checkbox', { name: `Select ${ticket(2).number}` }));
  await user.press('Assign…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign 2 tickets' }));
  await user.select('Assignee', 'Priya Shah');
  await user.click(dialog.getByRole('button', { name: 'Assign' }));
  expect(await screen.findByText('2 tickets assigned')).toBeTruthy();
  expect(screen.queryByRole('toolbar', { name: 'Actions for selected rows' })).toBeNull();
  await user.press('Undo');

  await waitFor(() => expect(undone).toHaveLength(1));
  expect(assigned).toMatchObject([
    {
      params: ['assign-tickets'],
      body: { target: { ids: [id(1), id(2)] }, input: { assignee: id(91) } },
    },
  ]);
});

test('resolves the selected tickets and reports why one stays', async () => {
  serve(supportRoutes.list, pageOf(ticket(1), ticket(2, { status: 'resolved' }), ticket(3)));
  const moved = serveBulkActions({
    counts: { ...bulkActionOf(1).counts, refused: 1 },
    reasons: [{ reason: 'Edited meanwhile', count: 1 }],
  });
  const { user } = await openInbox();
  await rows();

  await user.click(await screen.findByRole('checkbox', { name: `Select ${ticket(1).number}` }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Resolve');

  expect(await screen.findByText('1 of 2 tickets resolved. Edited meanwhile')).toBeTruthy();
  expect(moved).toMatchObject([
    { params: ['resolve-tickets'], body: { target: { ids: [ticket(1)._id, ticket(3)._id] } } },
  ]);
});

test('offers users who only read tickets no actions for selected ones', async () => {
  serve(supportRoutes.list, pageOf(ticket(1)));
  const { user } = await openInbox('/supports', ['support_list', 'support_view']);

  await user.click(await screen.findByRole('checkbox', { name: `Select ${ticket(1).number}` }));

  expect(screen.getByText('1 selected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull();
});
