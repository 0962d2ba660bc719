import { kmToMiles, milesToKm } from '@aisle/contract/core/dates';

interface Coordinates {
  latitude: number;
  longitude: number;
}
interface Dot {
  x: number;
  y: number;
  isInside: boolean;
}
export interface Picture {
  /** In a square from -100 to 100 with the location in the middle. */
  radius: number;
  rings: { miles: number; r: number }[];
  dots: Dot[];
  inside: number;
  outside: number;
  /** Outside of the picture. */
  hidden: number;
}

const kmPerDegree = 111.195;
const edge = 96;
const steps = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Places around a point as they lie on flat ground: right enough for a town. */
export function pictureOf(
  { latitude, longitude, radiusKm }: Coordinates & { radiusKm: number },
  places: readonly Coordinates[],
): Picture {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const offsets = places.map((place) => {
    // Across the line where east meets west it is not far.
    const degrees = ((place.longitude - longitude + 540) % 360) - 180;
    const east = degrees * shrink * kmPerDegree;
    const north = (place.latitude - latitude) * kmPerDegree;
    return { east, north, km: Math.hypot(east, north) };
  });
  // Locations far out are shown as long as the circle does not shrink to a dot.
  const farthest = Math.max(0, ...offsets.map(({ km }) => km).filter((km) => km <= radiusKm * 2.5));
  const extentKm = Math.max(radiusKm, farthest) * 1.04;
  const scale = edge / extentKm;
  const dots = offsets
    .filter(({ km }) => km <= extentKm)
    .map(({ east, north, km }) => ({ x: east * scale, y: -north * scale, isInside: km <= radiusKm }));
  const inside = offsets.filter(({ km }) => km <= radiusKm).length;
  return {
    radius: radiusKm * scale,
    rings: ringsWithin(kmToMiles(extentKm)).map((miles) => ({ miles, r: milesToKm(miles) * scale })),
    dots,
    inside,
    outside: offsets.length - inside,
    hidden: offsets.length - dots.length,
  };
}

/** At most four rings, at round numbers. */
function ringsWithin(miles: number): number[] {
  const step = steps.find((one) => miles / one <= 4.99) ?? 100;
  return Array.from({ length: Math.floor(miles / step) }, (_, at) => (at + 1) * step);
}
