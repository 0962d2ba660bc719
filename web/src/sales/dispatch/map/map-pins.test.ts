import type { BoardCollection, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import { expect, test } from 'vitest';
import { pinsOf } from './map-pins.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const north = {
  _id: 'north',
  name: 'North',
  latitude: 30.2,
  longitude: -97.7,
  deliveryRadiusKm: 8,
  deliveryArea: null,
};
const order = (parts: Partial<BoardOrder> = {}) =>
  ({
    _id: 'o',
    number: 'A-1001',
    customerName: 'Grace Hill',
    status: 'awaitingForDelivery',
    dispatchStatus: 'inQueue',
    comingBackFrom: null,
    promisedAt: '2026-11-21T12:40:00Z',
    point: { latitude: 30.3, longitude: -97.8, isApproximate: false },
    delivery: null,
    ...parts,
  }) as BoardOrder;
const pinOf = (one: BoardOrder) =>
  pinsOf({ locations: [], orders: [one], collections: [], drivers: [] }, now).pins[0]!;

test('places stores, orders and pickups, and lists errands without a position', () => {
  const pickup = { ...order(), _id: 'r', number: 'R-5', status: 'approved', promisedAt: undefined };
  const { promisedAt: _, ...collection } = pickup;

  const { pins, unplaced } = pinsOf(
    {
      locations: [north],
      orders: [order(), order({ _id: 'lost', point: null })],
      collections: [collection as unknown as BoardCollection],
      drivers: [],
    },
    now,
  );

  expect(pins.map(({ id, name, icon }) => [id, name, icon])).toEqual([
    ['north', 'North, store', 'store'],
    ['o', 'A-1001, Grace Hill, waiting for a driver, 40 min left', 'waiting'],
    ['r', 'R-5, Grace Hill, return pickup, waiting for a driver', 'waiting'],
  ]);
  expect(unplaced.map(({ _id }) => _id)).toEqual(['lost']);
});

test('names an order on the way with its driver', () => {
  const delivery = { driverName: 'Sam Reed', status: 'onTheWay' } as BoardOrder['delivery'];
  const pin = pinOf(order({ status: 'outOfDelivery', delivery }));

  expect(pin).toMatchObject({ label: 'A-1001 · Sam Reed', icon: 'out', family: 'working' });
  expect(pin.name).toContain('Sam Reed');
});

test('marks late orders unless they are returning', () => {
  const late = { promisedAt: '2026-11-21T11:50:00Z' };

  expect(pinOf(order(late))).toMatchObject({ icon: 'late', family: 'bad' });
  expect(pinOf(order({ ...late, comingBackFrom: 'Sam Reed' })).icon).toBe('out');
});

test('describes a position from a postal code as approximate', () => {
  const pin = pinOf(order({ point: { latitude: 30, longitude: -97, isApproximate: true } }));

  expect(pin.isApproximate).toBe(true);
  expect(pin.name).toMatch(/, approximate position$/);
});
