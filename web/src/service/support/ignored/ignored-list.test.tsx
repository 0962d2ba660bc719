import { type IgnoredEmail, supportRoutes } from '@aisle/contract/service/support';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId, pageOf } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { agent } from '../support.fixtures.tsx';
import { IgnoredList } from './ignored-list.tsx';

const emailOf = (more: Partial<IgnoredEmail> = {}): IgnoredEmail => ({
  _id: newId(),
  reason: 'autoReply',
  sender: { name: 'Grace Hill', email: 'grace@people.example' },
  subject: 'I am away',
  preview: 'Until Monday. Where is my order?',
  ticket: null,
  createdAt: '2026-11-23T15:00:00.000Z',
  ...more,
});
async function opened(emails: IgnoredEmail[], permissions = agent) {
  const lists = serve(supportRoutes.ignoredEmails, pageOf(...emails));
  const view = await show(<IgnoredList />, {
    at: '/supports/ignored-emails',
    permissions,
  });
  return { ...view, lists };
}

test('shows the sender, the reason and the ticket of an email', async () => {
  await opened([
    emailOf(),
    emailOf({ reason: 'bounce', sender: null, subject: '', ticket: { _id: newId(), number: 'H-1088' } }),
  ]);

  const [, first, second] = await screen.findAllByRole('row');
  for (const text of ['Grace Hill', 'I am away', 'Where is my order?', 'Automatic reply']) {
    expect(first?.textContent).toContain(text);
  }
  for (const text of ['Unknown sender', 'No subject', 'Bounce', 'H-1088']) {
    expect(second?.textContent).toContain(text);
  }
});

test('opens an email as a ticket and navigates to it', async () => {
  const ticket = { _id: newId(), number: 'H-1099' };
  const email = emailOf();
  const calls = serve(supportRoutes.openIgnoredEmail, ticket);
  const { user, address } = await opened([email]);

  await user.click(await screen.findByRole('cell', { name: /I am away/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'I am away' }));
  expect(drawer.getByText(/Its headers mark it/)).toBeTruthy();
  await user.click(drawer.getByRole('button', { name: 'Open as ticket' }));

  await waitFor(() => expect(address()).toBe(`/supports/${ticket._id}`));
  expect(calls).toHaveLength(1);
});

test("stays on the page and shows the error if an email can't be opened", async () => {
  serve(
    supportRoutes.openIgnoredEmail,
    refusal(503, 'busy', 'Aisle is very busy. Try again in a few seconds'),
  );
  const { user, address } = await opened([emailOf()]);

  await user.click(await screen.findByRole('cell', { name: /I am away/ }));
  await user.press('Open as ticket');

  expect(await screen.findByText(/very busy/)).toBeTruthy();
  expect(address()).toBe('/supports/ignored-emails');
});

test('hides the button without permission to create tickets', async () => {
  const { user } = await opened([emailOf()], ['support_list']);

  await user.click(await screen.findByRole('cell', { name: /I am away/ }));

  await screen.findByRole('dialog', { name: 'I am away' });
  expect(screen.queryByRole('button', { name: 'Open as ticket' })).toBeNull();
});

test('explains the empty list', async () => {
  await opened([]);

  expect(await screen.findByText(/appear here for 30 days/)).toBeTruthy();
});
