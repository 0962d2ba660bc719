import { ticketStatusLabels } from '@aisle/contract/service/support-flow';
import type { TicketStatus as Status } from '@aisle/contract/system/support-rules';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const families: Record<Status, StatusFamily> = {
  open: 'waiting',
  pending: 'working',
  resolved: 'good',
  closed: 'off',
};

export const TicketStatus = ({ status }: { status: Status }) => (
  <StatusBadge family={families[status]} label={ticketStatusLabels[status]} />
);
