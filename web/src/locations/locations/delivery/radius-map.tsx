import { kmToMiles } from '@aisle/contract/core/dates';
import { formatCount } from '@aisle/contract/core/pluralize';
import type { DeliveredPlace } from '@aisle/contract/locations/locations';
import { IconBuildingStore } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { MapCircle } from '../../../ui/map/map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import classes from './delivery.module.css';
import { reachOf } from './radius.ts';

interface RadiusMapProps {
  name: string;
  latitude: number;
  longitude: number;
  radiusKm: number;
  places: readonly DeliveredPlace[];
}

/** The delivery radius of a location, rings of miles, and the destinations of its latest orders. */
export function RadiusMap({ name, latitude, longitude, radiusKm, places }: RadiusMapProps) {
  const reach = useMemo(
    () => reachOf({ latitude, longitude, radiusKm }, places),
    [latitude, longitude, radiusKm, places],
  );
  const circles = useMemo<MapCircle[]>(
    () => [
      ...reach.rings.map(
        ({ miles, km }): MapCircle => ({
          id: `${miles} mi`,
          latitude,
          longitude,
          radiusKm: km,
          kind: 'ring',
          label: `${miles} mi`,
        }),
      ),
      { id: 'reach', latitude, longitude, radiusKm, kind: 'area' },
    ],
    [reach, latitude, longitude, radiusKm],
  );
  const miles = kmToMiles(radiusKm).toFixed(1);
  return (
    <figure className={`grid gap-2 m-0 ${classes.radius}`}>
      <MapView
        label={`${name} delivers within ${miles} miles`}
        pins={[{ id: 'store', latitude, longitude, name, label: '', icon: <IconBuildingStore size={16} /> }]}
        circles={circles}
        dots={reach.dots}
      />
      <figcaption>{summaryOf(reach, miles)}</figcaption>
    </figure>
  );
}

function summaryOf({ inside, outside, far }: ReturnType<typeof reachOf>, miles: string): string {
  const all = inside + outside;
  if (all === 0) return 'No deliveries with a map position yet.';
  const within = outside === 0 ? 'All' : formatCount(inside);
  const beyond = far > 0 ? `. ${far} are too far away to show` : '';
  return `${within} of the last ${formatCount(all)} deliveries were within ${miles} mi${beyond}.`;
}
