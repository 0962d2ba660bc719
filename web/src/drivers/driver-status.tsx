import type { Availability, DeliveryStatus as Status } from '@aisle/contract/drivers';
import { StatusBadge, type StatusFamily } from '../ui/status-badge.tsx';

interface Look {
  label: string;
  family: StatusFamily;
}
const availabilityLooks: Record<Availability, Look> = {
  available: { label: 'Available', family: 'good' },
  busy: { label: 'Busy', family: 'working' },
  offline: { label: 'Offline', family: 'off' },
};
export const AvailabilityBadge = ({ availability }: { availability: Availability }) => (
  <StatusBadge {...availabilityLooks[availability]} />
);
export const availabilityChoices = Object.entries(availabilityLooks).map(([value, { label }]) => ({
  value,
  label,
}));

const deliveryLooks: Record<Status, Look> = {
  offered: { label: 'Asked', family: 'waiting' },
  accepted: { label: 'Accepted', family: 'working' },
  pickedUp: { label: 'Collected', family: 'working' },
  onTheWay: { label: 'On the way', family: 'working' },
  delivered: { label: 'Delivered', family: 'good' },
  failed: { label: 'Not delivered', family: 'bad' },
  declined: { label: 'Declined', family: 'off' },
  timedOut: { label: 'No answer', family: 'off' },
  gaveUp: { label: 'Gave up', family: 'bad' },
  withdrawn: { label: 'Taken back', family: 'off' },
};
/** How an order stands in the hands of a driver. */
export const DeliveryStatus = ({ status }: { status: Status }) => <StatusBadge {...deliveryLooks[status]} />;
