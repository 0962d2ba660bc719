import { milesToKm } from '@aisle/contract/core/dates';
import { expect, test } from 'vitest';
import { pictureOf } from './radius.ts';

const austin = { latitude: 30, longitude: -97.7, radiusKm: milesToKm(4) };

test('a place to the north lies above the middle, one to the east at its right, as far as they are', () => {
  const north = { latitude: 30.01, longitude: -97.7 };
  const east = { latitude: 30, longitude: -97.7 + 0.01 / Math.cos(Math.PI / 6) };

  const { dots } = pictureOf(austin, [north, east]);

  expect(dots[0]!.x).toBeCloseTo(0);
  expect(dots[0]!.y).toBeLessThan(0);
  expect(dots[1]!.y).toBeCloseTo(0);
  expect(dots[1]!.x).toBeCloseTo(-dots[0]!.y, 5);
});

test('who lies beyond the radius is told apart, and very far ones do not shrink the circle', () => {
  const places = [
    { latitude: 30.02, longitude: -97.7 },
    { latitude: 30.1, longitude: -97.7 },
    { latitude: 40, longitude: -97.7 },
  ];

  const picture = pictureOf(austin, places);

  expect([picture.inside, picture.outside, picture.hidden]).toEqual([1, 2, 1]);
  expect(picture.dots.map(({ isInside }) => isInside)).toEqual([true, false]);
  expect(picture.radius).toBeGreaterThan(40);
});

test('rings stand at round numbers of miles, at most four of them', () => {
  const ringsOf = (miles: number) =>
    pictureOf({ ...austin, radiusKm: milesToKm(miles) }, []).rings.map((ring) => ring.miles);

  expect(ringsOf(4)).toEqual([1, 2, 3, 4]);
  expect(ringsOf(0.8)).toEqual([0.25, 0.5, 0.75]);
  expect(ringsOf(15)).toEqual([5, 10, 15]);
});

test('a neighbour across the line where east meets west is near', () => {
  const fiji = { latitude: -17, longitude: 179.99, radiusKm: 10 };

  expect(pictureOf(fiji, [{ latitude: -17, longitude: -179.99 }]).inside).toBe(1);
});
