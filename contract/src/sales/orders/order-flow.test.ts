import { describe, expect, test } from 'vitest';
import type { Permission } from '../../permissions.ts';
import {
  allowedRefundSteps,
  allowedReturnSteps,
  allowedSteps,
  type DispatchStatus,
  dispatchFlow,
  dispatchStatuses,
  type Fulfilment,
  headlineOf,
  headlineStatuses,
  isUndoable,
  type OrderStatus,
  openDispatchSteps,
  openOrderSteps,
  openReturnSteps,
  orderFlow,
  orderStatuses,
  type RefundStatus,
  type ReturnKind,
  type ReturnStatus,
  refundFlow,
  refundStatuses,
  returnFlow,
  returnStatuses,
  stepNeeds,
} from './order-flow.ts';
import { statusesIn } from './order-status-groups.ts';
import { dispatchTable, orderTable } from './order-tables.fixtures.ts';

// The remaining tables of the product specification. The flows must match them in both directions.
const returnTable: Record<ReturnKind, Record<ReturnStatus, ReturnStatus[]>> = {
  return: {
    requested: ['approved', 'returnRejected'],
    approved: ['driverApproved', 'received', 'returnFailed'],
    driverApproved: ['driverOnTheWay', 'approved'],
    driverOnTheWay: ['driverPickedUp', 'returnFailed'],
    driverPickedUp: ['locationReceived', 'returnFailed'],
    locationReceived: ['received'],
    received: ['returned', 'returnFailed'],
    locationReceivedAndPickup: [],
    returned: [],
    replaced: [],
    returnRejected: [],
    replacementRejected: [],
    returnFailed: [],
    replacementFailed: [],
  },
  replace: {
    requested: ['approved', 'replacementRejected'],
    approved: ['driverApproved', 'received', 'replacementFailed'],
    driverApproved: ['driverOnTheWay', 'approved'],
    driverOnTheWay: ['driverPickedUp', 'replacementFailed'],
    driverPickedUp: ['locationReceivedAndPickup', 'replacementFailed'],
    locationReceived: ['received'],
    received: ['replaced', 'replacementFailed'],
    locationReceivedAndPickup: ['replaced', 'replacementFailed'],
    returned: [],
    replaced: [],
    returnRejected: [],
    replacementRejected: [],
    returnFailed: [],
    replacementFailed: [],
  },
};
const refundTable: Record<RefundStatus, RefundStatus[]> = {
  refundInitiated: ['refundProcessing'],
  refundProcessing: ['refunded', 'refundFailed'],
  refundFailed: ['refundInitiated'],
  refunded: [],
};

describe.each([
  ['an order', orderFlow, orderTable, orderStatuses],
  ['a dispatch', dispatchFlow, dispatchTable, dispatchStatuses],
  ['a refund', refundFlow, refundTable, refundStatuses],
] as const)('%s', (_, flow, table, statuses) => {
  test.each([...statuses])('goes from %s where the table says, and nowhere else', (from) => {
    const targets = Object.keys((flow as Record<string, object>)[from] ?? {});

    expect(targets.toSorted()).toEqual((table as Record<string, string[]>)[from]?.toSorted());
  });
});

describe.each(['return', 'replace'] as const)('a request to %s', (kind) => {
  test.each([...returnStatuses])('goes from %s where the table says, and nowhere else', (from) => {
    expect(openReturnSteps(from, kind).toSorted()).toEqual(returnTable[kind][from].toSorted());
  });
});

/** The final status of a request if the customer keeps the items. */
const atOnce = new Set<ReturnStatus>(['returned', 'replaced']);
test('every step that some kind of request can take is in the flow, and no other', () => {
  for (const from of returnStatuses) {
    const either = new Set([...returnTable.return[from], ...returnTable.replace[from]]);
    // A request of one kind never reaches the statuses where the flow of the other kind starts.
    const reachable = Object.keys(returnFlow[from]).filter(
      (to) => either.has(to as ReturnStatus) || (from === 'requested' && atOnce.has(to as ReturnStatus)),
    );
    expect(Object.keys(returnFlow[from]).toSorted()).toEqual(reachable.toSorted());
  }
});

test('lists each status of the four machines once', () => {
  const tables = { ...orderTable, ...dispatchTable, ...returnTable.return, ...refundTable };

  expect(headlineStatuses.toSorted()).toEqual(Object.keys(tables).toSorted());
});

const state = (status: OrderStatus, dispatchStatus: DispatchStatus | null, fulfilment: Fulfilment) => ({
  status,
  dispatchStatus,
  fulfilment,
});

test('a prepared order awaits delivery or is ready to collect, as it was ordered', () => {
  expect(openOrderSteps(state('prepared', 'awaiting', 'delivery'))).toEqual([
    'awaitingForDelivery',
    'cancelled',
  ]);
  expect(openOrderSteps(state('prepared', null, 'pickup'))).toEqual(['pickup', 'cancelled']);
});

test.each([...dispatchStatuses])('at %s an order leaves only when it was handed over', (dispatch) => {
  const open = openOrderSteps(state('awaitingForDelivery', dispatch, 'delivery'));

  expect(open.includes('outOfDelivery')).toBe(
    dispatch === 'driverConfirmationCompleted' || dispatch === 'offQueue',
  );
});

