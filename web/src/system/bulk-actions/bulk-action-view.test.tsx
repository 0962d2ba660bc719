import { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { bulkActionOf } from '../../links/bulk/bulk.fixtures.ts';
import { BulkActionView } from './bulk-action-view.tsx';

const open = () =>
  show(<BulkActionView />, {
    page: '/bulk-actions/$id',
    at: `/bulk-actions/${idOf(61)}`,
    permissions: ['customer_list', 'customer_view', 'customer_change_status'],
  });

test('shows the result of each record with its reason, and undoes the action', async () => {
  const done = bulkActionOf(24, { title: 'Block 25 customers', total: 25 });
  done.counts.refused = 1;
  serve(bulkActionRoutes.get, done);
  const rows = serve(bulkActionRoutes.rows, {
    ...pageOf({
      _id: 'x:1',
      recordId: idOf(1),
      name: 'Grace Hill',
      outcome: 'refused' as const,
      reason: 'No longer exists',
    }),
    nextCursor: null,
  });
  const undone = serve(bulkActionRoutes.undo, { ...done, state: 'undoing' });
  const { user } = await open();

  expect(await screen.findByText('No longer exists')).toBeTruthy();
  expect(hrefOf(await screen.findByRole('link', { name: /Grace Hill/ }))).toBe(`/customers/view/${idOf(1)}`);
  await user.click(screen.getByRole('button', { name: /Not changed\s*1/ }));
  await waitFor(() => expect(rows.at(-1)?.body).toMatchObject({ filters: { outcome: 'refused' } }));
  await user.press('Undo');
  await user.answer('Undo “Block 25 customers”?', 'Undo');

  await waitFor(() => expect(undone[0]?.params).toEqual([idOf(61)]));
});

test('resumes an interrupted action', async () => {
  const broken = bulkActionOf(3, { state: 'changing', jobStatus: 'failed', canUndo: false });
  serve(bulkActionRoutes.get, broken);
  serve(bulkActionRoutes.rows, { ...pageOf(), nextCursor: null });
  const resumed = serve(bulkActionRoutes.resume, broken);
  const { user } = await open();

  await user.click(await screen.findByRole('button', { name: 'Resume' }));

  await waitFor(() => expect(resumed[0]?.params).toEqual([idOf(61)]));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
