import { formatCount } from '@aisle/contract/core/pluralize';
import { type AreaPoint, isInPolygon } from '@aisle/contract/locations/delivery-area';
import type { DeliveredPlace } from '@aisle/contract/locations/locations';
import { IconBuildingStore } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { MapDot, Place } from '../../../ui/map/map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import classes from './delivery.module.css';

interface PolygonMapProps extends Place {
  name: string;
  points: readonly AreaPoint[];
  places: readonly DeliveredPlace[];
}

/** The delivery area of a location, and the destinations of its latest orders. */
export function PolygonMap({ name, latitude, longitude, points, places }: PolygonMapProps) {
  const dots = useMemo(() => dotsOf(places, points), [places, points]);
  return (
    <figure className={`grid gap-2 m-0 ${classes.radius}`}>
      <MapView
        label={`Delivery area of ${name}`}
        pins={[{ id: 'store', latitude, longitude, name, label: '', icon: <IconBuildingStore size={16} /> }]}
        areas={[{ id: 'area', points }]}
        dots={dots}
      />
      <figcaption>{insideText(dots)}</figcaption>
    </figure>
  );
}

export const dotsOf = (places: readonly DeliveredPlace[], points: readonly AreaPoint[]): MapDot[] =>
  places.map((place) => ({ ...place, isOutside: !isInPolygon(place, points) }));

export function insideText(dots: readonly MapDot[]): string {
  if (dots.length === 0) return 'No deliveries with a map position yet.';
  const inside = dots.filter(({ isOutside }) => !isOutside).length;
  const within = inside === dots.length ? 'All' : formatCount(inside);
  return `${within} of the last ${formatCount(dots.length)} deliveries were within this area.`;
}
