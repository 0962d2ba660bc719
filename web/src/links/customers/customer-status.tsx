import type { CustomerStatus as Status } from '@aisle/contract/customers/customers';
import { StatusBadge } from '../../ui/values/status-badge.tsx';

export const CustomerStatus = ({ status }: { status: Status }) =>
  status === 'active' ? (
    <StatusBadge family="good" label="Active" />
  ) : (
    <StatusBadge family="bad" label="Blocked" />
  );
