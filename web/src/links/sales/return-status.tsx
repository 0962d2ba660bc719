import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { OrderStatus, statusFamily, statusLabel } from './order-status.tsx';

/** The list of requests already shows their kind, so the label doesn't repeat it. */
const shorter: Record<string, string> = { requested: 'Requested', approved: 'Approved' };
export const returnLabel = (status: string): string => shorter[status] ?? statusLabel(status);

export const ReturnStatus = ({ status }: { status: string }) =>
  shorter[status] ? (
    <StatusBadge family={statusFamily(status)} label={returnLabel(status)} />
  ) : (
    <OrderStatus status={status} />
  );
