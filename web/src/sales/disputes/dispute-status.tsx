import { type DisputeStatus, disputeStatusLabels } from '@aisle/contract/sales/dispute-status';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const families: Record<DisputeStatus, StatusFamily> = {
  inquiry: 'waiting',
  needsResponse: 'bad',
  underReview: 'waiting',
  won: 'good',
  lost: 'bad',
  closed: 'off',
};
export const DisputeStatusBadge = ({ status }: { status: DisputeStatus }) => (
  <StatusBadge family={families[status]} label={disputeStatusLabels[status]} />
);

/** "product_not_received" → "Product not received". */
export const reasonText = (reason: string): string => {
  const words = reason.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
