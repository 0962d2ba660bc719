import { type Dashboard, dashboardRoutes, type Setup } from '@aisle/contract/overview/dashboard';
import type { Permission } from '@aisle/contract/permissions';
import { settingsRoutes, setupSteps } from '@aisle/contract/system/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { signInStore } from '../../../test/store-user.ts';
import { deliver } from '../../core/events.ts';
import { recordInstallation } from '../../core/session/installation.ts';
import { DashboardScreen } from './dashboard.tsx';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const noAlerts = { count: 0, first: [] };
const days = (from: string, to: string) => ({
  from,
  to,
  since: `${from}T00:00:00.000Z`,
  until: `${to}T24:00:00.000Z`,
});
const waiting = { count: 0, oldestAt: null };
const figures = (more: Partial<Dashboard> = {}): Dashboard => ({
  ...days('2026-11-01', '2026-11-30'),
  asOf: '2026-11-30T12:00:00.000Z',
  timeZone: 'UTC',
  previous: days('2026-10-02', '2026-10-31'),
  comparedWith: days('2026-10-02', '2026-10-31'),
  locationId: null,
  setup: null,
  failed: [],
  attention: { late: null, refundFailed: null, returnsToApprove: null, outOfStock: null, expiresToday: null },
  today: null,
  payouts: null,
  money: null,
  sales: {
    gross: 120_000,
    orders: 1500,
    averageBasket: 80,
    before: { gross: 100_000, orders: 1500, averageBasket: 67 },
    byDay: [
      { day: '2026-11-01', gross: 70_000, orders: 900 },
      { day: '2026-11-02', gross: 50_000, orders: 600 },
    ],
  },
  orders: { byStatus: [] },
  topProducts: [],
  topLocations: [],
  stock: { out: noAlerts, low: noAlerts, expiring: noAlerts },
  customers: {
    total: 900,
    totalIsEstimate: true,
    new: 4,
    newBefore: 2,
    active: 30,
    activeBefore: 30,
    churned: 7,
    subscriptions: null,
  },
  service: {
    openTickets: null,
    ordersLate: waiting,
    returnRequests: waiting,
    refundsFailed: { ...waiting, amount: 0 },
  },
  ...more,
});
const product = (number: number, name: string, revenue: number) => ({
  subProductId: idOf(number),
  productId: idOf(100 + number),
  name,
  productName: name,
  variantName: name,
  sku: `SKU-${number}`,
  quantity: number,
  unit: 'each' as const,
  revenue,
});
const alert = (number: number, name: string, available: number, expiresOn: string | null = null) => ({
  locationId: idOf(50),
  locationName: 'North',
  subProductId: idOf(number),
  name,
  productName: name,
  variantName: name,
  available,
  unit: 'each' as const,
  expiresOn,
});
const screens = {
  '/dashboard': { title: 'Dashboard' },
  '/locations/add': { title: 'New location', permission: 'store_add' },
  '/imports': { title: 'Imports', permission: 'product_add' },
  '/orders': { title: 'Orders' },
  '/orders/view/$id': { title: 'Order', permission: 'order_view' },
  '/orders/returns': { title: 'Returns' },
  '/expiry': { title: 'Expiry' },
  '/customers': { title: 'Customers' },
  '/inventory': { title: 'Inventory' },
  '/inventory/$id': { title: 'Stock' },
  '/products/view/$id': { title: 'Product' },
  '/locations/view/$id': { title: 'Location' },
  '/locations/tree/$id': { title: 'Products by category', permission: 'category_product_tree' },
  '/inventory/add': { title: 'Receive stock', permission: 'inventory_add' },
  '/settings': { title: 'Settings', permission: 'access_setting' },
  '/statements': { title: 'Statements' },
  '/statements/$id': { title: 'Statement' },
  '/statements/balance/$id': { title: 'Balance' },
  '/driver': { title: 'Drivers' },
} as const;
const open = (permissions: readonly Permission[] = [], search = '') =>
  show(<DashboardScreen />, { at: `/dashboard${search}`, screens, permissions });
const dashboard = async (answer: Dashboard, permissions: readonly Permission[] = []) => {
  const requests = serve(dashboardRoutes.data, answer);
  return { ...(await open(permissions)), requests };
};
const block = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);

const happen = ({ topic, at }: { topic: string; at: string }) =>
  deliver({ topic, at, action: 'changed', recordId: null, locationId: null, data: null });

