import { type ReturnRow, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { bulkActionOf, serveBulkActions } from '../../links/bulk/bulk.fixtures.ts';
import { ReturnList } from './return-list.tsx';

const row = (number: number, status: ReturnRow['status']): ReturnRow => ({
  _id: idOf(number),
  number: `R-10${number}`,
  kind: 'return',
  status,
  orderId: idOf(90),
  orderNumber: 'A-1001',
  locationId: idOf(80),
  locationName: 'Downtown Market',
  timeZone: 'America/New_York',
  customerName: 'Grace Hill',
  lineCount: 1,
  noReturn: false,
  reason: null,
  driverName: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 3,
});

test('approves the selected requests and reports why one stays', async () => {
  serve(returnRoutes.list, pageOf(row(1, 'requested'), row(2, 'requested'), row(3, 'returned')));
  const approved = serveBulkActions({
    counts: { ...bulkActionOf(1).counts, refused: 1 },
    reasons: [{ reason: 'Not enough stock', count: 1 }],
  });
  const { user } = await show(<ReturnList />, {
    at: '/orders/returns',
    permissions: ['order_list', 'order_edit'],
  });

  await user.click(await screen.findByRole('checkbox', { name: 'Select R-103' }));
  expect(screen.getByText('None can be approved')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Approve' }).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Approve');

  expect(await screen.findByText('1 of 2 returns approved. Not enough stock')).toBeTruthy();
  expect(approved).toMatchObject([
    { params: ['approve-returns'], body: { target: { ids: [idOf(1), idOf(2)] } } },
  ]);
});
