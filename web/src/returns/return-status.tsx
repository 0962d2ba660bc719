import { OrderStatus, statusFamily, statusLabel } from '../orders/order-status.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

/** Among requests, what kind of thing was requested or approved need not be said. */
const shorter: Record<string, string> = { requested: 'Requested', approved: 'Approved' };
export const returnLabel = (status: string): string => shorter[status] ?? statusLabel(status);

export const ReturnStatus = ({ status }: { status: string }) =>
  shorter[status] ? (
    <StatusBadge family={statusFamily(status)} label={returnLabel(status)} />
  ) : (
    <OrderStatus status={status} />
  );