test('shows the sales of the period, and links each metric to its orders', async () => {
  await dashboard(figures(), ['order_list']);

  const sales = await block('Sales');
  expect(sales.getByText('$1,200.00')).toBeTruthy();
  expect(sales.getByText('1,500')).toBeTruthy();
  expect(hrefOf(sales.getAllByRole('link')[0])).toMatch(/^\/orders\?/);
});

test('shows the sales by day as a table', async () => {
  const { user } = await dashboard(figures(), ['order_list']);

  await user.press('Show table');

  const table = within(await (await block('Sales')).findByRole('table'));
  expect(table.getAllByRole('row')).toHaveLength(3);
  expect(hrefOf(table.getByRole('link', { name: '900' }))).toMatch(/fromDay=2026-11-01&toDay=2026-11-01/);
  expect(table.getByText('$700.00')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show chart' })).toBeTruthy();
});

test('lists open orders by status with the longest waiting time', async () => {
  await dashboard(
    figures({
      orders: {
        byStatus: [
          { status: 'outOfDelivery', count: 2, oldestAt: hoursAgo(1), isLate: true },
          { status: 'orderPlaced', count: 1300, oldestAt: hoursAgo(3), isLate: false },
        ],
      },
    }),
  );

  const [, first, second] = (await block('Open orders')).getAllByRole('row');
  expect(first?.textContent).toMatch(/^New1,3003 h 00 min$/);
  expect(second?.textContent).toMatch(/^Out for delivery21 h 00 min \(late\)/);
});

test('shows a message if no order is waiting', async () => {
  await dashboard(figures());

  expect((await block('Open orders')).getByText('No open orders.')).toBeTruthy();
});

test('links top products to their pages', async () => {
  await dashboard(figures({ topProducts: [product(1, 'Milk', 9000), product(2, 'Bread', 4000)] }), [
    'product_view',
  ]);

  const top = await block('Top products');
  expect(hrefOf(top.getByRole('link', { name: 'Milk' }))).toBe(`/products/view/${idOf(101)}`);
  expect(top.getAllByRole('row')[2]?.textContent).toBe('Bread2$40.00');
});

test('shows only the first eight of many products', async () => {
  const topProducts = Array.from({ length: 10 }, (_, at) => product(at + 1, `Item ${at + 1}`, 1000 - at));

  await dashboard(figures({ topProducts }));

  const top = await block('Top products');
  expect(top.getByText('Item 8')).toBeTruthy();
  expect(top.queryByText('Item 9')).toBeNull();
});

test('shows out-of-stock, low and expiring items in the stock alerts', async () => {
  await dashboard(
    figures({
      stock: {
        out: { count: 1000, first: [alert(1, 'Milk', 0)] },
        low: { count: 1, first: [alert(2, 'Bread', 3)] },
        expiring: { count: 1, first: [alert(3, 'Cheese', 5, '2026-12-01')] },
      },
    }),
  );

  const stock = await block('Stock alerts');
  expect(stock.getByText('1,000+')).toBeTruthy();
  const cells = stock.getAllByRole('row').map((row) => row.textContent);
  expect(cells).toContain('MilkNorthOut of stock');
  expect(cells).toContain('BreadNorth3 left');
  expect(cells.some((text) => text?.startsWith('CheeseNorthExpires'))).toBe(true);
});

test('shows a few alerts of each kind', async () => {
  const many = (kind: number, name: string, available: number) =>
    Array.from({ length: 6 }, (_, at) => alert(kind * 10 + at, `${name} ${at + 1}`, available));

  await dashboard(
    figures({
      stock: {
        out: { count: 6, first: many(1, 'Milk', 0) },
        low: { count: 6, first: many(2, 'Bread', 3) },
        expiring: noAlerts,
      },
    }),
  );

  const stock = await block('Stock alerts');
  expect(stock.getByText('Milk 3')).toBeTruthy();
  expect(stock.getByText('Bread 3')).toBeTruthy();
  expect(stock.queryByText('Milk 4')).toBeNull();
});

test('links each count of "Needs attention" to its rows, and omits counts without access', async () => {
  const attention = {
    late: 1000,
    refundFailed: 0,
    returnsToApprove: null,
    outOfStock: 48,
    expiresToday: { day: '2026-11-30', lots: 38, retail: 56_500 },
  };
  await dashboard(figures({ attention, locationId: idOf(50), service: null, stock: null }));

  const links = (await block('Needs attention')).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'Late1,000+',
    'Refund failed0',
    'Out of stock48',
    'Expires today38 ($565.00)',
  ]);
  expect(links.map(hrefOf)).toEqual([
    `/orders?locationId=${idOf(50)}&flag=late`,
    `/orders?locationId=${idOf(50)}&flag=refundFailed`,
    `/inventory?tab=levels&locationId=${idOf(50)}&status=out`,
    `/expiry?locationId=${idOf(50)}&from=2026-11-30&to=2026-11-30`,
  ]);
});

