import { type Route, rowIdOf } from '@aisle/contract/core/route';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { exportRoutes } from '@aisle/contract/system/exports';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addCustomer, openStore } from '../../../test/order-builders.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { exportable } from '../../exports.ts';

const { shop, manager, location, goods, addOrder } = await openStore();
const order = await addOrder({ status: 'delivered' });

const { _id: countId } = await manager.do(stockCountRoutes.create, { body: { locationId: location } });
const { _id: recallId } = await manager.do(recallRoutes.create, {
  body: { title: 'Pears', reason: 'Bruised', selection: { subProductIds: [goods] } },
});
const oneId = '0190a000-0000-7000-8000-000000000000';
/** Lists of a single record are exported with its ID. */
const filters: Record<string, object> = {
  assortmentDifferences: { locationId: location, otherId: location },
  stockCountItems: { countId },
  recallRows: { recallId },
  messageOrders: { messageId: oneId },
};
const { _id: customerId } = await addCustomer(manager);
const bodies: Record<string, object> = { creditEntries: { customerId } };

const take = (name: string, body: object, person = manager) =>
  person.call(exportRoutes.create, {
    params: { name },
    query: { format: 'csv' },
    body: { ...body },
  });

/** The fields that a list can be sorted by. */
function sortsOf({ body }: Route): string[] {
  const schema = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' });
  const { sort } = schema.properties as { sort?: { properties: { field: { enum?: string[] } } } };
  return sort?.properties.field.enum ?? [];
}

const withIds = Object.entries(exportable).filter(([, { route }]) => rowIdOf(route));

test.each(withIds)('exports the selected rows of %s in every order', async (name, { route }) => {
  const body = { filters: filters[name] ?? {}, ...bodies[name] };
  const unknown = name === 'levels' ? `${oneId}:${oneId}` : oneId;
  const page = await manager.send(route, { body });
  const first = (page.data as { records: { _id: string }[] } | undefined)?.records[0]?._id;

  for (const field of [undefined, ...sortsOf(route)]) {
    const request = { ...body, ...(field && { sort: { field, order: 'desc' } }) };
    const others = await take(name, { ...request, ids: [unknown] });
    expect([field, others.status, others.data?.rows]).toEqual([field, 200, 0]);
    if (!first) continue;
    const selected = await take(name, { ...request, ids: [first, unknown] });
    expect([field, selected.data?.rows]).toEqual([field, 1]);
  }
});

test('exports selected rows only within reach', async () => {
  const far = await shop.signIn({ permissions: ['order_list'], locations: [await addLocation(shop)] });

  const got = await take('orders', { ids: [order._id] }, far);

  expect([got.status, got.data.rows]).toEqual([200, 0]);
});

test('rejects a selection of a list whose rows have no IDs, or too many rows', async () => {
  const report = await take('storeReport', { from: '2026-01-01', to: '2026-12-31', ids: [oneId] });
  const malformed = await take('orders', { ids: [oneId, 'x'] });
  const many = await take('orders', { ids: Array.from({ length: 1001 }, () => oneId) });
  const listed = await manager.send(orderRoutes.list, { body: { ids: [oneId] } });

  expect([report.status, report.paths]).toEqual([400, ['ids']]);
  expect([malformed.status, malformed.paths]).toEqual([400, ['ids.1']]);
  expect([many.status, many.paths]).toEqual([400, ['ids']]);
  expect(listed.status).toBe(400);
});
