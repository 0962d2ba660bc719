import type { Dashboard } from '@aisle/contract/dashboard';
import { orderStatuses } from '@aisle/contract/order-flow';
import { endOfDay, startOfDay } from '../ui/when.ts';

const notSold: readonly string[] = ['pending', 'cancelled', 'rejected', 'failed', 'expired'];
const sold = orderStatuses.filter((status) => !notSold.includes(status));

type Asked = Pick<Dashboard, 'from' | 'to' | 'locationId'>;
const at = (locationId: string | null) => (locationId ? { locationId } : {});

/** What the order list shows for the sales of the period: the same orders that make the figures. */
export const soldOrders = ({ from, to, locationId }: Asked): Record<string, unknown> => ({
  ...at(locationId),
  status: sold,
  from: startOfDay(from),
  to: endOfDay(to),
});

export const openOrders = (status: string, locationId: string | null): Record<string, unknown> => ({
  ...at(locationId),
  status,
});

/** What the inventory shows for each kind of alert. */
export function alertRows(kind: 'out' | 'low' | 'expiring', locationId: string | null) {
  return kind === 'expiring'
    ? { ...at(locationId), status: 'expiring' }
    : { tab: 'levels', ...at(locationId), status: kind };
}
