import { expect, test } from 'vitest';
import { type RequestedQuantity, type SellableStock, splitOver } from './split.ts';

const shelf = (locationId: string, has: Record<string, number>): SellableStock => ({
  locationId,
  has: new Map(Object.entries(has)),
});
const want = (subProductId: string, quantity: number, least = 1): RequestedQuantity => ({
  subProductId,
  quantity,
  least,
});
const described = (shelves: SellableStock[], wants: RequestedQuantity[]) => {
  const { parts, missing } = splitOver(shelves, wants);
  return [
    parts.map((part) => `${part.locationId}: ${part.quantity} ${part.subProductId}`),
    missing.map((one) => `${one.quantity} ${one.subProductId}`),
  ];
};

test('assigns everything to the first location that has it all', () => {
  const both = { milk: 5, bread: 5 };
  expect(described([shelf('near', both), shelf('far', both)], [want('milk', 2), want('bread', 1)])).toEqual([
    ['near: 2 milk', 'near: 1 bread'],
    [],
  ]);
});

test('starts with the location that has the most lines and adds others for the rest', () => {
  const shelves = [shelf('near', { milk: 9 }), shelf('far', { bread: 9, eggs: 9 })];
  expect(described(shelves, [want('milk', 1), want('bread', 1), want('eggs', 1)])).toEqual([
    ['far: 1 bread', 'far: 1 eggs', 'near: 1 milk'],
    [],
  ]);
});

test('divides a line only if no location has all of it, and never below the minimum', () => {
  const shelves = [shelf('a', { milk: 3 }), shelf('b', { milk: 1 }), shelf('c', { milk: 4 })];
  expect(described(shelves, [want('milk', 4)])).toEqual([['c: 4 milk'], []]);
  expect(described(shelves, [want('milk', 7)])).toEqual([['a: 3 milk', 'b: 1 milk', 'c: 3 milk'], []]);
  expect(described(shelves, [want('milk', 7, 2)])).toEqual([['a: 3 milk', 'c: 4 milk'], []]);
});

test('returns the missing quantities', () => {
  expect(described([shelf('a', { milk: 0.5 })], [want('milk', 2, 0.1), want('gold', 1)])).toEqual([
    ['a: 0.5 milk'],
    ['1.5 milk', '1 gold'],
  ]);
});