test('shows finance the money of all locations, and links each amount to its rows', async () => {
  const money = {
    due: { amount: 1_162_540, locations: 8 },
    openStatements: { amount: 980_00, count: 3 },
    failedPayouts: { amount: 120_00, count: 1 },
    cashHeld: { amount: 64_50, drivers: 2 },
  };
  await dashboard(figures({ money }), ['statement_all_view', 'driver_list']);

  const links = (await block('Money')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    ...['Due to locations', '$11,625.40', 'Open statements', '$980.00'],
    ...['Failed payouts', '$120.00', 'Cash not handed in', '$64.50'],
  ]);
  expect(links.map(hrefOf).filter((_, index) => index % 2 === 1)).toEqual([
    '/statements?tab=due',
    '/statements?tab=open',
    '/statements?tab=open&payoutFailed=true',
    '/driver?holdsCash=true',
  ]);
});

test('shows owners the next and the last payout of their location', async () => {
  const [north, _id] = [idOf(50), idOf(1)];
  const last = {
    amount: 1_084_867,
    paidOn: '2026-11-28',
    accountLast4: '8730',
    statement: { _id, number: 'S-1' },
  };
  const next = { day: '2026-12-09', amount: 1_162_540, isEstimate: true };
  const payouts = [{ locationId: north, locationName: 'North', next, last }];
  serve(dashboardRoutes.data, figures({ payouts }));
  const shown = open(['location_report']);
  signInStore(['location_report'], [{ _id: north, name: 'North' }]);
  await shown;

  const links = (await block('Payouts')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Next payout 12/09/2026about $11,600',
    'Last payout 11/28/2026 to ••8730$10,848.67',
  ]);
  expect(links.map(hrefOf)).toEqual([`/statements/balance/${north}`, `/statements/${_id}`]);
});

const sold = { gross: 12_000, orders: 3, averageBasket: 4000 };
const ofToday = { ...sold, lastWeek: { ...sold, gross: 10_000 }, day: days('2026-11-30', '2026-11-30') };

test("shows today's sales once, compared with the same hours a week ago", async () => {
  const requests = serve(dashboardRoutes.data, figures({ today: ofToday }));
  await open([], '?period=today');

  const sales = await block('Sales');
  expect(sales.getByText('$1,200.00').closest('a')?.textContent).toMatch(/vs. this time last week/);
  expect(screen.queryByRole('heading', { name: 'Today' })).toBeNull();
  expect(requests[0]?.query.blocks?.split(',')).toContain('today');
});

