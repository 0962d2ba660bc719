import { kmBetween } from '@aisle/contract/core/distance';
import { formatNumber } from '@aisle/contract/core/numbers';
import type {
  Board,
  BoardDriver,
  BoardOrder,
  OfferInput,
  SentTripLink,
  SuggestionReason,
  TripLink,
} from '@aisle/contract/sales/dispatch/dispatch';
import { systemActor } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import { pictureOf } from '../../core/files/images.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { makeTripLink, sendTripLink } from '../../ledgers/trips/trip-links.ts';
import { findTrip, markReturned, revokeLinks } from '../../ledgers/trips/trips.queries.ts';
import { pointOf } from '../../system/geocoding/postal-codes.ts';
import { deleteDevicesOfDriver } from '../../system/push/push.queries.ts';
import { assignDriver, endOffer } from '../orders/steps/order-dispatch.ts';
import { automaticNote, insertNote, lockOrder } from '../orders/steps/order-steps.queries.ts';
import { mustBeOpen } from '../orders/steps/order-steps.ts';
import { endCollectionOffer, offerCollection } from '../returns/collection-offers.ts';
import {
  collectionsOnBoard,
  driversOnBoard,
  locationsOf,
  locationsOnBoard,
  maxOnBoard,
  type OrderOnBoard,
  ordersOnBoard,
  type Place,
  tripsOnBoard,
} from './board.queries.ts';
import { isOverdue, type Overdue, overdueOffers } from './order-deliveries.queries.ts';

/** Available drivers, waiting orders and collections, and open trips. */
export async function showBoard(
  { tx, actor, services }: Context,
  requestedLocation: string | undefined,
): Promise<Board> {
  const locationId = locationOf(actor, requestedLocation);
  const found = await driversOnBoard(tx, locationId);
  const drivers = found.map(({ lastPlace, ...driver }) => ({
    ...driver,
    lastStop: lastPlace && pointOf(lastPlace),
    lastStopAt: lastPlace?.at ?? null,
  }));
  const orders = await ordersOnBoard(tx, locationId);
  const collections = await collectionsOnBoard(tx, locationId);
  const trips = await tripsOnBoard(tx, locationId);
  const locations = await locationsOnBoard(tx, [
    ...(locationId ? [locationId] : []),
    ...new Set([...orders, ...collections].map((errand) => errand.locationId)),
  ]);
  const mayHandOver = actor.permissions.has('order_edit');
  return {
    locations,
    drivers: drivers.slice(0, maxOnBoard).map(({ photoId, ...driver }) => ({
      ...driver,
      photo: pictureOf(services.storage, photoId, driver.name),
    })),
    orders: orders.map(({ refusedBy, number, handOverCode, place, ...order }) => {
      const point = pointOf(place);
      const suggestion = suggestFor({ ...order, point, refusedBy }, drivers);
      return {
        ...order,
        number: formatNumber('order', number),
        point,
        handOverCode: mayHandOver ? handOverCode : null,
        suggestedDriverId: suggestion?.driverId ?? null,
        suggestionReason: suggestion?.reason ?? null,
      };
    }),
    collections: collections.slice(0, maxOnBoard).map(({ number, place, ...collection }) => ({
      ...collection,
      point: pointOf(place),
      number: formatNumber('return', number),
    })),
    trips,
    isCut: [drivers, orders, collections].some(({ length }) => length > maxOnBoard),
    at: new Date().toISOString(),
  };
}

type Suggesting = Pick<
  BoardOrder,
  'locationId' | 'dispatchStatus' | 'failed' | 'comingBackFrom' | 'point' | 'distanceKm'
> &
  Pick<OrderOnBoard, 'refusedBy'>;
type Suggestible = Pick<
  BoardDriver,
  '_id' | 'name' | 'availability' | 'locationIds' | 'open' | 'deliveredToday' | 'lastStop'
>;

/**
 * Suggests an available driver of this location: the driver of a failed attempt first, then drivers by how often they refused
 * the order, by load, and by distance. The reason is the first criterion that sets the driver apart from the next one.
 */
export function suggestFor(
  order: Suggesting,
  drivers: readonly Suggestible[],
): { driverId: string; reason: SuggestionReason } | null {
  if (order.dispatchStatus !== 'inQueue' || order.comingBackFrom) return null;
  const [best, next] = drivers
    .filter(
      ({ availability, locationIds }) =>
        availability === 'available' && locationIds.includes(order.locationId),
    )
    .map((driver) => ({ driver, ranks: ranksOf(order, driver) }))
    .sort(
      (a, b) => (decisive(a.ranks, b.ranks)?.difference ?? 0) || a.driver.name.localeCompare(b.driver.name),
    );
  if (!best) return null;
  const reason = next ? (decisive(best.ranks, next.ranks)?.reason ?? 'free') : 'onlyFree';
  return { driverId: best.driver._id, reason };
}

