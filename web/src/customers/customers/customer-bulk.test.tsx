import { customerRoutes } from '@aisle/contract/customers/customers';
import type { Permission } from '@aisle/contract/permissions';
import { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { bulkActionOf, serveBulkActions } from '../../links/bulk/bulk.fixtures.ts';
import { customerOf } from '../customers.fixtures.ts';
import { CustomerList } from './customer-list.tsx';

const customers = Array.from({ length: 25 }, (_, index) =>
  customerOf({ _id: idOf(index + 1), firstName: `Grace ${index}` }),
);
serve(customerRoutes.list, { ...pageOf(...customers), totalRecords: 1579, nextCursor: 'more' });
serve(bulkActionRoutes.rows, { ...pageOf(), nextCursor: null });

const open = (permissions: Permission[] = ['customer_list', 'customer_change_status'], at = '/customers') =>
  show(<CustomerList />, { at, permissions });
const selectPage = async (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));

test('offers all rows of the filter, asks, and follows the job on its page', async () => {
  const running = bulkActionOf(0, { state: 'changing', jobId: idOf(70), total: null });
  const started = serve(bulkActionRoutes.run, running);
  const { user, address } = await open(undefined, '/customers?search=grace&status=active');

  await selectPage(user);
  expect(screen.getByText(/^25 selected\./)).toBeTruthy();
  await user.press('Select all 1,579');
  await user.press('Block');
  await user.answer('Block all 1,579 customers?', 'Block');

  await waitFor(() => expect(address()).toBe(`/bulk-actions/${idOf(61)}`));
  expect(started).toMatchObject([
    { params: ['block-customers'], body: { target: { search: 'grace', filters: { status: 'active' } } } },
  ]);
});

test('changes nothing without an answer', async () => {
  const started = serveBulkActions();
  const { user } = await open();

  await selectPage(user);
  await user.press('Select all 1,579');
  await user.press('Block');
  await user.answer('Block all 1,579 customers?', 'Cancel');

  expect(started).toEqual([]);
  expect(screen.getByText('All 1,579 selected')).toBeTruthy();
});

test('reports why records stay, and opens the result of each', async () => {
  serveBulkActions({
    counts: { ...bulkActionOf(24).counts, refused: 1 },
    reasons: [{ reason: 'No longer exists', count: 1 }],
  });
  const { user, address } = await open();

  await selectPage(user);
  await user.press('Block');
  expect(await screen.findByText('24 of 25 customers blocked. No longer exists')).toBeTruthy();
  await user.press('Open');

  await waitFor(() => expect(address()).toBe(`/bulk-actions/${idOf(61)}`));
});

test('keeps the selection if the server rejects the action', async () => {
  serve(bulkActionRoutes.run, refusal(409, 'bulk.too-many', 'You can change up to 10,000 records at once'));
  const { user } = await open();

  await selectPage(user);
  await user.press('Block');

  expect(await screen.findByText('You can change up to 10,000 records at once')).toBeTruthy();
  expect(screen.getByText('25 selected')).toBeTruthy();
});

test('explains why none of the selected records change, and hides actions without permission', async () => {
  const { user } = await open();
  await selectPage(user);
  expect(screen.getByText('Already unblocked')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unblock' }).hasAttribute('disabled')).toBe(true);
});

test('hides actions without the permission of their route', async () => {
  const { user } = await open(['customer_list']);
  await selectPage(user);

  expect(screen.getByText('25 selected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
});
