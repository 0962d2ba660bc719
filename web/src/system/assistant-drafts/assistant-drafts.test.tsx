import { type AssistantDraft, assistantDraftRoutes } from '@aisle/contract/system/assistant-drafts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { AssistantDraftList } from './assistant-draft-list.tsx';

const draftOf = (more: Partial<AssistantDraft> = {}): AssistantDraft => ({
  _id: newId(),
  tool: 'refund_order',
  title: 'Refund an order',
  preview: 'Refund $5.00 for order O-100042 of Grace Shopper.\nReason: Broken',
  seen: 'first',
  location: { _id: newId(), name: 'Downtown' },
  createdBy: 'Assistant (API key of Ann Reed)',
  createdAt: '2026-11-28T10:00:00.000Z',
  expiresAt: '2026-12-05T10:00:00.000Z',
  status: 'open',
  decidedBy: null,
  decidedAt: null,
  ...more,
});
async function opened(draft = draftOf()) {
  serve(assistantDraftRoutes.list, { records: [draft], totalRecords: 1 });
  const { user } = await show(<AssistantDraftList />, { at: '/drafts' });
  await user.click(await screen.findByRole('cell', { name: draft.title }));
  return { user, draft, dialog: within(await screen.findByRole('dialog')) };
}

test('approves a draft with the preview that was read', async () => {
  const sent: unknown[] = [];
  serve(assistantDraftRoutes.approve, ({ body }) => {
    sent.push(body);
    return { ...draftOf({ status: 'approved' }), result: 'Refund of $5.00' };
  });
  const { user, dialog } = await opened();
  expect(dialog.getByText(/Reason: Broken/)).toBeTruthy();

  await user.click(dialog.getByRole('button', { name: 'Approve draft' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ seen: 'first' }]);
});

test('shows a new preview if something changed, and approves that', async () => {
  const sent: unknown[] = [];
  const { user, dialog } = await opened();
  serve(assistantDraftRoutes.approve, () =>
    refusal(409, 'version-stale', 'Something changed', {
      data: { preview: 'Refund $4.00 for order O-100042', seen: 'second' },
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Approve draft' }));
  expect(await dialog.findByText('Refund $4.00 for order O-100042')).toBeTruthy();

  serve(assistantDraftRoutes.approve, ({ body }) => {
    sent.push(body);
    return { ...draftOf({ status: 'approved' }), result: 'Refund of $4.00' };
  });
  await user.click(dialog.getByRole('button', { name: 'Approve draft' }));
  await waitFor(() => expect(sent).toEqual([{ seen: 'second' }]));
});

test('discards a draft', async () => {
  const discarded: unknown[] = [];
  serve(assistantDraftRoutes.discard, ({ params }) => {
    discarded.push(params[0]);
    return draftOf({ status: 'discarded' });
  });
  const { user, dialog, draft } = await opened();
  await user.click(dialog.getByRole('button', { name: 'Discard draft' }));
  await waitFor(() => expect(discarded).toEqual([draft._id]));
});

test('offers no decision about a draft that is over', async () => {
  const { dialog } = await opened(draftOf({ status: 'approved', decidedBy: 'Ann Reed' }));
  expect(dialog.getByText(/Approved by Ann Reed/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Approve draft' })).toBeNull();
});
