import type { Permission } from '@aisle/contract/permissions';
import { type Recall, type RecallPreview, type RecallRow, recallRoutes } from '@aisle/contract/sales/recalls';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, otherScreens, pageOf, stored } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { NewRecall } from './new-recall.tsx';
import { RecallList } from './recall-list.tsx';
import { RecallView } from './recall-view.tsx';

const reach = {
  lots: 2,
  locations: [{ locationId: idOf(50), name: 'North', lots: 2, units: 12, cost: 3600 }],
  orders: 5,
  delivered: 3,
  customers: 4,
  withEmail: 2,
  sold: 4550,
};
const counts = { waiting: 0, done: 0, open: 0, skipped: 0 };
const recallOf = (parts: Partial<Recall> = {}): Recall => ({
  _id: idOf(1),
  number: 'Q-1001',
  title: 'Glass in milk',
  reason: 'Broken bottles at the dairy',
  status: 'blocked',
  lots: 2,
  createdBy: 'Ada Stone',
  createdAt: stored.createdAt,
  version: 1,
  selection: {},
  plan: null,
  reach,
  counts: { lot: { ...counts, waiting: 2 }, order: counts, customer: counts },
  jobId: null,
  jobStatus: null,
  lotsElsewhere: 0,
  facts: {
    firstName: 'Bea',
    products: 'Milk',
    orders: 'O-7',
    location: 'North',
    brand: 'Aisle',
    reason: 'Glass',
  },
  ...parts,
});
const lot: RecallRow = {
  _id: idOf(2),
  kind: 'lot',
  recordId: idOf(3),
  label: 'L-1042',
  about: 'Milk',
  locationName: 'North',
  units: 12,
  amount: null,
  outcome: 'open',
  reason: 'Reserved for orders',
};
const editors: Permission[] = [
  'inventory_view',
  'inventory_edit',
  'order_view',
  'order_edit',
  'cancel_order',
];

