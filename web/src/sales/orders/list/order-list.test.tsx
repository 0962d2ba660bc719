import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { OrderPage } from '@aisle/contract/sales/orders/order-list';
import { statusesIn } from '@aisle/contract/sales/orders/order-status-groups';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { exportRoutes } from '@aisle/contract/system/exports';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hrefOf, narrowScreen, show } from '../../../../test/render.tsx';
import { type Request, serve } from '../../../../test/server.ts';
import { namesOf } from '../../../ui/list/filters/filter.ts';
import { id, row } from '../order.fixtures.ts';
import { orderFilters } from './order-filters.ts';
import { OrderList } from './order-list.tsx';

const rows = [
  row(1, 'Grace Hill'),
  row(2, 'Henry Oak', {
    status: 'processing',
    headlineStatus: 'processing',
    fulfilment: 'pickup',
    createdAt: '2020-01-15T10:00:00.000Z',
  }),
];
const orders = () => serve(orderRoutes.list, { records: rows, totalRecords: 1204 });
const view = (search = '', permissions: Parameters<typeof show>[1] = {}) =>
  show(<OrderList />, { at: `/orders${search}`, permissions: ['order_list', 'order_view'], ...permissions });
const bodyOf = (requests: readonly Request[]) =>
  requests.at(-1)?.body as { filters: Record<string, unknown> };
const tab = (name: RegExp) => screen.findByRole('button', { name });

serve(orderRoutes.counts, [
  { status: 'orderPlaced', count: 3, isMore: false },
  { status: 'pending', count: 2, isMore: false },
  { status: 'processing', count: 7, isMore: false },
  { status: 'delivered', count: 1000, isMore: true },
]);

test('lists an order with customer, fulfillment and total', async () => {
  orders();

  await view();

  const line = within(await screen.findByRole('row', { name: /A-1002/ }));
  expect(line.getByText('Picking')).toBeTruthy();
  expect(line.getByRole('cell', { name: 'Henry Oak' })).toBeTruthy();
  expect(
    line.getByRole('cell', { name: /^Pickup · \d+ days late · 01\/15\/2020, by 5:00 AM$/ }),
  ).toBeTruthy();
  expect(line.getByRole('cell', { name: '$20.00' })).toBeTruthy();
});

test("shows times in the time zone of the order's location", async () => {
  const slot = { from: '2031-01-15T22:00:00.000Z', to: '2031-01-15T23:00:00.000Z' };
  const createdAt = '2031-01-15T21:30:00.000Z';
  serve(orderRoutes.list, {
    records: [
      row(1, 'Grace Hill', { slot, createdAt, timeZone: 'America/Chicago' }),
      row(2, 'Henry Oak', { slot, createdAt, timeZone: 'Pacific/Auckland' }),
    ],
    totalRecords: 2,
  });

  await view();

  const texts = async (number: string) =>
    (await screen.findByRole('row', { name: new RegExp(number) })).textContent?.replaceAll(/\s/g, ' ');
  expect(await texts('A-1001')).toMatch(/01\/15\/2031, 4 – 5 PM.*01\/15\/2031$/);
  expect(await texts('A-1002')).toMatch(/01\/16\/2031, 11 AM – 12 PM.*01\/16\/2031$/);
});

test('counts the orders of each tab, rounded down above a thousand', async () => {
  orders();

  await view();

  await waitFor(async () => expect((await tab(/^New/)).textContent).toBe('New5'));
  expect((await tab(/^Picking/)).textContent).toBe('Picking7');
  expect((await tab(/^Done/)).textContent).toBe('Done1,000+');
  expect((await tab(/^All/)).textContent).toBe('All1,204');
});

test('shows one number in the tab, the footer and the selection', async () => {
  serve(orderRoutes.list, { records: rows, totalRecords: 6287, totalIsEstimate: true });
  const { user } = await view('?tab=done', { permissions: ['order_list', 'order_view', 'order_edit'] });

  await waitFor(async () => expect((await tab(/^Done/)).textContent).toBe('Doneabout 6,290'));
  expect((await tab(/^All/)).textContent).toBe('All6,000+');
  expect(screen.getByText('1–2 of about 6,290')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));

  expect(await screen.findByRole('button', { name: 'Select all (about 6,290)' })).toBeTruthy();
});