test('shows today if its sales are hidden', async () => {
  serve(dashboardRoutes.data, figures({ today: ofToday }));
  const { user } = await open([], '?period=today');
  await user.choose('More for Sales', 'Hide');

  expect((await block('Today')).getByText('$120.00')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Sales' })).toBeNull();
});

test('compares sales with the day before only after the day is over', async () => {
  const dayBefore = days('2025-11-29', '2025-11-29');
  const day = { ...days('2025-11-30', '2025-11-30'), previous: dayBefore, comparedWith: dayBefore };
  serve(dashboardRoutes.data, figures({ ...day, until: '2999-01-01T00:00:00Z' }));
  const { unmount } = await open([], '?period=today');
  expect((await block('Sales')).queryByText(/vs\./)).toBeNull();
  unmount();

  serve(dashboardRoutes.data, figures(day));
  await open([], '?period=yesterday');
  expect((await block('Sales')).getAllByText(/vs\. the day before/)).not.toHaveLength(0);
});

test('compares today with the same hours a week ago', async () => {
  const lastWeek = { gross: 10_000, orders: 4, averageBasket: 2500 };
  await dashboard(
    figures({
      today: {
        gross: 12_000,
        orders: 4,
        averageBasket: 3000,
        lastWeek,
        day: days('2026-11-30', '2026-11-30'),
      },
    }),
  );

  const today = await block('Today');
  expect(today.getByText('$120.00').closest('a')?.textContent).toMatch(/up 20%\s*vs. this time last week/);
  expect(today.getByText('Same as this time last week')).toBeTruthy();
});

test('shows no comparison if there were no sales a week ago', async () => {
  const none = { gross: 0, orders: 0, averageBasket: 0 };
  const sales = { gross: 12_000, orders: 4, averageBasket: 3000 };
  await dashboard(figures({ today: { ...sales, lastWeek: none, day: days('2026-11-30', '2026-11-30') } }));

  const today = await block('Today');
  expect(today.getByText('$120.00')).toBeTruthy();
  expect(today.queryByText(/last week/)).toBeNull();
});

test('hides the ranking for a single location', async () => {
  const requests = serve(dashboardRoutes.data, figures({ locationId: idOf(50) }));
  await open([], `?locationId=${idOf(50)}`);

  await block('Sales');
  expect(screen.queryByRole('heading', { name: 'Top locations' })).toBeNull();
  expect(requests[0]?.query).toMatchObject({ locationId: idOf(50) });
  expect(requests[0]?.query.blocks).not.toContain('topLocations');
});

test('hides blocks that the user cannot access', async () => {
  await dashboard(figures({ sales: null, customers: null }));

  await block('Stock alerts');
  expect(screen.queryByRole('heading', { name: /^(Sales|Customers)$/ })).toBeNull();
});

const nothing = figures({
  sales: null,
  orders: null,
  topProducts: null,
  topLocations: null,
  stock: null,
  customers: null,
  service: null,
});
test('leads users without access to any metric to their screens', async () => {
  await dashboard(nothing, ['tax_list']);

  await screen.findByText('No figures for your role');
  expect(hrefOf(screen.getByRole('link', { name: 'Inventory' }))).toBe('/inventory');
  expect(screen.queryByRole('button', { name: /Last 30 days/ })).toBeNull();
});

test('refers users without a role to an administrator', async () => {
  await dashboard(nothing);

  expect(await screen.findByText(/Ask an administrator to assign you a role/)).toBeTruthy();
});

test('hides a block permanently, and loads only that block when it is shown again', async () => {
  const { user, unmount } = await dashboard(figures());
  await user.choose('More for Customers', 'Hide');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Customers' })).toBeNull());
  unmount();
  const requests = serve(dashboardRoutes.data, ({ query }) => {
    const { customers, ...others } = figures();
    return query.blocks?.split(',').includes('customers') ? figures() : others;
  });

  await open();
  await block('Sales');
  expect(requests[0]?.query.blocks).not.toContain('customers');
  await user.press('Customize');
  await user.click(await screen.findByRole('checkbox', { name: 'Customers' }));

  expect((await block('Customers')).getByText('Churned')).toBeTruthy();
  expect(requests.map(({ query }) => query.blocks).slice(1)).toEqual(['customers']);
});

test('shows all hidden blocks at once', async () => {
  const { user } = await dashboard(
    figures({ topProducts: null, topLocations: null, stock: null, customers: null, service: null }),
  );
  await user.choose('More for Sales', 'Hide');
  await user.choose('More for Open orders', 'Hide');

  await user.press('Show all');

  expect(await screen.findByRole('heading', { name: 'Open orders' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Sales' })).toBeTruthy();
});

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('moves blocks from their menu and with arrow keys, and saves the order', async () => {
  const { user, unmount } = await dashboard(figures());
  await block('Sales');
  expect(titles().slice(0, 3)).toEqual(['Sales', 'Open orders', 'Top products']);

  await user.choose('More for Top products', 'Move up');
  expect(titles().slice(0, 3)).toEqual(['Sales', 'Top products', 'Open orders']);
  await user.press('Customize');
  (await screen.findByRole('button', { name: /^Move Customers, 7 of 7/ })).focus();
  await user.keyboard('{Home}');
  expect(screen.getByText('Customers moved to position 1 of 7')).toBeTruthy();
  expect(titles()[0]).toBe('Customers');
  unmount();

  await open();
  await block('Sales');
  expect(titles().slice(0, 4)).toEqual(['Customers', 'Sales', 'Top products', 'Open orders']);
});

test('resets the arrangement to the default', async () => {
  const { user } = await dashboard(figures());
  await user.choose('More for Sales', 'Hide');
  await user.press('Customize');

  await user.press('Reset to default');

  expect((await screen.findAllByRole('heading', { level: 2 }))[0]?.textContent).toBe('Sales');
});

test('refreshes a single block', async () => {
  const { user, requests } = await dashboard(figures());
  await block('Sales');
  const before = requests.length;

  await user.choose('More for Sales', 'Refresh');

  await waitFor(() => expect(requests).toHaveLength(before + 1));
  expect(requests.at(-1)?.query.blocks).toBe('sales');
});

test('retries a failed block and keeps the others', async () => {
  let isUp = false;
  const requests = serve(dashboardRoutes.data, () => {
    const { stock, ...others } = figures();
    return isUp ? figures({ stock: stock! }) : { ...others, failed: ['stock' as const] };
  });
  const { user } = await open();
  const stock = await block('Stock alerts');
  expect((await block('Sales')).getByText('$1,200.00')).toBeTruthy();
  isUp = true;

  await user.click(stock.getByRole('button', { name: 'Try again' }));

  await (await block('Stock alerts')).findByText('Nothing is out of stock, low or about to expire.');
  expect(requests).toHaveLength(2);
  expect(requests[1]?.query.blocks).toBe('stock');
});

test('requests another period and keeps it in the URL', async () => {
  const { user, requests, search } = await dashboard(figures());
  await block('Sales');
  expect(requests[0]?.query).toMatchObject({ period: 'last30Days' });

  await user.press('Period: Last 30 days');
  await user.click(await screen.findByRole('option', { name: 'Last 7 days' }));

  await waitFor(() => expect(search()).toEqual({ period: 'last7Days' }));
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ period: 'last7Days' }));
});

test('selects a range of days in order', async () => {
  const { user, requests, search } = await dashboard(figures());
  await block('Sales');
  await user.press('Period: Last 30 days');
  await user.type(await screen.findByRole('textbox', { name: 'From' }), '11/05/2026');
  await user.type(screen.getByRole('textbox', { name: 'Through' }), '11/01/2026');
  await user.tab();
  expect(await screen.findByText('Choose a day after the first')).toBeTruthy();
  await user.retype('Through', '11/09/2026');

  await user.press('Apply');

  await waitFor(() => expect(search()).toEqual({ from: '2026-11-05', to: '2026-11-09' }));
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ from: '2026-11-05', to: '2026-11-09' }));
  expect(requests.at(-1)?.query).not.toHaveProperty('period');
});

