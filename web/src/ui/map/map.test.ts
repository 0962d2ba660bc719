import { expect, test } from 'vitest';
import { boundsOf, labelSides, type MapPin, roundPosition, spreadOut } from './map.ts';

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

test.each([0, 10])('spreads pins %i pixels apart so that none covers another', (step) => {
  const places = Array.from({ length: 20 }, (_, at) => ({ id: `p${at}`, x: at * step, y: 0 }));
  const offsets = spreadOut(places);

  const centers = places.map(({ id, x, y }) => ({ x: x + offsets.get(id)!.x, y: y + offsets.get(id)!.y }));
  const gaps = centers.flatMap((a, at) =>
    centers.slice(at + 1).map((b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(28);
});

test('keeps a pin without neighbors at its position', () => {
  const offsets = spreadOut([
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 30, y: 0 },
    { id: 'c', x: 5, y: 0 },
  ]);

  expect([offsets.get('a'), offsets.get('b')]).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ]);
  expect(offsets.get('c')).not.toEqual({ x: 0, y: 0 });
});

const view = { left: 0, right: 400, top: 0, bottom: 300 };
const drawn = (id: string, x: number, y: number, isSelected = false) => ({ id, label: id, x, y, isSelected });

test("places a label on a side where it covers nothing and isn't cut off", () => {
  const sides = labelSides([drawn('first', 100, 50), drawn('edge', 380, 50), drawn('below', 100, 150)], view);

  expect(Object.fromEntries(sides)).toEqual({ first: 'right', edge: 'left', below: 'right' });
});

test('places a label above or below a pin without space beside it', () => {
  const sides = labelSides([drawn('a', 100, 50), drawn('b', 130, 50), drawn('c', 160, 50)], view);

  expect(Object.fromEntries(sides)).toEqual({ a: 'left', b: 'above', c: 'right' });
});

test("prefers the label of the selected pin if two don't fit", () => {
  const low = { ...view, bottom: 60 };

  expect(labelSides([drawn('aa', 20, 50), drawn('bb', 20, 50, true)], { ...low, top: 40 })).toEqual(
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
