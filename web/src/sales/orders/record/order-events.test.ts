import { expect, test } from 'vitest';
import { event, id, order, refund } from '../order.fixtures.ts';
import { timelineOf } from './order-events.ts';

const at = (time: string) => `2026-11-20T${time}:00.000000Z`;
const driver = (driverName: string, from: string, to: string | null = null) => ({
  driverName,
  offeredAt: at(from),
  endedAt: to && at(to),
});
const titles = (...shown: Parameters<typeof timelineOf>) => timelineOf(...shown).map(({ title }) => title);

test('describes a settled refund and collapses its earlier events', () => {
  const done = refund(1, {
    status: 'refunded',
    amount: 1158,
    byHand: false,
    reason: 'Peaches bruised, late',
  });
  const about = { kind: 'refund', about: done._id } as const;
  const events = [
    event(1, { ...about, from: null, to: 'refundInitiated' }),
    event(2, { ...about, from: 'refundInitiated', to: 'refundProcessing' }),
    event(3, { ...about, from: 'refundProcessing', to: 'refunded' }),
  ];

  const [last, ...earlier] = timelineOf(order({ refunds: [done], events }));

  expect(last).toMatchObject({
    title: 'Refunded $11.58 to card · Peaches bruised, late',
    family: 'good',
  });
  expect(last?.foldsAs).toBeUndefined();
  expect(earlier.map(({ foldsAs }) => foldsAs)).toEqual(['refund update', 'refund update']);
});

test('marks a failed refund red with its amount', () => {
  const failed = refund(1, { status: 'refundFailed', amount: 500 });
  const events = [
    event(1, {
      kind: 'refund',
      about: failed._id,
      from: 'refundProcessing',
      to: 'refundFailed',
      note: 'Bank is closed',
    }),
  ];

  expect(timelineOf(order({ refunds: [failed], events }))[0]).toMatchObject({
    title: 'Refund of $5.00 failed',
    note: 'Bank is closed',
    family: 'bad',
  });
});

test('names drivers and collapses all steps but the acceptance', () => {
  const dispatch = (number: number, from: string, to: string, time: string) =>
    event(number, { kind: 'dispatch', from, to, at: at(time) });
  const events = [
    dispatch(1, 'awaiting', 'inQueue', '10:00'),
    dispatch(2, 'inQueue', 'driverConfirmationPending', '10:01'),
    dispatch(3, 'driverConfirmationPending', 'inQueue', '10:05'),
    dispatch(4, 'inQueue', 'driverConfirmationPending', '10:06'),
    dispatch(5, 'driverConfirmationPending', 'driverConfirmed', '10:07'),
    dispatch(6, 'driverConfirmed', 'driverConfirmationCompleted', '10:20'),
  ];
  const drivers = [driver('Pavel Sedlak', '10:01', '10:05'), driver('Emeka Nwosu', '10:06')];

  const shown = timelineOf(order({ events }), drivers);

  expect(shown.map(({ title }) => title)).toEqual([
    'Handed to Emeka Nwosu',
    'Emeka Nwosu accepted',
    'Request sent to Emeka Nwosu',
    'Pavel Sedlak unassigned',
    'Request sent to Pavel Sedlak',
    'Waiting for a driver',
  ]);
  expect(shown.filter(({ foldsAs }) => !foldsAs).map(({ title }) => title)).toEqual(['Emeka Nwosu accepted']);
});

test('marks a failed attempt red and past events never amber', () => {
  const events = [
    event(1),
    event(2, { from: 'pending', to: 'orderPlaced' }),
    event(3, { from: 'outOfDelivery', to: 'awaitingForDelivery', note: 'No one home' }),
  ];

  const shown = timelineOf(order({ events }));

  expect(shown.map(({ title, family }) => [title, family])).toEqual([
    ['Failed attempt', 'bad'],
    ['Accepted', 'working'],
    ['Placed', 'working'],
  ]);
});

test('describes an undone step', () => {
  const events = [
    event(1, { from: 'orderPlaced', to: 'processing' }),
    event(2, { from: 'processing', to: 'orderPlaced', undo: true }),
  ];

  expect(titles(order({ events }))).toEqual(['Undone: Picking started', 'Picking started']);
  expect(timelineOf(order({ events }))[0]?.family).toBe('off');
});

test('names a return by its number', () => {
  const request = {
    _id: id(70),
    number: 'R-12',
    kind: 'return',
    status: 'approved',
    allowed: [],
    lines: [],
    replacementOrder: null,
    noReturn: false,
    createdAt: at('10:00'),
    version: 1,
  } as const;
  const events = [event(1, { kind: 'return', about: id(70), from: 'requested', to: 'approved' })];

  expect(titles(order({ returns: [{ ...request, allowed: [], lines: [] }], events }))[0]).toMatch(/^R-12: /);
});

test('describes changed details', () => {
  const events = [event(1, { kind: 'details', from: null, to: null, note: 'Address: 9 Oak St, Austin' })];

  expect(timelineOf(order({ events }))).toMatchObject([
    { title: 'Details changed', note: 'Address: 9 Oak St, Austin', family: 'off' },
  ]);
});

test('attributes an order without a staff author to the storefront', () => {
  const placed = event(1, { by: 'System' });
  const expired = event(2, { from: 'pending', to: 'expired', by: 'System' });

  const whoIn = (shown: Parameters<typeof timelineOf>[0]) => timelineOf(shown).map(({ who }) => who);
  expect(whoIn(order({ events: [expired, placed] }))).toEqual(['System', 'Storefront']);
  const { mainOrder } = order();
  expect(whoIn(order({ events: [placed], mainOrder: { ...mainOrder, source: 'staff' } }))).toEqual([
    'System',
  ]);
});

test('lists the changes of several items, and what is left out', () => {
  const note = 'Bread Flour, 5 lb: 2 instead of 1; Milk: removed and 3 more, 2 bags';
  const lines = (text: string) => event(1, { kind: 'lines', from: null, to: null, note: text });

  expect(timelineOf(order({ events: [lines(note)] }))).toMatchObject([
    {
      title: 'Items changed',
      items: ['Bread Flour, 5 lb: 2 instead of 1', 'Milk: removed', '3 more, 2 bags'],
    },
  ]);
  expect(timelineOf(order({ events: [lines('Milk: removed')] }))).toMatchObject([
    { title: 'Items changed', note: 'Milk: removed' },
  ]);
});

test("names automatic events and keeps users' notes", () => {
  const late = 'Late: promised within 60 minutes';
  const events = [
    event(1, { kind: 'note', from: null, to: null, by: 'System', note: late, automatic: true }),
    event(2, { kind: 'note', from: null, to: null, by: 'Nora', note: 'Ring twice' }),
  ];

  expect(timelineOf(order({ events })).map(({ title, note }) => [title, note])).toEqual([
    ['Note', 'Ring twice'],
    [late, undefined],
  ]);
});
