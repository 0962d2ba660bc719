import { reportRoutes, type StoreReport } from '@aisle/contract/overview/reports';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { daysOf } from './periods.ts';
import { november, october, storeFiguresOf, storeReport, storeRow } from './report.fixtures.ts';
import { StoreReportScreen } from './store-report.tsx';

const [north, south] = [idOf(1), idOf(2)];
const byLocation = storeReport({
  records: [
    storeRow({
      key: 'n',
      locationId: north,
      locationName: 'North',
      orders: 30,
      totalSales: 90_000,
      refundedSales: 500,
    }),
    storeRow({
      key: 's',
      locationId: south,
      locationName: 'South',
      orders: 10,
      totalSales: 10_000,
      payout: -250,
    }),
  ],
  totals: { ...storeFiguresOf({ orders: 40, totalSales: 100_000, refundedSales: 500 }), before: null },
  totalRecords: 60,
});
const compared: StoreReport = {
  ...byLocation,
  before: october,
  records: byLocation.records.map((row) => ({ ...row, before: storeFiguresOf({ totalSales: 80_000 }) })),
  totals: { ...byLocation.totals, before: storeFiguresOf({ totalSales: 125_000, orders: 40 }) },
};
const byMonth = storeReport({
  seriesBy: 'month',
  records: [
    storeRow({ key: '2026-11-01', totalSales: 90_000 }),
    storeRow({ key: '2026-10-01', ...october, totalSales: 70_000 }),
  ],
  series: [
    { ...storeRow({ key: '', ...october, totalSales: 70_000 }) },
    { ...storeRow({ key: '', ...november, totalSales: 90_000 }) },
  ],
  from: october.from,
});
const opened = (answer: Parameters<typeof serve<typeof reportRoutes.store>>[1], search = '') => {
  const requests = serve(reportRoutes.store, answer);
  return show(<StoreReportScreen />, {
    at: `/location_report${search}`,
    permissions: ['order_list'],
  }).then((shown) => ({ ...shown, requests }));
};
const rowOf = (name: RegExp) => screen.findByRole('row', { name });

test('shows locations for the last 30 days with totals of all pages', async () => {
  const { requests } = await opened(byLocation);

  expect((await rowOf(/^North/)).textContent).toContain('$900.00');
  expect((await rowOf(/^Total/)).textContent).toContain('$1,000.00');
  expect(screen.getByText('1–2 of 60')).toBeTruthy();
  expect(requests[0]?.body).toEqual({
    ...daysOf('last30'),
    groupBy: 'location',
    compare: 'none',
    page: 1,
    limit: 25,
  });
});

test('links a row to its orders, and a metric to the list that it counts', async () => {
  await opened(byLocation);

  const row = within(await rowOf(/^North/));
  const [name, refunds] = row.getAllByRole('link').map((link) => hrefOf(link) ?? '');
  expect(name).toMatch(new RegExp(`^/orders\\?.*${north}`));
  expect(refunds).toMatch(new RegExp(`^/payments\\?.*${north}`));
});

test('keeps grouping and comparison in the URL and requests them', async () => {
  const { user, requests, search } = await opened(byLocation, '?page=2');
  await rowOf(/^North/);

  await user.choose(/^Group by/, 'Month');
  await waitFor(() => expect(search()).toEqual({ groupBy: 'month' }));
  await user.choose(/^Compare with/, 'Last year');

  await waitFor(() =>
    expect(requests.at(-1)?.body).toMatchObject({ groupBy: 'month', compare: 'lastYear', page: 1 }),
  );
});

test('keeps the name of a period in the URL', async () => {
  const { user, requests, search } = await opened(byLocation);
  await rowOf(/^North/);

  await user.press(/^Period/);
  await user.click(await screen.findByRole('option', { name: 'Last month' }));

  await waitFor(() => expect(search()).toEqual({ period: 'lastMonth' }));
  expect(requests.at(-1)?.body).toMatchObject(daysOf('lastMonth'));
});

