import { kmToMiles } from '@aisle/contract/core/dates';
import { areaText } from '@aisle/contract/locations/delivery-area';
import type { DeliveredPlace, Location } from '@aisle/contract/locations/locations';
import classes from './delivery.module.css';
import { PolygonMap } from './polygon-map.tsx';
import { RadiusMap } from './radius-map.tsx';

interface AreaViewProps {
  location: Pick<Location, 'name' | 'latitude' | 'longitude' | 'deliveryRadiusKm' | 'deliveryArea'>;
  places: readonly DeliveredPlace[];
}
/** The delivery area of a location: a circle, a polygon on the map or postal codes. */
export function AreaView({ location, places }: AreaViewProps) {
  const { deliveryArea: area, deliveryRadiusKm, ...store } = location;
  if (area === null) return <RadiusMap {...place(store)} radiusKm={deliveryRadiusKm} places={places} />;
  if (area.kind === 'polygon') return <PolygonMap {...place(store)} points={area.points} places={places} />;
  return (
    <ul className={classes.codes} aria-label="Postal codes">
      {area.codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}
const place = ({ name, latitude, longitude }: Pick<Location, 'name' | 'latitude' | 'longitude'>) => ({
  name,
  latitude,
  longitude,
});

/** "5.0 mi", "12 postal codes" */
export const deliversText = ({ deliveryArea, deliveryRadiusKm }: AreaViewProps['location']): string =>
  deliveryArea ? areaText(deliveryArea) : `${kmToMiles(deliveryRadiusKm).toFixed(1)} mi`;
