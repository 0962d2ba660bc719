import { type Brand, brandRoutes } from '@aisle/contract/catalog/brands';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../../test/records.ts';
import { narrowScreen, show } from '../../../../test/render.tsx';
import { type Request, serve } from '../../../../test/server.ts';
import { ListPage } from '../list-page.tsx';
import type { Column } from '../rows/column.ts';
import { useList } from '../use-list.ts';
import { choice, type DaysFilter, type Filter, type FiltersOf } from './filter.ts';
import { dayPresets, spanOf, spanPatch, spanText } from './filter-days.ts';
import { rangeText } from './filter-value.tsx';
import { lookup } from './lookup.ts';

const placed: DaysFilter<'from' | 'to'> = {
  kind: 'days',
  label: 'Placed',
  from: 'from',
  to: 'to',
  asInstants: true,
};
const filters: FiltersOf<typeof orderRoutes.list> = [
  choice('fulfilment', 'Fulfillment', [
    { value: 'delivery', label: 'Delivery' },
    { value: 'pickup', label: 'Pickup' },
  ]),
  placed,
  { ...lookup({ name: 'driverId', label: 'Brand', route: brandRoutes.dropdown }) },
  choice('flag', 'Flags', [{ value: 'late', label: 'Late' }]),
  { kind: 'range', label: 'Total', min: 'minTotal', max: 'maxTotal', of: 'money' },
  { kind: 'range', label: 'Items', min: 'minItems', max: 'maxItems', of: 'count' },
  { kind: 'linked', name: 'customerId', label: 'Customer', text: 'one customer' },
];
const columns: Column<{ _id: string }>[] = [{ key: 'id', header: 'Id', cell: ({ _id }) => _id }];

function Rows() {
  const list = useList(orderRoutes.list);
  return <ListPage title="Rows" noun="rows" list={list} columns={columns} filters={filters} />;
}
const bodyOf = (requests: readonly Request[]) =>
  (requests.at(-1)?.body as { filters: Record<string, unknown> } | undefined)?.filters;
const button = (name: string) => screen.findByRole('button', { name });
const chip = (text: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('button').find(({ textContent }) => textContent === text);
    if (!found) throw new Error(`No chip says ${text}`);
    return found;
  });

serve(brandRoutes.dropdown, [
  { _id: idOf(1), name: 'Alder' },
  { _id: idOf(2), name: 'Birch' },
]);
const served = () => serve(orderRoutes.list, pageOf({ _id: idOf(9) } as Brand) as never);

test('sets a filter at its chip, shows its value, and removes it', async () => {
  const requests = served();
  const { user, search } = await show(<Rows />, { at: '/orders' });

  await user.press('Fulfillment');
  const options = await screen.findByRole('listbox', { name: 'Fulfillment' });
  await user.click(within(options).getByRole('option', { name: 'Pickup' }));

  await chip('Fulfillment: Pickup');
  await waitFor(() => expect(bodyOf(requests)).toEqual({ fulfilment: 'pickup' }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await user.press('Remove filter Fulfillment');

  await waitFor(() => expect(search()).toEqual({}));
  expect(document.activeElement?.getAttribute('type')).toBe('search');
});

test('moves through options with arrow keys, starting at the selected one', async () => {
  served();
  const { user, search } = await show(<Rows />, { at: '/orders?fulfilment=pickup' });

  await user.click(await chip('Fulfillment: Pickup'));
  const pickup = await screen.findByRole('option', { name: 'Pickup' });
  expect(pickup.getAttribute('aria-selected')).toBe('true');
  pickup.focus();
  await user.keyboard('{ArrowUp}{Enter}');

  await waitFor(() => expect(search()).toEqual({ fulfilment: 'delivery' }));
});

test('shows chips for the first four filters and the others behind Add filter', async () => {
  const requests = served();
  const { user } = await show(<Rows />, { at: '/orders' });
  await button('Flags');
  expect(screen.queryByRole('button', { name: 'Total' })).toBeNull();

  await user.press('Add filter');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add filter' }));
  expect(dialog.queryByRole('listbox')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Total' }));
  await user.type(await screen.findByRole('textbox', { name: 'From $' }), '12.50');
  await user.type(screen.getByRole('textbox', { name: 'To $' }), '5');
  expect(screen.getByText('Enter more than the first')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'To $' }), '0{Enter}');

  await waitFor(() => expect(bodyOf(requests)).toEqual({ minTotal: 1250, maxTotal: 5000 }));
  await chip('Total: $12.50 – $50.00');
});

test('finds a record by name and shows the name in the chip', async () => {
  const requests = served();
  const requested = serve(brandRoutes.dropdown, ({ query }) =>
    query.search === 'bi' ? [{ _id: idOf(2), name: 'Birch' }] : [{ _id: idOf(1), name: 'Alder' }],
  );
  const { user } = await show(<Rows />, { at: '/orders' });

  await user.press('Brand');
  await user.type(await screen.findByRole('searchbox', { name: 'Search brand' }), 'bi');
  await waitFor(() => expect(requested.at(-1)?.query).toEqual({ search: 'bi' }));
  await screen.findByRole('option', { name: 'Birch' });
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Alder' })).toBeNull());
  await user.keyboard('{Enter}');

  await waitFor(() => expect(bodyOf(requests)).toEqual({ driverId: idOf(2) }));
  await chip('Brand: Birch');
});

test('shows a filter that only links set, and removes it', async () => {
  served();
  const { user, search } = await show(<Rows />, { at: `/orders?customerId=${idOf(3)}` });

  expect((await screen.findByText('one customer')).closest('button')).toBeNull();
  await user.press('Remove filter Customer');

  await waitFor(() => expect(search()).toEqual({}));
  expect(screen.queryByText(/Customer/)).toBeNull();
});

test('sets days by a preset or by a range', async () => {
  const requests = served();
  const { user } = await show(<Rows />, { at: '/orders' });

  await user.press('Placed');
  await user.click(await screen.findByRole('option', { name: 'Last 7 days' }));
  await chip('Placed: Last 7 days');
  await waitFor(() => {
    const { from, to } = bodyOf(requests) as { from: string; to: string };
    expect(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)).toBe(7);
  });
  await user.click(await chip('Placed: Last 7 days'));
  await user.retype('From', '11/02/2026');
  const to = screen.getByRole('textbox', { name: 'Through' });
  await user.retype(to, '11/01/2026');
  expect(screen.getByText('Choose a day after the first')).toBeTruthy();
  await user.retype(to, '11/03/2026{Enter}');

  await chip('Placed: 11/02/2026 – 11/03/2026');
});

