import { customerRoutes } from '@aisle/contract/customers/customers';
import type { Permission } from '@aisle/contract/permissions';
import {
  type CustomerBrief,
  customerCareRoutes,
  type ErasePlan,
  type MergePlan,
  type TimelineEntry,
} from '@aisle/contract/service/customer-care';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { customerOf } from '../../customers/customers.fixtures.ts';
import { jobOf } from '../../system/system.fixtures.ts';
import { CustomerMenu } from './customer-menu.tsx';
import { CustomerNotice } from './customer-notice.tsx';
import { DuplicatesScreen } from './duplicates.tsx';
import { HistoryTab } from './history-tab.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { TimelineTab } from './timeline-tab.tsx';

const at = '2026-11-20T10:00:00.000Z';
const brief = (number: number, name: string): CustomerBrief => ({
  _id: idOf(number),
  name,
  phone: '+12025550777',
  email: null,
  orderCount: 2,
  coinBalance: 10,
  createdAt: at,
});
const plan: MergePlan = {
  dryRun: true,
  customer: brief(1, 'Grace Hill'),
  other: brief(2, 'Grace H.'),
  moved: { orders: 2, checkouts: 2, returns: 0, addresses: 1, subscriptions: 0, tickets: 0 },
  after: { orders: 4, total: 8620, coinBalance: 20, storeCredit: 0 },
  undoUntil: '2026-12-20T10:00:00.000Z',
};
const erasePlan: ErasePlan = {
  dryRun: true,
  name: 'Grace Hill',
  erased: [{ what: 'Orders', count: 2 }],
  stays: [{ what: 'Backups', why: 'Until they are rotated.' }],
  open: [],
  storeCredit: 0,
};
const staff = ['customer_list', 'customer_view', 'customer_edit', 'customer_delete', 'order_view'] as const;
const menu = (shown = customerOf(), permissions: readonly Permission[] = staff) =>
  show(<CustomerMenu customer={shown} more={[]} />, { permissions });

test('previews both customers and the merged record before merging', async () => {
  serve(customerRoutes.dropdown, [
    { _id: idOf(2), name: 'Grace H.', phone: '+12025550777', email: null, status: 'active' },
  ]);
  const requests = serve(customerCareRoutes.merge, plan);
  const { user } = await menu();
  await user.choose(/^More for/, 'Merge customers…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge customers' }));
  expect(dialog.getByRole('button', { name: 'Merge customers' }).hasAttribute('disabled')).toBe(true);

  await user.select('Same person as', /Grace H\./);

  expect(
    await dialog.findByText('2 orders, 1 address of Grace H. will be shown under Grace Hill.'),
  ).toBeTruthy();
  expect(dialog.getByText('Together: 4 orders, $86.20 spent, 20 coins.')).toBeTruthy();
  expect(requests.every(({ body }) => (body as { dryRun?: boolean }).dryRun)).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Merge customers' }));
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ customerId: idOf(1), otherId: idOf(2) }));
  expect(await screen.findByText('Grace H. merged into Grace Hill')).toBeTruthy();
});

test('distinguishes customers of the same name by phone', async () => {
  const namesake = { ...plan.other, name: plan.customer.name, phone: '+12025550888' };
  serve(customerCareRoutes.merge, { ...plan, other: namesake, moved: {} });
  const of = { _id: idOf(1), name: plan.customer.name };
  await show(<MergeDialog customer={of} other={{ ...of, _id: idOf(2) }} onClose={() => undefined} />, {
    permissions: staff,
  });

  await screen.findByText('(202) 555-0888 has no records to move.');
  expect(screen.getByRole('button', { name: 'Keep (202) 555-0888 instead' })).toBeTruthy();
});

test("shows in the dialog why two customers can't be merged", async () => {
  serve(customerRoutes.dropdown, [
    { _id: idOf(2), name: 'Grace H.', phone: '+12025550777', email: null, status: 'active' },
  ]);
  serve(customerCareRoutes.merge, refusal(409, 'customers.overlapping', 'Cancel one of them first'));
  const { user } = await menu();
  await user.choose(/^More for/, 'Merge customers…');
  await user.select('Same person as', /Grace H\./);

  expect(await screen.findByText('Cancel one of them first')).toBeTruthy();
});

