import { type CustomerAddress, type CustomerView, customerRoutes } from '@aisle/contract/customers/customers';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { RowMenu } from '../../ui/list/rows/row-menu.tsx';
import { customerOf } from '../customers.fixtures.ts';
import { CustomerList } from './customer-list.tsx';
import type { CustomerParts } from './customer-tabs.ts';
import { CustomerScreen } from './customer-view.tsx';

const at = '2026-11-20T10:00:00.000Z';
const customer = (more: Partial<CustomerView> = {}) =>
  customerOf({
    email: 'grace@home.example',
    coinBalance: 1200,
    orderCount: 3,
    lastOrderAt: at,
    version: 5,
    ...more,
  });
const address = (number: number, more: Partial<CustomerAddress> = {}): CustomerAddress => ({
  _id: idOf(10 + number),
  label: 'Home',
  line1: `${number} Elm Street`,
  line2: null,
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  latitude: null,
  longitude: null,
  isDefault: false,
  version: 2,
  ...more,
});
const record = (more: Partial<CustomerView> = {}) =>
  customer({
    addresses: [address(1, { isDefault: true }), address(2, { label: 'Office', line2: 'Floor 3' })],
    lifetime: { orders: 3, total: 10000 },
    worth: { refunded: 1500, returns: 2, lastYear: 8200, firstOrderAt: at },
    ...more,
  });
const staff = [
  'customer_list',
  'customer_view',
  'customer_add',
  'customer_edit',
  'customer_delete',
  'customer_change_status',
  'order_list',
  'order_view',
] as const;
const parts: CustomerParts = {
  tabs: [
    { key: 'plan', label: 'Plan', permission: 'subscriptionPlan_list', Tab: () => <p>Freshness</p> },
    {
      key: 'history',
      label: 'History',
      permission: 'customer_view',
      everywhere: true,
      Tab: () => <p>Who</p>,
    },
  ],
  Menu: ({ customer: { firstName, lastName }, more }) => (
    <RowMenu label={`${firstName} ${lastName}`} actions={more} />
  ),
  Notice: () => null,
};
const open = (shown = record(), permissions: readonly Permission[] = staff) => {
  serve(customerRoutes.show, shown);
  return show(<CustomerScreen {...parts} />, {
    at: `/customers/view/${shown._id}`,
    page: '/customers/view/$id',
    permissions,
  });
};
const list = (permissions: readonly Permission[] = staff) =>
  show(<CustomerList />, { at: '/customers', permissions });
const button = (name: string) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const item = (name: string) => screen.findByRole('menuitem', { name });

test('shows the total spent and the average basket', async () => {
  await open();

  expect(await screen.findByRole('heading', { name: 'Grace Hill', level: 1 })).toBeTruthy();
  expect(screen.getByText('$100.00')).toBeTruthy();
  expect(screen.getByText('$33.33')).toBeTruthy();
  expect(screen.getByText('1,200')).toBeTruthy();
});

test('shows refunds, returns and the last 12 months', async () => {
  await open();

  expect(await screen.findByText('$82.00')).toBeTruthy();
  expect(screen.getByText('$15.00')).toBeTruthy();
  expect(screen.getByText('Returns')).toBeTruthy();
});

test('shows the current plan beside every tab', async () => {
  const { _id, createdAt: endsAt } = record();
  await open(record({ currentSubscription: { _id, planId: _id, name: 'Fresh', endsAt, autoRenew: true } }));

  const label = await screen.findByText('Plan', { selector: 'dt' });
  expect(label.nextElementSibling?.textContent).toBe('Fresh');
});

test('opens a tab of another feature with its permission', async () => {
  const { user } = await open(record(), [...staff, 'subscriptionPlan_list']);
  await user.press('Plan');
  expect(await screen.findByText('Freshness')).toBeTruthy();
  expect(screen.queryByText('Latest orders')).toBeNull();
});

