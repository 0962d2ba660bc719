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
/** Goods that are fetched are on the road before they are in hand, and end at the location. */
const fetchLabels: Partial<Record<Status, string>> = { delivered: 'Brought in', failed: 'Not fetched' };

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
    if (left <= 0) return 'did not answer in time';
    return `was asked · ${left < 60_000 ? 'less than a minute' : spanText(left)} to answer`;
  }
  if (status === 'accepted') return 'comes for it';
  return status === 'pickedUp' ? 'has the goods' : 'is on the way';
}
