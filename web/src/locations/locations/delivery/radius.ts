import { kmToMiles, milesToKm } from '@aisle/contract/core/dates';
import type { MapDot, Place } from '../../../ui/map/map.ts';

export interface Reach {
  rings: { miles: number; km: number }[];
  /** The places close enough to be on the map. */
  dots: MapDot[];
  inside: number;
  outside: number;
  /** The number of places too far away to be on the map. */
  far: number;
}

const kmPerDegree = 111.195;
const steps = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Measures distances around a point. It assumes flat ground, which is accurate enough for a town. */
export function reachOf(
  { latitude, longitude, radiusKm }: Place & { radiusKm: number },
  places: readonly Place[],
): Reach {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const known = places.map((place) => {
    // Takes the shorter way across the 180° meridian.
    const degrees = ((place.longitude - longitude + 540) % 360) - 180;
    const km = Math.hypot(degrees * shrink * kmPerDegree, (place.latitude - latitude) * kmPerDegree);
    return { latitude: place.latitude, longitude: longitude + degrees, km };
  });
  // Shows distant places only if the circle stays readable.
  const near = known.filter(({ km }) => km <= radiusKm * 2.5);
  const extentKm = Math.max(radiusKm, ...near.map(({ km }) => km)) * 1.04;
  const inside = known.filter(({ km }) => km <= radiusKm).length;
  return {
    rings: ringsWithin(kmToMiles(extentKm)).map((miles) => ({ miles, km: milesToKm(miles) })),
    dots: near.map(({ km, ...place }) => ({ ...place, isOutside: km > radiusKm })),
    inside,
    outside: known.length - inside,
    far: known.length - near.length,
  };
}

/** At most four rings, at round numbers. */
function ringsWithin(miles: number): number[] {
  const step = steps.find((one) => miles / one <= 4.99) ?? 100;
  return Array.from({ length: Math.floor(miles / step) }, (_, at) => (at + 1) * step);
}
