import { milesToKm } from '@aisle/contract/core/dates';
import type { Board } from '@aisle/contract/sales/dispatch/dispatch';
import { Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconClock,
  IconSteeringWheel,
  IconTruck,
  IconUserCheck,
} from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { OrderLink } from '../../../links/sales/order-link.tsx';
import { ReturnLink } from '../../../links/sales/return-link.tsx';
import type { MapArea, MapCircle, MapPin } from '../../../ui/map/map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { columnTitles } from '../board/board.ts';
import { type Errand, isOrder } from '../board/errand-list.tsx';
import classes from '../dispatch.module.css';
import { familyOf, type PinIcon, pinsOf } from './map-pins.ts';

const icons: Record<PinIcon, ReactNode> = {
  store: <IconBuildingStore size={16} />,
  waiting: <IconClock size={16} />,
  collecting: <IconUserCheck size={16} />,
  out: <IconTruck size={16} />,
  late: <IconAlertTriangle size={16} />,
  driver: <IconSteeringWheel size={16} />,
};
const meanings: Record<PinIcon, string> = {
  store: 'Store',
  driver: 'Driver at the last confirmed stop',
  ...columnTitles,
  late: 'Late',
};

interface DispatchMapProps {
  board: Board;
  now: number;
  selected: ReadonlySet<string>;
  /** Selects an errand or a driver. */
  select: (id: string) => void;
}
/** The stores, drivers and errands of the board on a map. Each driver and errand is also in the columns beside the map. */
export function DispatchMap({ board, now, selected, select }: DispatchMapProps) {
  const { pins, unplaced } = useMemo(() => pinsOf(board, now), [board, now]);
  const shown = useMemo<MapPin[]>(
    () =>
      pins.map(({ icon, ...pin }) => ({
        ...pin,
        icon: icons[icon],
        isSelected: selected.has(pin.id),
        isStatic: icon === 'store',
      })),
    [pins, selected],
  );
  const area = useMemo(() => deliveryAreaOf(board), [board]);
  return (
    <section className={`grid gap-2 min-w-0 ${classes.map}`} aria-label="Map">
      <MapView
        label="Stores, drivers, orders and return pickups"
        pins={shown}
        {...area}
        onPress={select}
        className={classes.mapFrame ?? ''}
      />
      <Legend shown={new Set(pins.map(({ icon }) => icon))} />
      {pins.some(({ isApproximate }) => isApproximate) && (
        <Text size="sm" c="dimmed">
          Pins with a dashed edge are approximate: the address has no coordinates, so they are in the middle
          of its postal code.
        </Text>
      )}
      {unplaced.length > 0 && <ErrandsWithoutPosition errands={unplaced} />}
    </section>
  );
}

/** The delivery area of the store, if there is only one. */
function deliveryAreaOf({ locations }: Board): { circles?: MapCircle[]; areas?: MapArea[] } {
  const [only] = locations;
  if (!only || locations.length > 1) return {};
  const { _id: id, latitude, longitude, deliveryRadiusKm: radiusKm, deliveryArea } = only;
  const circles = ringsAround(only);
  if (!deliveryArea) return { circles: [{ id, latitude, longitude, radiusKm, kind: 'area' }, ...circles] };
  return { circles, areas: deliveryArea.kind === 'polygon' ? [{ id, points: deliveryArea.points }] : [] };
}

/** Distances from the store, so that the map is useful without streets. */
const ringsAround = ({
  _id,
  latitude,
  longitude,
  deliveryRadiusKm,
}: Board['locations'][number]): MapCircle[] =>
  [1, 2, 3, 5, 10]
    .map((miles) => ({ miles, radiusKm: milesToKm(miles) }))
    .filter(({ radiusKm }) => radiusKm <= deliveryRadiusKm)
    .slice(-3)
    .map(({ miles, radiusKm }) => ({
      id: `${_id}-${miles}`,
      latitude,
      longitude,
      radiusKm,
      kind: 'ring',
      label: `${miles} mi`,
    }));

const Legend = ({ shown }: { shown: ReadonlySet<PinIcon> }) => (
  <ul className={classes.legend} aria-label="Legend">
    {(Object.keys(meanings) as PinIcon[])
      .filter((icon) => shown.has(icon))
      .map((icon) => (
        <li
          key={icon}
          style={
            icon === 'store'
              ? undefined
              : { color: `var(--aisle-${icon === 'driver' ? 'good' : familyOf[icon]})` }
          }
        >
          {icons[icon]}
          <span>{meanings[icon]}</span>
        </li>
      ))}
  </ul>
);

const ErrandsWithoutPosition = ({ errands }: { errands: readonly Errand[] }) => (
  <Text size="sm" c="dimmed">
    Not on the map, because neither the address nor its postal code has a known position:{' '}
    <span className="sentence">
      {errands.map((errand, at) => (
        <span key={errand._id}>
          {at > 0 && ', '}
          {isOrder(errand) ? (
            <OrderLink id={errand._id} number={errand.number} />
          ) : (
            <ReturnLink id={errand._id} number={errand.number} />
          )}
        </span>
      ))}
    </span>
  </Text>
);