test('ignores invalid search params', async () => {
  const { requests } = await opened(
    byLocation,
    '?groupBy=moon&compare=never&from=2026-02-30&to=2026-03-01&sort=magic.desc&limit=1000&categoryId=7',
  );
  await rowOf(/^North/);

  expect(requests[0]?.body).toEqual({
    ...daysOf('last30'),
    groupBy: 'location',
    compare: 'none',
    page: 1,
    limit: 25,
  });
});

test('shows the change of each metric and the days of the comparison', async () => {
  await opened(compared, '?compare=previous&from=2026-11-01&to=2026-11-30');

  expect((await rowOf(/^North/)).textContent).toContain('$900.00+12.5%');
  expect((await rowOf(/^Total/)).textContent).toContain('$1,000.00−20%');
  expect(screen.getByText('11/01/2026 – 11/30/2026, compared with 10/01/2026 – 10/31/2026')).toBeTruthy();
  expect(screen.getByText('down', { exact: false }).parentElement?.textContent).toBe('down 20%');
});

test('charts locations as bars and months as a line, for the selected metric', async () => {
  const { user, unmount, search } = await opened(byLocation);
  const bars = within(await screen.findByRole('list', { name: 'Total sales by location' }));
  expect(bars.getAllByRole('listitem').map((bar) => bar.textContent)).toEqual([
    'North$900.00',
    'South$100.00',
  ]);
  await user.choose(/^Metric/, 'Orders');
  expect(await screen.findByRole('list', { name: 'Orders by location' })).toBeTruthy();
  expect(search()).toEqual({ chart: 'orders' });
  unmount();

  await opened(byMonth, '?groupBy=month');

  const line = await screen.findByRole('slider', { name: 'Total sales by month' });
  expect(line.getAttribute('aria-valuetext')).toMatch(/^November 2026.*\$900\.00$/);
});

test('opens a month by location with the days of the month', async () => {
  const { user, search } = await opened(byMonth, '?groupBy=month');

  await user.choose('More for October 2026', 'Show by location');

  await waitFor(() => expect(search()).toEqual({ groupBy: 'location', ...october }));
});

test('shows the definition of each metric in its column and below', async () => {
  const { user } = await opened(byLocation);
  await rowOf(/^North/);

  await user.hover(screen.getByRole('button', { name: 'Total sales' }));

  const text = 'Net sales, tax and delivery fees.';
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
});

test('exports all rows to a file with the same period and grouping', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, requests } = await opened(({ query }) => ({
    ...byLocation,
    file: query.format ? { url: '/files/report.xlsx', rows: 60, jobId: null } : null,
  }));
  await rowOf(/^North/);

  await user.choose(/^Export/, 'Excel (XLSX)');

  await waitFor(() => expect(click).toHaveBeenCalled());
  expect(requests.at(-1)?.query).toEqual({ format: 'xlsx' });
  expect(requests.at(-1)?.body).toMatchObject({ groupBy: 'location', ...daysOf('last30') });
});

test('shows a message for a period without data', async () => {
  await opened(storeReport());

  expect(await screen.findByText('No figures in this period')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('retries after a loading error', async () => {
  let isUp = false;
  const { user } = await opened(() => (isUp ? byLocation : refusal(500, 'internal', 'Something broke')));

  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);

  expect(await rowOf(/^North/)).toBeTruthy();
});

test('offers new data instead of replacing the current data', async () => {
  const { user, readAgain } = await opened(byLocation);
  await rowOf(/North/);
  serve(reportRoutes.store, {
    ...byLocation,
    records: [storeRow({ key: 'n', locationId: north, locationName: 'North', orders: 31 })],
  });

  await readAgain('reports');
  const offer = await screen.findByRole('button', { name: 'Show new figures' });
  expect(screen.getByRole('row', { name: /South/ })).toBeTruthy();
  await user.click(offer);

  await waitFor(() => expect(screen.queryByRole('row', { name: /South/ })).toBeNull());
});
