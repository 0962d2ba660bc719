import type { Dashboard, Days } from '@aisle/contract/overview/dashboard';
import { orderStatuses } from '@aisle/contract/sales/order-flow';
import { soldStatuses } from '@aisle/contract/sales/order-status-groups';

type Place = Pick<Dashboard, 'locationId'>;
type Period = Pick<Days, 'since' | 'until'> & Place;
const at = (locationId: string | null) => (locationId ? { locationId } : {});

/** What the order list shows for the sales of the period: the same orders that make the figures. */
export const soldOrders = ({ since, until, locationId }: Period) => ({
  ...at(locationId),
  status: soldStatuses,
  from: since,
  to: until,
});

export const openOrders = (status: string, locationId: string | null) => ({
  ...at(locationId),
  status: orderStatuses.find((one) => one === status),
});

/** What the inventory shows for each kind of alert. */
export function alertRows(kind: 'out' | 'low' | 'expiring', locationId: string | null) {
  return kind === 'expiring'
    ? { ...at(locationId), status: 'expiring' as const }
    : { tab: 'levels', ...at(locationId), status: kind };
}

/** The rows that each figure of "Needs attention" counts. */
export const attentionRows = {
  late: ({ locationId }: Place) => ({ ...at(locationId), flag: 'late' as const }),
  refundFailed: ({ locationId }: Place) => ({ ...at(locationId), flag: 'refundFailed' as const }),
  returnsToApprove: ({ locationId }: Place) => ({ ...at(locationId), status: 'requested' as const }),
  expiresToday: ({ locationId }: Place, day: string) => ({ ...at(locationId), from: day, to: day }),
};

/** The customers that each figure counts. */
export const customerRows = {
  all: ({ locationId }: Place) => at(locationId),
  new: ({ since, until, locationId }: Period) => ({ ...at(locationId), from: since, to: until }),
  active: ({ since, until, locationId }: Period) => ({
    ...at(locationId),
    orderedFrom: since,
    orderedTo: until,
  }),
  /** Ordered in the period before, and not in this one. */
  churned: ({ previous, since, until, locationId }: Period & Pick<Dashboard, 'previous'>) => ({
    ...at(locationId),
    orderedFrom: previous.since,
    orderedTo: previous.until,
    notOrderedFrom: since,
    notOrderedTo: until,
  }),
};
