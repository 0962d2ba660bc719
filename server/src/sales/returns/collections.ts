import type { DeliveryStatus } from '@aisle/contract/sales/drivers';
import type { ReturnStatus } from '@aisle/contract/sales/orders/order-flow';
import type { Tx } from '../../core/db/db.ts';
import { wrongField } from '../../core/problem.ts';
import { moveDelivery, offerDelivery } from '../../ledgers/trips/trips.ts';
import { drivesFor, findCollection } from './collections.queries.ts';
import type { LockedReturn } from './returns.queries.ts';

// A driver can collect returned items on a trip. The return controls the collection, never the other way around.

/** The delivery that collects the items of a return. */
export const collectionKey = ({ locationId, orderId, id }: LockedReturn) => ({
  locationId,
  id: orderId,
  returnId: id,
});

/** Offers a collection to a driver, and withdraws any earlier offer. Returns the ID of their trip. */
export async function offerToDriver(
  tx: Tx,
  request: LockedReturn,
  offer: { driverId: string; userId: string | null; join?: boolean | undefined },
): Promise<string> {
  await moveDelivery(tx, collectionKey(request), 'withdrawn', { reason: 'Offered to another driver' });
  return offerDelivery(tx, collectionKey(request), offer);
}

interface Sent {
  driverName: string;
  /** The new trip, if no driver had an offer yet. */
  tripId?: string;
}
/** Assigns the collection to the named driver, or to the one with an offer. If there is neither, assigns no driver. */
export async function sendDriver(
  tx: Tx,
  request: LockedReturn,
  { driverId, userId }: { driverId: string | undefined; userId: string | null },
): Promise<Sent | undefined> {
  const offered = await findCollection(tx, request);
  if (offered && (!driverId || driverId === offered.driverId)) {
    request.driverId = offered.driverId;
    return offered;
  }
  if (!driverId) return undefined;
  if (!(await drivesFor(tx, request.locationId, driverId))) {
    throw wrongField('driverId', 'This driver doesn’t drive for this store');
  }
  const tripId = await offerToDriver(tx, request, { driverId, userId, join: true });
  request.driverId = driverId;
  const { driverName } = (await findCollection(tx, request))!;
  return { driverName, tripId };
}

const collectionStatuses: Partial<Record<ReturnStatus, DeliveryStatus>> = {
  driverApproved: 'accepted',
  driverOnTheWay: 'onTheWay',
  driverPickedUp: 'pickedUp',
  locationReceived: 'delivered',
  locationReceivedAndPickup: 'delivered',
  approved: 'withdrawn',
  returnFailed: 'failed',
  replacementFailed: 'failed',
};
interface Went {
  from: ReturnStatus;
  /** How the driver ended the collection. */
  outcome?: DeliveryStatus | undefined;
  reason: string | null;
}
/** Moves the driver's collection, if there is one, along with the return. */
export async function followRequest(
  tx: Tx,
  request: LockedReturn,
  { from, outcome, reason }: Went,
): Promise<void> {
  const { status: to } = request;
  // The customer brought the items, or the return failed, while an offer was open.
  const isUnanswered = from === 'approved' && to !== 'driverApproved';
  const status = outcome ?? (isUnanswered ? 'withdrawn' : collectionStatuses[to]);
  if (!status || from === 'requested') return;
  await moveDelivery(tx, collectionKey(request), status, {
    reason,
    ...(status === 'delivered' && { proof: 'staff' }),
  });
}
