import { isInPolygon } from '@aisle/contract/locations/delivery-area';
import { expect, test } from 'vitest';
import { codesOf, cornersAround, cornersOf, cornersText, withCorner, withMiddle } from './area.ts';

const store = { latitude: 30, longitude: -97 };

test('draws a new area around the store with its radius', () => {
  const corners = cornersAround(store, 11.1195);

  expect(corners).toHaveLength(6);
  expect(corners[0]).toEqual({ latitude: 30.1, longitude: -97 });
  expect(isInPolygon(store, corners)).toBe(true);
});

const square = [
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 1 },
  { latitude: 1, longitude: 1 },
  { latitude: 1, longitude: 0 },
];
test.each([
  [{ latitude: 0.5, longitude: 1.2 }, 2],
  [{ latitude: 0.4, longitude: -0.1 }, 4],
  [{ latitude: -0.2, longitude: 0.5 }, 1],
])('inserts a new corner at %j into the nearest edge', (place, at) => {
  expect(withCorner(square, place)).not.toContain(place);
  expect(withCorner(square, place)[at]).toEqual(place);
  expect(withCorner(square, place)).toHaveLength(5);
});

test('adds a corner in the middle of the longest edge', () => {
  const wide = [
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 4 },
    { latitude: 1, longitude: 2 },
  ];

  expect(withMiddle(wide)).toEqual({
    points: [wide[0], { latitude: 0, longitude: 2 }, wide[1], wide[2]],
    added: 1,
  });
});

test('converts corners to coordinates and back, and rejects other text', () => {
  expect(cornersOf(cornersText(square))).toEqual(square);
  expect(cornersOf('30.1 -97.5\n\n30.2;-97.6')).toEqual([
    { latitude: 30.1, longitude: -97.5 },
    { latitude: 30.2, longitude: -97.6 },
  ]);
  expect(cornersOf('30.1\n')).toBeNull();
  expect(cornersOf('Main St, Austin')).toBeNull();
});

test('reads postal codes separated by lines, commas and, in the US, spaces', () => {
  expect(codesOf('78701 78702\n78703, 78701;  K1A 0B1\n')).toEqual(['78701', '78702', '78703', 'K1A 0B1']);
  expect(codesOf('  ')).toEqual([]);
});
