import { formatNumber } from '@aisle/contract/core/numbers';
import { allowedReturnSteps } from '@aisle/contract/sales/orders/order-flow';
import { statusLabels } from '@aisle/contract/sales/orders/status-labels';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { impossibleStepText, stepNotPossible } from '../../core/problem.ts';
import { moveDelivery } from '../../ledgers/trips/trips.ts';
import type { LockedOrder } from '../orders/steps/order-steps.queries.ts';
import { findCollection } from './collections.queries.ts';
import { collectionKey, offerToDriver } from './collections.ts';
import { applyReturnTransition } from './return-steps.ts';
import { findReturn } from './returns.queries.ts';
import { saveWith } from './returns.service.ts';

interface Offer {
  returnId: string;
  driverId: string;
  join: boolean;
  accepted: boolean;
}
/** Offers a driver the collection of a return, or assigns it to one who has agreed. Returns the ID of their trip. */
export async function offerCollection(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  { returnId, driverId, join, accepted }: Offer,
): Promise<string> {
  const request = await findReturn(tx, returnId);
  const allowed = allowedReturnSteps(request.status, request.kind, actor.permissions);
  if (!allowed.includes('driverApproved')) {
    const change = { from: request.status, to: 'driverApproved' };
    const message = impossibleStepText(formatNumber('return', request.number), change, statusLabels);
    throw stepNotPossible({ ...change, allowed }, message);
  }
  const tripId = await offerToDriver(tx, request, { driverId, userId: actor.userId, join });
  if (accepted) {
    await applyReturnTransition(tx, request, order, { actor, status: 'driverApproved' });
  } else {
    const { driverName } = (await findCollection(tx, request))!;
    await recordOffer(tx, order, actor, { returnId, note: `Request sent to ${driverName}` });
  }
  return tripId;
}

/** Ends an offer that was not accepted. The return then waits for another driver, or for the customer to bring it. */
export async function endCollectionOffer(
  tx: Tx,
  order: LockedOrder,
  actor: Pick<Actor, 'userId' | 'name'>,
  { returnId, outcome, note }: { returnId: string; outcome: 'declined' | 'timedOut'; note: string },
): Promise<void> {
  await moveDelivery(tx, collectionKey(await findReturn(tx, returnId)), outcome, { reason: note });
  await recordOffer(tx, order, actor, { returnId, note });
}

/** Records an offer in the timeline. The status of the return doesn't change. */
const recordOffer = (
  tx: Tx,
  order: LockedOrder,
  actor: Pick<Actor, 'userId' | 'name'>,
  { returnId, note }: { returnId: string; note: string },
) => saveWith(tx, order, actor, { id: returnId, from: null, to: null, note });
