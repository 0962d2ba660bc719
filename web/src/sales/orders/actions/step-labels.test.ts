import { permissions } from '@aisle/contract/permissions';
import { allowedSteps, type OrderState } from '@aisle/contract/sales/orders/order-flow';
import { expect, test } from 'vitest';
import { plansFor } from './step-labels.ts';

const everything = new Set(Object.keys(permissions)) as ReadonlySet<keyof typeof permissions>;
const delivery = (status: OrderState['status'], dispatchStatus: OrderState['dispatchStatus']) => {
  const state: OrderState = { status, dispatchStatus, fulfilment: 'delivery' };
  return plansFor({ ...state, allowed: allowedSteps(state, everything) });
};

test('returns the default step of each status', () => {
  const firsts = [
    delivery('orderPlaced', 'awaiting'),
    delivery('processing', 'awaiting'),
    delivery('prepared', 'awaiting'),
    delivery('awaitingForDelivery', 'inQueue'),
    delivery('awaitingForDelivery', 'offQueue'),
    delivery('outOfDelivery', 'offQueue'),
  ].map(({ first }) => first?.label);

  expect(firsts).toEqual([
    'Start picking',
    'Mark as prepared',
    'Mark ready for delivery',
    'Send out now',
    'Send out now',
    'Mark as delivered',
  ]);
});

test('combines the steps for delivery with store staff', () => {
  expect(delivery('awaitingForDelivery', 'inQueue').first?.steps).toEqual(['offQueue', 'outOfDelivery']);
});

test('makes store staff an alternative once a driver is requested', () => {
  const asked = delivery('awaitingForDelivery', 'driverConfirmationPending');
  const accepted = delivery('awaitingForDelivery', 'driverConfirmed');

  expect([asked.first?.label, accepted.first?.label]).toEqual(['Mark accepted', 'Hand over to driver']);
  expect(asked.others.at(-1)?.label).toBe('Send out now');
});

test('offers a failed attempt for an order out for delivery', () => {
  expect(delivery('outOfDelivery', 'offQueue').others.map(({ label }) => label)).toEqual(['Failed attempt…']);
});

test('offers to send out an order after its hand-over to the driver', () => {
  const { first } = delivery('awaitingForDelivery', 'driverConfirmationCompleted');

  expect(first?.label).toBe('Send out');
});

test('returns no steps without permissions', () => {
  const plans = plansFor({ status: 'processing', dispatchStatus: null, fulfilment: 'pickup', allowed: [] });

  expect(plans).toEqual({ first: undefined, others: [], endings: [] });
});

test('offers no cancellation of a delivered order', () => {
  expect(delivery('delivered', null).endings).toEqual([]);
});

test('asks nothing about an order of one item', () => {
  const order = { status: 'processing', dispatchStatus: null, fulfilment: 'pickup' } as const;
  const textOf = (lines: { pickedQuantity: null }[]) =>
    plansFor({ ...order, allowed: ['prepared'], lines }).first?.text;

  expect(textOf([{ pickedQuantity: null }])).toBe('');
  expect(textOf([{ pickedQuantity: null }, { pickedQuantity: null }])).toContain(
    "2 items aren't checked off",
  );
});

test('counts unpicked lines when marking as prepared', () => {
  const lines = [{ pickedQuantity: null }, { pickedQuantity: 2 }];
  const { first } = plansFor({
    status: 'processing',
    dispatchStatus: null,
    fulfilment: 'pickup',
    allowed: ['prepared'],
    lines,
  });

  expect(first?.text).toContain("1 item isn't checked off");
});

test('mentions cash to collect and coins before delivery', () => {
  const state: OrderState = { status: 'outOfDelivery', dispatchStatus: 'offQueue', fulfilment: 'delivery' };
  const allowed = allowedSteps(state, everything);
  const says = (more: object) => plansFor({ ...state, allowed, ...more }).first?.text;

  expect(says({ total: 8620, paid: 0, paymentType: 'cashOnDelivery', coinsToEarn: 86 })).toBe(
    'Confirm delivery and $86.20 cash collected. The customer earns 86 coins.',
  );
  expect(says({ total: 8620, paid: 8620, paymentType: 'card', coinsToEarn: 0 })).toBe('Confirm delivery.');
  expect(says({ total: 0, paid: 0, paymentType: 'card', coinsToEarn: 0 })).toBe('Confirm delivery.');
});

test('skips the confirmation only for internal steps', () => {
  const states: [OrderState['status'], OrderState['dispatchStatus']][] = [
    ['orderPlaced', 'awaiting'],
    ['processing', 'awaiting'],
    ['prepared', 'awaiting'],
    ['awaitingForDelivery', 'inQueue'],
    ['awaitingForDelivery', 'offQueue'],
    ['awaitingForDelivery', 'driverConfirmationPending'],
    ['awaitingForDelivery', 'driverConfirmed'],
    ['awaitingForDelivery', 'driverConfirmationCompleted'],
    ['outOfDelivery', 'offQueue'],
  ];
  const plans = states.flatMap(([status, dispatch]) => {
    const { first, others, endings } = delivery(status, dispatch);
    return [...(first ? [first] : []), ...others, ...endings];
  });

  const undoableLabels = new Set(plans.filter(({ canUndo }) => canUndo).map(({ label }) => label));
  const silent = plans.filter(({ canUndo, text }) => !canUndo && text === '');

  expect([...undoableLabels].toSorted()).toEqual([
    'Find a driver',
    'Mark ready for delivery',
    'Start picking',
    'Use store staff',
  ]);
  expect(silent).toEqual([]);
});

test('confirms before replacing a requested driver with store staff', () => {
  const { others } = delivery('awaitingForDelivery', 'driverConfirmed');
  const own = others.find(({ label }) => label === 'Use store staff');

  expect(own).toMatchObject({
    canUndo: false,
    text: 'Removes the order from the driver. A store employee takes it.',
  });
});
