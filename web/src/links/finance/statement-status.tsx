import type { StatementStatus } from '@aisle/contract/finance/statements';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const statuses: Record<StatementStatus, { label: string; family: StatusFamily }> = {
  open: { label: 'Open', family: 'waiting' },
  paid: { label: 'Paid', family: 'good' },
  carried: { label: 'Carried', family: 'off' },
};

export const StatementState = ({ status }: { status: StatementStatus }) => (
  <StatusBadge {...statuses[status]} />
);