test('shows an ellipsis for an unknown count', async () => {
  orders();
  serve(orderRoutes.counts, [
    { status: 'orderPlaced', count: 3, isMore: false },
    { status: 'delivered', count: 0, isMore: true },
  ]);
  serve(orderRoutes.list, { records: rows, totalRecords: 2 });

  await view('?search=salmon&tab=new');

  await waitFor(async () => expect((await tab(/^Done/)).textContent).toBe('Done…'));
  expect((await tab(/^All/)).textContent).toBe('All…');
});

test('filters by the tab, and by none for All', async () => {
  const requests = orders();
  const { user, search } = await view();

  await user.click(await tab(/^New/));
  await waitFor(() => expect(bodyOf(requests).filters).toEqual({ tab: 'new' }));
  expect(search()).toEqual({ tab: 'new' });
  await user.click(await tab(/^All/));

  await waitFor(() => expect(search()).toEqual({}));
  await waitFor(() => expect(bodyOf(requests).filters).toEqual({}));
});

test.each(['tab=out', 'headlineStatus=["outOfDelivery"]'])('marks the current tab: %s', async (filter) => {
  orders();

  await view(`?${filter}`);

  expect((await tab(/^Out/)).getAttribute('aria-current')).toBe('page');
  expect((await tab(/^All/)).hasAttribute('aria-current')).toBe(false);
});

test('counts within the other filters and the search', async () => {
  orders();
  const counts = serve(orderRoutes.counts, []);

  await view('?search=grace&fulfilment=pickup&headlineStatus=["processing"]');

  await waitFor(() => expect(bodyOf(counts)).toEqual({ search: 'grace', filters: { fulfilment: 'pickup' } }));
});

test('filters late orders', async () => {
  const requests = orders();
  const { user } = await view();

  await user.press('Flags');
  await user.click(await screen.findByRole('option', { name: 'Late' }));

  await waitFor(() => expect(bodyOf(requests).filters).toEqual({ flag: 'late' }));
});

test('filters orders by fulfillment', async () => {
  const requests = orders();
  const { user } = await view();

  await user.press('Fulfillment');
  await user.click(await screen.findByRole('option', { name: 'Pickup' }));

  await waitFor(() => expect(bodyOf(requests).filters).toEqual({ fulfilment: 'pickup' }));
});

test('adds rare filters from a menu and shows active ones as chips', async () => {
  const requests = orders();
  const { user } = await view('?paymentType=cashOnDelivery');

  expect(await screen.findByRole('button', { name: 'Payment: Cash on delivery' })).toBeTruthy();
  await user.press('Add filter');
  await user.answer('Add filter', 'Total');
  await user.type(await screen.findByRole('textbox', { name: 'From $' }), '12.50{Enter}');

  await waitFor(() =>
    expect(bodyOf(requests).filters).toEqual({ paymentType: 'cashOnDelivery', minTotal: 1250 }),
  );
});

test('hides the driver filter without access to drivers', async () => {
  orders();
  const { user } = await view();

  await user.press('Add filter');
  const menu = within(await screen.findByRole('dialog', { name: 'Add filter' }));

  expect(menu.getByRole('button', { name: 'Status' })).toBeTruthy();
  expect(menu.queryByRole('button', { name: 'Driver' })).toBeNull();
});

