import { toBody } from '@aisle/contract/core/list-search';
import { CustomerPage } from '@aisle/contract/customers/customers';
import { OrderPage } from '@aisle/contract/sales/orders/order-list';
import { expect, test } from 'vitest';
import { alertRows, customerRows, soldOrders, soldSince } from './metric-links.ts';

const locationId = '01a1fc6f-1034-769d-8084-1c95dc35b2aa';

const days = { from: '2026-11-01', to: '2026-11-21' };
const instants = { since: '2026-11-01T06:00:00.000Z', until: '2026-11-22T06:00:00.000Z' };

test('links sales to order filters that the list supports', () => {
  const period = soldOrders({ ...days, locationId });
  expect(toBody(OrderPage, period).filters).toEqual(period);
  const today = soldSince({ ...instants, locationId });
  expect(toBody(OrderPage, today).filters).toEqual(today);
  expect([period.isSale, today.isSale]).toEqual([true, true]);
});

test('links customer metrics to filters that the list supports', () => {
  const period = { ...instants, previous: { ...days, ...instants }, locationId };
  for (const rows of Object.values(customerRows)) {
    const search = rows(period);
    expect(toBody(CustomerPage, search).filters).toEqual(search);
  }
});

test('links low stock to the levels and expiring stock to the lots', () => {
  expect(alertRows('low', null)).toEqual({ tab: 'levels', status: 'low' });
  expect(alertRows('expiring', locationId)).toEqual({ locationId, status: 'expiring' });
});
