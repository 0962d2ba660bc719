interface Place {
  latitude: number;
  longitude: number;
}
const earthRadiusKm = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The straight-line distance, rounded to the meter. */
export function kmBetween(a: Place, b: Place): number {
  const halfLat = radians(b.latitude - a.latitude) / 2;
  const halfLong = radians(b.longitude - a.longitude) / 2;
  const chord =
    Math.sin(halfLat) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(halfLong) ** 2;
  const km = 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
  return Math.round(km * 1000) / 1000;
}
