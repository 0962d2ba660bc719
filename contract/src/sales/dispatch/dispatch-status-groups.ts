import { type DispatchStage, type DispatchStatus, dispatchStages } from '../orders/order-flow.ts';

const isIn =
  (...stages: readonly DispatchStage[]) =>
  (status: DispatchStatus | null): boolean =>
    status !== null && stages.includes(dispatchStages[status]);

/** The order waits until a driver is asked. */
export const isWaitingForDriver = isIn('waiting');

/** A driver was asked or has accepted, and comes to the store for the order. */
export const isDriverExpected = isIn('requested', 'accepted');

/** A driver has accepted the order, and may have collected it. */
export const hasDriver = isIn('accepted', 'collected');

/** A driver was asked, has accepted or has collected the order. */
export const isWithDriver = isIn('requested', 'accepted', 'collected');
