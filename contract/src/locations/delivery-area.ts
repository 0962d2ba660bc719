import { z } from 'zod';
import { beforeNormalizing, tooLong } from '../core/fields.ts';
import { normalPostalCode } from '../core/normal-text.ts';

interface Point {
  latitude: number;
  longitude: number;
}
export const AreaPoint = z.strictObject({
  latitude: z.number({ error: 'Enter a latitude' }).min(-85, 'From -85 to 85').max(85, 'From -85 to 85'),
  longitude: z
    .number({ error: 'Enter a longitude' })
    .min(-180, 'From -180 to 180')
    .max(180, 'From -180 to 180'),
});
export type AreaPoint = z.infer<typeof AreaPoint>;

/** Converts postal codes to the form in which they are compared: an area with "78701" includes "78701-1234". */
export const postalKey = (code: string): string => {
  const key = code.toUpperCase().replace(/[\s-]+/g, '');
  return /^\d{9}$/.test(key) ? key.slice(0, 5) : key;
};

/** A postal code in the form of `postalKey`. */
export const AreaPostalCode = z
  .string()
  .max(...beforeNormalizing)
  .overwrite(normalPostalCode)
  .max(100, tooLong('A postal code must be at most 15 characters'))
  .regex(/^[A-Za-z0-9][A-Za-z0-9 -]{1,14}$/, {
    error: ({ input }) => `“${String(input)}” isn't a postal code`,
  })
  .overwrite(postalKey);

/** The delivery area of a location that isn't a circle around it. */
export const DeliveryArea = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('polygon'),
    points: z
      .array(AreaPoint)
      .min(3, 'An area needs at least 3 corners')
      .max(100, 'At most 100 corners')
      .refine((points) => !crossesItself(points), 'The edges of the area cross each other'),
  }),
  z.strictObject({
    kind: z.literal('postalCodes'),
    codes: z
      .array(AreaPostalCode)
      .min(1, 'Enter at least one postal code')
      .max(1000, 'At most 1,000 postal codes')
      .overwrite((codes) => [...new Set(codes)]),
  }),
]);
export type DeliveryArea = z.infer<typeof DeliveryArea>;

/** Degrees east of a longitude, along the shorter way around the globe. */
const eastOf = (longitude: number, from: number): number => ((longitude - from + 540) % 360) - 180;
const onPlane = (points: readonly Point[], from: number) =>
  points.map(({ latitude, longitude }) => ({ x: eastOf(longitude, from), y: latitude }));

/** Whether a point is inside a polygon. */
export function isInPolygon({ latitude, longitude }: Point, points: readonly Point[]): boolean {
  const corners = onPlane(points, longitude);
  let isInside = false;
  for (const [at, a] of corners.entries()) {
    const b = corners.at(at - 1)!;
    // Counts the edges that a line to the east crosses.
    if (a.y > latitude !== b.y > latitude && 0 < ((b.x - a.x) * (latitude - a.y)) / (b.y - a.y) + a.x) {
      isInside = !isInside;
    }
  }
  return isInside;
}

interface Corner {
  x: number;
  y: number;
}
/** The side of the line from a to b that a point is on. */
const side = (a: Corner, b: Corner, point: Corner): number =>
  Math.sign((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x));

function crossesItself(points: readonly Point[]): boolean {
  const corners = onPlane(points, points[0]?.longitude ?? 0);
  const edges = corners.map((corner, at) => [corners.at(at - 1)!, corner] as const);
  return edges.some(([a, b], at) =>
    edges
      .slice(at + 1)
      .some(([c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0),
  );
}

/** "4-corner area on the map", "12 postal codes" */
export const areaText = (area: DeliveryArea): string =>
  area.kind === 'polygon'
    ? `Area on the map with ${area.points.length} corners`
    : `${area.codes.length} postal ${area.codes.length === 1 ? 'code' : 'codes'}`;
