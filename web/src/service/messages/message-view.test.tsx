import type { Permission } from '@aisle/contract/permissions';
import { type BulkMessageView, messageRoutes } from '@aisle/contract/service/messages';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { MessageView } from './message-view.tsx';

const named = (number: number, name: string) => ({ _id: idOf(number), name });
const message: BulkMessageView = {
  _id: idOf(1),
  name: 'Egg lovers',
  channel: 'email',
  subject: 'Hello',
  body: 'Come back',
  button: { label: 'See the offers', url: 'https://market.example/offers' },
  audience: {},
  audienceData: { locations: [], boughtSubProduct: null, boughtCategory: null, plan: null, group: null },
  state: 'sent',
  sendAt: null,
  jobId: null,
  recipients: 1250,
  counts: { waiting: 0, sending: 0, sent: 1250, failed: 0, leftOut: 0, unknown: 0 },
  leftOut: [{ reason: 'no-consent', count: 7 }],
  unsubscribed: 4,
  clicked: 125,
  orders: { count: 31, total: 123_400 },
  createdBy: 'Ada Stone',
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: '2026-11-20T10:00:00.000Z',
  finishedAt: '2026-11-20T10:05:00.000Z',
};
const listed = serve(messageRoutes.results, pageOf());
const open = (permissions: Permission[] = ['customer_list', 'order_list', 'order_view']) =>
  show(<MessageView />, { at: `/messages/view/${message._id}`, page: '/messages/view/$id', permissions });
async function audienceOf(parts: Partial<BulkMessageView>) {
  serve(messageRoutes.get, { ...message, ...parts });
  await open();
  const panel = (await screen.findByRole('heading', { name: 'Audience' })).closest('section')!;
  const facts = within(panel).getAllByRole('term');
  return facts.map((fact) => `${fact.textContent}: ${fact.nextElementSibling?.textContent}`);
}

test('shows audience, recipients and exclusions of a sent message', async () => {
  const facts = await audienceOf({
    audience: {
      locationIds: [idOf(2), idOf(3), idOf(4)],
      boughtSubProductId: idOf(5),
      notOrderedSince: '2026-10-21T00:00:00.000Z',
      minSpent: 5000,
      hasPlan: false,
    },
    audienceData: {
      ...message.audienceData,
      locations: [named(2, 'Downtown'), named(3, 'Harbor')],
      boughtSubProduct: named(5, 'Eggs, 12'),
    },
  });

  expect(facts).toEqual([
    'Ordered at: Downtown, Harbor, or 1 more',
    'Bought item: Eggs, 12',
    'No order since: 10/21/2026',
    'Minimum spend: $50.00',
    'Subscription: Not on a plan',
    'Recipients: 1,250 by email',
    'No consent to marketing: 7 left out',
  ]);
});

test('shows all customers without a filter, and no count before sending', async () => {
  const facts = await audienceOf({ state: 'scheduled', recipients: null, leftOut: [] });

  expect(facts).toEqual(['Audience: All customers', 'Recipients: Chosen when sending starts']);
});

test('names the group of the audience, also when it was deleted', async () => {
  const audience = { groupId: idOf(8), minOrders: 3 };
  const group = named(8, 'Regulars');

  expect(
    (await audienceOf({ audience, audienceData: { ...message.audienceData, group } })).slice(0, 2),
  ).toEqual(['Customer group: Regulars', 'Minimum orders: 3']);
});

test('shows the results and opens their rows', async () => {
  serve(messageRoutes.get, message);
  const { user, search } = await open();

  const figures = await screen.findByRole('region', { name: 'Results' });
  expect(figures.textContent).toContain('Clicked125 (10%)');
  expect(figures.textContent).toContain('Orders within 7 days31 · $1,234.00');
  const tabs = screen.getByRole('navigation', { name: 'Results' });
  await user.click(within(tabs).getByRole('button', { name: /Clicked/ }));

  await waitFor(() => expect(search()).toEqual({ clicked: true }));
  await waitFor(() =>
    expect(listed.at(-1)!.body).toMatchObject({ filters: { messageId: message._id, clicked: true } }),
  );
});

test('lists the orders of the recipients', async () => {
  serve(messageRoutes.get, message);
  const orders = serve(
    messageRoutes.orders,
    pageOf({
      _id: idOf(30),
      number: 'O-100042',
      locationId: idOf(2),
      locationName: 'Downtown',
      customerId: idOf(3),
      customerName: 'Grace Hill',
      total: 4250,
      createdAt: '2026-11-21T10:00:00.000Z',
      sentAt: '2026-11-20T10:01:00.000Z',
    }),
  );
  const { user } = await open();

  await user.click(await screen.findByRole('button', { name: /Orders/ }));

  const row = await screen.findByRole('row', { name: /O-100042/ });
  expect(row.textContent).toContain('$42.50');
  expect(orders.at(-1)!.body).toMatchObject({ filters: { messageId: message._id } });
});

test('hides the list of orders from users who cannot see orders', async () => {
  serve(messageRoutes.get, message);
  await open(['customer_list']);

  const figures = await screen.findByRole('region', { name: 'Results' });
  expect(figures.textContent).toContain('31 · $1,234.00');
  expect(within(figures).queryByRole('link', { name: /Orders/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Orders/ })).toBeNull();
});
