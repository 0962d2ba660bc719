import { type MessageDraft, messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyBody, serve } from '../../../test/server.ts';
import { DraftList } from './draft-list.tsx';

const draft: MessageDraft = {
  _id: idOf(1),
  kind: 'draft',
  name: 'We miss you',
  channel: 'email',
  subject: 'Hello {{cust',
  body: '',
  buttonLabel: '',
  buttonUrl: '',
  audience: { groupId: idOf(2) },
  sendAt: null,
  savedBy: 'Ada Stone',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  version: 3,
};
const template: MessageDraft = { ...draft, _id: idOf(5), kind: 'template', name: 'Weekly', audience: {} };
const listed = serve(messageDraftRoutes.list, ({ body }) =>
  pageOf((body as { filters: { kind: string } }).filters.kind === 'template' ? template : draft),
);
const open = (search = '') =>
  show(<DraftList />, {
    at: `/messages/drafts${search}`,
    page: '/messages/drafts',
    permissions: ['customer_list'],
    screens: { '/messages/new': { title: 'New message' }, '/messages/template': { title: 'Template' } },
  });

test('opens a draft where it continues', async () => {
  await open();

  const link = await screen.findByRole('link', { name: 'We miss you' });
  expect(hrefOf(link)).toContain(`/messages/new?draft=${draft._id}`);
});

test('lists templates on their tab, and starts a message from one', async () => {
  const { user, address, search } = await open();
  await user.press('Templates');

  await screen.findByRole('link', { name: 'Weekly' });
  expect(listed.at(-1)!.body).toMatchObject({ filters: { kind: 'template' } });
  await user.choose('More for Weekly', 'New message from it');

  await waitFor(() => expect(address()).toBe('/messages/new'));
  expect(search()).toEqual({ template: template._id });
});

test('duplicates a draft with its audience', async () => {
  const created = serve(messageDraftRoutes.create, draft);
  const { user } = await open();

  await user.choose('More for We miss you', 'Duplicate');

  expect(await onlyBody(created)).toMatchObject({
    kind: 'draft',
    name: 'We miss you (copy)',
    subject: 'Hello {{cust',
    audience: { groupId: idOf(2) },
  });
});

test('deletes a draft after confirmation', async () => {
  const removed = serve(messageDraftRoutes.remove, { _id: draft._id });
  const { user } = await open();

  await user.choose('More for We miss you', 'Delete');
  await user.answer('Delete We miss you?', 'Delete');

  await waitFor(() => expect(removed).toMatchObject([{ params: [draft._id] }]));
});
