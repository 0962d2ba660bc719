import type { Board, BoardDriver, BoardLocation } from '@aisle/contract/sales/dispatch/dispatch';
import { availabilityLabels } from '../../../links/sales/driver-status.tsx';
import type { StatusFamily } from '../../../ui/values/status-badge.tsx';
import { lateness, spanText } from '../../../ui/values/when.ts';
import { type ColumnKey, carrierText, columnOf, columnOfCollection, columnTitles } from '../board/board.ts';
import { type Errand, isOrder } from '../board/errand-list.tsx';

export type PinIcon = ColumnKey | 'store' | 'late' | 'driver';

interface BoardPin {
  id: string;
  latitude: number;
  longitude: number;
  name: string;
  label: string;
  icon: PinIcon;
  family?: StatusFamily;
  isApproximate: boolean;
}

export const familyOf: Record<Exclude<PinIcon, 'store' | 'driver'>, StatusFamily> = {
  waiting: 'waiting',
  collecting: 'working',
  out: 'working',
  late: 'bad',
};

export const columnOfTask = (errand: Errand): ColumnKey =>
  isOrder(errand) ? columnOf(errand) : columnOfCollection(errand);

/** Everything on the board that has a position, drivers below the errands, and the errands without one. */
export function pinsOf(
  {
    locations,
    orders,
    collections,
    drivers,
  }: Pick<Board, 'locations' | 'orders' | 'collections' | 'drivers'>,
  now: number,
): { pins: BoardPin[]; unplaced: Errand[] } {
  const pins = [...locations.map(storePin), ...drivers.flatMap((driver) => driverPin(driver, now))];
  const unplaced: Errand[] = [];
  for (const errand of [...orders, ...collections]) {
    if (errand.point) pins.push(taskPin(errand, errand.point, now));
    else unplaced.push(errand);
  }
  return { pins, unplaced };
}

const storePin = ({ _id, name, latitude, longitude }: BoardLocation): BoardPin => ({
  id: _id,
  latitude,
  longitude,
  name: `${name}, store`,
  label: name,
  icon: 'store',
  isApproximate: false,
});

/** A working driver at the last stop that they confirmed. Aisle doesn't follow phones, so the pin says when that was. */
function driverPin({ _id, name, availability, lastStop, lastStopAt }: BoardDriver, now: number): BoardPin[] {
  if (!lastStop || !lastStopAt || availability === 'offline') return [];
  const { latitude, longitude, isApproximate } = lastStop;
  const ago = `${spanText(now - Date.parse(lastStopAt))} ago`;
  const says = [name, availabilityLabels[availability].toLowerCase(), `last stop ${ago}`];
  return [
    {
      id: _id,
      latitude,
      longitude,
      name: [...says, ...(isApproximate ? ['approximate position'] : [])].join(', '),
      label: `${name.split(' ')[0]} · ${ago}`,
      icon: 'driver',
      family: 'good',
      isApproximate,
    },
  ];
}

function taskPin(errand: Errand, point: NonNullable<Errand['point']>, now: number): BoardPin {
  const { _id, number, customerName, delivery } = errand;
  const column = columnOfTask(errand);
  const due = isOrder(errand) && isExpected(errand) ? lateness(Date.parse(errand.promisedAt), now) : null;
  const icon = due?.isLate ? 'late' : column;
  const carrier = isOrder(errand) ? carrierText(errand, now) : delivery?.driverName;
  const says = [
    number,
    customerName,
    isOrder(errand) ? null : 'return pickup',
    columnTitles[column].toLowerCase(),
    carrier,
    due?.text,
    point.isApproximate && 'approximate position',
  ];
  return {
    id: _id,
    latitude: point.latitude,
    longitude: point.longitude,
    name: says.filter(Boolean).join(', '),
    label: delivery && column !== 'waiting' ? `${number} · ${delivery.driverName}` : number,
    icon,
    family: familyOf[icon],
    isApproximate: point.isApproximate,
  };
}

/** Cancelled and returning orders have no customer waiting for them. */
const isExpected = ({ status, comingBackFrom }: Board['orders'][number]): boolean =>
  status !== 'cancelled' && comingBackFrom === null;
