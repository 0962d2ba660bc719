import type { Route } from '@aisle/contract/core/route';
import {
  dispatchFlow,
  dispatchStatuses,
  type Fulfilment,
  orderFlow,
  type ReturnKind,
  refundFlow,
  returnFlow,
} from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, decide, placeOne } from './order-builders.ts';
import { deliver, requestReturn } from './return-builders.ts';
import { type Got, openShop, type Person } from './shop.ts';

// Two clerks take each step of the four tables at once, without knowing of each other. One of them wins, and the other sees the
// new state.

const shop = await openShop();
const clerks: [Person, Person] = [await shop.signIn(), await shop.signIn()];
await decide(shop, { paymentTypes: { cashOnDelivery: true, card: true, coins: false } });
const location = await addOrderLocation(shop);
const milk = await addGoods(shop, location, { stock: 1000 });

/** The common fields of the four responses. */
interface Lived {
  _id: string;
  status: string;
  version: number;
  dispatchStatus?: string | null;
  handOverCode?: string | null;
}
interface Life {
  /** The record whose steps are taken. */
  of: 'order' | 'return' | 'refund';
  /** Creates the record that takes these steps. */
  begin: () => Promise<Lived>;
  steps: string[];
}

const ofOrder = (fulfilment: Fulfilment, ...steps: string[]): Life => ({
  of: 'order',
  begin: () => placeOne(clerks[0], location, milk, { fulfilment }),
  steps,
});
const ofReturn = (kind: ReturnKind, ...steps: string[]): Life => ({
  of: 'return',
  begin: async () => requestReturn(clerks[0], await deliver(clerks[0], location, milk), { kind }),
  steps,
});
const toTheDoor = ['approved', 'driverApproved', 'driverOnTheWay'];
const pickedUp = [...toTheDoor, 'driverPickedUp'];
const queued = ['processing', 'prepared', 'awaitingForDelivery'];
const offered = 'driverConfirmationPending';

const lives: Life[] = [
  ofOrder('pickup', 'processing', 'prepared', 'pickup', 'delivered'),
  ofOrder('pickup', 'processing', 'prepared', 'pickup', 'cancelled'),
  ofOrder('delivery', 'rejected'),
  ofOrder('delivery', 'cancelled'),
  ofOrder('delivery', 'processing', 'rejected'),
  ofOrder('delivery', 'processing', 'cancelled'),
  ofOrder('delivery', 'processing', 'prepared', 'cancelled'),
  ofOrder('delivery', 'offQueue', ...queued, 'cancelled'),
  ofOrder('delivery', ...queued, offered, 'inQueue', offered, 'offQueue', 'inQueue', 'offQueue'),
  ofOrder(
    'delivery',
    ...queued,
    offered,
    'driverConfirmed',
    'inQueue',
    offered,
    'driverConfirmed',
    'offQueue',
  ),
  ofOrder(
    ...([
      'delivery',
      ...queued,
      offered,
      'driverConfirmed',
      'driverConfirmationCompleted',
      'inQueue',
    ] as const),
    ...['offQueue', 'outOfDelivery', 'awaitingForDelivery', 'outOfDelivery', 'delivered'],
  ),
  {
    of: 'order',
    begin: () => placeOne(clerks[0], location, milk, { paymentType: 'card' }),
    steps: ['cancelled'],
  },
  ofReturn('return', 'returnRejected'),
  ofReturn('return', 'approved', 'returnFailed'),
  ofReturn('return', 'approved', 'received', 'returned'),
  ofReturn('return', 'approved', 'received', 'returnFailed'),
  ofReturn('return', 'approved', 'driverApproved', ...pickedUp, 'locationReceived', 'received'),
  ofReturn('return', ...toTheDoor, 'returnFailed'),
  ofReturn('return', ...pickedUp, 'returnFailed'),
  ofReturn('replace', 'replacementRejected'),
  ofReturn('replace', 'approved', 'replacementFailed'),
  ofReturn('replace', 'approved', 'received', 'replaced'),
  ofReturn('replace', 'approved', 'received', 'replacementFailed'),
  ofReturn('replace', ...toTheDoor, 'replacementFailed'),
  ofReturn('replace', ...pickedUp, 'replacementFailed'),
  ofReturn('replace', ...pickedUp, 'locationReceivedAndPickup', 'replaced'),
  ofReturn('replace', ...pickedUp, 'locationReceivedAndPickup', 'replacementFailed'),
  {
    of: 'refund',
    begin: async () => {
      const { _id: id } = await deliver(clerks[0], location, milk);
      return clerks[0].do(refundRoutes.create, { params: { id }, body: { reason: 'Sour' } });
    },
    steps: ['refundProcessing', 'refundFailed', 'refundInitiated', 'refundProcessing', 'refunded'],
  },
];
const routeOf: { [Of in Life['of']]: Route } = {
  order: orderRoutes.updateStatus,
  return: returnRoutes.updateStatus,
  refund: refundRoutes.updateStatus,
};
const isDispatch = (status: string) => (dispatchStatuses as readonly string[]).includes(status);

