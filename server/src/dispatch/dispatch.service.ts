import type { Board, BoardOrder, OfferInput, TripLink } from '@aisle/contract/dispatch';
import { orderNumber } from '@aisle/contract/order-words';
import { returnNumber } from '@aisle/contract/returns';
import { type Actor, locationOf } from '../core/actor.ts';
import { type Database, system, type Tx, transaction } from '../core/db.ts';
import { pictureOf } from '../core/images.ts';
import { problem, wrongField } from '../core/problem.ts';
import type { Services } from '../core/services.ts';
import type { Storage } from '../core/storage.ts';
import { endOffer, giveTo } from '../orders/order-dispatch.ts';
import { lockOrder } from '../orders/order-steps.queries.ts';
import { mustBeOpen, theSystem } from '../orders/order-steps.ts';
import { endCollectionOffer, offerCollection } from '../returns/collection-offers.ts';
import { makeTripLink, tellDriver } from '../trips/trip-links.ts';
import { findTrip, revokeLinks } from '../trips/trips.queries.ts';
import {
  collectionsOnBoard,
  type DriverOnBoard,
  driversOnBoard,
  mostOnBoard,
  type OrderOnBoard,
  ordersOnBoard,
  type Place,
  placesOf,
  tripsOnBoard,
} from './board.queries.ts';
import { isOverdue, type Overdue, overdueOffers } from './order-deliveries.queries.ts';

/** Who is free, what waits and what is on its way. */
export async function showBoard(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  asked: string | undefined,
): Promise<Board> {
  const locationId = locationOf(actor, asked);
  const drivers = await driversOnBoard(tx, locationId);
  const orders = await ordersOnBoard(tx, locationId);
  const collections = await collectionsOnBoard(tx, locationId);
  const trips = await tripsOnBoard(tx, locationId);
  const mayHandOver = actor.permissions.has('order_edit');
  return {
    drivers: drivers.slice(0, mostOnBoard).map(({ photoId, ...driver }) => ({
      ...driver,
      photo: pictureOf(storage, photoId, driver.name),
    })),
    orders: orders.map(({ refusedBy, number, handOverCode, ...order }) => ({
      ...order,
      number: orderNumber(number),
      handOverCode: mayHandOver ? handOverCode : null,
      suggestedDriverId: suggestFor({ ...order, refusedBy }, drivers),
    })),
    collections: collections
      .slice(0, mostOnBoard)
      .map(({ number, ...collection }) => ({ ...collection, number: returnNumber(number) })),
    trips,
    isCut: [drivers, orders, collections].some(({ length }) => length > mostOnBoard),
    at: new Date().toISOString(),
  };
}

/** Available, of this location, and least loaded; whoever did not take it before is asked last. */
export function suggestFor(
  {
    locationId,
    dispatchStatus,
    refusedBy,
  }: Pick<OrderOnBoard, 'locationId' | 'refusedBy'> & Pick<BoardOrder, 'dispatchStatus'>,
  drivers: readonly Pick<
    DriverOnBoard,
    '_id' | 'name' | 'availability' | 'locationIds' | 'open' | 'deliveredToday'
  >[],
): string | null {
  if (dispatchStatus !== 'inQueue') return null;
  const load = (driver: (typeof drivers)[number]) => [
    refusedBy.filter((id) => id === driver._id).length,
    driver.open,
    driver.deliveredToday,
  ];
  const [best] = drivers
    .filter(
      ({ availability, locationIds }) => availability === 'available' && locationIds.includes(locationId),
    )
    .sort((a, b) => {
      const [ours, theirs] = [load(a), load(b)];
      const at = ours.findIndex((value, index) => value !== theirs[index]);
      return at < 0 ? a.name.localeCompare(b.name) : ours[at]! - theirs[at]!;
    });
  return best?._id ?? null;
}

/** Several errands of one location to one driver, as one trip: all of them, or none. */
export async function offerOrders(
  tx: Tx,
  actor: Actor,
  { settings }: Services,
  { driverId, orderIds, returnIds, join = false, accepted = false }: OfferInput,
): Promise<TripLink> {
  const places = await placesOf(tx, { orderIds, returnIds });
  mustAllBeThere(places, { orderIds, returnIds });
  const [first] = places;
  if (places.some(({ locationId }) => locationId !== first!.locationId)) {
    throw problem('dispatch.one-location');
  }
  let tripId = '';
  for (const [index, { orderId, returnId }] of places.entries()) {
    const order = await lockOrder(tx, orderId);
    // From the second one on the driver may be busy by the first, on this very trip.
    const offer = { driverId, accepted, join: join || index > 0 };
    if (returnId) {
      tripId = await offerCollection(tx, actor, order, returnId, offer);
    } else {
      await mustBeOpen(tx, actor, order, 'driverConfirmationPending');
      tripId = await giveTo(tx, actor, order, offer);
    }
  }
  return tellDriver(tx, settings, { tripId, locationId: first!.locationId, userId: actor.userId });
}

function mustAllBeThere(
  places: readonly Place[],
  { orderIds, returnIds }: Pick<OfferInput, 'orderIds' | 'returnIds'>,
): void {
  const found = new Set(places.map(({ orderId, returnId }) => returnId ?? orderId));
  for (const [name, ids] of Object.entries({ orderIds, returnIds })) {
    const missing = ids.findIndex((id) => !found.has(id));
    if (missing >= 0) throw wrongField(`${name}.${missing}`, 'Not found');
  }
}

/** A further link to a trip: for whoever sends it by other ways than mail. */
export async function linkTo(
  tx: Tx,
  actor: Actor,
  { settings }: Services,
  tripId: string,
): Promise<TripLink> {
  const trip = await findTrip(tx, tripId);
  if (!trip) throw problem('not-found', { what: 'Trip' });
  if (trip.isOver) throw problem('dispatch.trip-over');
  return makeTripLink(tx, settings, { tripId, locationId: trip.locationId, userId: actor.userId });
}

export async function closeLinks(tx: Tx, tripId: string): Promise<{ revoked: number }> {
  if (!(await findTrip(tx, tripId))) throw problem('not-found', { what: 'Trip' });
  return { revoked: await revokeLinks(tx, tripId) };
}

const atOnce = 100;

/**
 * Ends offers that nobody answered in time, each in a transaction of its own: who holds one of these orders just
 * now keeps the others from nothing. Called when an offer runs out, and every minute for what a stop missed.
 */
export async function endOverdueOffers(db: Database): Promise<void> {
  const offers = await transaction(db, { ...system, readOnly: true }, (tx) => overdueOffers(tx, atOnce));
  for (const offer of offers) await transaction(db, system, (tx) => endOverdue(tx, offer));
}

async function endOverdue(tx: Tx, offer: Overdue): Promise<void> {
  const { orderId, returnId } = offer;
  if (!returnId) {
    await endOffer(tx, orderId, (inside) => isOverdue(inside, offer));
    return;
  }
  const order = await lockOrder(tx, orderId);
  if (!(await isOverdue(tx, offer))) return;
  await endCollectionOffer(tx, order, theSystem, {
    returnId,
    outcome: 'timedOut',
    note: 'Nobody answered in time',
  });
}
