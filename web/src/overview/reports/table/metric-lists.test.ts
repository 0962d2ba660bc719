import { toBody } from '@aisle/contract/core/list-search';
import { type MetricList, productMetrics, storeMetrics } from '@aisle/contract/overview/figures';
import { OrderPage } from '@aisle/contract/sales/orders/order-list';
import { RefundPage } from '@aisle/contract/sales/refunds/refunds';
import { ReturnPage } from '@aisle/contract/sales/returns/returns';
import { MovementPage } from '@aisle/contract/warehouse/lots';
import { expect, test } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { sourceList } from './metric-lists.ts';

const scope = {
  from: '2026-11-01',
  to: '2026-11-30',
  locationIds: [idOf(1), idOf(2)],
  subProductId: idOf(3),
};
const searchFor = (list: MetricList) => (sourceList(list, scope)?.search ?? {}) as Record<string, unknown>;

test.each([
  ['soldOrders', OrderPage],
  ['calledOffOrders', OrderPage],
  ['refunds', RefundPage],
  ['returns', ReturnPage],
  ['waste', MovementPage],
  ['counterSales', MovementPage],
] as const)('links %s to filters that the list supports', (list, page) => {
  const { tab: _, ...filters } = searchFor(list);

  expect(toBody(page, filters).filters).toEqual(filters);
  expect(filters.locationIds).toEqual(scope.locationIds);
});

test('limits the list to the days of the period and the item of the row', () => {
  expect(searchFor('soldOrders')).toMatchObject({
    fromDay: scope.from,
    toDay: scope.to,
    subProductId: idOf(3),
    isSale: true,
  });
  expect(searchFor('refunds')).toMatchObject({ refundedFromDay: scope.from, refundedToDay: scope.to });
});

test('links stock levels of one location or of all, but not of several', () => {
  expect(sourceList('stockLevels', scope)).toBeUndefined();
  expect(sourceList('stockLevels', { ...scope, locationIds: [idOf(1)] })).toEqual({
    to: '/inventory/$id',
    params: { id: idOf(3) },
    search: { locationId: idOf(1) },
  });
});

test('links every metric to a list, except those of statements and those that combine orders and refunds', () => {
  const without = [...storeMetrics, ...productMetrics].filter(
    ({ opens }) => !sourceList(opens, { ...scope, locationIds: undefined }),
  );

  expect(without.map(({ key }) => key)).toEqual([
    'net',
    'tax',
    'deliveryFees',
    'totalSales',
    'commission',
    'payout',
    'net',
  ]);
});
