import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryFeeFor, distanceBetween } from './pricing.ts';

test('adds a base fee and a fee per mile and waives both above an item total', () => {
  const rule = { base: 300, perMile: 100, freeAbove: 5000 };

  expect(deliveryFeeFor(rule, 4999, 10)).toBe(300 + 621);
  expect(deliveryFeeFor(rule, 5000, 10)).toBe(0);
  expect(deliveryFeeFor(rule, 100, null)).toBe(300);
  expect(deliveryFeeFor({ base: 300, perMile: 0, freeAbove: null }, 1_000_000, 10)).toBe(300);
});

test('measures about 293 km between Austin and Dallas and returns null without coordinates', () => {
  const austin = { latitude: 30.2672, longitude: -97.7431 };

  expect(distanceBetween(austin, { latitude: 32.7767, longitude: -96.797 })).toBeCloseTo(293, -1);
  expect(distanceBetween(austin, austin)).toBe(0);
  expect(distanceBetween(austin, { latitude: null, longitude: null })).toBeNull();
  expect(distanceBetween(austin, null)).toBeNull();
});

test('measures the same distance in both directions', () => {
  const place = fc.record({
    latitude: fc.integer({ min: -90, max: 90 }),
    longitude: fc.integer({ min: -180, max: 180 }),
  });
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(distanceBetween(a, b)).toBeCloseTo(distanceBetween(b, a) ?? Number.NaN, 3);
      // No two points on Earth are further apart than opposite points.
      expect(distanceBetween(a, b)).toBeLessThanOrEqual(20_016);
    }),
  );
});
