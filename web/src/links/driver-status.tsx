import type { Availability, DeliveryInHand, DeliveryStatus as Status } from '@aisle/contract/sales/drivers';
import { StatusBadge, type StatusFamily } from '../ui/status-badge.tsx';
import { spanText } from '../ui/when.ts';

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
  offered: { label: 'Requested', family: 'waiting' },
  accepted: { label: 'Accepted', family: 'working' },
  pickedUp: { label: 'Collected', family: 'working' },
  onTheWay: { label: 'On the way', family: 'working' },
  delivered: { label: 'Delivered', family: 'good' },
  failed: { label: 'Not delivered', family: 'bad' },
  declined: { label: 'Declined', family: 'off' },
  timedOut: { label: 'No answer', family: 'off' },
  gaveUp: { label: 'Cancelled by driver', family: 'bad' },
  withdrawn: { label: 'Withdrawn', family: 'off' },
};
/** Goods that are fetched are on the road before they are in hand, and end at the location. */
const fetchLabels: Partial<Record<Status, string>> = {
  delivered: 'Returned to store',
  failed: 'Not picked up',
};

/** The status of an order, or of returned goods, that a driver carries. */
export const DeliveryStatus = ({ status, isFetched = false }: { status: Status; isFetched?: boolean }) => (
  <StatusBadge
    {...deliveryLooks[status]}
    {...(isFetched && { label: fetchLabels[status] ?? deliveryLooks[status].label })}
  />
);

/** What a driver does with what is theirs: "was asked · 3 min to answer", "has the goods". */
export function inHandText({ status, offerExpiresAt }: DeliveryInHand, now: number): string {
  if (status === 'offered') {
    const left = Date.parse(offerExpiresAt) - now;
    if (left <= 0) return "didn't respond in time";
    return `has ${left < 60_000 ? 'less than a minute' : spanText(left)} to respond`;
  }
  if (status === 'accepted') return 'is coming to pick it up';
  return status === 'pickedUp' ? 'has the order' : 'is on the way';
}