test('hides a tab without its permission', async () => {
  await open();
  await button('Overview');
  expect(screen.queryByRole('button', { name: 'Plan' })).toBeNull();
  expect(screen.getByRole('button', { name: 'History' })).toBeTruthy();
});

test('shows merged customers with their phones', async () => {
  const other = { _id: idOf(2), name: 'Grace H.', phone: '+12025550777', email: null, at, undoUntil: at };
  await open(record({ merged: [other] }));

  expect(await screen.findByText('Also known as')).toBeTruthy();
  expect(screen.getByRole('link', { name: '(202) 555-0777' })).toBeTruthy();
});

test('hides personal details of an erased customer', async () => {
  const other = { _id: idOf(2), name: 'Erased customer', phone: '', email: null, at, undoUntil: at };
  await open(record({ erasedAt: at, addresses: [], notes: '', merged: [other] }));

  expect(await screen.findByText('Latest orders')).toBeTruthy();
  for (const gone of ['Also known as', 'Addresses', 'Notes']) expect(screen.queryByText(gone)).toBeNull();
});

test('shows a merged customer read-only', async () => {
  await open(record({ mergedInto: { _id: idOf(3), name: 'Ada Moor' } }));

  await screen.findByRole('heading', { name: 'Grace Hill', level: 1 });
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More for Grace/ })).toBeNull();
});

test('shows no orders and a zero average for a customer without orders', async () => {
  await open(
    record({
      lifetime: { orders: 0, total: 0 },
      worth: { refunded: 0, returns: 0, lastYear: 0, firstOrderAt: null },
    }),
  );

  expect(await screen.findByText('No orders yet.')).toBeTruthy();
  expect(screen.getAllByText('$0.00')).toHaveLength(3);
});

test('links the latest orders, and the list of all orders', async () => {
  const lastOrder = {
    _id: idOf(30),
    number: 'A-1001',
    locationId: idOf(50),
    locationName: 'North',
    headlineStatus: 'delivered',
    total: 2300,
    createdAt: at,
  };
  await open(record({ lastOrders: [lastOrder] }));

  expect(hrefOf(await screen.findByRole('link', { name: 'A-1001' }))).toBe(`/orders/view/${idOf(30)}`);
  const all = hrefOf(screen.getByRole('link', { name: 'All orders' }));
  expect(all).toContain(`/orders?customerId=`);
  expect(all).toContain(idOf(1));
});

test('marks a blocked customer as unable to order', async () => {
  await open(record({ status: 'blocked' }));

  expect(await screen.findByText("This customer can't place orders online or by phone.")).toBeTruthy();
});

test('blocks a customer after confirmation', async () => {
  const changes = serve(customerRoutes.changeStatus, record({ status: 'blocked' }));
  const { user } = await open();

  await user.press('More for Grace Hill');
  await user.click(await item('Block'));
  await user.click(within(await dialog('Block Grace Hill?')).getByRole('button', { name: 'Block' }));

  await waitFor(() => expect(changes[0]).toMatchObject({ params: [idOf(1)], body: { status: 'blocked' } }));
});

test('unblocks a customer', async () => {
  const changes = serve(customerRoutes.changeStatus, record());
  const { user } = await open(record({ status: 'blocked' }));

  await user.press('More for Grace Hill');
  await user.click(await item('Unblock'));
  await user.press('Unblock');

  await waitFor(() => expect(changes[0]?.body).toEqual({ status: 'active' }));
});

test('lists addresses and marks the default one', async () => {
  await open();

  const home = (await screen.findByText('1 Elm Street')).closest('li') as HTMLElement;
  expect(within(home).getByText('Default')).toBeTruthy();
  const office = screen.getByText('2 Elm Street, Floor 3').closest('li') as HTMLElement;
  expect(within(office).queryByText('Default')).toBeNull();
});

test('sets another address as the default', async () => {
  const edits = serve(customerRoutes.editAddress, address(2, { isDefault: true }));
  const { user } = await open();

  await user.press('More for Office');
  await user.click(await item('Set as default'));

  expect(await onlyRequest(edits)).toMatchObject({
    params: [idOf(12)],
    body: { isDefault: true, version: 2 },
  });
});

