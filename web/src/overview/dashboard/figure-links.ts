import type { Dashboard } from '@aisle/contract/overview/dashboard';
import { orderStatuses } from '@aisle/contract/sales/order-flow';
import { soldStatuses } from '@aisle/contract/sales/order-status-groups';
import { endOfDay, startOfDay } from '../../ui/when.ts';

type Period = Pick<Dashboard, 'from' | 'to' | 'locationId'>;
const at = (locationId: string | null) => (locationId ? { locationId } : {});

/** What the order list shows for the sales of the period: the same orders that make the figures. */
export const soldOrders = ({ from, to, locationId }: Period) => ({
  ...at(locationId),
  status: soldStatuses,
  from: startOfDay(from),
  to: endOfDay(to),
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

type Place = Pick<Dashboard, 'locationId'>;
/** The rows that each figure of "Needs attention" counts. */
export const attentionRows = {
  late: ({ locationId }: Place) => ({ ...at(locationId), flag: 'late' as const }),
  refundFailed: ({ locationId }: Place) => ({ ...at(locationId), flag: 'refundFailed' as const }),
  returnsToApprove: ({ locationId }: Place) => ({ ...at(locationId), status: 'requested' as const }),
  expiresToday: ({ locationId }: Place, day: string) => ({ ...at(locationId), from: day, to: day }),
};
