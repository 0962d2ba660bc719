import { expect, test } from 'vitest';
import { boundsOf, fanOut, labelSides, type MapPin, roundPosition } from './map.ts';

const pin = (id: string, latitude = 30, longitude = -97): MapPin => ({
  id,
  latitude,
  longitude,
  name: id,
  label: id,
  icon: null,
});

test('fits all pins and complete circles', () => {
  expect(boundsOf([])).toBeNull();
  expect(boundsOf([pin('a', 30, -97), pin('b', 31, -99)])).toEqual([
    [30, -99],
    [31, -97],
  ]);
  const [southWest, northEast] = boundsOf(
    [],
    [{ id: 'a', latitude: 60, longitude: 10, radiusKm: 111.195, kind: 'area' }],
  )!;
  expect(southWest[0]).toBeCloseTo(59);
  expect(northEast[0]).toBeCloseTo(61);
  // A degree of longitude is half as long at this latitude.
  expect(northEast[1] - southWest[1]).toBeCloseTo(4);
});

test('spreads pins at the same position so that none covers another', () => {
  const offsets = [...fanOut(Array.from({ length: 20 }, (_, at) => pin(`p${at}`))).values()];

  expect(offsets[0]).toEqual({ x: 0, y: 0 });
  const distances = offsets.flatMap((a, at) =>
    offsets.slice(at + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
  );
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(28);
});

test('keeps a pin without neighbors at its position', () => {
  const offsets = fanOut([pin('a'), pin('b', 30.1), pin('c')]);

  expect(offsets.get('b')).toEqual({ x: 0, y: 0 });
  expect(offsets.get('c')).not.toEqual({ x: 0, y: 0 });
});

const view = { left: 0, right: 400, top: 0, bottom: 300 };
const drawn = (id: string, x: number, y: number, isSelected = false) => ({ id, label: id, x, y, isSelected });

test("places a label on a side where it covers nothing and isn't cut off", () => {
  const sides = labelSides([drawn('first', 100, 50), drawn('edge', 380, 50), drawn('below', 100, 150)], view);

  expect(Object.fromEntries(sides)).toEqual({ first: 'right', edge: 'left', below: 'right' });
});

test("prefers the label of the selected pin if two don't fit", () => {
  expect(labelSides([drawn('aa', 20, 50), drawn('bb', 20, 60, true)], view)).toEqual(
    new Map([['bb', 'right']]),
  );
});

test('reserves no space for a pin without a label', () => {
  expect(labelSides([{ ...drawn('a', 100, 50), label: '' }], view).size).toBe(0);
});

test('rounds a position to six decimals', () => {
  expect(roundPosition({ latitude: 30.123456789, longitude: -97.7 })).toEqual({
    latitude: 30.123457,
    longitude: -97.7,
  });
});
