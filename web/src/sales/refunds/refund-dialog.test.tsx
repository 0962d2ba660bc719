import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { Permission } from '@aisle/contract/permissions';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { type MoneyPlan, type Refund, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { id, line, moneyPlan, order, refund } from '../orders/order.fixtures.ts';
import { RefundButton } from './refund-button.tsx';
import { RefundSteps } from './refund-steps.tsx';
// Imported eagerly, because loading it on demand can exceed the test's timeout.
import './paid-back-dialog.tsx';
import './refund-dialog.tsx';

const canRefund: readonly Permission[] = ['order_edit', 'cancel_order'];
const delivered = (more: Partial<Order> = {}) =>
  order({
    status: 'delivered',
    headlineStatus: 'delivered',
    paid: 2300,
    lines: [line(1, 'Apples')],
    ...more,
  });
const planned = (number: number, name: string, refundable: number): MoneyPlan['lines'][number] => ({
  lineId: id(100 + number),
  name,
  productName: name,
  variantName: name,
  goods: refundable,
  discount: 0,
  tax: 0,
  commission: 0,
  amount: refundable,
  refundable,
  refundableQuantity: 0,
});
serve(dashboardRoutes.reasonDropdown, [{ _id: 'damaged', name: 'Damaged' }]);
serve(refundRoutes.plan, ({ body }) => {
  const { lines, deliveryFee } = body as { lines?: { amount: number }[]; deliveryFee?: number };
  const wished = (lines ?? []).reduce((sum, { amount }) => sum + amount, deliveryFee ?? 0);
  return moneyPlan({
    lines: [planned(1, 'Apples', 1000), planned(2, 'Bread', 0)],
    amount: wished || 1300,
    refundable: 1300,
  });
});

async function opened(shown = delivered()) {
  const view = await show(<RefundButton order={shown} />, { permissions: canRefund });
  await view.user.press('Refund…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund A-1001' }));
  await dialog.findByText('Refundable: $13.00');
  return { ...view, dialog };
}

const tick = (name: string) => screen.findByRole('checkbox', { name });
const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;

test('offers only refundable items and shows earlier refunds', async () => {
  const before = refund(2, { amount: 1000, lines: [{ lineId: id(101), amount: 400, reason: null }] });
  const { dialog } = await opened(delivered({ refunds: [before] }));

  expect(dialog.getByRole('checkbox', { name: 'Apples' })).toBeTruthy();
  expect(dialog.getByText('$4.00 refunded')).toBeTruthy();
  expect(dialog.getByRole('checkbox', { name: 'Delivery fee' })).toBeTruthy();
  expect(dialog.queryByRole('checkbox', { name: 'Bread' })).toBeNull();
});

test('refunds the fee of a paid order before picking', async () => {
  serve(
    refundRoutes.plan,
    moneyPlan({ lines: [planned(1, 'Apples', 0)], deliveryFeeRefundable: 300, amount: 300, refundable: 300 }),
  );
  const made = serve(refundRoutes.create, refund(1, { amount: 300, byHand: false }));
  const { user } = await show(
    <RefundButton order={delivered({ status: 'orderPlaced', deliveryFee: 300 })} />,
    {
      permissions: canRefund,
    },
  );

  await user.press('Refund…');
  expect(await screen.findByText(/Items can be refunded once they're picked/)).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Apples' })).toBeNull();
  await user.click(await tick('Delivery fee'));
  await user.select('Reason for Delivery fee', 'Damaged');
  await user.press('Refund $3.00');

  expect(await onlyRequest(made)).toMatchObject({
    body: { deliveryFee: 300, deliveryFeeReasonId: 'damaged' },
  });
});

