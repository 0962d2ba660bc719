import type { DeliveryStatus } from '@aisle/contract/sales/drivers';
import { promisedMinutes } from '@aisle/contract/sales/orders/promise';
import { defaultSettings } from '@aisle/contract/system/settings';
import type { Tx } from '../../src/core/db/db.ts';
import { drivers as seeds } from '../data/people.ts';
import { portrait } from '../data/portrait.ts';
import { type Random, randomFor } from '../data/random.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Life } from './order-life.ts';
import type { Pictures } from './pictures.ts';
import type { Store } from './places.ts';

export interface Driver {
  id: string;
  name: string;
  locationKeys: readonly string[];
  isOffline: boolean;
  /** The time until which the driver has deliveries. */
  busyUntil: number;
}
type Row = Record<string, unknown>;

export async function addDrivers(
  tx: Tx,
  pictures: Pictures,
  stores: readonly Store[],
  at: number,
): Promise<Driver[]> {
  const photos = await Promise.all(
    seeds.map(({ firstName, lastName }) => {
      const name = `${firstName} ${lastName}`;
      return pictures.keep(portrait(name), name);
    }),
  );
  await insertRows(tx, 'files', pictures.rows);
  const drivers = seeds.map((seed) => ({
    id: idAt(at),
    name: `${seed.firstName} ${seed.lastName}`,
    locationKeys: seed.locationKeys,
    isOffline: seed.availability === 'offline',
    busyUntil: 0,
  }));
  await insertRows(
    tx,
    'drivers',
    seeds.map((seed, index) => ({
      id: drivers[index]!.id,
      name: drivers[index]!.name,
      email: seed.email,
      phone: seed.phone,
      address: seed.address,
      licence_number: seed.licenceNumber,
      vehicle_type: seed.vehicle.type,
      vehicle_plate: seed.vehicle.plate,
      photo_id: photos[index],
      status: true,
      availability: seed.availability,
      version: 1,
      created_at: new Date(at),
      updated_at: new Date(at),
    })),
  );
  const storeId = new Map(stores.map(({ key, id }) => [key, id]));
  await insertRows(
    tx,
    'driver_locations',
    drivers.flatMap(({ id, locationKeys }) =>
      locationKeys.map((key) => ({ driver_id: id, location_id: storeId.get(key) })),
    ),
  );
  return drivers;
}

const hourMs = 3_600_000;
/** An available driver of the location. Drivers make two thirds of the deliveries. */
export function driverFor(
  dice: Random,
  drivers: readonly Driver[],
  storeKey: string,
  at: number,
  now: number,
): Driver | undefined {
  if (!dice.chance(0.66)) return undefined;
  const free = drivers.filter(
    ({ locationKeys, busyUntil, isOffline }) =>
      locationKeys.includes(storeKey) &&
      busyUntil < at &&
      // Drivers who are offline now went home some hours ago.
      !(isOffline && at > now - 4 * hourMs),
  );
  return free.length > 0 ? dice.pick(free) : undefined;
}

export interface DriverRows {
  trips: Row[];
  deliveries: Row[];
}
interface Carried {
  locationId: string;
  orderId: string;
  driver: Driver;
  life: Life;
  placedAt: number;
  slotTo: number | null;
  distanceKm: number | null;
}
const dispatchDice = randomFor('deliveries');
const { payPerDelivery, payPerMile, offerMinutes } = defaultSettings.dispatch;

/** Inserts the trip and the delivery of an order, unless it wasn't offered to a driver yet. */
export function writeDelivery(rows: DriverRows, carried: Carried): void {
  const { locationId, orderId, driver, life, placedAt, slotTo, distanceKm } = carried;
  const at = (to: string) => life.steps.findLast((step) => step.to === to)?.at;
  const offeredAt = at('driverConfirmationPending');
  if (offeredAt === undefined) return;
  const moments = {
    accepted_at: at('driverConfirmed'),
    picked_up_at: at('driverConfirmationCompleted'),
    left_at: at('outOfDelivery'),
    ended_at: at('delivered'),
  };
  const status: DeliveryStatus = moments.ended_at
    ? 'delivered'
    : moments.left_at
      ? 'onTheWay'
      : moments.picked_up_at
        ? 'pickedUp'
        : moments.accepted_at
          ? 'accepted'
          : 'offered';
  const trip = idAt(offeredAt);
  const date = (moment: number | undefined) => (moment === undefined ? null : new Date(moment));
  rows.trips.push({
    location_id: locationId,
    id: trip,
    driver_id: driver.id,
    created_at: new Date(offeredAt),
    ended_at: date(moments.ended_at),
  });
  rows.deliveries.push({
    location_id: locationId,
    id: idAt(offeredAt),
    trip_id: trip,
    order_id: orderId,
    driver_id: driver.id,
    driver_name: driver.name,
    status,
    promised_at: new Date(slotTo ?? placedAt + promisedMinutes * 60_000),
    offer_expires_at: new Date(offeredAt + offerMinutes * 60_000),
    drop_code: String(dispatchDice.int(0, 9999)).padStart(4, '0'),
    offered_at: new Date(offeredAt),
    accepted_at: date(moments.accepted_at),
    picked_up_at: date(moments.picked_up_at),
    left_at: date(moments.left_at),
    ended_at: date(moments.ended_at),
    proof: moments.ended_at ? (dispatchDice.chance(0.8) ? 'code' : 'staff') : null,
    pay: payPerDelivery + Math.round(payPerMile * (distanceKm ?? 0) * 0.621371),
  });
}