test('hides the status filter of a tab', async () => {
  orders();

  await view(`?headlineStatus=${JSON.stringify(statusesIn('unpaid', 'new'))}`);

  expect(await screen.findByRole('button', { name: 'Add filter' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove filter Status' })).toBeNull();
});

test('opens an order from its row', async () => {
  orders();
  const { user, address } = await view();

  await user.click(await screen.findByRole('cell', { name: 'Grace Hill' }));

  await waitFor(() => expect(address()).toBe(`/orders/view/${id(1)}`));
});

test('disables rows without permission to view orders', async () => {
  orders();
  const { user, address } = await view('', { permissions: ['order_list'] });

  await user.click(await screen.findByRole('cell', { name: 'Grace Hill' }));

  expect(address()).toBe('/orders');
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  expect(within(screen.getByRole('toolbar')).queryByRole('button', { name: 'Print…' })).toBeNull();
});

test('offers bulk actions for all listed orders to users who can edit', async () => {
  orders();
  const previews = serve(orderBulkRoutes.preview, {
    orders: 1204,
    changed: 1204,
    same: 0,
    refused: 0,
    refusals: [],
    total: 0,
    due: 0,
  });
  const { user } = await view('?tab=new', { permissions: ['order_list', 'order_view', 'order_edit'] });

  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Select all 1,204');
  const bar = within(screen.getByRole('toolbar'));
  expect(bar.getByRole('button', { name: 'Print…' })).toBeTruthy();
  await user.click(bar.getByRole('button', { name: 'Assign…' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Remove the owner' }));

  await waitFor(() =>
    expect(previews.at(-1)?.body).toMatchObject({
      target: { filters: { tab: 'new' } },
      assign: { ownerId: null },
    }),
  );
  expect(screen.getByRole('dialog', { name: 'Assign 1,204 orders' })).toBeTruthy();
});

test('exports the selected orders, otherwise all of the filter', async () => {
  orders();
  const exports = serve(exportRoutes.create, { url: null, rows: 1, jobId: null });
  const { user } = await view('?search=oak', { permissions: ['order_list', 'order_view', 'order_edit'] });
  await screen.findByRole('table');

  await user.press('Export');
  expect(await screen.findByText('Export orders (1,204) as')).toBeTruthy();
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(exports.at(-1)?.body).toEqual({ search: 'oak', filters: {} }));
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1002' }));
  await user.press('Export');
  expect(await screen.findByText('Export selected orders (1) as')).toBeTruthy();
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));

  await waitFor(() => expect(exports.at(-1)?.body).toEqual({ ids: [id(2)], filters: {} }));
});

test('offers new orders instead of inserting them, and shows other changes at once', async () => {
  orders();
  const { user, readAgain } = await view();
  const numbers = () =>
    screen.getAllByRole('row').flatMap((line) => /A-\d+/.exec(line.textContent ?? '')?.[0] ?? []);
  await screen.findByRole('table');
  const delivered = { status: 'delivered', headlineStatus: 'delivered' } as const;
  serve(orderRoutes.list, {
    records: [row(4, 'Ida Lee'), row(3, 'Jo Fox'), rows[0]!, { ...rows[1]!, ...delivered }],
    totalRecords: 1206,
  });

  await readAgain('orders');

  const offer = await screen.findByRole('button', { name: '2 new orders · Show' });
  expect(numbers()).toEqual(['A-1001', 'A-1002']);
  expect(within(screen.getByRole('row', { name: /A-1002/ })).getByText(/Delivered|Picked up/)).toBeTruthy();
  await user.click(offer);
  expect(numbers()).toEqual(['A-1004', 'A-1003', 'A-1001', 'A-1002']);
  expect(screen.queryByRole('button', { name: /Show$/ })).toBeNull();
});

test('names a shared time zone once, in the heads of its columns', async () => {
  serve(orderRoutes.list, {
    records: [
      row(1, 'Grace Hill', { timeZone: 'Pacific/Auckland' }),
      row(2, 'Henry Oak', { timeZone: 'Pacific/Auckland' }),
    ],
    totalRecords: 2,
  });

  await view();

  expect(await screen.findByRole('columnheader', { name: /^Due \((New Zealand Time|NZT?)\)/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /A-1001/ }).textContent).not.toMatch(/New Zealand|NZ/);
});

test('shows due time, delay and payment on a phone', async () => {
  narrowScreen();
  serve(orderRoutes.list, {
    records: [
      row(1, 'Grace Hill', { paid: 1000, createdAt: '2020-01-15T10:00:00.000Z' }),
      row(2, 'Henry Oak'),
    ],
    totalRecords: 2,
  });

  await view();

  const [paid, unpaid] = await screen.findAllByRole('listitem');
  expect(paid!.textContent).toMatch(/days late · 01\/15\/2020, by 5:00 AM.*\$10\.00Paid/);
  expect(unpaid!.textContent).toContain('$20.00Cash due');
});

test('shows the order form link only with permission to add orders', async () => {
  orders();
  const { unmount } = await view();
  await screen.findByRole('table');
  expect(screen.queryByRole('link', { name: 'New order' })).toBeNull();
  unmount();

  await view('', { permissions: ['order_list', 'order_add'] });

  expect(hrefOf(await screen.findByRole('link', { name: 'New order' }))).toBe('/orders/add');
});

test('covers every filter of the API', () => {
  const { filters } = z.toJSONSchema(OrderPage, { io: 'input', unrepresentable: 'any' }).properties ?? {};
  const known = Object.keys((filters as { properties: object }).properties);
  const onTheList = new Set(orderFilters.flatMap(namesOf));

  expect(known.length).toBeGreaterThan(20);
  expect(known.filter((name) => !onTheList.has(name))).toEqual([]);
});