test('separates merged customers after a confirmation while that is possible', async () => {
  const merged = [
    {
      _id: idOf(2),
      name: 'Grace H.',
      phone: '+12025550777',
      email: null,
      at,
      undoUntil: '2026-12-20T10:00:00.000Z',
    },
    { _id: idOf(3), name: 'G. Hill', phone: '+12025550778', email: null, at, undoUntil: null },
  ];
  const undone = serve(customerCareRoutes.unmerge, { _id: idOf(1), otherId: idOf(2) });
  const { user } = await menu(customerOf({ merged }));
  await user.press(/^More for/);
  expect(screen.queryByRole('menuitem', { name: 'Undo merge of G. Hill…' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Undo merge of Grace H.…' }));
  await user.press('Undo merge');

  await waitFor(() => expect(undone[0]?.body).toEqual({ otherId: idOf(2) }));
});

test('lists deleted and retained data before an erasure and requires the name', async () => {
  const requests = serve(customerCareRoutes.erase, erasePlan);
  const { user } = await menu();
  await user.choose(/^More for/, 'Erase customer…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Grace Hill?' }));
  expect(await dialog.findByText('Orders: 2')).toBeTruthy();
  expect(dialog.getByText('Until they are rotated.')).toBeTruthy();
  const button = dialog.getByRole('button', { name: 'Erase customer' });
  expect(button.hasAttribute('disabled')).toBe(true);

  await user.type(dialog.getByRole('textbox', { name: /to confirm/ }), 'grace hill');
  await user.click(button);

  await waitFor(() => expect(requests.at(-1)?.body).toEqual({}));
});

test('lists open orders before an erasure', async () => {
  serve(customerCareRoutes.erase, {
    ...erasePlan,
    open: [{ kind: 'order', _id: idOf(9), number: 'O-100042' }],
  });
  const { user } = await menu();
  await user.choose(/^More for/, 'Erase customer…');

  expect(await screen.findByText('Finish these first')).toBeTruthy();
  expect(screen.getByText('O-100042')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('exports a customer in a job with a download', async () => {
  serve(customerCareRoutes.takeOut, { jobId: idOf(40) });
  const files = [{ name: 'Customer data.zip', url: '/files/exports/1.zip' }];
  serve(
    jobRoutes.get,
    jobOf({ _id: idOf(40), kind: 'customerTakeOut', title: 'Exporting the data of a customer', files }),
  );
  const { user } = await menu();
  await user.choose(/^More for/, 'Export all data…');
  await user.press('Export data');

  expect(hrefOf(await screen.findByRole('link', { name: 'Customer data.zip' }))).toBe('/files/exports/1.zip');
});

test('hides merge and erasure with only edit permission', async () => {
  const { user } = await menu(customerOf(), ['customer_edit', 'customer_view']);
  await user.press(/^More for/);

  expect(await screen.findByRole('menuitem', { name: 'Export all data…' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /Merge|Erase/ })).toBeNull();
});

test('suggests a possible duplicate until the user dismisses it', async () => {
  serve(customerCareRoutes.duplicates, {
    records: [
      { _id: 'pair', customer: brief(1, 'Grace Hill'), other: brief(2, 'Grace H.'), reasons: ['email'] },
    ],
    totalRecords: 1,
  });
  const rejected = serve(customerCareRoutes.notSame, { customerId: idOf(1), otherId: idOf(2) });
  const { user } = await show(<CustomerNotice customer={customerOf()} />, { permissions: staff });
  expect(await screen.findByText(/looks like the same person/)).toBeTruthy();

  await user.press('Grace Hill and Grace H. are not the same');

  await waitFor(() => expect(rejected[0]?.body).toEqual({ customerId: idOf(1), otherId: idOf(2) }));
});

test('erases a customer with store credit only once its loss is confirmed', async () => {
  const requests = serve(customerCareRoutes.erase, { ...erasePlan, storeCredit: 1250 });
  const { user } = await menu();
  await user.choose(/^More for/, 'Erase customer…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Grace Hill?' }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase customer' });
  const forfeit = await dialog.findByRole('checkbox', { name: 'Forfeit $12.50 of store credit' });
  await user.type(dialog.getByRole('textbox'), 'Grace Hill');
  expect(button.disabled).toBe(true);

  await user.click(forfeit);
  await user.click(button);

  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ forfeit: true }));
});

test('marks a merged and an erased customer', async () => {
  const { unmount } = await show(
    <CustomerNotice customer={customerOf({ mergedInto: { _id: idOf(3), name: 'Ada Moor' } })} />,
    { permissions: staff },
  );
  expect(await screen.findByText('Ada Moor')).toBeTruthy();
  unmount();

  await show(<CustomerNotice customer={customerOf({ erasedAt: at })} />, { permissions: staff });
  expect(await screen.findByText(/Orders and books keep their figures/)).toBeTruthy();
});

test('lists pairs with their reasons', async () => {
  serve(customerCareRoutes.duplicates, {
    records: [
      {
        _id: 'pair',
        customer: brief(1, 'Grace Hill'),
        other: brief(2, 'Grace H.'),
        reasons: ['phone', 'nameAndAddress'],
      },
    ],
    totalRecords: 1,
  });
  await show(<DuplicatesScreen />, { permissions: staff });

  expect(await screen.findByText('Same phone, Same name and address')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Merge Grace Hill and Grace H.' })).toBeTruthy();
});

test('shows an empty state without duplicates', async () => {
  serve(customerCareRoutes.duplicates, { records: [], totalRecords: 0 });
  await show(<DuplicatesScreen />, { permissions: staff });

  expect(await screen.findByText('No duplicate customers')).toBeTruthy();
});

const entry = (number: number, more: Partial<TimelineEntry>): TimelineEntry => ({
  _id: `event-${number}`,
  at,
  kind: 'order',
  what: 'placed',
  recordId: idOf(9),
  title: 'O-100042',
  amount: 8620,
  by: 'Ada',
  note: null,
  locationName: 'North',
  ...more,
});

test('loads more of the timeline and filters it by kind', async () => {
  const requests = serve(customerCareRoutes.timeline, { records: [entry(1, {})], nextCursor: 'more' });
  const { user } = await show(<TimelineTab customer={customerOf()} />, { permissions: staff });
  expect(await screen.findByRole('link', { name: 'O-100042' })).toBeTruthy();

  serve(customerCareRoutes.timeline, {
    records: [entry(2, { kind: 'coins', what: 'earned', title: null, amount: 86 })],
    nextCursor: null,
  });
  await user.press('Show earlier');
  expect(await screen.findByText(/\+86 coins earned/)).toBeTruthy();

  const narrowed = serve(customerCareRoutes.timeline, { records: [], nextCursor: null });
  await user.click(screen.getByText('Coins, plan'));
  expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy();
  expect(narrowed[0]?.body).toMatchObject({ kinds: ['coins', 'subscription'] });
  expect(requests).toHaveLength(1);
});

test('shows who changed which field', async () => {
  serve(customerCareRoutes.history, {
    records: [
      {
        _id: idOf(50),
        at,
        userId: idOf(51),
        actorName: 'Priya',
        action: 'edit',
        resource: 'customers',
        recordId: idOf(1),
        locationId: null,
        before: { lastName: 'Hill', version: 1 },
        after: { lastName: 'Moor', version: 2 },
      },
    ],
    totalRecords: 1,
  });
  await show(<HistoryTab customer={customerOf()} />, { permissions: staff });

  expect(await screen.findByText('Priya')).toBeTruthy();
  expect(screen.getByText('Hill')).toBeTruthy();
  expect(screen.getByText('Moor')).toBeTruthy();
});
