import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { type Order, SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { hrefOf, show } from '../../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { RecordHead } from '../../../ui/record/record-head.tsx';
import { cancelPlan, event, id, order } from '../order.fixtures.ts';
import { OvertakenNotice, useOrderActions } from './order-actions.tsx';
import { RequestDriver } from './request-driver.tsx';
import { useSteps } from './use-steps.ts';
// Imported eagerly, because loading it on demand can exceed the test's timeout.
import './order-details-dialog.tsx';

function Steps({ shown }: { shown: Order }) {
  const steps = useSteps(shown);
  const { dialogs, ...head } = useOrderActions({ order: shown, steps });
  return (
    <>
      <RecordHead title={shown.number} {...head} />
      <OvertakenNotice {...steps} />
      {dialogs}
    </>
  );
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const after = (more: Partial<Order>) => SteppedOrder.parse(order(more));
const reasons = [
  { _id: 'no-stock', name: 'Out of stock' },
  { _id: 'closed', name: 'We are closed' },
];

serve(dashboardRoutes.reasonDropdown, reasons);
serve(orderRoutes.cancelPlan, cancelPlan());

test('takes an internal step immediately and undoes it from its message', async () => {
  const steps = serve(orderRoutes.updateStatus, after({ status: 'processing', version: 4 }));
  const undone = serve(orderRoutes.undoStep, after({ version: 5 }));
  const { user } = await show(<Steps shown={order()} />);

  await user.press('Start picking');

  expect(await onlyRequest(steps)).toMatchObject({
    params: [id(1)],
    body: { status: 'processing', version: 3 },
  });
  expect(await screen.findByText('A-1001: Picking started')).toBeTruthy();
  await user.press('Undo');
  expect(await onlyRequest(undone)).toMatchObject({ params: [id(1)], body: { version: 4 } });
});

const picking = () => order({ status: 'processing', allowed: ['prepared', 'rejected', 'cancelled'] });

test('confirms a step that moves items and offers no undo', async () => {
  const steps = serve(orderRoutes.updateStatus, after({ status: 'prepared', version: 4 }));
  const { user } = await show(<Steps shown={picking()} />);

  await user.press('Mark as prepared');
  const question = await dialog('Mark as prepared: A-1001?');
  expect(question.textContent).toContain("2 items aren't checked off");
  expect(steps).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Mark as prepared' }));

  await waitFor(() => expect(steps).toHaveLength(1));
  expect(await screen.findByText('A-1001: Prepared')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('prepares a completely picked order without a confirmation', async () => {
  const steps = serve(orderRoutes.updateStatus, after({ status: 'prepared', version: 4 }));
  const lines = picking().lines.map((one) => ({ ...one, pickedQuantity: one.quantity }));
  const { user } = await show(<Steps shown={{ ...picking(), lines }} />);

  await user.press('Mark as prepared');

  expect(await screen.findByText('A-1001: Prepared')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(steps).toHaveLength(1);
});

test('takes no step if the confirmation is dismissed', async () => {
  const steps = serve(orderRoutes.updateStatus, after({}));
  const { user } = await show(<Steps shown={picking()} />);

  await user.press('Mark as prepared');
  await user.click(within(await dialog(/Mark as prepared/)).getByRole('button', { name: 'Cancel' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(steps).toHaveLength(0);
});

test('takes the default step with the period key', async () => {
  const { user } = await show(<Steps shown={picking()} />);
  await button('Mark as prepared');

  await user.keyboard('.');

  expect(await dialog('Mark as prepared: A-1001?')).toBeTruthy();
});

/** The step buttons of an order that refreshes, as its screen does after each change. */
function Refreshing({
  first,
  onRefresh,
}: {
  first: Order;
  onRefresh: (refresh: (order: Order) => void) => void;
}) {
  const [shown, setShown] = useState(first);
  onRefresh(setShown);
  return <Steps shown={shown} />;
}
async function refreshing(first: Order) {
  let refresh: (order: Order) => void = () => undefined;
  const view = await show(
    <Refreshing
      first={first}
      onRefresh={(set) => {
        refresh = set;
      }}
    />,
    { permissions: ['cancel_order'] },
  );
  return { ...view, refresh: (now: Order) => act(() => refresh(now)) };
}

test('cancels on the version that the dialog was opened with', async () => {
  const now = order({ version: 4, total: 900 });
  serve(orderRoutes.view, { ...now, events: [event(1, { by: 'Olga' })] });
  const cancels = serve(orderRoutes.cancel, refusal(409, 'version-stale', 'Changed', { data: now }));
  const { user, refresh } = await refreshing(order());
  await user.choose('More for A-1001', 'Cancel order…');
  await user.select('Reason', 'Out of stock');

  refresh(now);
  await user.press('Cancel order');

  expect(await screen.findByText(/Olga already updated this order/)).toBeTruthy();
  expect((await onlyBody(cancels)) as object).toMatchObject({ version: 3 });
});

test('cancels without another question if only picks changed in the meantime', async () => {
  const lines = order().lines.map((one) => ({ ...one, pickedQuantity: one.quantity }));
  const cancels = serve(orderRoutes.cancel, ({ body }) =>
    (body as { version: number }).version === 3
      ? refusal(409, 'version-stale', 'Changed', { data: order({ version: 4, lines }) })
      : order({ version: 5, status: 'cancelled' }),
  );
  const { user } = await refreshing(order());
  await user.choose('More for A-1001', 'Cancel order…');
  await user.select('Reason', 'Out of stock');
  await user.press('Cancel order');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cancels.map(({ body }) => (body as { version: number }).version)).toEqual([3, 4]);
});

test('sends out with store staff in several steps with increasing versions', async () => {
  let version = 3;
  const steps = serve(orderRoutes.updateStatus, () => after({ version: ++version }));
  const { user } = await show(
    <Steps shown={order({ status: 'prepared', allowed: ['awaitingForDelivery'] })} />,
  );

  await user.press('Send out now');
  await user.click(within(await dialog(/Send out now/)).getByRole('button', { name: 'Send out now' }));

  await waitFor(() => expect(steps).toHaveLength(3));
  expect(steps.map(({ body }) => body)).toEqual([
    { status: 'awaitingForDelivery', version: 3 },
    { status: 'offQueue', version: 4 },
    { status: 'outOfDelivery', version: 5 },
  ]);
});

test('shows who changed the order first and its current status', async () => {
  serve(orderRoutes.updateStatus, refusal(409, 'version-stale', 'Somebody changed it'));
  const latest = event(2, { to: 'processing', by: 'Ben Ford', at: '2026-11-20T11:00:00.000Z' });
  serve(orderRoutes.view, order({ headlineStatus: 'processing', events: [event(1), latest] }));
  const { user } = await show(<Steps shown={order()} />);

  await user.press('Start picking');

  const notice = (await screen.findByText(/Ben Ford already updated this order. It's now “Picking”/)).closest(
    '[role=alert]',
  );
  await user.click(within(notice as HTMLElement).getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(/already updated/)).toBeNull();
});

const withDriver = () =>
  order({
    status: 'awaitingForDelivery',
    dispatchStatus: 'driverConfirmed',
    driver: { _id: id(7), name: 'Andre Beaumont', phone: '+12025550199' },
    handOverCode: '0815',
    allowed: ['driverConfirmationCompleted'],
  });

test('shows the code for the driver and leaves the confirmation to their phone', async () => {
  const steps = serve(orderRoutes.updateStatus, after({ dispatchStatus: 'driverConfirmationCompleted' }));
  const { user } = await show(<Steps shown={withDriver()} />);

  await user.press('Hand over to driver');
  const asked = await dialog('Hand over A-1001');
  expect(asked.textContent).toContain('Give Andre code 0815. They confirm pickup on their phone.');
  await user.click(within(asked).getByRole('button', { name: 'Done' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(steps).toEqual([]);
});

test('hands over an order to a driver without a phone', async () => {
  const steps = serve(orderRoutes.updateStatus, after({ dispatchStatus: 'driverConfirmationCompleted' }));
  const { user } = await show(<Steps shown={withDriver()} />);

  await user.press('Hand over to driver');
  const asked = within(await dialog('Hand over A-1001'));
  await user.click(asked.getByRole('button', { name: 'Hand over without phone' }));

  expect(await onlyBody(steps)).toEqual({ status: 'driverConfirmationCompleted', version: 3, code: '0815' });
});

const cancelOrReject = async (shown: Order, way: 'Cancel order…' | 'Reject order…') => {
  const view = await show(<Steps shown={shown} />);
  await view.user.choose('More for A-1001', way);
  return { ...view, requested: await dialog(`${way.replace(' order…', '')} A-1001?`) };
};

test('requires a reason for a cancellation', async () => {
  const cancels = serve(orderRoutes.cancel, order());
  const { user, requested } = await cancelOrReject(order(), 'Cancel order…');

  await user.click(within(requested).getByRole('button', { name: 'Cancel order' }));

  expect(await within(requested).findByText('Reason is required')).toBeTruthy();
  expect(cancels).toHaveLength(0);
});

test('cancels an order with a reason and a note', async () => {
  const cancels = serve(orderRoutes.cancel, order({ status: 'cancelled' }));
  const { user, requested } = await cancelOrReject(order(), 'Cancel order…');

  await user.select('Reason', 'Out of stock');
  await user.type(within(requested).getByRole('textbox', { name: 'Note' }), ' Flood ');
  await user.click(within(requested).getByRole('button', { name: 'Cancel order' }));

  expect(await onlyBody(cancels)).toEqual({ reasonId: 'no-stock', version: 3, note: 'Flood' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each(['Cancel', 'Reject'] as const)('keeps the input after a failure: %s', async (verb) => {
  serve(orderRoutes.cancel, refusal(500, 'unexpected', 'Something went wrong'));
  serve(orderRoutes.updateStatus, refusal(500, 'unexpected', 'Something went wrong'));
  const { user, requested } = await cancelOrReject(order(), `${verb} order…`);

  await user.select('Reason', 'Out of stock');
  await user.type(within(requested).getByRole('textbox', { name: 'Note' }), 'Flood');
  await user.click(within(requested).getByRole('button', { name: `${verb} order` }));

  expect(await within(requested).findByText('Something went wrong')).toBeTruthy();
  expect(within(requested).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Flood');
});

test('omits the refund of a declined card payment', async () => {
  const { requested } = await cancelOrReject(
    order({
      payments: [
        {
          _id: id(70),
          kind: 'card',
          provider: 'sandbox',
          status: 'failed',
          amount: 2300,
          reference: null,
          giftCardId: null,
          hold: null,
          card: null,
          fee: null,
          underWay: null,
          authoriseAt: null,
          problem: 'insufficient_funds',
          createdAt: '2026-11-20T10:00:00.000Z',
          updatedAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    }),
    'Cancel order…',
  );

  expect(requested.textContent).toContain('Nothing was paid yet');
});

test('cancels selected items and previews the refund', async () => {
  const cancels = serve(orderRoutes.cancel, order());
  const plans = serve(orderRoutes.cancelPlan, cancelPlan({ released: 500 }));
  const { user, requested } = await cancelOrReject(order(), 'Cancel order…');

  await user.click(within(requested).getByRole('radio', { name: 'Some items' }));
  await user.click(await within(requested).findByRole('checkbox', { name: 'Bread' }));
  await user.click(within(requested).getByRole('button', { name: 'Fewer of Bread' }));
  await user.select('Reason', 'Out of stock');
  const lines = [{ lineId: id(102), quantity: 1 }];
  await waitFor(() => expect(plans.at(-1)?.body).toEqual({ lines }));
  await user.click(within(requested).getByRole('button', { name: 'Cancel 1 item' }));

  await waitFor(() => expect(cancels[0]?.body).toEqual({ reasonId: 'no-stock', version: 3, lines }));
});

test('shows the new total and a lost promotion before items are cancelled', async () => {
  const lost = [{ promotionId: id(150), label: 'Buy 2 get 1 free', amount: 399 }];
  serve(orderRoutes.cancelPlan, cancelPlan({ total: 1850, lost }));
  const { user, requested } = await cancelOrReject(order(), 'Cancel order…');

  expect(within(requested).queryByRole('row', { name: /New total/ })).toBeNull();
  await user.click(within(requested).getByRole('radio', { name: 'Some items' }));
  await user.click(await within(requested).findByRole('checkbox', { name: 'Bread' }));

  const row = await within(requested).findByRole('row', { name: /New total/ });
  expect(row.textContent).toContain('$18.50');
  const promotion = within(requested).getByRole('row', { name: /Buy 2 get 1 free/ });
  expect(promotion.textContent).toContain('$3.99');
});

test('limits a cancellation to the ordered quantity', async () => {
  const cancels = serve(orderRoutes.cancel, order());
  const { user, requested } = await cancelOrReject(order(), 'Cancel order…');

  await user.click(within(requested).getByRole('radio', { name: 'Some items' }));
  await user.click(await within(requested).findByRole('checkbox', { name: 'Bread' }));
  await user.retype('Quantity of Bread', '3{Enter}');

  expect(within(requested).getByText('Up to 2')).toBeTruthy();
  expect(within(requested).getByText('Choose items and quantities to cancel.')).toBeTruthy();
  expect(cancels).toHaveLength(0);
});

test('asks whether to restock the items of a picked order', async () => {
  const cancels = serve(orderRoutes.cancel, order());
  const shown = order({ status: 'prepared', allowed: ['cancelled'], preparedAt: '2026-11-20T11:00:00.000Z' });
  const { user, requested } = await cancelOrReject(shown, 'Cancel order…');

  expect(within(requested).queryByRole('radio', { name: 'Some items' })).toBeNull();
  await user.click(within(requested).getByRole('checkbox', { name: 'Return items to stock' }));
  await user.select('Reason', 'We are closed');
  await user.click(within(requested).getByRole('button', { name: 'Cancel order' }));

  await waitFor(() => expect(cancels[0]?.body).toEqual({ reasonId: 'closed', version: 3, restock: false }));
});

test('rejects an order with reason and note in one text', async () => {
  const asking = serve(dashboardRoutes.reasonDropdown, reasons);
  const steps = serve(orderRoutes.updateStatus, after({ status: 'rejected' }));
  const { user, requested } = await cancelOrReject(order(), 'Reject order…');

  await user.select('Reason', 'We are closed');
  await user.type(within(requested).getByRole('textbox', { name: 'Note' }), 'until Monday');
  await user.click(within(requested).getByRole('button', { name: 'Reject order' }));

  await waitFor(() => expect(steps).toHaveLength(1));
  expect(asking[0]?.query).toEqual({ type: 'reject' });
  expect(steps[0]?.body).toEqual({ status: 'rejected', version: 3, note: 'We are closed: until Monday' });
});

const free = order({
  status: 'awaitingForDelivery',
  dispatchStatus: 'inQueue',
  allowed: ['driverConfirmationPending'],
});
const driverPermissions = ['driver_list'] as const;

test('requests a driver for an order', async () => {
  serve(driverRoutes.dropdown, [{ _id: id(22), name: 'Dora Drew' }]);
  const asks = serve(orderRoutes.assignDriver, order());
  const { user } = await show(<RequestDriver order={free} />, { permissions: driverPermissions });

  await user.press('Request a driver…');
  const requested = await dialog('Assign a driver to A-1001');
  await user.select('Driver', /Dora Drew/);
  await user.click(within(requested).getByRole('button', { name: 'Request driver' }));

  await waitFor(() => expect(asks[0]?.body).toEqual({ driverId: id(22), accepted: false, version: 3 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows the error for an unavailable driver at the field', async () => {
  serve(driverRoutes.dropdown, [{ _id: id(22), name: 'Dora Drew' }]);
  const busy = [{ path: 'driverId', message: 'Dora Drew is on another trip' }];
  serve(orderRoutes.assignDriver, refusal(409, 'drivers.not-free', 'Not free', { fields: busy }));
  const { user } = await show(<RequestDriver order={free} />, { permissions: driverPermissions });

  await user.press('Request a driver…');
  const requested = await dialog('Assign a driver to A-1001');
  await user.select('Driver', /Dora Drew/);
  await user.click(within(requested).getByRole('switch', { name: /Already accepted/ }));
  await user.click(within(requested).getByRole('button', { name: 'Assign driver' }));

  expect(await within(requested).findByText('Dora Drew is on another trip')).toBeTruthy();
});

test('hides the driver request without access to drivers', async () => {
  await show(<RequestDriver order={free} />);

  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('asks for the reason of a failed attempt and whether the driver has the items', async () => {
  const steps = serve(orderRoutes.updateStatus, after({ version: 4 }));
  const out = order({
    status: 'outOfDelivery',
    dispatchStatus: 'driverConfirmationCompleted',
    allowed: ['delivered', 'awaitingForDelivery'],
    driver: { _id: id(90), name: 'Pavel Sedlak', phone: '+12025550124' },
  });
  const { user } = await show(<Steps shown={out} />);

  await user.press('Failed attempt…');
  const question = within(await dialog("A-1001 couldn't be delivered"));
  expect(
    question.getByRole<HTMLInputElement>('checkbox', { name: 'Pavel Sedlak still has the order' }).checked,
  ).toBe(true);
  await user.click(question.getByRole('button', { name: 'Mark as failed' }));

  expect(await onlyBody(steps)).toMatchObject({
    status: 'awaitingForDelivery',
    version: 3,
    comingBack: true,
  });
});

test('offers to receive returning items first', async () => {
  const received = serve(dispatchRoutes.receiveBack, { _id: id(1) });
  const coming = order({ status: 'awaitingForDelivery', allowed: [], comingBackFrom: 'Pavel Sedlak' });
  const { user } = await show(<Steps shown={coming} />, { permissions: ['order_edit'] });

  await user.press('Mark as returned');

  await waitFor(() => expect(received).toMatchObject([{ params: [id(1)] }]));
});

test('omits the refund when cancelling an unpaid order', async () => {
  const { user } = await show(<Steps shown={order({ allowed: ['cancelled'] })} />);

  await user.choose('More for A-1001', 'Cancel order…');

  expect((await dialog('Cancel A-1001?')).textContent).toContain('Nothing was paid yet.');
});

test('shows other delivery options in the menu before packing', async () => {
  const { user } = await show(<Steps shown={order({ allowed: ['processing', 'offQueue'] })} />);

  await button('Start picking');
  expect(screen.queryByRole('button', { name: 'Use store staff' })).toBeNull();
  await user.press('More for A-1001');
  expect(await screen.findByRole('menuitem', { name: 'Use store staff' })).toBeTruthy();
});

test('shows the cash amount in the confirmation', async () => {
  const steps = serve(orderRoutes.updateStatus, after({ version: 4 }));
  const toCollect = order({ status: 'pickup', fulfilment: 'pickup', allowed: ['delivered'] });
  const { user } = await show(<Steps shown={toCollect} />);

  await user.press('Mark as picked up');
  await user.click(
    within(await dialog('Collect $23.00 in cash?')).getByRole('button', { name: 'Cash received' }),
  );

  await waitFor(() => expect(steps[0]?.body).toMatchObject({ status: 'delivered' }));
});

test('offers to edit details from the menu while any of them can change', async () => {
  const { user, unmount } = await show(<Steps shown={order()} />, { permissions: ['order_edit'] });

  await user.choose('More for A-1001', 'Edit details…');

  expect(await dialog('Edit details of A-1001')).toBeTruthy();
  unmount();
  const over = order({ status: 'delivered', allowed: ['cancelled'] });
  const later = await show(<Steps shown={over} />, { permissions: ['order_edit'] });
  await later.user.press('More for A-1001');
  expect(await screen.findByRole('menuitem', { name: 'Cancel order…' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Edit details…' })).toBeNull();
});

test('duplicates an order in any status with permission to add orders', async () => {
  const over = order({ status: 'delivered', allowed: [] });
  const { user } = await show(<Steps shown={over} />, { permissions: ['order_add'] });

  await user.press('More for A-1001');

  const link = await screen.findByRole('menuitem', { name: 'Reorder' });
  expect(hrefOf(link)).toBe(`/orders/add?again=${id(1)}`);
});
