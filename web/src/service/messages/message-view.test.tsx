import { type BulkMessageView, messageRoutes } from '@aisle/contract/service/messages';
import { screen, within } from '@testing-library/react';
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
  audience: {},
  audienceData: { locations: [], boughtSubProduct: null, boughtCategory: null, plan: null },
  state: 'sent',
  sendAt: null,
  jobId: null,
  recipients: 1250,
  counts: { waiting: 0, sending: 0, sent: 1250, failed: 0, leftOut: 0, unknown: 0 },
  leftOut: [{ reason: 'no-consent', count: 7 }],
  unsubscribed: 0,
  createdBy: 'Ada Stone',
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: '2026-11-20T10:00:00.000Z',
  finishedAt: '2026-11-20T10:05:00.000Z',
};
serve(messageRoutes.results, pageOf());
async function audienceOf(parts: Partial<BulkMessageView>) {
  serve(messageRoutes.get, { ...message, ...parts });
  await show(<MessageView />, {
    at: `/messages/view/${message._id}`,
    page: '/messages/view/$id',
    permissions: ['customer_list'],
  });
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
