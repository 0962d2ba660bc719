import { type VendorClaimStatus, vendorClaimStatusLabels } from '@aisle/contract/finance/vendor-claims';
import { StatusBadge } from '../../ui/values/status-badge.tsx';

export const VendorClaimStatusBadge = ({ status }: { status: VendorClaimStatus }) => (
  <StatusBadge family={status === 'open' ? 'waiting' : 'good'} label={vendorClaimStatusLabels[status]} />
);
