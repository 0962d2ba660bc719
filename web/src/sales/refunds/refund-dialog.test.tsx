import type { Permission } from '@aisle/contract/permissions';
import type { Order } from '@aisle/contract/sales/order-view';
import { type MoneyPlan, type Refund, refundRoutes } from '@aisle/contract/sales/refunds';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { id, line, moneyPlan, order, refund } from '../orders/order-examples.ts';
import { RefundButton } from './refund-button.tsx';
import { RefundSteps } from './refund-steps.tsx';
// Here at once: what is loaded only when it is opened may take longer than a test waits.
import './paid-back-dialog.tsx';
import './refund-dialog.tsx';

const mayRefund: readonly Permission[] = ['order_edit', 'cancel_order'];
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
  goods: refundable,
  discount: 0,
  tax: 0,
  commission: 0,
  amount: refundable,
  refundable,
});
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  serve(refundRoutes.plan, ({ body }) => {
    const { lines, deliveryFee } = body as { lines?: { amount: number }[]; deliveryFee?: number };
    const wished = (lines ?? []).reduce((sum, { amount }) => sum + amount, deliveryFee ?? 0);
    return moneyPlan({
      lines: [planned(1, 'Apples', 1000), planned(2, 'Bread', 0)],
      amount: wished || 1300,
      refundable: 1300,
    });
  });
});

async function opened(shown = delivered()) {
  const view = await show(<RefundButton order={shown} />, { permissions: mayRefund });
  await view.user.click(await button('Refund…'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund A-1001' }));
  await dialog.findByText('Up to $13.00 can go back.');
  return { ...view, dialog };
}

test('only what can still go back is offered', async () => {
  const { dialog } = await opened();

  expect(dialog.getByRole('textbox', { name: 'Refund for Apples' })).toBeTruthy();
  expect(dialog.getByRole('textbox', { name: 'Refund of the delivery fee' })).toBeTruthy();
  expect(dialog.queryByRole('textbox', { name: 'Refund for Bread' })).toBeNull();
});

test('a part of a line goes back, for a reason', async () => {
  const made = serve(refundRoutes.create, refund(1));
  const { user, dialog } = await opened();

  await user.type(dialog.getByRole('textbox', { name: 'Refund for Apples' }), '4.50');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' Bruised ');
  await user.click(await dialog.findByRole('button', { name: 'Refund $4.50' }));

  await waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]).toMatchObject({ params: [id(1)] });
  expect(made[0]?.body).toEqual({
    lines: [{ lineId: id(101), amount: 450 }],
    deliveryFee: 0,
    reason: 'Bruised',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('all that can go back is filled in at once', async () => {
  const { user, dialog } = await opened();

  await user.click(dialog.getByRole('button', { name: 'All of it' }));

  const value = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name }).value;
  expect(value('Refund for Apples')).toBe('10.00');
  expect(value('Refund of the delivery fee')).toBe('3.00');
  expect(await dialog.findByRole('button', { name: 'Refund $13.00' })).toBeTruthy();
});

test('no more goes back than was paid for a line', async () => {
  const made = serve(refundRoutes.create, refund(1));
  const { user, dialog } = await opened();

  await user.type(dialog.getByRole('textbox', { name: 'Refund for Apples' }), '10.01');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Bruised{Enter}');

  expect(dialog.getByText('At most $10.00')).toBeTruthy();
  expect(made).toHaveLength(0);
});

test('a refund needs an amount and a reason', async () => {
  const made = serve(refundRoutes.create, refund(1));
  const { user, dialog } = await opened();

  await user.click(dialog.getByRole('button', { name: 'Refund' }));

  expect(dialog.getByText('Reason is required')).toBeTruthy();
  expect(dialog.getByRole('alert').textContent).toContain('Enter what is to go back');
  expect(made).toHaveLength(0);
});

test('a refund that is refused says why, and what was typed stays', async () => {
  serve(refundRoutes.create, refusal(409, 'refunds.too-much', 'Only $2.00 is left to refund'));
  const { user, dialog } = await opened();

  await user.type(dialog.getByRole('textbox', { name: 'Refund for Apples' }), '4.50');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Bruised{Enter}');

  expect(await dialog.findByText('Only $2.00 is left to refund')).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Refund for Apples' }).value).toBe('4.50');
});

test.each<[string, Order, readonly Permission[]]>([
  ['before it is delivered', delivered({ status: 'outOfDelivery' }), mayRefund],
  [
    'when all that was paid goes back already',
    delivered({ refunds: [refund(1, { amount: 2300 })] }),
    mayRefund,
  ],
  ['by who may not cancel orders', delivered(), ['order_edit']],
])('no money goes back %s', async (_, shown, permissions) => {
  const { container } = await show(<RefundButton order={shown} />, { permissions });

  await waitFor(() => expect(within(container).queryByRole('button')).toBeNull());
});

const steps = async (shown: Refund) => {
  const made = serve(refundRoutes.updateStatus, refund(1, { version: 3 }));
  return { made, ...(await show(<RefundSteps refund={shown} />)) };
};

test('money is paid back by hand, with the number of its receipt', async () => {
  const { user, made } = await steps(refund(1, { allowed: ['refunded'] }));

  await user.click(await button('Paid back…'));
  const dialog = within(await screen.findByRole('dialog', { name: '$10.00 paid back?' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), ' slip 7 ');
  await user.click(dialog.getByRole('button', { name: 'Paid back' }));

  await waitFor(() => expect(made[0]?.body).toEqual({ status: 'refunded', version: 2, reference: 'slip 7' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('paying back by hand is begun, and can turn out not to work', async () => {
  const { user, made } = await steps(refund(1, { allowed: ['refundProcessing', 'refundFailed'] }));

  await user.click(await button('Begin to pay back'));
  await waitFor(() => expect(made[0]?.body).toEqual({ status: 'refundProcessing', version: 2 }));
  await user.click(await button('Did not work'));

  await waitFor(() => expect(made[1]?.body).toEqual({ status: 'refundFailed', version: 2 }));
});

test('what the card did not take is paid back by hand after a question', async () => {
  const { user, made } = await steps(refund(1, { byHand: false, allowed: ['refundInitiated'] }));

  await user.click(await button('By hand'));
  const question = within(await screen.findByRole('dialog', { name: 'Pay it back by hand?' }));
  await user.click(question.getByRole('button', { name: 'By hand' }));

  await waitFor(() => expect(made[0]?.body).toEqual({ status: 'refundInitiated', version: 2, byHand: true }));
});

test('a refund with nothing left to do has no buttons', async () => {
  const { container } = await steps(refund(1));

  await waitFor(() => expect(within(container).queryByRole('button')).toBeNull());
});
