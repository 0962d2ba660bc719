import type { MetricList } from '@aisle/contract/overview/figures';
import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import type { Destination } from '../../../core/pages/screens.ts';
import type { Days } from '../periods.ts';

/** The scope of a row or of the whole report. */
export interface Scope extends Days {
  /** The location of the row, or those of the report's filter. */
  locationIds: readonly string[] | undefined;
  subProductId?: string | null;
  promotionId?: string;
}

/** The list of the records that a metric counts; undefined if no list shows exactly these. */
export function sourceList(list: MetricList | null, scope: Scope): Destination | undefined {
  const { from, to, subProductId, promotionId } = scope;
  const item = subProductId ? { subProductId } : {};
  const places = scope.locationIds ? { locationIds: [...scope.locationIds] } : {};
  const days = { fromDay: from, toDay: to };
  switch (list) {
    case 'soldOrders':
      return {
        to: '/orders',
        search: { ...places, ...item, ...(promotionId && { promotionId }), ...days, isSale: true },
      };
    case 'discounts':
      return { to: '/report/discount', search: { ...places, from, to } };
    case 'calledOffOrders':
      return {
        to: '/orders',
        search: { ...places, ...days, status: [...calledOffStatuses], isReplacement: false },
      };
    case 'refunds': {
      const refunded = { tab: 'refunds', status: 'refunded', ofSale: true } as const;
      const search = { ...places, ...item, ...refunded, refundedFromDay: from, refundedToDay: to };
      return { to: '/payments', search };
    }
    case 'returns':
      return { to: '/orders/returns', search: { ...places, ...item, ...days } };
    case 'waste':
      return {
        to: '/inventory',
        search: { tab: 'movements', ...places, ...item, ...days, kind: ['waste', 'damage'] },
      };
    case 'counterSales':
      return {
        to: '/inventory',
        search: { tab: 'movements', ...places, ...item, ...days, kind: ['sold'] },
      };
    case 'stockLevels':
      return stockLevels(scope);
    default:
      return undefined;
  }
}

/** Stock levels can be listed for one location or for all. */
function stockLevels({ locationIds = [], subProductId }: Scope): Destination | undefined {
  if (locationIds.length > 1) return undefined;
  const place = locationIds[0] ? { locationId: locationIds[0] } : {};
  return subProductId
    ? { to: '/inventory/$id', params: { id: subProductId }, search: place }
    : { to: '/inventory', search: { tab: 'levels', ...place } };
}
