import type { DeliveryStatus } from '@aisle/contract/drivers';
import type { ReturnStatus } from '@aisle/contract/order-flow';
import type { Tx } from '../core/db.ts';
import { wrongField } from '../core/problem.ts';
import { moveDelivery, offerDelivery } from '../trips/trips.ts';
import { drivesFor, findCollection } from './collections.queries.ts';
import type { ReturnInHand } from './returns.queries.ts';

// Goods that come back travel on a driver's trip, as those of an order do: the request leads, the trip follows.

/** As trips know it. */
export const carried = ({ locationId, orderId, id }: ReturnInHand) => ({
  locationId,
  id: orderId,
  returnId: id,
});

/** Puts the goods before a driver; who was asked before and has not answered is asked no more. Gives the trip. */
export async function offerGoods(
  tx: Tx,
  request: ReturnInHand,
  offer: { driverId: string; userId: string | null; join?: boolean | undefined },
): Promise<string> {
  await moveDelivery(tx, carried(request), 'withdrawn', { reason: 'Somebody else was asked' });
  return offerDelivery(tx, carried(request), offer);
}

interface Sent {
  driverName: string;
  /** Made for it, where nobody had been asked before. */
  tripId?: string;
}
/** A driver goes for the goods: who was asked, or who is named; else whoever of the location can. */
export async function sendDriver(
  tx: Tx,
  request: ReturnInHand,
  { driverId, userId }: { driverId: string | undefined; userId: string | null },
): Promise<Sent | undefined> {
  const asked = await findCollection(tx, request);
  if (asked && (!driverId || driverId === asked.driverId)) {
    request.driverId = asked.driverId;
    return asked;
  }
  if (!driverId) return undefined;
  if (!(await drivesFor(tx, request.locationId, driverId))) {
    throw wrongField('driverId', 'Nobody who drives for this location');
  }
  const tripId = await offerGoods(tx, request, { driverId, userId, join: true });
  request.driverId = driverId;
  const { driverName } = (await findCollection(tx, request))!;
  return { driverName, tripId };
}

const carries: Partial<Record<ReturnStatus, DeliveryStatus>> = {
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
  /** How the errand ends, where its driver says so. */
  outcome?: DeliveryStatus | undefined;
  reason: string | null;
}
/** What is in the driver's hands goes where the request went; there may be nothing. */
export async function followRequest(
  tx: Tx,
  request: ReturnInHand,
  { from, outcome, reason }: Went,
): Promise<void> {
  const { status: to } = request;
  // The customer brought it, or it came to nothing, while somebody was still being asked.
  const isUnanswered = from === 'approved' && to !== 'driverApproved';
  const status = outcome ?? (isUnanswered ? 'withdrawn' : carries[to]);
  if (!status || from === 'requested') return;
  await moveDelivery(tx, carried(request), status, {
    reason,
    ...(status === 'delivered' && { proof: 'staff' }),
  });
}
