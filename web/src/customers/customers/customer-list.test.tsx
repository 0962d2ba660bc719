import { customerRoutes } from '@aisle/contract/customers/customers';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { customerOf } from '../customers.fixtures.ts';
import { CustomerList } from './customer-list.tsx';

const grace = customerOf({ _id: idOf(1), firstName: 'Grace', lastName: 'Hill' });
const henry = customerOf({ _id: idOf(2), firstName: 'Henry', lastName: 'Oak', status: 'blocked' });
serve(customerRoutes.list, pageOf(grace, henry));

test('blocks the selected customers who are active, with undo', async () => {
  const changed = serve(customerRoutes.changeStatus, grace);
  const { user } = await show(<CustomerList />, {
    at: '/customers',
    permissions: ['customer_list', 'customer_change_status'],
  });

  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Block');
  expect(await screen.findByText('1 of 1 customers blocked')).toBeTruthy();
  expect([changed[0]?.params, changed[0]?.body]).toEqual([[grace._id], { status: 'blocked' }]);
  await user.press('Undo');

  await waitFor(() => expect(changed.at(-1)?.body).toEqual({ status: 'active' }));
});

test('hides blocking from users without permission', async () => {
  const { user } = await show(<CustomerList />, { at: '/customers', permissions: ['customer_list'] });

  await user.click(await screen.findByRole('checkbox', { name: 'Select Grace Hill' }));

  expect(screen.getByText('1 selected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
});
