import { randomInt } from 'node:crypto';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import {
  type Carried,
  insertDelivery,
  insertTrip,
  type LockedDriver,
  lockDriverAt,
  moveDelivery,
  type OpenTrip,
  openTripAt,
} from './trips.queries.ts';

// Trips and deliveries, without routes. Orders and dispatch call these functions in the transaction of their step.
export { moveDelivery } from './trips.queries.ts';

export interface Offer {
  driverId: string;
  /** The user who makes the offer. */
  userId: string | null;
  /** Adds the delivery to a trip that the driver has already accepted. */
  join?: boolean | undefined;
}

/** Offers a driver a delivery or collection, on a trip that hasn't started or on a new one. Returns the trip's ID. */
export async function offerDelivery(
  tx: Tx,
  order: Carried,
  { driverId, userId, join = false }: Offer,
): Promise<string> {
  const driver = await lockDriverAt(tx, driverId, order.locationId);
  if (!driver) throw wrongField('driverId', 'Not found');
  const trip = await openTripAt(tx, driverId, order.locationId);
  const reason = problemOf(driver, trip, join);
  if (reason) {
    throw problem(
      'drivers.not-free',
      { driver: driver.name, reason },
      { fields: [{ path: 'driverId', message: `${driver.name} can't take this now: ${reason}` }] },
    );
  }
  const tripId = trip && !trip.isCollected ? trip.id : newId();
  if (tripId !== trip?.id) {
    await insertTrip(tx, { id: tripId, locationId: order.locationId, driverId, createdBy: userId });
  }
  const { dispatch: rules } = await getSettings(tx);
  await insertDelivery(tx, { id: newId(), tripId, order, driver, dropCode: code(), rules });
  return tripId;
}

const code = () => String(randomInt(10_000)).padStart(4, '0');

/** The reason why a driver can't get an offer; undefined if they can. */
function problemOf(driver: LockedDriver, trip: OpenTrip | undefined, join: boolean): string | undefined {
  if (!driver.status) return 'inactive';
  if (!driver.isHere) return "doesn't drive for this store";
  if (driver.availability === 'offline') return 'offline';
  if (driver.availability === 'available') return undefined;
  if (!join || !trip) return 'busy with another trip';
  return trip.isCollected ? 'already picked up this trip' : undefined;
}

/** Withdraws the delivery from its driver. */
export const withdraw = (tx: Tx, order: Carried, reason: string | null) =>
  moveDelivery(tx, order, 'withdrawn', { reason });