type Rank = readonly [reason: SuggestionReason, value: number];
/** Lower values come first. */
const ranksOf = ({ failed, refusedBy, point, distanceKm }: Suggesting, driver: Suggestible): Rank[] => [
  ['sameDriver', Number(driver._id !== failed?.driverId || refusedBy.includes(driver._id))],
  ['notDeclined', refusedBy.filter((id) => id === driver._id).length],
  ['fewestOpen', driver.open],
  ['fewestToday', driver.deliveredToday],
  // Without a stop today, the driver is expected at the store.
  ['nearest', (driver.lastStop && point ? kmBetween(driver.lastStop, point) : distanceKm) ?? maxKm],
];
const maxKm = 20_000;

/** The first criterion by which two drivers differ. */
function decisive(a: readonly Rank[], b: readonly Rank[]) {
  const at = a.findIndex(([, value], index) => value !== b[index]![1]);
  return at < 0 ? undefined : { reason: a[at]![0], difference: a[at]![1] - b[at]![1] };
}

/** Offers several orders and collections of one location to one driver as one trip, either all or none. */
export async function offerOrders(
  context: Context,
  { driverId, orderIds, returnIds, join = false, accepted = false }: OfferInput,
): Promise<SentTripLink> {
  const { tx, actor } = context;
  const places = await locationsOf(tx, { orderIds, returnIds });
  requireAll(places, { orderIds, returnIds });
  const [first] = places;
  if (places.some(({ locationId }) => locationId !== first!.locationId)) {
    throw problem('dispatch.one-location');
  }
  let tripId = '';
  for (const [index, { orderId, returnId }] of places.entries()) {
    const order = await lockOrder(tx, orderId);
    // The first delivery or collection makes the driver busy; the others join the same trip.
    const offer = { driverId, accepted, join: join || index > 0 };
    if (returnId) {
      tripId = await offerCollection(tx, actor, order, { returnId, ...offer });
    } else {
      await mustBeOpen(tx, actor, order, 'driverConfirmationPending');
      tripId = await assignDriver(tx, actor, order, offer);
    }
  }
  return sendTripLink(context, { tripId, locationId: first!.locationId });
}

function requireAll(
  places: readonly Place[],
  { orderIds, returnIds }: Pick<OfferInput, 'orderIds' | 'returnIds'>,
): void {
  const found = new Set(places.map(({ orderId, returnId }) => returnId ?? orderId));
  for (const [name, ids] of Object.entries({ orderIds, returnIds })) {
    const missing = ids.findIndex((id) => !found.has(id));
    if (missing >= 0) throw wrongField(`${name}.${missing}`, 'Not found');
  }
}

/** Creates another link to a trip, for staff who send it by other means than email. */
export async function linkTo(context: Context, tripId: string): Promise<TripLink> {
  const trip = await findTrip(context.tx, tripId);
  if (!trip) throw problem('not-found', { what: 'Trip' });
  if (trip.isOver) throw problem('dispatch.trip-over');
  return makeTripLink(context, { tripId, locationId: trip.locationId });
}

export async function closeLinks(tx: Tx, tripId: string): Promise<{ revoked: number }> {
  const trip = await findTrip(tx, tripId);
  if (!trip) throw problem('not-found', { what: 'Trip' });
  // Whoever has the link could have turned on notifications, which contain the links of later trips.
  await deleteDevicesOfDriver(tx, trip.driverId);
  return { revoked: await revokeLinks(tx, tripId) };
}

/** Marks the items of a failed delivery as returned to the store, so that they can be delivered again. */
export async function receiveOrderBack(tx: Tx, actor: Actor, orderId: string): Promise<{ _id: string }> {
  const order = await lockOrder(tx, orderId);
  const drivers = await markReturned(tx, order, actor.userId);
  if (drivers.length === 0) throw problem('dispatch.not-coming-back');
  await insertNote(tx, order, {
    actor,
    note: `Returned to the store by ${drivers.join(', ')}`,
    details: automaticNote,
  });
  return { _id: orderId };
}

const expireBatchSize = 100;

/**
 * Ends offers that weren't answered in time, each in a separate transaction, so that one locked order doesn't delay the rest.
 * Runs when an offer expires, and every minute for offers that expired during a restart.
 */
export async function expireOffers(db: Database): Promise<void> {
  const offers = await transaction(db, { ...system, readOnly: true }, (tx) =>
    overdueOffers(tx, expireBatchSize),
  );
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
  await endCollectionOffer(tx, order, systemActor, {
    returnId,
    outcome: 'timedOut',
    note: 'No response in time',
  });
}
