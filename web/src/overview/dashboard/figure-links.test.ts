import { OrderPage } from '@aisle/contract/sales/order-list';
import { expect, test } from 'vitest';
import { toBody } from '../../core/list-search.ts';
import { alertRows, soldOrders } from './figure-links.ts';

const locationId = '01a1fc6f-1034-769d-8084-1c95dc35b2aa';

test('the orders behind the sales are asked for by a filter that the list keeps', () => {
  const search = soldOrders({
    since: '2026-11-01T06:00:00.000Z',
    until: '2026-11-22T06:00:00.000Z',
    locationId,
  });
  expect(toBody(OrderPage, search).filters).toEqual(search);
  expect(search.status).toContain('delivered');
  expect(search.status).not.toContain('cancelled');
});

test('what runs out is found among the levels, what expires among the lots', () => {
  expect(alertRows('low', null)).toEqual({ tab: 'levels', status: 'low' });
  expect(alertRows('expiring', locationId)).toEqual({ locationId, status: 'expiring' });
});
