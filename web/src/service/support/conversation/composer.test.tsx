import { supportRoutes } from '@aisle/contract/service/support';
import type { CannedReply } from '@aisle/contract/system/support-rules';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { onlyBody, onlyRequest, refusal, serve } from '../../../../test/server.ts';
import * as heldStore from '../../../core/offline/browser-store.ts';
import { openTicket, reply, serveSupport } from '../support.fixtures.tsx';
import { answer, id, message, ticketView } from '../ticket.fixtures.ts';

const drafts = new Map<string, { content: unknown; at: number }>();

serveSupport();
beforeEach(() => {
  drafts.clear();
  vi.spyOn(heldStore, 'findFormDraft').mockImplementation(async (userId, name) =>
    drafts.get(`${userId} ${name}`),
  );
  vi.spyOn(heldStore, 'storeFormDraft').mockImplementation(async (userId, name, content, at) => {
    drafts.set(`${userId} ${name}`, { content: JSON.parse(JSON.stringify(content)), at });
  });
  vi.spyOn(heldStore, 'removeFormDraft').mockImplementation(async (userId, name) => {
    drafts.delete(`${userId} ${name}`);
  });
});

const first = message(1, 'Half of the eggs were broken.');
const sent = ticketView({ messages: [first, answer(2, 'We are sorry.')], version: 2 });
const canned = (more: Partial<CannedReply> = {}): CannedReply => ({
  _id: id(300),
  name: 'Refunded',
  text: 'Hi {{customer.firstName}}, we refunded {{order.number}}.',
  ...more,
});
const serveCanned = (...cannedReplies: CannedReply[]) =>
  serve(supportRoutes.options, { categories: [{ key: 'quality', name: 'Quality' }], cannedReplies });

test('sends a reply with Ctrl+Enter to the displayed address', async () => {
  const replies = serve(supportRoutes.reply, () => {
    serve(supportRoutes.get, sent);
    return sent;
  });
  const { user } = await openTicket();
  expect(screen.getByText('To Grace Hill <grace@home.example>')).toBeTruthy();

  await user.keyboard('r');
  await waitFor(() => expect(document.activeElement).toBe(reply()));
  await user.keyboard('We are sorry.{Control>}{Enter}{/Control}');

  expect(await onlyRequest(replies)).toMatchObject({
    params: [id(1)],
    body: { text: 'We are sorry.', version: 1 },
  });
  expect(await screen.findByText('Emailed')).toBeTruthy();
  expect(reply().value).toBe('');
});

