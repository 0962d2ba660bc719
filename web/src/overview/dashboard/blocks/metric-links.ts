import type { Dashboard, Days } from '@aisle/contract/overview/dashboard';
import { orderStatuses } from '@aisle/contract/sales/orders/order-flow';

type Place = Pick<Dashboard, 'locationId'>;
type Instants = Pick<Days, 'since' | 'until'> & Place;
const at = (locationId: string | null) => (locationId ? { locationId } : {});

/** The order list filtered to the orders that make up the sales of the period. */
export const soldOrders = ({ from, to, locationId }: Pick<Days, 'from' | 'to'> & Place) => ({
  ...at(locationId),
  fromDay: from,
  toDay: to,
  isSale: true,
});
/** The order list filtered to the sales of a day so far, for all locations since the same moment. */
export const soldSince = ({ since, until, locationId }: Instants) => ({
  ...at(locationId),
  from: since,
  to: until,
  isSale: true,
});

export const openOrders = (status: string, locationId: string | null) => ({
  ...at(locationId),
  status: orderStatuses.find((one) => one === status),
});

/** The inventory filtered to each kind of alert. */
export function alertRows(kind: 'out' | 'low' | 'expiring', locationId: string | null) {
  return kind === 'expiring'
    ? { ...at(locationId), status: 'expiring' as const }
    : { tab: 'levels', ...at(locationId), status: kind };
}

/** The list filters for each count of "Needs attention". */
export const attentionRows = {
  late: ({ locationId }: Place) => ({ ...at(locationId), flag: 'late' as const }),
  refundFailed: ({ locationId }: Place) => ({ ...at(locationId), flag: 'refundFailed' as const }),
  returnsToApprove: ({ locationId }: Place) => ({ ...at(locationId), status: 'requested' as const }),
  expiresToday: ({ locationId }: Place, day: string) => ({ ...at(locationId), from: day, to: day }),
};

/** The customer list filtered to the customers that each metric counts. */
export const customerRows = {
  all: ({ locationId }: Place) => at(locationId),
  new: ({ since, until, locationId }: Instants) => ({ ...at(locationId), from: since, to: until }),
  active: ({ since, until, locationId }: Instants) => ({
    ...at(locationId),
    orderedFrom: since,
    orderedTo: until,
  }),
  /** Customers who ordered in the previous period but not in this one. */
  churned: ({ previous, since, until, locationId }: Instants & Pick<Dashboard, 'previous'>) => ({
    ...at(locationId),
    orderedFrom: previous.since,
    orderedTo: previous.until,
    notOrderedFrom: since,
    notOrderedTo: until,
  }),
};
