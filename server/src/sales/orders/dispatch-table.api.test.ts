import {
  type DispatchStatus,
  dispatchStatuses,
  headlineStatuses,
} from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { addDriver } from '../../../test/driver-builders.ts';
import { openStore, viewOrder } from '../../../test/order-builders.ts';

// Tests the dispatch table in both directions: each status allows exactly the listed steps, in addition to the order's own
// steps.

const { manager, location, addOrder } = await openStore({ goods: { stock: 1000 } });

type Way = readonly DispatchStatus[];
const offered: Way = ['driverConfirmationPending'];
/** Each dispatch status with the steps that lead to it from awaiting delivery, and the steps that it allows. */
const places: [DispatchStatus, Way, string[]][] = [
  ['inQueue', [], ['driverConfirmationPending', 'offQueue']],
  ['driverConfirmationPending', offered, ['driverConfirmed', 'inQueue', 'offQueue']],
  [
    'driverConfirmed',
    [...offered, 'driverConfirmed'],
    ['driverConfirmationCompleted', 'inQueue', 'offQueue'],
  ],
  [
    'driverConfirmationCompleted',
    [...offered, 'driverConfirmed', 'driverConfirmationCompleted'],
    ['outOfDelivery', 'inQueue'],
  ],
  ['offQueue', ['offQueue'], ['outOfDelivery', 'inQueue']],
];

const step = (order: Order, status: string, driverId: string) =>
  manager.call(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: {
      status: status as DispatchStatus,
      ...(status === 'driverConfirmationPending' && { driverId }),
      ...(status === 'driverConfirmationCompleted' && { code: order.handOverCode ?? '' }),
    },
  });

/** Creates an order in this dispatch status with its own driver. */
async function standingAt(way: Way): Promise<[Order, string]> {
  const driverId = await addDriver(manager, location);
  const order = await addOrder({ status: 'awaitingForDelivery' });
  for (const status of way) await step(order, status, driverId);
  return [await viewOrder(manager, order._id), driverId];
}

test.each(places)('allows exactly the listed steps from %s', async (from, way, listed) => {
  const [order, driverId] = await standingAt(way);
  const targets = [...listed, 'cancelled'];
  expect(order.dispatchStatus).toBe(from);
  expect([...order.allowed].sort()).toEqual([...targets].sort());

  for (const status of headlineStatuses.filter((one) => !targets.includes(one))) {
    const { status: code, body } = await step(order, status, driverId);
    expect([status, code]).toEqual([status, 409]);
    const details = { to: status, allowed: order.allowed };
    expect(body.error).toMatchObject({ code: 'orders.step-not-possible', details });
  }

  expect(await viewOrder(manager, order._id)).toEqual(order);
});

test.each(places.flatMap(([from, way, listed]) => listed.map((to) => [from, to, way] as const)))(
  'moves from %s to %s with an event and updates the driver',
  async (from, to, way) => {
    const [order, driverId] = await standingAt(way);

    const { data: after } = await step(order, to, driverId);

    const isDispatch = (dispatchStatuses as readonly string[]).includes(to);
    expect(isDispatch ? after.dispatchStatus : after.status).toBe(to);
    expect(after.events).toContainEqual(
      expect.objectContaining({
        kind: isDispatch ? 'dispatch' : 'order',
        from: isDispatch ? from : 'awaitingForDelivery',
        to,
        by: 'Ada Tester',
      }),
    );
    const hasDriver =
      to.startsWith('driver') || (to === 'outOfDelivery' && from === 'driverConfirmationCompleted');
    expect(after.driverId).toBe(hasDriver ? driverId : null);
  },
);

test('ends the dispatch and frees the driver when the order is cancelled', async () => {
  const [order, driverId] = await standingAt(places[2]![1]);

  const { data: after } = await step(order, 'cancelled', driverId);

  expect(after).toMatchObject({ status: 'cancelled', dispatchStatus: null, driverId: null, allowed: [] });
});
