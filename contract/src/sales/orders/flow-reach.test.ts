import { describe, expect, test } from 'vitest';
import { type Flow, targetsOf } from '../../core/flow.ts';
import { ticketFlow } from '../../service/support-flow.ts';
import { type TicketStatus, ticketStatuses } from '../../system/support-rules.ts';
import { isReturnClosed } from '../returns/return-status-groups.ts';
import {
  dispatchStatuses,
  type OrderState,
  type OrderStatus,
  openDispatchSteps,
  openOrderSteps,
  orderFlow,
  orderStatuses,
  type ReturnStatus,
  refundFlow,
  refundStatuses,
  returnFlow,
  returnStatuses,
} from './order-flow.ts';
import { isCalledOff, isClosed } from './order-status-groups.ts';

/** Every state that `next` reaches from a start. */
function reachableFrom<Item>(start: readonly Item[], next: (item: Item) => readonly Item[]): Set<Item> {
  const found = new Set(start);
  for (const item of found) for (const one of next(item)) found.add(one);
  return found;
}
const reachable = <Status extends string>(flow: Flow<Status, unknown>, from: Status): Set<Status> =>
  reachableFrom([from], (status) => targetsOf(flow, status));

test('lists the next statuses in the order of the table', () => {
  const flow = { new: { done: {}, dropped: {} }, done: {}, dropped: {} } satisfies Flow<
    'new' | 'done' | 'dropped',
    object
  >;

  expect(targetsOf<'new' | 'done' | 'dropped', object>(flow, 'new')).toEqual(['done', 'dropped']);
});

// States are strings, so that a Set recognizes equal ones.
const parse = (state: string): OrderState => JSON.parse(state);
const stateOf = ({ fulfilment, status, dispatchStatus }: OrderState) =>
  JSON.stringify({ fulfilment, status, dispatchStatus });

/** Applies an order step as the effects of the server do: the search for a driver starts and ends with the order. */
function afterStep(state: OrderState, status: OrderStatus): OrderState {
  if (isCalledOff(status)) return { ...state, status, dispatchStatus: null };
  const isSearching = status === 'awaitingForDelivery' && state.dispatchStatus !== 'offQueue';
  return { ...state, status, dispatchStatus: isSearching ? 'inQueue' : state.dispatchStatus };
}
const nextStates = (text: string): string[] => {
  const state = parse(text);
  return [
    ...openOrderSteps(state).map((status) => stateOf(afterStep(state, status))),
    ...openDispatchSteps(state).map((dispatchStatus) => stateOf({ ...state, dispatchStatus })),
  ];
};
const newOrders = [
  stateOf({ status: 'pending', dispatchStatus: 'awaiting', fulfilment: 'delivery' }),
  stateOf({ status: 'pending', dispatchStatus: null, fulfilment: 'pickup' }),
];
const states = [...reachableFrom(newOrders, nextStates)];

test('lets an order reach every status', () => {
  const reached = new Set(states.map((state) => parse(state).status));

  expect(orderStatuses.filter((status) => !reached.has(status))).toEqual([]);
});

test('lets the search for a driver reach every status', () => {
  const reached = new Set(states.map((state) => parse(state).dispatchStatus));

  expect(dispatchStatuses.filter((status) => !reached.has(status))).toEqual([]);
});

test.each(states)('lets an order end: %s', (state) => {
  const ends = [...reachableFrom([state], nextStates)].filter((one) => isClosed(parse(one).status));

  expect(ends).not.toEqual([]);
});

test.each(states.filter((state) => !isCalledOff(parse(state).status)))(
  'lets an order be delivered: %s',
  (state) => {
    const reached = [...reachableFrom([state], nextStates)].map((one) => parse(one).status);

    expect(reached).toContain('delivered');
  },
);

test('never returns a placed order to waiting for payment', () => {
  for (const status of orderStatuses.filter((one) => one !== 'pending')) {
    expect(reachable<OrderStatus>(orderFlow, status).has('pending')).toBe(false);
  }
});

describe.each([
  [
    'a return',
    returnFlow,
    returnStatuses,
    'requested',
    (status: string) => isReturnClosed(status as ReturnStatus),
  ],
  ['a refund', refundFlow, refundStatuses, 'refundInitiated', (status: string) => status === 'refunded'],
  ['a ticket', ticketFlow, ticketStatuses, 'open', (status: string) => status === 'closed'],
] as const)('%s', (_, flow, statuses, start, isEnd) => {
  const from = (status: string) => [...reachable(flow as Flow<string, object>, status)];

  test('reaches every status', () => {
    expect(from(start).toSorted()).toEqual([...statuses].toSorted());
  });

  test.each(statuses)('reaches a final status from %s', (status: string) => {
    expect(from(status).some(isEnd)).toBe(true);
  });
});

test('lets only the system change a paid refund', () => {
  expect(refundFlow.refunded).toEqual({ refundFailed: { by: 'system' } });
});

test('reopens a ticket until it is closed', () => {
  expect(reachable<TicketStatus>(ticketFlow, 'resolved').has('open')).toBe(true);
  expect([...reachable<TicketStatus>(ticketFlow, 'closed')]).toEqual(['closed']);
});
