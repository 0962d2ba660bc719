import { expect, test } from 'vitest';
import { explainProgress } from './order-explanation.ts';
import type { Order, OrderEvent } from './order-view.ts';

const now = new Date('2026-11-29T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const step = (to: string, minutes: number, more: Partial<OrderEvent> = {}): OrderEvent => ({
  _id: to,
  kind: 'order',
  from: null,
  to,
  by: 'System',
  at: minutesAgo(minutes),
  note: null,
  automatic: false,
  undo: false,
  about: null,
  ...more,
});
const orderOf = (more: Partial<Order>) =>
  ({
    _id: 'id',
    number: 'O-100042',
    status: 'orderPlaced',
    headlineStatus: 'orderPlaced',
    locationId: 'location',
    locationName: 'Downtown',
    timeZone: 'America/Chicago',
    slot: null,
    createdAt: minutesAgo(95),
    deliveredAt: null,
    picker: null,
    comingBackFrom: null,
    cancelReason: null,
    allowed: ['processing'],
    events: [step('orderPlaced', 95)],
    ...more,
  }) as Order;

test('shows how late an open order is, and that it has no picker', () => {
  const { isLate, minutesLate, reasons, next } = explainProgress(orderOf({}), now);
  expect([isLate, minutesLate]).toEqual([true, 35]);
  expect(reasons).toEqual(['It has been “New” for 95 minutes.', 'Nobody has started to pick it.']);
  expect(next).toEqual(['processing']);
});

test('names long steps and failed offers to drivers, longest first', () => {
  const order = orderOf({
    status: 'awaitingForDelivery',
    headlineStatus: 'inQueue',
    events: [
      step('orderPlaced', 95),
      step('processing', 75),
      step('awaitingForDelivery', 65),
      step('driverConfirmationPending', 50, { kind: 'dispatch', from: 'inQueue' }),
      step('inQueue', 45, { kind: 'dispatch', from: 'driverConfirmationPending' }),
    ],
  });
  expect(explainProgress(order, now).reasons).toEqual([
    'It has been “Waiting for a driver” for 45 minutes.',
    'It was “New” for 20 minutes.',
    'It was “Ready for delivery” for 15 minutes.',
    '1 offer to drivers ended without a driver.',
    'No driver has it.',
  ]);
});

test('measures a delivered order until its delivery', () => {
  const order = orderOf({
    status: 'delivered',
    headlineStatus: 'delivered',
    deliveredAt: minutesAgo(10),
    events: [step('orderPlaced', 95), step('delivered', 10)],
  });
  const { isLate, minutesLate, stages } = explainProgress(order, now);
  expect([isLate, minutesLate]).toEqual([false, 25]);
  expect(stages.map(({ minutes }) => minutes)).toEqual([85, 0]);
});

test('calls no cancelled order late', () => {
  const order = orderOf({ status: 'cancelled', headlineStatus: 'cancelled', cancelReason: 'Out of milk' });
  expect(explainProgress(order, now)).toMatchObject({
    isLate: false,
    minutesLate: null,
    reasons: ['It was called off: Out of milk'],
  });
});
