import type { Availability, CurrentDelivery, DeliveryStatus as Status } from '@aisle/contract/sales/drivers';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';
import { spanText } from '../../ui/values/when.ts';

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
export const availabilityLabels: Record<Availability, string> = {
  available: availabilityLooks.available.label,
  busy: availabilityLooks.busy.label,
  offline: availabilityLooks.offline.label,
};
export const availabilityChoices = Object.entries(availabilityLabels).map(([value, label]) => ({
  value,
  label,
}));

const deliveryLooks: Record<Status, Look> = {
  offered: { label: 'Requested', family: 'waiting' },
  accepted: { label: 'Accepted', family: 'working' },
  pickedUp: { label: 'Picked up', family: 'working' },
  onTheWay: { label: 'On the way', family: 'working' },
  delivered: { label: 'Delivered', family: 'good' },
  failed: { label: 'Not delivered', family: 'bad' },
  declined: { label: 'Declined', family: 'off' },
  timedOut: { label: 'No answer', family: 'off' },
  gaveUp: { label: 'Cancelled by driver', family: 'bad' },
  withdrawn: { label: 'Withdrawn', family: 'off' },
};
const returningLook: Look = { label: 'Returning to store', family: 'waiting' };
/** Returned items are picked up from the customer and delivered to the location. */
const pickupLabels: Partial<Record<Status, string>> = {
  delivered: 'Returned to store',
  failed: 'Not picked up',
};

interface DeliveryStatusProps {
  status: Status;
  /** The delivery is the pickup of a return. */
  isPickup?: boolean;
  /** The delivery failed, and the driver still has the items. */
  isComingBack?: boolean;
}
/** The status of an order or a return that a driver carries. */
export function DeliveryStatus({ status, isPickup = false, isComingBack = false }: DeliveryStatusProps) {
  const look = isComingBack ? returningLook : deliveryLooks[status];
  return <StatusBadge {...look} label={(isPickup && pickupLabels[status]) || look.label} />;
}

/** The current step of the driver: "has 3 min to respond", "has the order". */
export function driverStepText({ status, offerExpiresAt }: CurrentDelivery, now: number): string {
  if (status === 'offered') {
    const left = Date.parse(offerExpiresAt) - now;
    if (left <= 0) return "didn't respond in time";
    return `has ${left < 60_000 ? 'less than a minute' : spanText(left)} to respond`;
  }
  if (status === 'accepted') return 'is coming to pick it up';
  return status === 'pickedUp' ? 'has the order' : 'is on the way';
}
