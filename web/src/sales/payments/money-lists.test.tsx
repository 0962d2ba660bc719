import type { Permission } from '@aisle/contract/permissions';
import { type PaymentRow, paymentRoutes } from '@aisle/contract/sales/payments';
import { type RefundRow, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../test/server.ts';
import { duePayment, id, refund } from '../orders/order.fixtures.ts';
import { MoneyLists } from './money-lists.tsx';

const whose = {
  orderId: id(1),
  orderNumber: 'A-1001',
  locationId: id(50),
  locationName: 'North',
  timeZone: 'America/Chicago',
  customerName: 'Grace Hill',
};
const paid = (more: Partial<PaymentRow> = {}): PaymentRow => ({
  ...whose,
  ...duePayment(),
  kind: 'card',
  provider: 'terminal',
  status: 'captured',
  reference: 'slip 7',
  refunded: 0,
  ...more,
});
const back = (more: Partial<RefundRow> = {}): RefundRow => ({ ...refund(1), ...whose, ...more });

const all: Permission[] = ['order_list', 'order_view', 'order_edit', 'cancel_order'];
const payments = serve(paymentRoutes.list, pageOf(paid()));
async function opened(at = '/payments', permissions = all) {
  const shown = await show(<MoneyLists />, {
    at,
    page: '/payments',
    permissions,
  });
  await screen.findByRole('row', { name: /A-1001/ });
  return shown;
}
async function refunds(row: RefundRow, permissions = all) {
  serve(refundRoutes.list, pageOf(row));
  const shown = await opened('/payments?tab=refunds', permissions);
  return shown;
}
const row = () => screen.getByRole('row', { name: /A-1001/ });

test('lists a payment with order, method, amount and reference', async () => {
  await opened();

  for (const text of ['Grace Hill', 'Card terminal', '$23.00', 'slip 7', 'Paid'])
    expect(row().textContent).toContain(text);
});

test('shows the chosen method of a due payment', async () => {
  serve(
    paymentRoutes.list,
    pageOf(paid({ provider: null, kind: 'cashOnDelivery', status: 'due', reference: null })),
  );
  await opened();

  expect(row().textContent).toContain('Cash on delivery');
  expect(row().textContent).toContain('Balance due');
});

test('shows a payment problem instead of the reference', async () => {
  serve(paymentRoutes.list, pageOf(paid({ status: 'failed', problem: 'Card declined' })));
  await opened();

  expect(within(row()).getByText('Card declined')).toBeTruthy();
  expect(within(row()).queryByText('slip 7')).toBeNull();
});

test('links a payment to its order', async () => {
  await opened();

  expect(hrefOf(screen.getByRole('link', { name: 'A-1001' }))).toBe(`/orders/view/${id(1)}`);
});

test('keeps the search but resets the status when switching tabs', async () => {
  serve(refundRoutes.list, pageOf(back()));
  const { user, search } = await opened('/payments?search=hill&status=captured&provider=terminal');
  expect(payments.at(-1)?.body).toMatchObject({
    search: 'hill',
    filters: { status: 'captured', provider: 'terminal' },
  });

  await user.press('Refunds');

  await waitFor(() => expect(search()).toEqual({ tab: 'refunds', search: 'hill' }));
});

test('shows the reason of a failed refund and retries it with the current version', async () => {
  const steps = serve(refundRoutes.updateStatus, refund(1));
  const { user } = await refunds(
    back({
      status: 'refundFailed',
      allowed: ['refundInitiated'],
      byHand: false,
      problem: 'Card expired',
    }),
  );

  expect(row().textContent).toContain('Card expired');
  await user.choose(/^More for/, 'Try again');

  expect(await onlyRequest(steps)).toMatchObject({
    params: [id(601)],
    body: { status: 'refundInitiated', version: 2 },
  });
});

test('switches a card refund to manual only after a confirmation', async () => {
  const steps = serve(refundRoutes.updateStatus, refund(1));
  const { user } = await refunds(
    back({ status: 'refundFailed', allowed: ['refundInitiated'], byHand: false }),
  );

  await user.choose(/^More for/, 'Refund in cash…');
  await user.answer('Refund in cash?', 'Cancel');
  expect(steps).toEqual([]);
  await user.choose(/^More for/, 'Refund in cash…');
  await user.press('Refund in cash');

  expect(await onlyBody(steps)).toMatchObject({ status: 'refundInitiated', byHand: true, version: 2 });
});

test('records a manual refund with its receipt number', async () => {
  const steps = serve(refundRoutes.updateStatus, refund(1));
  const { user } = await refunds(back({ status: 'refundProcessing', allowed: ['refunded'] }));

  await user.choose(/^More for/, 'Mark as refunded…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refunded $10.00 in cash?' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), ' R-9 ');
  await user.click(dialog.getByRole('button', { name: 'Mark as refunded' }));

  await waitFor(() => expect(steps[0]?.body).toEqual({ status: 'refunded', version: 2, reference: 'R-9' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('keeps the dialog and the receipt number after a rejected step', async () => {
  serve(refundRoutes.updateStatus, refusal(409, 'version-stale', 'Somebody was faster'));
  const { user } = await refunds(back({ status: 'refundProcessing', allowed: ['refunded'] }));

  await user.choose(/^More for/, 'Mark as refunded…');
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), 'R-9');
  await user.click(dialog.getByRole('button', { name: 'Mark as refunded' }));

  expect((await screen.findByRole('alert')).textContent).toContain('Somebody was faster');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Reference' }).value).toBe('R-9');
});

test('hides refund actions without permission', async () => {
  await refunds(back({ status: 'refundProcessing', allowed: ['refunded'] }), ['order_list', 'order_edit']);

  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Mark as refunded/ })).toBeNull();
});
