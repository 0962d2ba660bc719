import type { BoardDriver, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import type { CurrentDelivery } from '@aisle/contract/sales/drivers';
import { expect, test } from 'vitest';
import { driverOf } from './board.fixtures.ts';
import { awayText, candidatesFor, carrierText, columnOf, loadText } from './board.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const driver = (name: string, parts: Partial<BoardDriver> = {}) =>
  driverOf({ _id: name, name, locationIds: ['here'], deliveredToday: 0, ...parts });
const delivery = (parts: Partial<CurrentDelivery> = {}): CurrentDelivery => ({
  _id: 'd',
  tripId: 't',
  driverId: 'Sam',
  driverName: 'Sam',
  status: 'offered',
  offerExpiresAt: '2026-11-21T12:03:00Z',
  ...parts,
});
const order = (parts: Partial<BoardOrder> = {}) =>
  ({
    locationId: 'here',
    status: 'awaitingForDelivery',
    dispatchStatus: 'inQueue',
    delivery: null,
    ...parts,
  }) as BoardOrder;

test.each([
  [order(), 'waiting'],
  [order({ dispatchStatus: 'driverConfirmed' }), 'collecting'],
  [order({ dispatchStatus: 'offQueue' }), 'collecting'],
  [order({ status: 'outOfDelivery', dispatchStatus: 'offQueue' }), 'out'],
  [order({ comingBackFrom: 'Sam' }), 'out'],
] as const)('assigns each order to one column', (order, column) => {
  expect(columnOf(order)).toBe(column);
});

test.each([
  [order(), null],
  [order({ dispatchStatus: 'offQueue' }), 'Assigned to store staff'],
  [order({ delivery: delivery() }), 'Sam has 3 min to respond'],
  [order({ delivery: delivery({ offerExpiresAt: '2026-11-21T11:59:00Z' }) }), "Sam didn't respond in time"],
  [order({ delivery: delivery({ status: 'pickedUp' }) }), 'Sam has the order'],
])('describes who has the order', (order, text) => {
  expect(carrierText(order, now)).toBe(text);
});

test('lists free drivers by load, then drivers whose trip can still take orders', () => {
  const drivers = [
    driver('Two', { open: 2 }),
    driver('None'),
    driver('Elsewhere', { locationIds: ['there'] }),
    driver('Offline', { availability: 'offline' }),
    driver('Joins', { availability: 'busy', open: 1 }),
    driver('Gone', { availability: 'busy', open: 1 }),
  ];
  const orders = [
    order({ delivery: delivery({ driverId: 'Joins', status: 'accepted' }) }),
    order({ delivery: delivery({ driverId: 'Gone', status: 'onTheWay' }) }),
  ];

  const found = candidatesFor('here', drivers, orders);

  expect(found.map(({ driver: { name }, joins }) => [name, joins])).toEqual([
    ['None', false],
    ['Two', false],
    ['Joins', true],
  ]);
});

test('shows assigned orders, or else the deliveries of the day', () => {
  expect(loadText(driver('A', { open: 1, deliveredToday: 4 }))).toBe('1 assigned');
  expect(loadText(driver('A'))).toBe('0 delivered today');
});

test('measures the distance from the last stop, or else from the store', () => {
  const store = {
    _id: 'north',
    name: 'North',
    latitude: 30,
    longitude: -97,
    deliveryRadiusKm: 8,
    deliveryArea: null,
  };
  const point = { latitude: 30.1, longitude: -97, isApproximate: true };
  const errand = { point, locationId: 'north' };
  const lastStop = { latitude: 30.2, longitude: -97, isApproximate: false };

  expect(awayText({ lastStop, locationIds: [] }, errand, [store])).toBe('about 6.9 mi away');
  expect(awayText({ lastStop: null, locationIds: ['north'] }, errand, [store])).toBe(
    'about 6.9 mi from the store',
  );
  expect(awayText({ lastStop: null, locationIds: ['south'] }, errand, [store])).toBeNull();
  expect(awayText({ lastStop, locationIds: [] }, { ...errand, point: null }, [store])).toBeNull();
});