test('offers presets relative to today, in both directions', () => {
  const texts = (isAhead: boolean) =>
    dayPresets(isAhead, '2026-03-01').map(({ label, span }) => `${label}: ${span.from} ${span.to}`);

  expect(texts(false)).toEqual([
    'Today: 2026-03-01 2026-03-01',
    'Yesterday: 2026-02-28 2026-02-28',
    'Last 7 days: 2026-02-23 2026-03-01',
    'Last 30 days: 2026-01-31 2026-03-01',
  ]);
  expect(texts(true)[1]).toBe('Tomorrow: 2026-03-02 2026-03-02');
});

test('restores a range of days from the URL', () => {
  const span = { from: '2026-10-31', to: '2026-11-02' };

  expect(spanOf(placed, spanPatch(placed, span))).toEqual(span);
  expect(spanOf(placed, { from: 'yesterday' })).toEqual({ from: undefined, to: undefined });
  expect(spanText({ from: '2026-10-31', to: undefined })).toBe('since 10/31/2026');
  expect(spanText({ from: undefined, to: '2026-10-31' })).toBe('until 10/31/2026');
});

test('shows which end an open range has', () => {
  const total = { kind: 'range', label: 'Total', min: 'a', max: 'b', of: 'money' } as const;

  expect(rangeText(total, { a: 500 })).toBe('from $5.00');
  expect(rangeText(total, { b: 500 })).toBe('up to $5.00');
  expect(rangeText({ ...total, of: 'count' }, { a: 3, b: 3 })).toBe('3');
});

test('shows filters in a sheet and active ones as chips on a phone', async () => {
  narrowScreen();
  const requests = served();
  const { user } = await show(<Rows />, { at: '/orders' });

  await user.press('Filters');
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(sheet.getByRole('button', { name: 'Flags' }));
  await user.click(sheet.getByRole('option', { name: 'Late' }));
  await waitFor(() => expect(bodyOf(requests)).toEqual({ flag: 'late' }));
  expect(sheet.getByRole('button', { name: 'Flags Late' })).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Show results' }));

  expect(await button('Remove filter Flags')).toBeTruthy();
});

test('selects several options if the filter allows it, and keeps a required period', async () => {
  const requests = served();
  const many: FiltersOf<typeof orderRoutes.list> = [
    { kind: 'days', label: 'Period', from: 'from', to: 'to', asInstants: true, isRequired: true },
    {
      ...(lookup({ name: 'status', label: 'Brand', route: brandRoutes.dropdown }) as Extract<
        Filter<'status'>,
        { kind: 'lookup' }
      >),
      isMany: true,
    },
  ];
  const Many = () => (
    <ListPage title="Rows" noun="rows" list={useList(orderRoutes.list)} columns={columns} filters={many} />
  );
  const { user, search } = await show(<Many />, {
    at: '/orders?from=2026-11-01T05:00:00.000Z&status=%5B%22delivered%22%5D',
  });
  await waitFor(() => expect(bodyOf(requests)?.status).toEqual(['delivered']));

  expect(screen.queryByRole('button', { name: 'Remove filter Period' })).toBeNull();
  await user.click(await chip('Brand: 1 selected'));
  await user.click(await screen.findByRole('option', { name: 'Birch' }));
  await waitFor(() => expect(search().status).toEqual(['delivered', idOf(2)]));
  await user.click(await screen.findByRole('option', { name: 'Birch' }));

  await waitFor(() => expect(search().status).toEqual(['delivered']));
});
