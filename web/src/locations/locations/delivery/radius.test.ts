import { milesToKm } from '@aisle/contract/core/dates';
import { expect, test } from 'vitest';
import { reachOf } from './radius.ts';

const austin = { latitude: 30, longitude: -97.7, radiusKm: milesToKm(4) };

test('marks places beyond the radius, and counts very distant ones without showing them', () => {
  const places = [
    { latitude: 30.02, longitude: -97.7 },
    { latitude: 30.1, longitude: -97.7 },
    { latitude: 40, longitude: -97.7 },
  ];

  const reach = reachOf(austin, places);

  expect([reach.inside, reach.outside, reach.far]).toEqual([1, 2, 1]);
  expect(reach.dots).toEqual([
    { latitude: 30.02, longitude: expect.closeTo(-97.7), isOutside: false },
    { latitude: 30.1, longitude: expect.closeTo(-97.7), isOutside: true },
  ]);
});

test('scales longitude by latitude', () => {
  const [north, east] = [
    { latitude: 30.055, longitude: -97.7 },
    { latitude: 30, longitude: -97.7 + 0.06 },
  ];

  expect(reachOf({ ...austin, radiusKm: 6 }, [north, east]).dots.map(({ isOutside }) => isOutside)).toEqual([
    true,
    false,
  ]);
});

test('draws at most four rings at round numbers of miles', () => {
  const ringsOf = (miles: number) =>
    reachOf({ ...austin, radiusKm: milesToKm(miles) }, []).rings.map((ring) => ring.miles);

  expect(ringsOf(4)).toEqual([1, 2, 3, 4]);
  expect(ringsOf(0.8)).toEqual([0.25, 0.5, 0.75]);
  expect(ringsOf(15)).toEqual([5, 10, 15]);
});

test('shows a neighbor across the 180° meridian nearby', () => {
  const fiji = { latitude: -17, longitude: 179.99, radiusKm: 10 };

  const { inside, dots } = reachOf(fiji, [{ latitude: -17, longitude: -179.99 }]);

  expect(inside).toBe(1);
  expect(dots[0]!.longitude).toBeCloseTo(180.01);
});
