import { kmToMiles } from '@aisle/contract/core/dates';

interface Distance {
  distanceKm: number | null;
  distanceIsApproximate: boolean;
}
/** "1.4 mi", or "about 1.4 mi" if only the postal code is known; null without a distance. */
export function distanceText({ distanceKm, distanceIsApproximate }: Distance): string | null {
  if (distanceKm === null) return null;
  const miles = `${kmToMiles(distanceKm).toFixed(1)} mi`;
  return distanceIsApproximate ? `about ${miles}` : miles;
}
