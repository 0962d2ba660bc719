import type { DisputeStatus } from '@aisle/contract/sales/dispute-status';

/** The statuses of a dispute at the provider. */
const statuses: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  needs_response: 'needsResponse',
  appeal_needs_response: 'needsResponse',
  under_review: 'underReview',
  appeal_under_review: 'underReview',
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
};
/** Undefined for a status that Aisle doesn't know: the dispute then keeps its last one. */
export const statusOfProvider = (status: string): DisputeStatus | undefined =>
  Object.hasOwn(statuses, status) ? statuses[status] : undefined;

export type DisputeStage = 'inquiry' | 'dispute' | 'appeal';
/** Each stage of a dispute takes one answer. */
export function stageOfProvider(status: string): DisputeStage {
  if (status.startsWith('appeal_')) return 'appeal';
  return status.startsWith('warning_') ? 'inquiry' : 'dispute';
}

/** Whether the provider waits for an answer. */
export const awaitsAnswer = (status: string): boolean => status.endsWith('needs_response');

interface Ending {
  status: DisputeStatus;
  isAccepted: boolean;
}
export const outcomeOf = ({ status, isAccepted }: Ending) => {
  if (status === 'won' || status === 'closed') return status;
  if (status !== 'lost') return null;
  return isAccepted ? 'accepted' : 'lost';
};

/** The part of a dispute that its location pays: all of it if the dispute is lost and the location funds disputes. */
export const shareOfLocation = (
  status: DisputeStatus,
  fundedBy: 'marketplace' | 'location',
  amount: number,
): number => (status === 'lost' && fundedBy === 'location' ? amount : 0);

interface AnswerState {
  providerStatus: string;
  answeredStage: string | null;
  sending: 'evidence' | 'accept' | null;
}
/** Whether staff can still answer. */
export const canAnswer = ({ providerStatus, answeredStage, sending }: AnswerState): boolean =>
  sending === null && awaitsAnswer(providerStatus) && answeredStage !== stageOfProvider(providerStatus);