test('compares with last year if selected', async () => {
  const comparedWith = days('2025-11-01', '2025-11-30');
  const { user, requests, search } = await dashboard(figures({ comparedWith }));
  expect((await block('Sales')).getAllByText(/vs. the same days last year/)).toHaveLength(2);

  await user.press('Period: Last 30 days');
  await user.select('Compare with', 'Same days last year');

  await waitFor(() => expect(search()).toEqual({ compare: 'lastYear' }));
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ compare: 'lastYear' }));
});

test('shows no changes without a comparison', async () => {
  const { sales, customers } = figures();
  await dashboard(
    figures({
      comparedWith: null,
      sales: { ...sales!, before: null },
      customers: { ...customers!, newBefore: null, activeBefore: null },
    }),
  );

  expect((await block('Sales')).queryByText(/previous|Same as/)).toBeNull();
  expect((await block('Customers')).queryByText(/previous|Same as/)).toBeNull();
});

test('links customer requests to their lists, with the longest waiting time', async () => {
  await dashboard(
    figures({
      service: {
        openTickets: null,
        ordersLate: { count: 1000, oldestAt: hoursAgo(3) },
        returnRequests: { count: 2, oldestAt: hoursAgo(1) },
        refundsFailed: { count: 0, oldestAt: null, amount: 0 },
      },
    }),
  );

  const [, late, requested, failed] = (await block('Customer service')).getAllByRole('row');
  expect(late?.textContent).toBe('Late orders1,000+3 h 00 min');
  expect(requested?.textContent).toBe('Return requests21 h 00 min');
  expect(failed?.textContent).toBe('Failed refunds0–');
  const hrefs = (await block('Customer service')).getAllByRole('link').map(hrefOf);
  expect(new Set(hrefs)).toEqual(
    new Set(['/orders?flag=late', '/orders/returns?status=requested', '/orders?flag=refundFailed']),
  );
});

