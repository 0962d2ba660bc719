import { kmToMiles } from '@aisle/contract/core/dates';
import { formatCount } from '@aisle/contract/core/how-many';
import type { DeliveredPlace } from '@aisle/contract/locations/locations';
import classes from './delivery.module.css';
import { pictureOf } from './radius.ts';

interface RadiusPictureProps {
  name: string;
  latitude: number;
  longitude: number;
  radiusKm: number;
  places: readonly DeliveredPlace[];
}

/** How far a location delivers, drawn without a map: rings of miles, and where the last orders went. */
export function RadiusPicture({ name, places, ...around }: RadiusPictureProps) {
  const picture = pictureOf(around, places);
  const miles = kmToMiles(around.radiusKm).toFixed(1);
  const summary = summaryOf(picture, miles);
  return (
    <figure className={classes.radius}>
      <svg
        viewBox="-100 -100 200 200"
        role="img"
        aria-label={`${name} delivers within ${miles} miles. ${summary}`}
      >
        {picture.rings.map(({ miles: ring, r }) => (
          <g key={ring}>
            <circle r={r} className={classes.ring} />
            <text y={-r + 6} className={classes.ringLabel}>
              {ring} mi
            </text>
          </g>
        ))}
        <circle r={picture.radius} className={classes.reach} />
        {picture.dots.map(({ x, y, isInside }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several orders go to the same place
          <circle key={at} cx={x} cy={y} r={1.6} className={isInside ? classes.near : classes.far} />
        ))}
        <circle r={2.6} className={classes.centre} />
        <text y={-91} x={95} className={classes.north}>
          N ↑
        </text>
      </svg>
      <figcaption>{summary}</figcaption>
    </figure>
  );
}

function summaryOf({ inside, outside, hidden }: ReturnType<typeof pictureOf>, miles: string): string {
  const all = inside + outside;
  if (all === 0) return 'No deliveries with a map position yet.';
  const beyond = outside === 0 ? 'All' : formatCount(inside);
  const far = hidden > 0 ? `. ${hidden} are too far away to show` : '';
  return `${beyond} of the last ${formatCount(all)} deliveries were within ${miles} mi${far}.`;
}
