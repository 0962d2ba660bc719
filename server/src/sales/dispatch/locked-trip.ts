import { failureReasons, missReasons, type TripPage } from '@aisle/contract/sales/dispatch/dispatch';
import type { DeliveryStatus } from '@aisle/contract/sales/drivers';
import { unitsOf } from '@aisle/contract/sales/orders/item-count';
import type { Tx } from '../../core/db/db.ts';
import { hashToken } from '../../core/http/actor.ts';
import { notFound, type Problem, problem } from '../../core/problem.ts';
import { cashHeldAt } from '../../ledgers/trips/driver-cash.queries.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import type { Who } from '../orders/steps/order-dispatch.ts';
import { type LockedOrder, lockOrder } from '../orders/steps/order-steps.queries.ts';
import {
  deliveriesOn,
  doneOn,
  findByToken,
  type OnTrip,
  type OpenTrip,
  stampOf,
  stopsOf,
} from './trip-page.queries.ts';

// Finds the trip of a token for its page, and locks its orders for a step.

export async function tripOf(tx: Tx, token: string): Promise<OpenTrip> {
  const trip = await findByToken(tx, hashToken(token));
  // Unknown, expired and closed tokens get the same response, so that tokens can't be probed.
  if (!trip) throw notFound('This link');
  return trip;
}

export async function pageOf(tx: Tx, trip: OpenTrip): Promise<TripPage> {
  // Read first, so that a change in between shows as a difference at the next check.
  const stamp = await stampOf(tx, trip);
  const { brandName } = await getSettings(tx);
  const all = await deliveriesOn(tx, trip);
  const open = await stopsOf(tx, trip);
  const done = await doneOn(tx, trip);
  const comingBack = done.filter(({ isComingBack }) => isComingBack);
  const cashHeld = await cashHeldAt(tx, trip.driverId, trip.locationId);
  const ended = (as: DeliveryStatus) => all.filter(({ status }) => status === as);
  const delivered = ended('delivered').filter(({ returned }) => !returned).length;
  const isOver = open.length === 0 && comingBack.length === 0;
  return {
    number: trip.number,
    brandName,
    driverName: trip.driverName,
    isOver,
    location: isOver ? null : trip.location,
    offers: open
      .filter(({ status }) => status === 'offered')
      .map(
        ({
          _id,
          errand,
          distanceKm,
          address,
          items,
          lineCount,
          promisedAt,
          offerExpiresAt,
          cashDue,
          pay,
        }) => ({
          _id,
          errand,
          distanceKm,
          area: address?.postalCode ?? null,
          unitCount: unitsOf(items),
          lineCount,
          promisedAt,
          offerExpiresAt,
          cashDue,
          pay,
        }),
      ),
    stops: open
      .filter(({ status }) => status !== 'offered')
      .map(({ distanceKm, lineCount, ...stop }) => stop),
    done: done
      .filter(({ isStop }) => isStop)
      .map(({ reason: _, isComingBack: __, isStop: ___, ...stop }) => stop),
    failureReasons: [...failureReasons],
    missReasons: [...missReasons],
    delivered,
    collected: ended('delivered').length - delivered,
    failed: ended('failed').length,
    locationName: trip.location.name,
    comingBack: comingBack.map(({ _id, orderNumber, reason }) => ({ _id, orderNumber, reason })),
    cashHeld,
    stamp,
  };
}

/** A locked order on the trip, and its delivery as read after the lock. */
export interface LockedTrip {
  order: LockedOrder;
  delivery: OnTrip;
}
/** Locks the orders of some deliveries, always in the same order. */
export async function lockDeliveries(
  tx: Tx,
  trip: OpenTrip,
  wanted: (one: OnTrip) => boolean,
): Promise<LockedTrip[]> {
  const found = (await deliveriesOn(tx, trip)).filter(wanted);
  const orders = new Map<string, LockedOrder>();
  for (const { orderId } of found) orders.set(orderId, await lockOrder(tx, orderId));
  const now = new Map((await deliveriesOn(tx, trip)).map((one) => [one.id, one]));
  return found.map(({ id, orderId }) => ({ order: orders.get(orderId)!, delivery: now.get(id)! }));
}

export async function lockOneDelivery(tx: Tx, trip: OpenTrip, deliveryId: string): Promise<LockedTrip> {
  const [one] = await lockDeliveries(tx, trip, ({ id }) => id === deliveryId);
  if (!one) throw notFound('This delivery');
  return one;
}

/** Locks an order's delivery. Collections have other steps. */
export async function lockOrderDelivery(tx: Tx, trip: OpenTrip, deliveryId: string): Promise<LockedTrip> {
  const one = await lockOneDelivery(tx, trip, deliveryId);
  if (one.delivery.returned) throw notFound('This delivery');
  return one;
}

export const driverOf = ({ driverName }: OpenTrip): Who => ({ userId: null, name: driverName });
export const changed = async (tx: Tx, trip: OpenTrip): Promise<Problem> =>
  problem('dispatch.trip-changed', {}, { data: await pageOf(tx, trip) });