test('offers no default action for the default address', async () => {
  const { user } = await open();

  await user.press('More for Home');

  expect(await item('Edit')).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Set as default' })).toBeNull();
});

test('deletes an address after confirmation', async () => {
  const removed = serve(customerRoutes.removeAddress, { _id: idOf(12) });
  const { user } = await open();

  await user.press('More for Office');
  await user.click(await item('Delete'));
  const question = await dialog('Delete the address “Office”?');
  expect(question.textContent).toContain('Past orders keep this address.');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(removed[0]?.params).toEqual([idOf(12)]));
});

test('requires street, city, state and postal code for a new address', async () => {
  const added = serve(customerRoutes.addAddress, address(3));
  const { user } = await open();

  await user.press('Add address');
  const form = await dialog('New address');
  await user.click(within(form).getByRole('button', { name: 'Create address' }));

  expect(await within(form).findByText('Address is required')).toBeTruthy();
  expect(within(form).getByText('City is required')).toBeTruthy();
  expect(added).toHaveLength(0);
});

test('hides edit controls from read-only users', async () => {
  await open(record(), ['customer_view']);

  await screen.findByText('1 Elm Street');
  expect(screen.queryByRole('button', { name: /^(Edit|Add address)$/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
});

test('sends only changed fields', async () => {
  const edits = serve(customerRoutes.edit, record({ lastName: 'Moor' }));
  const { user } = await open();

  await user.press('Edit');
  const form = await dialog('Edit customer');
  await user.retype('Last name', 'Moor');
  await user.click(within(form).getByRole('button', { name: 'Save changes' }));

  await waitFor(() => expect(edits[0]).toMatchObject({ params: [idOf(1)] }));
  expect(edits[0]?.body).toEqual({ lastName: 'Moor', version: 5 });
});

test('shows a duplicate phone at its field', async () => {
  serve(customerRoutes.list, { records: [customer()], totalRecords: 1 });
  const taken = [{ path: 'phone', message: 'Henry Oak has this phone' }];
  serve(customerRoutes.edit, refusal(409, 'duplicate', 'There is one already', { fields: taken }));
  const { user } = await list();

  await user.press('More for Grace Hill');
  await user.click(await item('Edit'));
  const form = within(await dialog('Edit customer'));
  await user.type(form.getByRole('textbox', { name: 'Phone' }), '9');
  await user.click(form.getByRole('button', { name: 'Save changes' }));

  expect(await form.findByText('Henry Oak has this phone')).toBeTruthy();
});

test('deletes a customer without orders after confirmation', async () => {
  serve(customerRoutes.list, { records: [customer({ orderCount: 0 })], totalRecords: 1 });
  const removed = serve(customerRoutes.remove, { _id: idOf(1) });
  const { user } = await list();

  await user.press('More for Grace Hill');
  await user.click(await item('Delete'));
  await user.click(within(await dialog('Delete Grace Hill?')).getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(removed[0]?.params).toEqual([idOf(1)]));
});

test('filters blocked customers', async () => {
  const requests = serve(customerRoutes.list, { records: [customer()], totalRecords: 1 });
  const { user } = await list();

  await user.press('Status');
  await user.click(await screen.findByRole('option', { name: 'Blocked' }));

  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ filters: { status: 'blocked' } }));
});

test('links to a new order unless the customer is blocked', async () => {
  const { unmount } = await open(record(), [...staff, 'order_add']);
  const link = await screen.findByRole('link', { name: 'New order' });
  expect(hrefOf(link)).toBe(`/orders/add?customerId=${idOf(1)}`);
  unmount();

  await open(record({ status: 'blocked' }), [...staff, 'order_add']);
  await screen.findByText(/can't place orders/);
  expect(screen.queryByRole('link', { name: 'New order' })).toBeNull();
});
