import { supportRoutes, type TicketView } from '@aisle/contract/service/support';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { agent, openTicket, serveSupport } from '../support.fixtures.tsx';
import { answer, id, message, ticketView } from '../ticket.fixtures.ts';
import { Conversation } from './conversation.tsx';

serveSupport();

const conversation = () => within(screen.getByRole('region', { name: 'Conversation' }));

test('sorts messages and marks notes as internal', async () => {
  await openTicket(
    ticketView({
      messages: [
        message(1, 'Half of the eggs were broken.', { quoted: '> Your order is on its way' }),
        answer(2, 'Asked the store.', { internal: true, mail: null }),
        answer(3, 'We are sorry.', {
          mail: { messageId: 'm3', state: 'failed', to: 'grace@home.example' },
        }),
      ],
    }),
  );

  const [first, note, reply] = conversation().getAllByRole('listitem');
  expect(first?.textContent).toContain('Half of the eggs were broken.');
  expect(within(first!).getByText('Quoted text')).toBeTruthy();
  expect(note?.textContent).toContain('Internal note');
  expect(reply?.textContent).toContain('Could not be delivered');
});

test('polls a pending reply until it was emailed', async () => {
  const sent = (state: 'waiting' | 'sent') =>
    ticketView({
      messages: [answer(1, 'We are sorry.', { mail: { messageId: 'm1', state, to: 'grace@home.example' } })],
    });
  await openTicket(sent('waiting'));
  expect(conversation().getByText('Sending')).toBeTruthy();

  serve(supportRoutes.get, sent('sent'));

  expect(await conversation().findByText('Emailed', {}, { timeout: 5000 })).toBeTruthy();
});

const before = ticketView({ messages: [message(1, 'Broken')] });
function Growing({ author }: { author: string }) {
  const [shown, setShown] = useState(before);
  const by = { _id: author, name: 'Ben Ford', email: null };
  const grow = () =>
    setShown({ ...before, messages: [...before.messages, answer(2, 'Sorry', { author: by })] });
  return (
    <>
      <button type="button" onClick={grow}>
        Grow
      </button>
      <Conversation ticket={shown} />
    </>
  );
}

test.each([
  ["scrolls to the user's own reply from any position", 'person-1', 1000],
  ['keeps the position of a user who has scrolled up when others write', 'person-2', 0],
])('%s', async (_, author, shownAt) => {
  const heights = [
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1000),
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200),
  ];
  onTestFinished(() => heights.forEach((height) => void height.mockRestore()));
  const { user } = await show(<Growing author={author} />, { permissions: agent });
  const box = screen.getByRole('region', { name: 'Conversation' });
  box.scrollTop = 0;

  await user.press('Grow');

  await screen.findByText('Sorry');
  expect(box.scrollTop).toBe(shownAt);
});

test('shows events between the messages', async () => {
  const event = { _id: id(700), from: null, by: 'Ben Ford', at: '2026-11-20T12:01:30.000Z' };
  await openTicket(
    ticketView({
      messages: [message(1, 'Broken'), answer(2, 'Sorry')],
      events: [
        { ...event, _id: id(699), kind: 'created', to: null },
        { ...event, kind: 'assigned', to: 'Priya Shah' },
        { ...event, _id: id(701), kind: 'assigned', from: 'Priya Shah', to: 'Ben Ford' },
      ],
    }),
  );

  const texts = conversation()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts).toHaveLength(4);
  expect(texts[1]).toContain('Ben Ford assigned it to Priya Shah');
  expect(texts[2]).toContain('Ben Ford took the ticket');
});

test('links web addresses and shows other markup as text', async () => {
  await openTicket(
    ticketView({ messages: [message(1, 'See https://shop.example/o/1. <img src=x onerror=alert(1)>')] }),
  );

  const link = conversation().getByRole('link', { name: 'https://shop.example/o/1' });
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(conversation().getByText(/<img src=x onerror=alert\(1\)>/)).toBeTruthy();
  expect(conversation().queryByRole('img')).toBeNull();
});

const iconOf = (link: HTMLElement) => link.querySelector('svg')?.getAttribute('class');

test('opens attachments in a new tab', async () => {
  const file = { _id: id(801), kind: 'document' as const, bytes: 45_000, url: '/files/1', preview: null };
  await openTicket(
    ticketView({
      messages: [
        message(1, 'Here', {
          attachments: [
            { ...file, name: 'receipt.pdf' },
            { ...file, _id: id(803), name: 'email.eml' },
            { ...file, _id: id(802), kind: 'image', name: 'eggs.jpg', preview: '/files/2s' },
          ],
        }),
      ],
    }),
  );

  const files = within(screen.getByRole('list', { name: 'Attachments' }));
  expect(files.getByRole('link', { name: /receipt\.pdf.*45 kB/ }).getAttribute('target')).toBe('_blank');
  expect(files.getByRole('img', { name: 'eggs.jpg' })).toBeTruthy();
  expect(iconOf(files.getByRole('link', { name: /receipt\.pdf/ }))).toContain('pdf');
  expect(iconOf(files.getByRole('link', { name: /email\.eml/ }))).toContain('mail');
});

test('links to previous, merged and follow-up tickets', async () => {
  await openTicket(
    ticketView({
      previous: { _id: id(5), number: 'H-1005' },
      mergedFrom: [{ _id: id(6), number: 'H-1006' }],
      followUps: [{ _id: id(7), number: 'H-1007' }],
      messages: [message(1, 'Broken'), message(2, 'Again', { ticketId: id(6) })],
    }),
  );

  for (const number of ['H-1005', 'H-1006', 'H-1007']) {
    expect(conversation().getByRole('link', { name: number })).toBeTruthy();
  }
  expect(conversation().getByText('on H-1006')).toBeTruthy();
});

test('reopens a resolved ticket from the message about it', async () => {
  const steps = serve(supportRoutes.updateStatus, ({ body }): TicketView => {
    const { status } = body as { status: TicketView['status'] };
    return ticketView({ status, nextStatuses: status === 'resolved' ? ['open', 'closed'] : ['resolved'] });
  });
  const { user } = await openTicket();

  await user.keyboard('e');
  await user.press('Undo');

  await waitFor(() =>
    expect(steps.map(({ body }) => body)).toEqual([{ status: 'resolved' }, { status: 'open' }]),
  );
});

test('hides edit controls from read-only users', async () => {
  const { user } = await openTicket(ticketView(), ['support_list', 'support_view']);

  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull();
  await user.press('Details');
  expect(screen.queryByRole('combobox', { name: 'Assignee' })).toBeNull();
  expect(await screen.findByText('Quality')).toBeTruthy();
});

test('links from a closed ticket to a new one instead of a reply', async () => {
  await openTicket(ticketView({ status: 'closed', nextStatuses: [] }), agent);

  expect(screen.getByText('This ticket is closed.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
});
