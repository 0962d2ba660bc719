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
  refunded: ['refundFailed'],
};

describe.each([
  ['an order', orderFlow, orderTable, orderStatuses],
  ['a dispatch', dispatchFlow, dispatchTable, dispatchStatuses],
  ['a refund', refundFlow, refundTable, refundStatuses],
] as const)('%s', (_, flow, table, statuses) => {
  test.each([...statuses])('allows exactly the steps in the table from %s', (from) => {
    const targets = Object.keys((flow as Record<string, object>)[from] ?? {});

    expect(targets.toSorted()).toEqual((table as Record<string, string[]>)[from]?.toSorted());
  });
});

describe.each(['return', 'replace'] as const)('a request to %s', (kind) => {
  test.each([...returnStatuses])('allows exactly the steps in the table from %s', (from) => {
    expect(openReturnSteps(from, kind).toSorted()).toEqual(returnTable[kind][from].toSorted());
  });
});

/** The final status of a request if the customer keeps the items. */
const immediateStatuses = new Set<ReturnStatus>(['returned', 'replaced']);
test('contains every step of every kind of request, and no others', () => {
  for (const from of returnStatuses) {
    const either = new Set([...returnTable.return[from], ...returnTable.replace[from]]);
    // A request of one kind never reaches the statuses where the flow of the other kind starts.
    const reachable = Object.keys(returnFlow[from]).filter(
      (to) =>
        either.has(to as ReturnStatus) || (from === 'requested' && immediateStatuses.has(to as ReturnStatus)),
    );
    expect(Object.keys(returnFlow[from]).toSorted()).toEqual(reachable.toSorted());
  }
});

test('lists each status of the four state machines once', () => {
  const tables = { ...orderTable, ...dispatchTable, ...returnTable.return, ...refundTable };

  expect(headlineStatuses.toSorted()).toEqual(Object.keys(tables).toSorted());
});

const state = (status: OrderStatus, dispatchStatus: DispatchStatus | null, fulfilment: Fulfilment) => ({
  status,
  dispatchStatus,
  fulfilment,
});

test('moves a prepared order to delivery or pickup, depending on its fulfillment', () => {
  expect(openOrderSteps(state('prepared', 'awaiting', 'delivery'))).toEqual([
    'awaitingForDelivery',
    'cancelled',
  ]);
  expect(openOrderSteps(state('prepared', null, 'pickup'))).toEqual(['pickup', 'cancelled']);
});

test.each([...dispatchStatuses])('allows sending an order out at %s only after the hand-over', (dispatch) => {
  const open = openOrderSteps(state('awaitingForDelivery', dispatch, 'delivery'));

  expect(open.includes('outOfDelivery')).toBe(
    dispatch === 'driverConfirmationCompleted' || dispatch === 'offQueue',
  );
});

test.each([...orderStatuses])('allows the dispatch steps of its rules for an order that is %s', (status) => {
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
});

test('allows no dispatch steps for a pickup', () => {
  expect(openDispatchSteps(state('orderPlaced', null, 'pickup'))).toEqual([]);
});

test('allows only the system to place, fail and expire a pending order', () => {
  const everything = new Set<Permission>(['order_edit', 'cancel_order']);

  expect(stepNeeds('pending', 'orderPlaced')).toBe('system');
  expect(stepNeeds('pending', 'failed')).toBe('system');
  expect(stepNeeds('pending', 'expired')).toBe('system');
  expect(allowedSteps(state('pending', 'awaiting', 'delivery'), everything)).toEqual(['cancelled']);
});

test('requires `cancel_order` to cancel, and `order_edit` for all other steps', () => {
  const order = state('orderPlaced', 'awaiting', 'delivery');

  expect(allowedSteps(order, new Set<Permission>(['order_edit']))).toEqual([
    ...orderTable.orderPlaced.filter((to) => to !== 'cancelled'),
    'offQueue',
  ]);
  expect(allowedSteps(order, new Set<Permission>(['cancel_order']))).toEqual(['cancelled']);
  expect(allowedSteps(order, new Set<Permission>(['order_view']))).toEqual([]);
});

test('allows no manual queueing before the order is ready for delivery', () => {
  const open = allowedSteps(
    state('awaitingForDelivery', 'awaiting', 'delivery'),
    new Set<Permission>(['order_edit']),
  );

  expect(open).toEqual(['offQueue']);
});

test('shows the status of the most advanced active state machine', () => {
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

test('allows at least the same steps with more permissions', () => {
  const clerk = new Set<Permission>(['order_edit']);
  const manager = new Set<Permission>(['order_edit', 'cancel_order']);

  for (const one of allStates) {
    expect(allowedSteps(one, manager)).toEqual(expect.arrayContaining(allowedSteps(one, clerk)));
  }
});

test('allows no step without order permissions', () => {
  for (const one of allStates) expect(allowedSteps(one, new Set<Permission>(['order_view']))).toEqual([]);
});

test('requires the permissions to edit and to cancel orders to retry a failed refund', () => {
  const both = new Set<Permission>(['order_edit', 'cancel_order']);

  expect(allowedRefundSteps('refundFailed', false, both)).toEqual(['refundInitiated']);
  expect(allowedRefundSteps('refundFailed', false, new Set<Permission>(['order_edit']))).toEqual([]);
  expect(allowedRefundSteps('refundFailed', false, new Set<Permission>(['cancel_order']))).toEqual([]);
});

test('lets only the system fail a refund that was paid', () => {
  const both = new Set<Permission>(['order_edit', 'cancel_order']);

  expect(allowedRefundSteps('refunded', false, both)).toEqual([]);
  expect(allowedRefundSteps('refunded', true, both)).toEqual([]);
});

test('allows no manual step for a refund at the gateway', () => {
  const both = new Set<Permission>(['order_edit', 'cancel_order']);

  expect(allowedRefundSteps('refundProcessing', false, both)).toEqual([]);
  expect(allowedRefundSteps('refundProcessing', true, both)).toEqual(['refunded', 'refundFailed']);
});

test('requires only the permission to edit orders to process a request', () => {
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

test('allows undoing only steps without stock, money or messages, with the permission of the step', () => {
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
