import { type ReturnRow, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
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
  const steps = serve(returnRoutes.updateStatus, () => refusal(409, 'stock.not-enough', 'Not enough stock.'));
  const { user } = await show(<ReturnList />, {
    at: '/orders/returns',
    permissions: ['order_list', 'order_edit'],
  });

  await user.click(await screen.findByRole('checkbox', { name: 'Select R-103' }));
  expect(screen.getByText('None of these waits for approval')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Approve' }).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.press('Approve');

  expect(await screen.findByText('0 of 2 returns approved. Not enough stock.')).toBeTruthy();
  await waitFor(() => expect(steps).toHaveLength(2));
  expect(steps[0]?.body).toEqual({ status: 'approved', version: 3 });
});
