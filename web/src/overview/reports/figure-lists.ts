import type { FigureList } from '@aisle/contract/overview/figures';
import { calledOffStatuses, soldStatuses } from '@aisle/contract/sales/order-status-groups';
import type { Destination } from '../../core/screens.ts';
import { endOfDay, startOfDay } from '../../ui/when.ts';
import type { Days } from './periods.ts';

/** What a row is about, or the whole report. */
export interface Scope extends Days {
  /** Of the row, else of the report's filter. */
  locationIds: readonly string[] | undefined;
  subProductId?: string | null;
}

/** The list that shows what a figure counts; undefined where no list shows exactly that. */
export function sourceList(list: FigureList | null, scope: Scope): Destination | undefined {
  const { locationIds = [], subProductId } = scope;
  if (locationIds.length > 1) return undefined;
  const item = subProductId ? { subProductId } : {};
  const place = locationIds[0] ? { locationId: locationIds[0] } : {};
  const time = { from: startOfDay(scope.from), to: endOfDay(scope.to) };
  switch (list) {
    case 'soldOrders':
      return { to: '/orders', search: { ...place, ...item, ...time, status: soldStatuses } };
    case 'calledOffOrders':
      return { to: '/orders', search: { ...place, ...time, status: [...calledOffStatuses] } };
    case 'refunds':
      return subProductId
        ? undefined
        : { to: '/payments', search: { tab: 'refunds', ...place, ...time, status: 'refunded' } };
    case 'returns':
      return subProductId ? undefined : { to: '/orders/returns', search: { ...place, ...time } };
    case 'stockLevels':
      return subProductId
        ? { to: '/inventory/$id', params: { id: subProductId }, search: { ...place } }
        : { to: '/inventory', search: { tab: 'levels', ...place } };
    default:
      return undefined;
  }
}
