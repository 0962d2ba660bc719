import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { cancelPlan, id, line, moneyPlan, order, refund } from '../order.fixtures.ts';
import { OrderInPlace } from './order-in-place.tsx';
// Imported eagerly, because loading it on demand can exceed the test's timeout.
import '../../refunds/refund-dialog.tsx';
import '../../returns/request-return-dialog.tsx';

const support = ['order_view', 'order_edit', 'order_add', 'cancel_order'] as const;

serve(dashboardRoutes.reasonDropdown, [{ _id: id(501), name: 'Damaged' }]);
serve(orderRoutes.cancelPlan, cancelPlan());

async function opened(shown: Order, permissions: readonly (typeof support)[number][] = support) {
  serve(orderRoutes.view, shown);
  const onDone = vi.fn();
  const view = await show(<OrderInPlace id={shown._id} onDone={onDone} />, {
    permissions,
  });
  await screen.findByText(/^\d+ items?( ·|$)/);
  return { ...view, onDone };
}

const delivered = order({
  status: 'delivered',
  headlineStatus: 'delivered',
  allowed: [],
  paid: 2300,
  lines: [line(1, 'Apples')],
});

test('cancels an order in place and reports the result', async () => {
  const cancelled = serve(orderRoutes.cancel, order({ status: 'cancelled', headlineStatus: 'cancelled' }));
  const { user, onDone } = await opened(order());

  await user.press('Cancel…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel A-1001?' }));
  await user.select('Reason', 'Damaged');
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }));

  await waitFor(() => expect(onDone).toHaveBeenCalledWith('Cancelled the order: Damaged'));
  expect(cancelled).toHaveLength(1);
});

test('reports a refund with its amount', async () => {
  serve(
    refundRoutes.plan,
    moneyPlan({
      lines: [
        {
          lineId: id(101),
          name: 'Apples',
          productName: 'Apples',
          variantName: 'Apples',
          goods: 1000,
          discount: 0,
          tax: 0,
          commission: 0,
          amount: 1000,
          refundable: 1000,
          refundableQuantity: 0,
        },
      ],
      amount: 1000,
      refundable: 1000,
    }),
  );
  serve(refundRoutes.create, { ...refund(1), amount: 1000, inCoins: 0, byHand: false });
  const { user, onDone } = await opened(delivered);

  await user.press('Refund…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund A-1001' }));
  await user.click(await dialog.findByRole('checkbox', { name: /Apples/ }));
  await user.select(/Reason/, 'Damaged');
  await user.click(dialog.getByRole('button', { name: 'Refund $10.00' }));

  await waitFor(() => expect(onDone).toHaveBeenCalledWith('Refunded $10.00 to card'));
});

test('offers only the actions that order and permissions allow', async () => {
  await opened(delivered, ['order_view']);

  expect(screen.getByText('2 items · 1 line')).toBeTruthy();
  for (const name of ['Refund…', 'Return or replace…', 'Cancel…']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.queryByRole('link', { name: 'Reorder' })).toBeNull();
});

test('shows a load error with a retry button', async () => {
  serve(orderRoutes.view, refusal(404, 'not-found', 'There is no such order'));
  await show(<OrderInPlace id={id(1)} onDone={() => undefined} />);

  expect(await screen.findByText('There is no such order')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