test('keeps text typed while a reply is being sent', async () => {
  let arrive: () => void = () => undefined;
  serve(supportRoutes.reply, () => new Promise((resolve) => (arrive = () => resolve(sent))));
  const { user } = await openTicket();

  await user.type(reply(), 'We are sorry.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.type(reply(), ' A refund is on its way.');
  serve(supportRoutes.get, sent);
  await act(async () => arrive());

  await waitFor(() => expect(reply().value).toBe('A refund is on its way.'));
});

test('adds an internal note without changing the status', async () => {
  const replies = serve(supportRoutes.reply, sent);
  const { user } = await openTicket();

  await user.keyboard('n');
  const note = await screen.findByRole('textbox', { name: 'Note' });
  await user.type(note, 'Asked the store');
  await user.press('Add note');

  expect(await onlyBody(replies)).toEqual({ text: 'Asked the store', version: 1, internal: true });
});

test('resolves the ticket with a reply', async () => {
  const replies = serve(supportRoutes.reply, sent);
  const { user } = await openTicket();

  await user.type(reply(), 'Refunded');
  await user.choose('Send and change status', 'Send and resolve');

  await waitFor(() => expect(replies[0]?.body).toMatchObject({ status: 'resolved' }));
});

test('rejects an empty reply', async () => {
  const replies = serve(supportRoutes.reply, sent);
  const { user } = await openTicket();

  await user.press('Send');

  expect(await screen.findByText('Write a reply first')).toBeTruthy();
  expect(replies).toHaveLength(0);
});

test('warns that a customer without an email address gets no reply', async () => {
  const { contact } = ticketView();
  await openTicket(ticketView({ contact: { ...contact!, email: null } }));

  expect(screen.getByText("No email address: this reply isn't sent to anyone")).toBeTruthy();
});

test('finds a canned reply, fills in its fields and applies its actions', async () => {
  serveCanned(
    canned({ status: 'resolved', assignToMe: true, addTags: ['refund', 'eggs'] }),
    canned({ _id: id(301), name: 'Late', text: 'On its way' }),
  );
  const replies = serve(supportRoutes.reply, sent);
  const { user } = await openTicket(ticketView({ orderId: id(2), order: { _id: id(2), number: 'O-2001' } }));

  await user.press('Canned replies');
  const late = await screen.findByRole('option', { name: 'Late', description: 'On its way' });
  expect(late.textContent).toBe('LateOn its way');
  await user.type(await screen.findByRole('searchbox', { name: 'Search canned replies' }), 'refunded{Enter}');

  await waitFor(() => expect(reply().value).toBe('Hi Grace, we refunded O-2001.'));
  await user.press('Leave out: Tag: eggs');
  await user.press('Send and resolve');
  expect(await onlyBody(replies)).toEqual({
    text: 'Hi Grace, we refunded O-2001.',
    version: 1,
    status: 'resolved',
    assignee: 'me',
    addTags: ['refund'],
  });
});

test('lists fields without a value on the ticket', async () => {
  serveCanned(canned());
  const { user } = await openTicket();

  await user.press('Canned replies');
  await user.click(await screen.findByRole('option', { name: 'Refunded' }));

  expect(await screen.findByText('Fill in: order number')).toBeTruthy();
  expect(reply().value).toBe('Hi Grace, we refunded {{order.number}}.');
});

test("shows a colleague's reply before sending", async () => {
  const fresh = ticketView({ messages: [first, answer(2, 'I refunded you already.')], version: 2 });
  const replies = serve(supportRoutes.reply, ({ body }) =>
    (body as { version: number }).version === 2
      ? sent
      : refusal(409, 'version-stale', 'Somebody changed it', { data: fresh }),
  );
  const { user } = await openTicket();

  await user.type(reply(), 'We will refund you.');
  await user.press('Send');

  const notice = within(await screen.findByRole('alert', { name: /Ben Ford wrote/ }));
  expect(notice.getByText('I refunded you already.')).toBeTruthy();
  expect(reply().value).toBe('We will refund you.');
  expect(replies).toHaveLength(1);
  await user.press('Send anyway');
  await waitFor(() => expect(replies).toHaveLength(2));
  expect(replies[1]?.body).toMatchObject({ text: 'We will refund you.', version: 2 });
});

test('sends a reply despite changes other than messages', async () => {
  const fresh = ticketView({ priority: 'high', version: 2 });
  const replies = serve(supportRoutes.reply, ({ body }) =>
    (body as { version: number }).version === 2
      ? sent
      : refusal(409, 'version-stale', 'Somebody changed it', { data: fresh }),
  );
  const { user } = await openTicket();

  await user.type(reply(), 'We are sorry.');
  await user.press('Send');

  await waitFor(() => expect(reply().value).toBe(''));
  expect(replies).toHaveLength(2);
});

test('keeps a rejected reply and shows the error', async () => {
  serve(supportRoutes.reply, refusal(409, 'support.closed', 'This ticket is closed'));
  const { user } = await openTicket();

  await user.type(reply(), 'Hello');
  await user.press('Send');

  expect((await screen.findAllByText('This ticket is closed')).length).toBeGreaterThan(0);
  expect(reply().value).toBe('Hello');
});

test('keeps a draft across a reload and clears it after sending', async () => {
  serve(supportRoutes.reply, sent);
  const { user, unmount } = await openTicket();
  await user.type(reply(), 'Half a thought');
  unmount();
  expect([...drafts.keys()]).toEqual([`person-1 reply ${id(1)}`]);

  const again = await openTicket();
  await waitFor(() => expect(reply().value).toBe('Half a thought'));
  await again.user.press('Send');

  await waitFor(() => expect(drafts.size).toBe(0));
});

test('attaches pasted images and rejects other files with a reason', async () => {
  const replies = serve(supportRoutes.reply, sent);
  const { user } = await openTicket();
  const picture = new File(['x'], 'eggs.jpg', { type: 'image/jpeg' });
  const program = new File(['x'], 'run.exe', { type: 'application/x-msdownload' });

  fireEvent.paste(reply(), { clipboardData: { files: [picture, program], types: ['Files'] } });
  expect(await screen.findByText(/run\.exe can't be attached/)).toBeTruthy();
  expect(screen.getByText('eggs.jpg')).toBeTruthy();
  await user.type(reply(), 'See the picture');
  await user.press('Send');

  await waitFor(() => expect(replies[0]?.files).toEqual({ attachments: ['eggs.jpg'] }));
  expect(screen.queryByText('eggs.jpg')).toBeNull();
});
