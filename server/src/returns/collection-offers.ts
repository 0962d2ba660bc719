import { allowedReturnSteps } from '@aisle/contract/order-flow';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { problem } from '../core/problem.ts';
import type { OrderInHand } from '../orders/order-steps.queries.ts';
import { moveDelivery } from '../trips/trips.ts';
import { findCollection } from './collections.queries.ts';
import { carried, offerGoods } from './collections.ts';
import { enterReturn } from './return-steps.ts';
import { findReturn } from './returns.queries.ts';
import { saveWith } from './returns.service.ts';

interface Offer {
  driverId: string;
  join: boolean;
  accepted: boolean;
}
/** Asks a driver to fetch the goods of a request, or gives them to one who has agreed. Gives the trip. */
export async function offerCollection(
  tx: Tx,
  actor: Actor,
  order: OrderInHand,
  returnId: string,
  { driverId, join, accepted }: Offer,
): Promise<string> {
  const request = await findReturn(tx, returnId);
  const allowed = allowedReturnSteps(request.status, request.kind, actor.permissions);
  if (!allowed.includes('driverApproved')) {
    throw problem('orders.step-not-possible', { from: request.status, to: 'driverApproved', allowed });
  }
  const tripId = await offerGoods(tx, request, { driverId, userId: actor.userId, join });
  if (accepted) {
    await enterReturn(tx, request, order, actor, { status: 'driverApproved' });
  } else {
    const { driverName } = (await findCollection(tx, request))!;
    await noteOffer(tx, order, actor, returnId, `${driverName} was asked to fetch it`);
  }
  return tripId;
}

/** Nobody took it: the request waits for somebody else, or for the customer. */
export async function endCollectionOffer(
  tx: Tx,
  order: OrderInHand,
  actor: Pick<Actor, 'userId' | 'name'>,
  { returnId, outcome, note }: { returnId: string; outcome: 'declined' | 'timedOut'; note: string },
): Promise<void> {
  await moveDelivery(tx, carried(await findReturn(tx, returnId)), outcome, { reason: note });
  await noteOffer(tx, order, actor, returnId, note);
}

/** The request stays where it is; its timeline tells who was asked, and what became of it. */
const noteOffer = (
  tx: Tx,
  order: OrderInHand,
  actor: Pick<Actor, 'userId' | 'name'>,
  returnId: string,
  note: string,
) => saveWith(tx, order, actor, { id: returnId, from: null, to: null, note });
