import { type TransferStatus, transferStatusLabels } from '@aisle/contract/warehouse/transfers';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const families: Record<TransferStatus, StatusFamily> = {
  draft: 'waiting',
  inTransit: 'working',
  received: 'good',
  cancelled: 'off',
};
export const transferLabel = (status: TransferStatus): string => transferStatusLabels[status];
export const transferFamily = (status: TransferStatus): StatusFamily => families[status];
export const TransferState = ({ status }: { status: TransferStatus }) => (
  <StatusBadge label={transferStatusLabels[status]} family={families[status]} />
);