test.each([...orderStatuses])(
  'while an order is %s its dispatch moves as far as the rules let it',
  (status) => {
    for (const dispatch of dispatchStatuses) {
      const open = openDispatchSteps(state(status, dispatch, 'delivery'));
      const before = [...statusesIn('new', 'picking'), 'prepared'];
      const expected =
        status === 'awaitingForDelivery'
          ? dispatchTable[dispatch]
          : before.includes(status)
            ? dispatchTable[dispatch].filter((to) => to === 'offQueue')
            : [];
      expect(open.toSorted()).toEqual(expected.toSorted());
    }
  },
);

test('an order that is collected has no dispatch', () => {
  expect(openDispatchSteps(state('orderPlaced', null, 'pickup'))).toEqual([]);
});

test('the system alone places, fails and expires a pending order', () => {
  const everything = new Set<Permission>(['order_edit', 'cancel_order']);

  expect(stepNeeds('pending', 'orderPlaced')).toBe('system');
  expect(stepNeeds('pending', 'failed')).toBe('system');
  expect(stepNeeds('pending', 'expired')).toBe('system');
  expect(allowedSteps(state('pending', 'awaiting', 'delivery'), everything)).toEqual(['cancelled']);
});

test('to cancel takes a permission of its own, every other step that of changing orders', () => {
  const order = state('orderPlaced', 'awaiting', 'delivery');

  expect(allowedSteps(order, new Set<Permission>(['order_edit']))).toEqual([
    ...orderTable.orderPlaced.filter((to) => to !== 'cancelled'),
    'offQueue',
  ]);
  expect(allowedSteps(order, new Set<Permission>(['cancel_order']))).toEqual(['cancelled']);
  expect(allowedSteps(order, new Set<Permission>(['order_view']))).toEqual([]);
});

test('nobody puts a dispatch into the queue before the order awaits delivery', () => {
  const open = allowedSteps(
    state('awaitingForDelivery', 'awaiting', 'delivery'),
    new Set<Permission>(['order_edit']),
  );

  expect(open).toEqual(['offQueue']);
});

test('the headline is the most advanced active machine', () => {
  const order = state('awaitingForDelivery', 'inQueue', 'delivery');

  expect(headlineOf(order)).toBe('inQueue');
  expect(headlineOf({ ...order, status: 'processing' })).toBe('processing');
  expect(headlineOf({ ...order, status: 'delivered', returnStatus: 'approved' })).toBe('approved');
  expect(
    headlineOf({ ...order, status: 'delivered', returnStatus: 'returned', refundStatus: 'refundInitiated' }),
  ).toBe('refundInitiated');
  expect(headlineOf(state('pickup', null, 'pickup'))).toBe('pickup');
});

const allStates = orderStatuses.flatMap((status) => [
  state(status, null, 'pickup'),
  ...dispatchStatuses.map((dispatch) => state(status, dispatch, 'delivery')),
]);

test('who holds more permissions has at least the steps of who holds fewer', () => {
  const clerk = new Set<Permission>(['order_edit']);
  const manager = new Set<Permission>(['order_edit', 'cancel_order']);

  for (const one of allStates) {
    expect(allowedSteps(one, manager)).toEqual(expect.arrayContaining(allowedSteps(one, clerk)));
  }
});

test('without permissions for orders no step is offered', () => {
  for (const one of allStates) expect(allowedSteps(one, new Set<Permission>(['order_view']))).toEqual([]);
});

test('a failed refund is tried again only by who may change and cancel orders', () => {
  const both = new Set<Permission>(['order_edit', 'cancel_order']);

  expect(allowedRefundSteps('refundFailed', false, both)).toEqual(['refundInitiated']);
  expect(allowedRefundSteps('refundFailed', false, new Set<Permission>(['order_edit']))).toEqual([]);
  expect(allowedRefundSteps('refundFailed', false, new Set<Permission>(['cancel_order']))).toEqual([]);
});

test('what the gateway works on, nobody settles by hand', () => {
  const both = new Set<Permission>(['order_edit', 'cancel_order']);

  expect(allowedRefundSteps('refundProcessing', false, both)).toEqual([]);
  expect(allowedRefundSteps('refundProcessing', true, both)).toEqual(['refunded', 'refundFailed']);
});

test('a request is handled by who may change orders, and by nobody else', () => {
  expect(allowedReturnSteps('requested', 'return', new Set<Permission>(['order_edit']))).toEqual([
    'approved',
    'returnRejected',
  ]);
  expect(allowedReturnSteps('requested', 'replace', new Set<Permission>(['order_edit']))).toEqual([
    'approved',
    'replacementRejected',
  ]);
  expect(
    allowedReturnSteps('requested', 'return', new Set<Permission>(['order_view', 'cancel_order'])),
  ).toEqual([]);
});

test('only steps that nobody outside hears of, and that move no goods or money, can be undone, with the permission of the step', () => {
  const targets = { ...orderFlow, ...dispatchFlow };
  const undoable = Object.entries(targets).flatMap(([from, steps]) =>
    Object.keys(steps).flatMap((to) => (isUndoable(from, to) ? [[from, to] as const] : [])),
  );

  expect(undoable).toEqual([
    ['orderPlaced', 'processing'],
    ['prepared', 'awaitingForDelivery'],
    ['awaiting', 'offQueue'],
    ['inQueue', 'offQueue'],
    ['offQueue', 'inQueue'],
  ]);
  // The undo route requires this permission.
  const needed = undoable.map(([from, to]) =>
    from in orderFlow ? stepNeeds(from as OrderStatus, to as OrderStatus) : 'order_edit',
  );
  expect(new Set(needed)).toEqual(new Set(['order_edit']));
});
