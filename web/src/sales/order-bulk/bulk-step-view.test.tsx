import { type OrderBulk, orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf, stored } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { BulkStepList } from './bulk-step-list.tsx';
import { BulkStepView } from './bulk-step-view.tsx';

const interrupted: OrderBulk = {
  _id: idOf(1),
  title: 'Mark as prepared',
  status: 'prepared',
  state: 'changing',
  jobId: null,
  jobStatus: 'failed',
  orders: 12,
  counts: { waiting: 3, changed: 8, same: 0, refused: 1 },
  createdAt: stored.createdAt,
  createdBy: 'Ada Stone',
};

test('shows the outcomes of an interrupted step and resumes it', async () => {
  serve(orderBulkRoutes.get, interrupted);
  const rows = serve(orderBulkRoutes.rows, { ...pageOf(), nextCursor: null });
  const resumed = serve(orderBulkRoutes.resume, interrupted);
  const { user } = await show(<BulkStepView />, {
    page: '/orders/steps/$id',
    at: `/orders/steps/${idOf(1)}`,
    permissions: ['order_view'],
  });

  await user.click(await screen.findByRole('button', { name: /Not possible\s*1/ }));
  await waitFor(() => expect(rows.at(-1)?.body).toMatchObject({ filters: { outcome: 'refused' } }));
  expect(screen.queryByRole('button', { name: /No change needed/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Resume' }));

  await waitFor(() => expect(resumed[0]?.params).toEqual([idOf(1)]));
});

test('lists bulk steps with their results', async () => {
  const done: OrderBulk = { ...interrupted, _id: idOf(2), state: 'changed', jobStatus: 'done' };
  serve(orderBulkRoutes.list, { ...pageOf(interrupted, done), nextCursor: null });

  await show(<BulkStepList />, { at: '/orders/steps', permissions: ['order_view'] });

  expect((await screen.findAllByText('Interrupted')).length).toBe(1);
  expect(screen.getByRole('columnheader', { name: /Not possible/ })).toBeTruthy();
  // The column with the number of updated orders has the same name.
  expect(screen.getAllByText('Done').length).toBeGreaterThan(1);
});
