import {
  type Reconciliation,
  type ReconciliationRow,
  type ReconciliationView,
  reconciliationRoutes,
} from '@aisle/contract/finance/reconciliation';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, serve } from '../../../test/server.ts';
import { ReconciliationList } from './reconciliation-list.tsx';
import { ReconciliationScreen } from './reconciliation-view.tsx';
import { BalanceRowList, RowList } from './row-list.tsx';

const row = (more: Partial<ReconciliationRow> = {}): ReconciliationRow => ({
  _id: idOf(2),
  transactionId: 'txn_1',
  recordId: idOf(1),
  kind: 'payment',
  category: 'charge',
  description: null,
  amount: 900,
  fee: 56,
  net: 844,
  occurredAt: '2026-11-20T18:00:00.000Z',
  state: 'unmatched',
  order: null,
  proposal: { as: 'payment', order: { _id: idOf(3), number: 'O-100042' }, targetId: idOf(3) },
  resolution: null,
  ...more,
});
const record = (more: Partial<ReconciliationView> = {}): ReconciliationView => ({
  _id: idOf(1),
  payoutId: 'po_1',
  provider: 'stripe',
  amount: 2294,
  arrivesOn: '2026-11-21',
  bankStatus: 'paid',
  isAutomatic: true,
  isComplete: true,
  status: 'matched',
  charges: 5000,
  refunds: -2500,
  disputes: 0,
  fees: -206,
  transfers: 0,
  other: 0,
  rowCount: 3,
  unmatched: 0,
  closedAt: null,
  closedBy: null,
  version: 4,
  rows: [],
  totalRows: 0,
  ...more,
});
const everything = ['reconciliation_list', 'reconciliation_edit', 'order_view'] as const;
const view = (
  shown: ReconciliationView,
  permissions: readonly (typeof everything)[number][] = everything,
) => {
  serve(reconciliationRoutes.view, shown);
  return show(<ReconciliationScreen />, {
    at: `/reconciliation/view/${shown._id}`,
    page: '/reconciliation/view/$id',
    screens: { '/reconciliation/rows/$id': { title: 'Rows' } },
    permissions,
  });
};

test('lists bank payouts with their parts, and what the provider holds', async () => {
  const { rows: _, totalRows: __, ...listed } = record();
  serve(reconciliationRoutes.list, {
    records: [listed satisfies Reconciliation],
    totalRecords: 1,
    nextCursor: null,
    balance: { providerBalance: 12_345, pending: 500, unmatched: 2 },
  });
  await show(<ReconciliationList />, {
    at: '/reconciliation',
    page: '/reconciliation',
    screens: { '/reconciliation/balance-rows': { title: 'Rows' } },
    permissions: everything,
  });
  const found = await screen.findByRole('row', { name: /po_1/ });
  for (const text of ['11/21/2026', 'Matched', '$50.00', '-$25.00', '-$2.06', '$22.94'])
    expect(found.textContent).toContain(text);
  expect(await screen.findByText('$123.45')).toBeTruthy();
  const unmatched = screen.getByRole('link', { name: 'Unmatched rows 2' });
  expect(unmatched.getAttribute('href')).toBe('/reconciliation/balance-rows?state=unmatched');
});

describe('a bank payout', () => {
  test('opens the rows of each figure', async () => {
    await view(record());
    const fees = await screen.findByRole('link', { name: /Fees/ });
    expect(fees.getAttribute('href')).toContain(`/reconciliation/rows/${idOf(1)}?figure=fees`);
    expect(screen.getByRole('link', { name: '3 rows' })).toBeTruthy();
  });

  test('is closed with its version', async () => {
    const closed = serve(reconciliationRoutes.close, record({ status: 'closed' }));
    const { user } = await view(record());
    await user.click(await screen.findByRole('button', { name: 'Close reconciliation' }));
    expect(await onlyBody(closed)).toEqual({ version: 4 });
  });

  test('offers nothing to users who only view it', async () => {
    await view(record({ status: 'open', unmatched: 1, rows: [row()], totalRows: 1 }), [
      'reconciliation_list',
    ]);
    await screen.findByRole('heading', { name: 'Unmatched (1)' });
    expect(screen.queryByRole('button', { name: /Resolve/ })).toBeNull();
  });

  test('says when its contents are not known yet', async () => {
    await view(record({ status: 'open', isComplete: false, rowCount: 0 }));
    expect(await screen.findByText("The contents aren't known yet")).toBeTruthy();
  });

  test('resolves an unmatched row as suggested, with a reason', async () => {
    const resolved = serve(reconciliationRoutes.resolve, record());
    serve(reconciliationRoutes.targets, []);
    const { user } = await view(record({ status: 'open', unmatched: 1, rows: [row()], totalRows: 1 }));
    expect(await screen.findByText(/Suggested: payment/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resolve txn_1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resolve $9.00' }));
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Paid at the counter');
    await user.click(dialog.getByRole('button', { name: 'Resolve' }));
    expect(await onlyBody(resolved)).toEqual({
      rowId: idOf(2),
      as: 'payment',
      targetId: idOf(3),
      reason: 'Paid at the counter',
    });
  });
});

test('resolves a row that no bank payout contains', async () => {
  const asked = serve(reconciliationRoutes.rows, {
    records: [
      row({ recordId: null }),
      row({ _id: idOf(5), transactionId: 'txn_5', state: 'matched', proposal: null }),
    ],
    totalRecords: 2,
    nextCursor: null,
  });
  serve(reconciliationRoutes.targets, []);
  const resolved = serve(reconciliationRoutes.resolveRow, row({ state: 'resolved' }));
  const { user } = await show(<BalanceRowList />, {
    at: '/reconciliation/balance-rows?state=unmatched',
    page: '/reconciliation/balance-rows',
    permissions: everything,
  });
  expect(await screen.findByText(/Suggested: payment/)).toBeTruthy();
  expect(asked[0]!.body).toMatchObject({ filters: { paidOut: false, state: 'unmatched' } });
  await user.choose(/^More for/, 'Resolve…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve $9.00' }));
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Paid at the counter');
  await user.click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(await onlyBody(resolved)).toEqual({
    as: 'payment',
    targetId: idOf(3),
    reason: 'Paid at the counter',
  });
});

test('lists the rows of a figure', async () => {
  serve(reconciliationRoutes.view, record());
  const asked = serve(reconciliationRoutes.rows, {
    records: [row({ state: 'matched', order: { _id: idOf(3), number: 'O-100042' }, proposal: null })],
    totalRecords: 1,
    nextCursor: null,
  });
  await show(<RowList />, {
    at: `/reconciliation/rows/${idOf(1)}?figure=charges`,
    page: '/reconciliation/rows/$id',
    permissions: everything,
  });
  const found = await screen.findByRole('row', { name: /O-100042/ });
  for (const text of ['Payment', 'Matched', '$9.00', '$0.56', '$8.44'])
    expect(found.textContent).toContain(text);
  expect(asked[0]!.body).toMatchObject({ filters: { recordId: idOf(1), figure: 'charges' } });
});
