import { type DispatchStage, type DispatchStatus, dispatchStages } from '../orders/order-flow.ts';

const isIn =
  (...stages: readonly DispatchStage[]) =>
  (status: DispatchStatus | null): boolean =>
    status !== null && stages.includes(dispatchStages[status]);

/** The order waits for a request to a driver. */
export const isWaitingForDriver = isIn('waiting');

/** A driver got a request or accepted it, and comes to the store for the order. */
export const isDriverExpected = isIn('requested', 'accepted');

/** A driver has accepted the order, and may have picked it up. */
export const hasDriver = isIn('accepted', 'collected');

/** A driver got a request, accepted it, or has picked up the order. */
export const isWithDriver = isIn('requested', 'accepted', 'collected');