test('links tickets to answer to the inbox, with the overdue ones and the age of the oldest', async () => {
  await dashboard(
    figures({
      service: {
        openTickets: { count: 12, overdue: 3, oldestAt: new Date(Date.now() - 28 * 3_600_000).toISOString() },
        ordersLate: { count: 0, oldestAt: null },
        returnRequests: { count: 0, oldestAt: null },
        refundsFailed: { count: 0, oldestAt: null, amount: 0 },
      },
    }),
  );

  const [, tickets] = (await block('Customer service')).getAllByRole('row');
  expect(tickets?.textContent).toBe('Tickets to answer3 overdue121 day 4 h');
});

test('links each customer metric to exactly these customers', async () => {
  await dashboard(figures());

  const customers = await block('Customers');
  const search = (label: string) =>
    Object.fromEntries(new URL(customers.getByText(label).closest('a')!.href).searchParams.entries());
  const [since, until] = ['2026-11-01T00:00:00.000Z', '2026-11-30T24:00:00.000Z'];
  expect(search('New')).toEqual({ from: since, to: until });
  expect(search('Active')).toEqual({ orderedFrom: since, orderedTo: until });
  expect(search('Churned')).toEqual({
    orderedFrom: '2026-10-02T00:00:00.000Z',
    orderedTo: '2026-10-31T24:00:00.000Z',
    notOrderedFrom: since,
    notOrderedTo: until,
  });
});

test('retries after a loading error', async () => {
  let isUp = false;
  serve(dashboardRoutes.data, () => (isUp ? figures() : refusal(500, 'internal', 'Something broke')));
  const { user } = await open();

  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);

  expect(await screen.findByRole('heading', { name: 'Sales' })).toBeTruthy();
});

