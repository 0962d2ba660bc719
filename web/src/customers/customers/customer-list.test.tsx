import { customerRoutes } from '@aisle/contract/customers/customers';
import { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { bulkActionOf, serveBulkActions } from '../../links/bulk/bulk.fixtures.ts';
import { customerOf } from '../customers.fixtures.ts';
import { CustomerList } from './customer-list.tsx';

const grace = customerOf({ _id: idOf(1), firstName: 'Grace', lastName: 'Hill' });
const henry = customerOf({ _id: idOf(2), firstName: 'Henry', lastName: 'Oak', status: 'blocked' });
serve(customerRoutes.list, pageOf(grace, henry));

test('blocks the selected customers who are active, with undo', async () => {
  const blocked = serveBulkActions();
  const undone = serve(bulkActionRoutes.undo, bulkActionOf(0, { state: 'undone' }));
  const { user } = await show(<CustomerList />, {
    at: '/customers',
    permissions: ['customer_list', 'customer_change_status'],
  });

  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Block');
  expect(await screen.findByText('1 customer blocked')).toBeTruthy();
  expect(blocked).toMatchObject([{ params: ['block-customers'], body: { target: { ids: [grace._id] } } }]);
  await user.press('Undo');

  await waitFor(() => expect(undone).toHaveLength(1));
});

test('hides blocking from users without permission', async () => {
  const { user } = await show(<CustomerList />, { at: '/customers', permissions: ['customer_list'] });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Grace Hill' }));

  expect(screen.getByText('1 selected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
});
