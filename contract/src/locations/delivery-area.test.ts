import { expect, test } from 'vitest';
import { DeliveryArea, isInPolygon } from './delivery-area.ts';

const corners = (...pairs: [number, number][]) =>
  pairs.map(([latitude, longitude]) => ({ latitude, longitude }));
const messageOf = (area: unknown) => DeliveryArea.safeParse(area).error?.issues[0]?.message;

/** A square with a bay on its north side. */
const bay = corners([0, 0], [0, 4], [4, 4], [4, 3], [1, 2], [4, 1], [4, 0]);
test.each([
  [2, 0.5, true],
  [0.5, 2, true],
  [3, 2, false],
  [5, 2, false],
  [2, -1, false],
  [2, 4.5, false],
])('checks whether %d, %d is inside the area: %s', (latitude, longitude, isInside) => {
  expect(isInPolygon({ latitude, longitude }, bay)).toBe(isInside);
});

test('supports an area across the 180th meridian', () => {
  const fiji = corners([-18, 179], [-18, -179], [-16, -179], [-16, 179]);

  expect(isInPolygon({ latitude: -17, longitude: -179.5 }, fiji)).toBe(true);
  expect(isInPolygon({ latitude: -17, longitude: 179.5 }, fiji)).toBe(true);
  expect(isInPolygon({ latitude: -17, longitude: 178 }, fiji)).toBe(false);
});

test("requires at least three corners and edges that don't cross", () => {
  const bowTie = corners([0, 0], [1, 1], [1, 0], [0, 1]);

  expect(messageOf({ kind: 'polygon', points: bay.slice(0, 2) })).toBe('An area needs at least 3 corners');
  expect(messageOf({ kind: 'polygon', points: bowTie })).toBe('The edges of the area cross each other');
  expect(DeliveryArea.safeParse({ kind: 'polygon', points: bay }).success).toBe(true);
});

test('stores each postal code once, in one spelling', () => {
  const parsed = DeliveryArea.parse({
    kind: 'postalCodes',
    codes: ['78701', '78701-1234', ' k1a 0b1', 'K1A0B1'],
  });

  expect(parsed).toEqual({ kind: 'postalCodes', codes: ['78701', 'K1A0B1'] });
  expect(messageOf({ kind: 'postalCodes', codes: ['?'] })).toBe("“?” isn't a postal code");
  expect(messageOf({ kind: 'postalCodes', codes: [] })).toBe('Enter at least one postal code');
});