test('keeps the data of a failed refresh and reports the error', async () => {
  let isUp = true;
  serve(dashboardRoutes.data, () => (isUp ? figures() : refusal(500, 'internal', 'Something broke')));
  const { user } = await open();
  await block('Sales');
  isUp = false;

  await user.choose('More for Sales', 'Refresh');

  expect(await screen.findByText(/Couldn't refresh these figures/)).toBeTruthy();
  expect(screen.getByText('$1,200.00')).toBeTruthy();
});

const nothingDone: Setup = {
  marketplace: false,
  location: false,
  products: false,
  assortment: false,
  emptyLocationId: null,
  stock: false,
  ready: false,
  firstLocationId: null,
  payment: false,
  delivery: false,
  people: false,
  shop: false,
  order: false,
  delivered: false,
  openOrderId: null,
  marked: [],
  settingsVersion: 3,
};
/** The administrator's browser knows that the marketplace shows the setup steps. */
function expectSetup() {
  const installation = { brand: 'Aisle', topBar: true, outbox: false, tilesUrl: null, tilesCredit: '' };
  recordInstallation({ ...installation, setup: true, version: '1' });
  onTestFinished(() => recordInstallation({ ...installation, setup: false, version: '1' }));
}
/** A marketplace whose administrator sees the setup steps. */
async function newMarketplace(setup: Partial<Setup>, answer: Partial<Dashboard> = {}) {
  expectSetup();
  const steps = { ...nothingDone, ...setup };
  serve(dashboardRoutes.setup, steps);
  const permissions = ['store_add', 'access_setting', 'inventory_add', 'order_view'] as const;
  const shown = await dashboard(figures(answer), permissions);
  return { ...shown, list: () => setupList(/arketplace/) };
}
const setupList = async (name: RegExp) =>
  within((await screen.findByRole('heading', { name })).closest('section') as HTMLElement);

test('shows the remaining setup steps instead of empty blocks, with links that the user can open', async () => {
  const setup = {
    ...nothingDone,
    location: true,
    firstLocationId: idOf(50),
    emptyLocationId: idOf(50),
  };

  await dashboard(figures({ setup }), ['store_add', 'category_product_tree', 'inventory_add', 'store_view']);

  const steps = await setupList(/^Set up your marketplace$/);
  expect(steps.getByText('1/11')).toBeTruthy();
  expect(steps.getByText('Add a location').textContent).toContain('(done)');
  expect(steps.getAllByRole('link').map(hrefOf)).toEqual([
    `/locations/tree/${idOf(50)}`,
    '/inventory/add',
    `/locations/view/${idOf(50)}`,
  ]);
  expect(steps.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Sales' })).toBeNull();
});

test('keeps the setup steps above the blocks after the first order, until it is delivered', async () => {
  const { list } = await newMarketplace({ order: true, openOrderId: idOf(7) });

  const steps = await list();
  expect(hrefOf(steps.getByRole('link', { name: 'Open order' }))).toBe(`/orders/view/${idOf(7)}`);
  expect(screen.getByRole('heading', { name: 'Sales' })).toBeTruthy();
});

test('marks a setup step as done without a change', async () => {
  const updates = serve(settingsRoutes.update, refusal(500, 'internal', 'Something broke'));
  const { user, list } = await newMarketplace({ order: true, marked: ['people'], people: true });

  await user.click((await list()).getByRole('button', { name: 'Free delivery' }));

  expect(await onlyBody(updates)).toEqual({
    setup: { isShown: true, done: ['people', 'delivery'] },
    version: 3,
  });
});

test('hides the setup steps for the marketplace once they are done', async () => {
  const updates = serve(settingsRoutes.update, refusal(500, 'internal', 'Something broke'));
  const done = Object.fromEntries(setupSteps.map((step) => [step, true]));
  const { user } = await newMarketplace(done);

  const steps = await setupList(/^Your marketplace is set up$/);
  await user.click(steps.getByRole('button', { name: 'Done' }));

  expect(await onlyBody(updates)).toEqual({ setup: { isShown: false, done: [] }, version: 3 });
});

test('shows no skeleton of the blocks while a new marketplace loads', async () => {
  expectSetup();
  let respond = (_: Dashboard) => {};
  const requests = serve(
    dashboardRoutes.data,
    () =>
      new Promise<Dashboard>((resolve) => {
        respond = resolve;
      }),
  );
  serve(dashboardRoutes.setup, nothingDone);

  await open(['access_setting']);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByText('Top products')).toBeNull();

  respond(figures({ setup: nothingDone }));
  expect(await screen.findByText('Name your marketplace')).toBeTruthy();
});

test('shows what another block shows in detail only there', async () => {
  const attention = {
    late: 3,
    refundFailed: 1,
    returnsToApprove: 2,
    outOfStock: 48,
    expiresToday: { day: '2026-11-30', lots: 0, retail: 0 },
  };
  const { user } = await dashboard(figures({ attention }));

  const labels = async (title: string) =>
    (await block(title))
      .getAllByText(
        /^(Late|Refund failed|Returns to approve|Out of stock|Expires today|Late orders|Return requests|Failed refunds)$/,
      )
      .map(({ textContent }) => textContent);
  expect(await labels('Needs attention')).toEqual(['Late', 'Expires today']);
  expect(await labels('Customer service')).toEqual(['Return requests', 'Failed refunds']);

  await user.choose('More for Needs attention', 'Hide');
  expect(await labels('Customer service')).toEqual(['Late orders', 'Return requests', 'Failed refunds']);
});

test('shows no changes from a period without orders', async () => {
  const sales = { ...figures().sales!, before: { gross: 0, orders: 0, averageBasket: 0 } };
  await dashboard(figures({ sales }));

  expect((await block('Sales')).queryByText(/previous/)).toBeNull();
});

test('refreshes only blocks affected by new events', async () => {
  const { requests } = await dashboard(figures({ locationId: idOf(50) }));
  await block('Sales');
  const before = requests.length;

  happen({ topic: 'stock', at: '2026-11-30T11:59:00.000Z' });
  happen({ topic: 'stock', at: '2026-11-30T12:00:01.000Z' });
  happen({ topic: 'inventory', at: '2026-11-30T12:00:01.000Z' });

  await waitFor(() => expect(requests).toHaveLength(before + 1));
  expect(requests.at(-1)?.query.blocks).toBe('attention,stock');
  happen({ topic: 'orders', at: '2026-11-30T12:00:02.000Z' });
  await waitFor(() => expect(requests).toHaveLength(before + 2));
  expect(requests.at(-1)?.query.blocks?.split(',')).toContain('sales');
  expect(requests.at(-1)?.query.blocks?.split(',')).not.toContain('stock');
});
