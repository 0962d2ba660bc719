import type { TransferStatus } from '@aisle/contract/warehouse/transfers';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const statuses: Record<TransferStatus, { label: string; family: StatusFamily }> = {
  draft: { label: 'Draft', family: 'waiting' },
  inTransit: { label: 'On its way', family: 'working' },
  received: { label: 'Received', family: 'good' },
  cancelled: { label: 'Cancelled', family: 'off' },
};
export const transferLabel = (status: TransferStatus): string => statuses[status].label;
export const transferFamily = (status: TransferStatus): StatusFamily => statuses[status].family;
export const TransferState = ({ status }: { status: TransferStatus }) => (
  <StatusBadge {...statuses[status]} />
);