/** The steps that both clerks have tried, as `from → to`. */
const contested = new Set<string>();

test.each(lives)(
  'lets only one of two clerks take the same step of one $of: $steps',
  async ({ of, begin, steps }) => {
    let one = await begin();
    for (const status of steps) {
      const edge = `${isDispatch(status) ? one.dispatchStatus : one.status} → ${status}`;
      const takers = contested.has(edge) ? clerks.slice(0, 1) : clerks;
      contested.add(edge);
      one = await takeConcurrently(takers, routeOf[of], one, status);
    }
  },
);

/** Sends all requests at once; returns the response of the successful one. */
async function takeConcurrently(takers: Person[], route: Route, one: Lived, status: string): Promise<Lived> {
  const code = status === 'driverConfirmationCompleted' && one.handOverCode;
  const sent = { params: { id: one._id }, body: { status, ...(code && { code }) } };
  const answers = (await Promise.all(takers.map((person) => person.send(route, sent)))) as Got<Lived>[];
  const [won, ...others] = answers.toSorted((a, b) => a.status - b.status) as [Got<Lived>, ...Got<Lived>[]];

  expect(won.status, JSON.stringify(won.body)).toBe(200);
  expect(isDispatch(status) ? won.data.dispatchStatus : won.data.status).toBe(status);
  for (const lost of others) {
    expect([lost.status, lost.code]).toEqual([409, 'orders.step-not-possible']);
    const { status: now, dispatchStatus, version } = won.data;
    expect(lost.body.data).toMatchObject({ status: now, version, ...(dispatchStatus && { dispatchStatus }) });
  }
  return won.data;
}

test('covers all steps that users can take', () => {
  const steps = [orderFlow, dispatchFlow, returnFlow, refundFlow].flatMap((flow) =>
    Object.entries(flow).flatMap(([from, targets]) =>
      Object.entries(targets as { [to: string]: { by?: string } })
        .filter(([, { by }]) => by !== 'system')
        .map(([to]) => `${from} → ${to}`),
    ),
  );
  expect([...contested].sort()).toEqual(steps.sort());
});

test('lets one of two clerks win who take different steps, and shows the new state to the other', async () => {
  const order = await placeOne(clerks[0], location, milk, { fulfilment: 'pickup' });
  const take = (person: Person, status: string): Promise<Got<unknown>> =>
    person.send(orderRoutes.updateStatus, {
      params: { id: order._id },
      body: { status, version: order.version },
    });

  const answers = await Promise.all([take(clerks[0], 'processing'), take(clerks[1], 'cancelled')]);

  const [won, lost] = answers.toSorted((one, other) => one.status - other.status) as [Got<Order>, Got<Order>];
  expect([won.status, lost.status, lost.code]).toEqual([200, 409, 'version-stale']);
  expect(lost.body.data).toMatchObject({ status: won.data.status, version: order.version + 1 });
});

test('creates one return if two clerks request it at once', async () => {
  const order = await deliver(clerks[0], location, milk, { quantity: 2 });
  const lines = [{ lineId: order.lines[0]!._id, quantity: 2 }];
  const ask = (person: Person) =>
    person.call(returnRoutes.create, { body: { orderId: order._id, kind: 'return', lines } });

  expect((await Promise.all(clerks.map(ask))).map(({ status }) => status).sort()).toEqual([200, 409]);
});
