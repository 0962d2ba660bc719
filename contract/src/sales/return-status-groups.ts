import type { ReturnStatus } from './order-flow.ts';

/** Approved and on its way to the location, or waiting for a driver or the customer to bring it. */
export const comingReturnStatuses = [
  'approved',
  'driverApproved',
  'driverOnTheWay',
  'driverPickedUp',
] as const satisfies ReturnStatus[];

export const doneReturnStatuses = ['returned', 'replaced'] as const satisfies ReturnStatus[];

/** Ended without the goods: they can be returned again. */
export const failedReturnStatuses = [
  'returnRejected',
  'replacementRejected',
  'returnFailed',
  'replacementFailed',
] as const satisfies ReturnStatus[];

/** Nothing happens to the request any more. */
export const closedReturnStatuses = [
  ...doneReturnStatuses,
  ...failedReturnStatuses,
] as const satisfies ReturnStatus[];
