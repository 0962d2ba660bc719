import type { PromotionStatus } from '@aisle/contract/sales/promotions/promotion-flow';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

export const promotionStates: Record<PromotionStatus, [StatusFamily, string]> = {
  active: ['good', 'Active'],
  scheduled: ['working', 'Scheduled'],
  draft: ['waiting', 'Draft'],
  paused: ['waiting', 'Paused'],
  ended: ['off', 'Ended'],
};
export const PromotionState = ({ status }: { status: PromotionStatus }) => (
  <StatusBadge family={promotionStates[status][0]} label={promotionStates[status][1]} />
);