async function openRecall(recall: Recall, permissions = editors) {
  serve(recallRoutes.view, recall);
  serve(recallRoutes.rows, { ...pageOf(lot), nextCursor: null });
  return show(<RecallView />, {
    page: '/recalls/view/$id',
    at: `/recalls/view/${recall._id}`,
    screens: otherScreens,
    permissions,
  });
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('lists recalls with their status and number of lots', async () => {
  serve(recallRoutes.list, { ...pageOf(recallOf({ status: 'lifted' })), nextCursor: null });

  await show(<RecallList />, { at: '/recalls', permissions: editors });

  expect((await screen.findAllByText('Glass in milk')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Lifted').length).toBeGreaterThan(0);
});

test('explains recalls if there are none', async () => {
  serve(recallRoutes.list, { ...pageOf(), nextCursor: null });

  await show(<RecallList />, { at: '/recalls', permissions: editors });

  expect(await screen.findByText(/Recall unsafe items to block them at every store/)).toBeTruthy();
});

const preview: RecallPreview = {
  ...reach,
  sample: [
    {
      _id: idOf(3),
      number: 'L-1042',
      lotNumber: 'A7',
      name: 'Milk',
      productName: 'Milk',
      variantName: 'Milk',
      sku: 'MILK',
      locationName: 'North',
      onHand: 12,
      expiresOn: null,
    },
  ],
};
async function openNew(permissions = editors) {
  const shown = await show(<NewRecall />, {
    at: '/recalls/add',
    screens: { '/recalls/view/$id': { title: 'Recall' } },
    permissions,
  });
  return { ...shown, lotNumber: await screen.findByRole('textbox', { name: /Lot number/ }) };
}

test('previews the affected lots and blocks them after a confirmation', async () => {
  const previews = serve(recallRoutes.preview, preview);
  const created = serve(recallRoutes.create, recallOf());
  const { user, lotNumber, address } = await openNew();

  expect(screen.getByText('Enter a lot number, or choose a sub-product or vendor')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Glass in milk');
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Broken bottles');
  await user.type(lotNumber, 'A7');
  expect(await screen.findByText('$45.50')).toBeTruthy();
  expect(screen.getByText('L-1042 · A7')).toBeTruthy();
  expect(screen.getByText('Showing 1 of 2.')).toBeTruthy();
  expect(previews.at(-1)?.body).toEqual({ selection: { lotNumber: 'A7' } });
  await user.click(await button('Block lots'));
  expect(created).toHaveLength(0);
  await user.click(
    (await dialogOf('Block 2 lots of Milk and others?')).getByRole('button', { name: 'Block lots' }),
  );

  await waitFor(() => expect(address()).toBe(`/recalls/view/${idOf(1)}`));
  expect(created[0]?.body).toEqual({
    title: 'Glass in milk',
    reason: 'Broken bottles',
    selection: { lotNumber: 'A7' },
  });
});

test('requires a title and a reason', async () => {
  serve(recallRoutes.preview, preview);
  const created = serve(recallRoutes.create, recallOf());
  const { user, lotNumber } = await openNew();

  await user.type(lotNumber, 'A7');
  await screen.findByText('$45.50');
  await user.click(await button('Block lots'));

  expect(await screen.findByText('Title is required')).toBeTruthy();
  expect(screen.getByText('Reason is required')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(created).toHaveLength(0);
});

test('shows that no lot matches', async () => {
  serve(recallRoutes.preview, { ...preview, lots: 0, sample: [] });
  const { user, lotNumber } = await openNew();

  await user.type(lotNumber, 'B1');

  expect(await screen.findByText('No lots match')).toBeTruthy();
});

test('retries a failed preview', async () => {
  let isUp = false;
  serve(recallRoutes.preview, () => (isUp ? preview : refusal(500, 'internal', 'Something broke')));
  const { user, lotNumber } = await openNew();

  await user.type(lotNumber, 'A7');
  const again = await button('Try again');
  isUp = true;
  await user.click(again);

  expect(await screen.findByText('L-1042 · A7')).toBeTruthy();
});

test('processes a recall with a message to customers', async () => {
  const acts = serve(recallRoutes.act, recallOf({ status: 'working' }));
  const { user } = await openRecall(recallOf());

  await user.click(await button('Process recall'));
  const dialog = await dialogOf('Process Q-1001');
  expect(dialog.getByText(/Dear Bea,/).textContent).toContain('Reason: Glass');
  await user.click(dialog.getByRole('checkbox', { name: 'Refund 3 delivered orders, up to $45.50' }));
  const subject = dialog.getByRole('textbox', { name: 'Subject' });
  await user.clear(subject);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Process recall' }).disabled).toBe(true);
  await user.type(subject, 'Stop');
  await user.click(dialog.getByRole('button', { name: 'Process recall' }));

  await waitFor(() =>
    expect(acts[0]?.body).toMatchObject({ writeOff: true, refund: false, message: { subject: 'Stop' } }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('hides refunds and emails without permission for orders', async () => {
  const acts = serve(recallRoutes.act, recallOf({ status: 'working' }));
  const { user } = await openRecall(recallOf(), ['inventory_view', 'inventory_edit']);

  await user.click(await button('Process recall'));
  const dialog = await dialogOf('Process Q-1001');
  for (const name of [/^Refund/, /^Email/]) {
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name }).disabled).toBe(true);
  }
  await user.click(dialog.getByRole('button', { name: 'Process recall' }));

  await waitFor(() => expect(acts[0]?.body).toEqual({ writeOff: true, refund: false, message: null }));
});

test('lifts a recall with a reason, by keyboard', async () => {
  const lifted = serve(recallRoutes.lift, recallOf({ status: 'lifted' }));
  const { user } = await openRecall(recallOf());

  (await button('Lift recall')).focus();
  await user.keyboard('{Enter}');
  const dialog = await dialogOf('Lift Q-1001?');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await waitFor(() => expect(document.activeElement).toBe(reason));
  await user.keyboard('{Enter}');
  expect(await dialog.findByText('Reason is required')).toBeTruthy();
  expect(lifted).toHaveLength(0);
  await user.keyboard('False alarm{Enter}');

  await waitFor(() => expect(lifted[0]?.body).toEqual({ note: 'False alarm' }));
});

test('marks an open record as done with a note', async () => {
  const settled = serve(recallRoutes.settleRow, { _id: lot._id });
  const { user } = await openRecall(recallOf({ status: 'done' }));

  await user.click(await button('More for this row'));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as done…' }));
  const dialog = await dialogOf('Mark L-1042 as done');
  await user.type(dialog.getByRole('textbox', { name: 'What was done' }), 'Called them');
  await user.click(dialog.getByRole('button', { name: 'Mark as done' }));

  await waitFor(() => expect(settled[0]).toMatchObject({ params: [idOf(2)], body: { note: 'Called them' } }));
});

test('retries open records of a processed recall', async () => {
  const resumed = serve(recallRoutes.resume, recallOf({ status: 'working' }));
  const { user } = await openRecall(
    recallOf({ status: 'done', counts: { lot: { ...counts, open: 1 }, order: counts, customer: counts } }),
  );

  await user.click(await button('Retry open items'));

  await waitFor(() => expect(resumed[0]?.params).toEqual([idOf(1)]));
});

test('hides actions if other stores have lots of the recall', async () => {
  await openRecall(recallOf({ lotsElsewhere: 7 }));

  expect(await screen.findByText(/7 more of its lots are at stores you don't have access to/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Process recall' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Lift recall' })).toBeNull();
});

test('shows an unknown recall as not available', async () => {
  serve(recallRoutes.view, refusal(404, 'not-found', 'Not found'));
  await show(<RecallView />, { page: '/recalls/view/$id', at: `/recalls/view/${idOf(9)}` });

  expect(await screen.findByText('Not available')).toBeTruthy();
});
