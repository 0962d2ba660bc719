import type { Permission } from '@aisle/contract/permissions';
import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { orderOwnerRoutes } from '@aisle/contract/sales/order-owners';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { AssignDialog } from '../list/assign-dialog.tsx';
import { id, order, row } from '../order.fixtures.ts';
import { OrderOwner } from './order-owner.tsx';

const emeka = { _id: id(70), name: 'Emeka Nwosu' };
serve(orderOwnerRoutes.owners, [emeka]);
serve(orderOwnerRoutes.tags, ['VIP', 'Call back']);
const saved = serve(orderOwnerRoutes.assign, { changed: 1 });
const panel = (
  more: Parameters<typeof order>[0] = {},
  permissions: Permission[] = ['order_view', 'order_edit'],
) => show(<OrderOwner order={order(more)} />, { permissions });
const body = () => saved.at(-1)?.body;

test('assigns the current user with one click, or another user with access', async () => {
  const owners = serve(orderOwnerRoutes.owners, [emeka]);
  const { user } = await panel();

  await user.press('Assign to me');
  await waitFor(() => expect(body()).toMatchObject({ ids: [id(1)], ownerId: expect.any(String) }));
  await user.select('Owner', 'Emeka Nwosu');

  await waitFor(() => expect(body()).toEqual({ ids: [id(1)], ownerId: emeka._id }));
  expect(owners[0]?.query).toEqual({ locationId: id(50) });
});

test('adds and removes tags one by one', async () => {
  const { user } = await panel({ tags: ['VIP'] });

  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'Fragile{Enter}');
  await waitFor(() => expect(body()).toEqual({ ids: [id(1)], addTags: ['Fragile'], removeTags: [] }));
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), '{Backspace}');

  await waitFor(() => expect(body()).toEqual({ ids: [id(1)], addTags: [], removeTags: ['VIP'] }));
});

test('shows the error for an owner without access at the field', async () => {
  const fields = [{ path: 'ownerId', message: "Emeka Nwosu can't see orders of North" }];
  serve(orderOwnerRoutes.assign, refusal(400, 'validation-failed', 'Check the marked fields', { fields }));
  const { user } = await panel();

  await user.select('Owner', 'Emeka Nwosu');

  expect(await screen.findByText(fields[0]!.message)).toBeTruthy();
});

test('shows owner and tags without controls to read-only users', async () => {
  const { unmount } = await panel({ owner: emeka, tags: ['VIP'] }, ['order_view']);
  expect(await screen.findByText('Emeka Nwosu')).toBeTruthy();
  expect(screen.getByText('VIP')).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
  unmount();

  await panel({}, ['order_view']);
  expect(screen.queryByText('Owner and tags')).toBeNull();
});

test('changes owner and tags of selected orders', async () => {
  const orders: OrderRow[] = [row(1, 'Grace Hill', { tags: ['VIP'] }), row(2, 'Henry Oak')];
  const { user } = await show(
    <AssignDialog
      target={{ ids: [id(1), id(2)], filters: {} }}
      sample={orders}
      words="2 orders"
      onClose={() => {}}
    />,
    { permissions: ['order_edit'] },
  );
  const submit = await screen.findByRole('button', { name: 'Assign 2 orders' });
  expect(submit).toHaveProperty('disabled', true);

  await user.click(screen.getByRole('checkbox', { name: 'Remove the owner' }));
  await user.type(screen.getByRole('combobox', { name: 'Add tags' }), 'Fragile{Enter}');
  await user.click(screen.getByRole('checkbox', { name: 'VIP' }));
  await user.click(submit);

  await waitFor(() =>
    expect(body()).toEqual({
      ids: [id(1), id(2)],
      ownerId: null,
      addTags: ['Fragile'],
      removeTags: ['VIP'],
    }),
  );
});

test('assigns all orders of a filter in a job after a preview', async () => {
  const previews = serve(orderBulkRoutes.preview, {
    orders: 240,
    changed: 230,
    same: 8,
    refused: 2,
    refusals: [],
    total: 0,
    due: 0,
  });
  const started = serve(orderBulkRoutes.create, refusal(409, 'orders.too-many', 'Too many orders'));
  const target = { filters: { locationId: id(50) } };
  const { user } = await show(
    <AssignDialog target={target} sample={[row(1, 'Grace Hill')]} words="240 orders" onClose={() => {}} />,
    { permissions: ['order_view', 'order_edit'] },
  );

  await user.select('Owner', 'Emeka Nwosu');
  expect(await screen.findByText('230 orders will change')).toBeTruthy();
  expect(screen.getByText('2 orders at locations the owner can’t see stay as they are')).toBeTruthy();
  await user.press('Assign 240 orders');

  await waitFor(() => expect(started).toHaveLength(1));
  const assign = { ownerId: emeka._id, addTags: [], removeTags: [] };
  expect(started[0]?.body).toEqual({ target, assign });
  expect(previews.at(-1)?.body).toEqual({ target, assign });
});