test('refunds one unit with a reason and announces amount and method', async () => {
  const made = serve(refundRoutes.create, refund(1, { amount: 500, byHand: false }));
  const { user, dialog } = await opened();

  await user.click(await tick('Apples'));
  await user.click(dialog.getByRole('button', { name: 'Fewer of Apples' }));
  expect(value('Amount for Apples')).toBe('5.00');
  await user.select('Reason for Apples', 'Damaged');
  await user.click(await dialog.findByRole('button', { name: 'Refund $5.00' }));

  expect(await onlyRequest(made)).toMatchObject({ params: [id(1)] });
  expect(made[0]?.body).toEqual({
    lines: [{ lineId: id(101), amount: 500, reasonId: 'damaged' }],
    deliveryFee: 0,
  });
  expect(await screen.findByText('Refunded $5.00 to card')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('refunds a free item by quantity and shows its price and discount', async () => {
  const free = { goods: 399, discount: 399, amount: 0, refundable: 0, refundableQuantity: 2 };
  serve(
    refundRoutes.plan,
    moneyPlan({ lines: [{ ...planned(1, 'Apples', 0), ...free }], amount: 0, refund: 0, refundable: 0 }),
  );
  const made = serve(refundRoutes.create, refund(1, { amount: 0, byHand: false }));
  const apples = { ...line(1, 'Apples'), total: 0 };
  const { user } = await show(<RefundButton order={delivered({ lines: [apples] })} />, {
    permissions: canRefund,
  });
  await user.press('Refund…');

  await user.click(await tick('Apples'));
  expect(screen.queryByRole('textbox', { name: 'Amount for Apples' })).toBeNull();
  expect(await screen.findByText('$3.99 less $3.99 discount')).toBeTruthy();
  await user.select('Reason for Apples', 'Damaged');
  await user.press('Refund $0.00');

  expect((await onlyRequest(made)).body).toMatchObject({
    lines: [{ lineId: id(101), quantity: 2, reasonId: 'damaged' }],
  });
});

test('selects all refundable items and clears the selection', async () => {
  const { user, dialog } = await opened();

  await user.click(dialog.getByRole('button', { name: 'Refund all' }));

  expect(value('Amount for Apples')).toBe('10.00');
  expect(value('Amount for Delivery fee')).toBe('3.00');
  expect(await dialog.findByRole('button', { name: 'Refund $13.00' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Clear all' }));
  expect(dialog.queryByRole('textbox', { name: 'Amount for Apples' })).toBeNull();
});

test('selects a line and its quantity by keyboard', async () => {
  const { user } = await opened();
  (await tick('Apples')).focus();

  await user.keyboard(' ');
  screen.getByRole('textbox', { name: 'Quantity of Apples' }).focus();
  await user.keyboard('{ArrowDown}');

  expect(value('Quantity of Apples')).toBe('1');
  expect(value('Amount for Apples')).toBe('5.00');
});

test('limits a line refund to the amount paid', async () => {
  const made = serve(refundRoutes.create, refund(1));
  const { user, dialog } = await opened();

  await user.click(await tick('Apples'));
  await user.retype('Amount for Apples', '10.01{Enter}');

  expect(dialog.getByText('Up to $10.00')).toBeTruthy();
  expect(made).toHaveLength(0);
});

test('requires items, and a reason or a note', async () => {
  const made = serve(refundRoutes.create, refund(1));
  const { user, dialog } = await opened();

  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(dialog.getByRole('alert').textContent).toBe('Choose at least one item to refund');
  await user.click(await tick('Apples'));
  await user.click(await dialog.findByRole('button', { name: 'Refund $10.00' }));
  const reason = dialog.getByRole('combobox', { name: 'Reason for Apples' });
  await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
  expect(reason.getAttribute('aria-describedby')).toBe(dialog.getByText('Reason is required').id);
  expect(made).toHaveLength(0);

  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Bruised{Enter}');
  await waitFor(() => expect(made[0]?.body).toMatchObject({ reason: 'Bruised' }));
});

test('shows the error of a rejected refund and keeps the input', async () => {
  serve(refundRoutes.create, refusal(409, 'refunds.too-much', 'Only $2.00 is left to refund'));
  const { user, dialog } = await opened();

  await user.click(await tick('Apples'));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Bruised{Enter}');

  expect(await dialog.findByText('Only $2.00 is left to refund')).toBeTruthy();
  expect(value('Amount for Apples')).toBe('10.00');
});

test.each<[string, Order, readonly Permission[]]>([
  [
    'before picking if the fee is refunded already',
    delivered({
      status: 'processing',
      deliveryFee: 300,
      refunds: [refund(1, { amount: 300, deliveryFee: 300 })],
    }),
    canRefund,
  ],
  ['before an order is paid', delivered({ status: 'orderPlaced', paid: 0 }), canRefund],
  [
    'if the full amount is already refunded',
    delivered({ refunds: [refund(1, { amount: 2300 })] }),
    canRefund,
  ],
  ['without permission to cancel orders', delivered(), ['order_edit']],
])('offers no refund %s', async (_, shown, permissions) => {
  const { container } = await show(<RefundButton order={shown} />, { permissions });

  await waitFor(() => expect(within(container).queryByRole('button')).toBeNull());
});

const steps = async (shown: Refund) => {
  const made = serve(refundRoutes.updateStatus, refund(1, { version: 3 }));
  return { made, ...(await show(<RefundSteps refund={shown} />)) };
};

test('records a manual refund with its receipt number', async () => {
  const { user, made } = await steps(refund(1, { status: 'refundProcessing', allowed: ['refunded'] }));

  await user.press('Mark as refunded…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refunded $10.00 in cash?' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), ' slip 7 ');
  await user.click(dialog.getByRole('button', { name: 'Mark as refunded' }));

  await waitFor(() => expect(made[0]?.body).toEqual({ status: 'refunded', version: 2, reference: 'slip 7' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('completes a manual refund in two steps at once', async () => {
  const { user, made } = await steps(refund(1, { status: 'refundInitiated', allowed: ['refundProcessing'] }));

  await user.press('Mark as refunded…');
  await user.answer('Refunded $10.00 in cash?', 'Mark as refunded');

  await waitFor(() =>
    expect(made.map(({ body }) => body)).toEqual([
      { status: 'refundProcessing', version: 2 },
      { status: 'refunded', version: 3 },
    ]),
  );
});

test('marks a manual refund as failed', async () => {
  const { user, made } = await steps(refund(1, { allowed: ['refunded', 'refundFailed'] }));

  await user.press('Mark failed');

  await waitFor(() => expect(made[0]?.body).toEqual({ status: 'refundFailed', version: 2 }));
});

test('switches a failed card refund to manual after a confirmation', async () => {
  const { user, made } = await steps(refund(1, { byHand: false, allowed: ['refundInitiated'] }));

  await user.press('Refund in cash…');
  await user.answer('Refund in cash?', 'Refund in cash');

  await waitFor(() => expect(made[0]?.body).toEqual({ status: 'refundInitiated', version: 2, byHand: true }));
});

test('hides the buttons of a completed refund', async () => {
  const { container } = await steps(refund(1));

  await waitFor(() => expect(within(container).queryByRole('button')).toBeNull());
});

test('refunds to store credit if chosen', async () => {
  const made = serve(
    refundRoutes.create,
    refund(9, { status: 'refunded', amount: 1000, toCredit: 1000, byHand: true }),
  );
  const { user, dialog } = await opened();

  await user.click(await tick('Apples'));
  await user.click(dialog.getByRole('radio', { name: 'Store credit' }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Stale');
  await user.click(dialog.getByRole('button', { name: 'Refund $10.00' }));

  expect((await onlyRequest(made)).body).toMatchObject({ to: 'storeCredit' });
  expect(await screen.findByText('Refunded $10.00 to store credit')).toBeTruthy();
});
