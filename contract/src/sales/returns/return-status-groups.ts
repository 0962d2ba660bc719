import { type ReturnStage, type ReturnStatus, returnStages, returnStatuses } from '../orders/order-flow.ts';

/** The statuses of these stages. */
export const returnStatusesIn = (...stages: readonly ReturnStage[]): ReturnStatus[] =>
  returnStatuses.filter((status) => stages.includes(returnStages[status]));

/** The request is approved and the items are on their way to the location, or wait for a driver or the customer. */
export const comingReturnStatuses = returnStatusesIn('coming');

/** The items are at the location, which inspects them or sends the replacement. */
export const atStoreReturnStatuses = returnStatusesIn('atStore');

export const doneReturnStatuses = returnStatusesIn('done');

/** The request was rejected: the customer keeps the items and can request again. */
export const rejectedReturnStatuses = returnStatusesIn('rejected');

/** The request ended without the items: they can be returned again. */
export const failedReturnStatuses = returnStatusesIn('rejected', 'failed');

/** The request takes no more steps. */
export const closedReturnStatuses = returnStatusesIn('done', 'rejected', 'failed');

export const openReturnStatuses = returnStatusesIn('requested', 'coming', 'atStore');

const isIn = (group: readonly ReturnStatus[]) => (status: ReturnStatus) => group.includes(status);
export const isReturnDone = isIn(doneReturnStatuses);
export const isReturnFailed = isIn(failedReturnStatuses);
export const isReturnClosed = isIn(closedReturnStatuses);

/** Staff count and inspect the items in this step. */
export const isReturnReceipt = isIn(['received', 'locationReceivedAndPickup']);

/** The customer gets a message about this step. */
export const isAnnouncedReturnStatus = isIn(['approved', 'received', ...closedReturnStatuses]);
