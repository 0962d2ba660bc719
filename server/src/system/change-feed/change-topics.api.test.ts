import { api } from '@aisle/contract/api';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import type { Route } from '@aisle/contract/core/route';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { supportRoutes } from '@aisle/contract/service/support';
import {
  ChangedAssignment,
  ChangedLine,
  ChangedPrice,
  type ChangeTopicName,
  changeTopic,
  changeTopicNames,
  type RecordChange,
} from '@aisle/contract/system/changes';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { type CellChange, priceRoutes } from '@aisle/contract/warehouse/prices';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addCategory } from '../../../test/catalogue-builders.ts';
import { changesAfter, presentCursor } from '../../../test/change-builders.ts';
import { addDriver, offer, orderToDeliver } from '../../../test/driver-builders.ts';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  editLines,
  moveTo,
  openStore,
  placeOne,
  viewOrder,
} from '../../../test/order-builders.ts';
import { dayAgo, owe, state } from '../../../test/payable-builders.ts';
import { publishPromotion } from '../../../test/promotion-builders.ts';
import {
  completeReturn,
  deliver,
  requestReturn,
  runGatewayOperations,
} from '../../../test/return-builders.ts';
import { addPlan, addSubscriber, subscribeTo } from '../../../test/subscription-builders.ts';
import { addTicket } from '../../../test/support-builders.ts';
import { changedRecords } from '../../changed-records.ts';

const { shop, manager, location, goods } = await openStore({ server: { cardGateway: 'simulated' } });

type Seen = [type: RecordChange['type'], id: string];
/** Returns the changes of a topic that an action causes, without repeats. */
async function changesOf(topic: ChangeTopicName, act: () => Promise<unknown>): Promise<RecordChange[]> {
  const cursor = await presentCursor(shop, manager);
  await act();
  return changesAfter(shop, manager, cursor, { topics: topic, fat: '1' });
}
const seen = (changes: readonly RecordChange[]): Seen[] => changes.map(({ type, id }) => [type, id]);
const isAscending = (changes: readonly RecordChange[]) => {
  const versions = changes.map(({ version }) => version ?? 0);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  return changes.at(-1)!.version;
};
const addCard = () =>
  manager.do(giftCardRoutes.create, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { kind: 'promotional', amount: 2500 },
  });

test('lists the steps of an order with its current record', async () => {
  let id = '';
  const changes = await changesOf('order', async () => {
    const order = await placeOne(manager, location, goods);
    id = order._id;
    await moveTo(manager, order, 'processing');
  });

  expect(seen(changes)).toEqual([
    ['created', id],
    ['changed', id],
  ]);
  expect(isAscending(changes)).toBe((await viewOrder(manager, id)).version);
  expect(changes.at(-1)!.record).toMatchObject({ _id: id, status: 'processing' });
});

test('lists the lines that an order is placed with, that change, and that are added', async () => {
  const other = await addGoods(shop, location);
  const order = await placeOne(manager, location, goods);
  const [line] = order.lines;
  const changes = await changesOf('orderLine', () =>
    editLines(manager, order, {
      lines: [{ lineId: line!._id, quantity: 1 }],
      add: [{ subProductId: other, quantity: 3 }],
    }),
  );
  const placed = await changesOf('orderLine', () => placeOne(manager, location, goods, { quantity: 4 }));

  const added = (await viewOrder(manager, order._id)).lines.find(
    ({ subProductId }) => subProductId === other,
  )!;
  expect(seen(changes).toSorted()).toEqual([
    ['changed', line!._id],
    ['created', added._id],
  ]);
  expect(placed.map(({ type, record }) => [type, ChangedLine.parse(record).quantity])).toEqual([
    ['created', 4],
  ]);
});

test('lists the lines that a step picks in full', async () => {
  const order = await placeOne(manager, location, goods);
  await moveTo(manager, order, 'processing');
  const changes = await changesOf('orderLine', () => moveTo(manager, order, 'prepared'));

  expect(changes.map(({ id, record }) => [id, ChangedLine.parse(record).pickedQuantity])).toEqual([
    [order.lines[0]!._id, 2],
  ]);
});

test('lists the dispatch of an order', async () => {
  const driver = await addDriver(manager, location);
  const order = await orderToDeliver(manager, location, goods);
  const changes = await changesOf('dispatch', () => offer(manager, driver, order));

  expect(new Set(seen(changes).map(([, id]) => id))).toEqual(new Set([order._id]));
});

test('lists payments when they are added, authorised and captured', async () => {
  let id = '';
  const changes = await changesOf('payment', async () => {
    const order = await placeOne(manager, location, goods, { paymentType: 'card' });
    id = order.payments[0]!._id;
    await manager.do(api.payments.take, {
      params: { id: order._id },
      body: { method: 'card', token: 'tok_ok' },
    });
    await runGatewayOperations(shop);
  });

  expect(changes.map(({ type, id: one }) => `${type} ${one}`)).toContain(`created ${id}`);
  const [paid] = changes.filter(({ type }) => type === 'changed').slice(-1);
  expect(paid!.record).toMatchObject({ _id: paid!.id, status: 'authorised', provider: 'simulated' });
});

test('lists returns and refunds', async () => {
  const order = await deliver(manager, location, goods);
  const ids = { return: '', refund: '' };
  const cursor = await presentCursor(shop, manager);
  const request = await requestReturn(manager, order);
  await completeReturn(manager, request);
  ids.return = request._id;
  const returns = await changesAfter(shop, manager, cursor, { topics: 'return', fat: '1' });
  const refunds = await changesAfter(shop, manager, cursor, { topics: 'refund', fat: '1' });

  expect(seen(returns)[0]).toEqual(['created', request._id]);
  expect(isAscending(returns)).toBeGreaterThan(2);
  expect(returns.at(-1)!.record).toMatchObject({ _id: request._id, status: 'returned' });
  expect(seen(refunds)[0]![0]).toBe('created');
  expect(refunds.at(-1)!.record).toMatchObject({ orderId: order._id });
});

test('lists stock at its location', async () => {
  const item = await addGoods(shop, location, { stock: 0 });
  const changes = await changesOf('stock', async () => {
    await manager.do(inventoryRoutes.adjust, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { locationId: location, subProductId: item, quantity: 5, reason: 'correction' },
    });
  });

  expect(
    changes.map(({ id, locationId, record }) => [id, locationId, (record as { onHand: number }).onHand]),
  ).toEqual([[item, location, 5]]);
});

test('lists prices and assignments at a location and everywhere', async () => {
  const item = await addGoods(shop, location, { price: 500 });
  const save = (change: object) =>
    manager.do(priceRoutes.save, { body: { changes: [{ subProductId: item, ...change } as CellChange] } });
  const prices = await changesOf('price', async () => {
    await save({ locationId: location, field: 'price', was: null, to: 400 });
    await save({ field: 'listPrice', was: 500, to: 450 });
  });
  const assignments = await changesOf('assignment', () =>
    save({ locationId: location, field: 'assigned', was: true, to: false }),
  );

  expect(prices.map(({ id, locationId, record }) => [id, locationId, ChangedPrice.parse(record)])).toEqual([
    [item, location, { price: 450, salePrice: null, customPrice: 400 }],
    [item, null, { price: 450, salePrice: null, customPrice: null }],
  ]);
  expect(
    assignments.map(({ id, locationId, record }) => [id, locationId, ChangedAssignment.parse(record)]),
  ).toEqual([[item, location, { assigned: false }]]);
});

test('lists products, sub-products and categories, also when they are deleted or merged', async () => {
  const [categoryId, into] = [await addCategory(shop), await addCategory(shop)];
  const cursor = await presentCursor(shop, manager);
  const product = await manager.do(productRoutes.create, {
    body: {
      name: 'Cheese',
      categoryId,
      subProducts: [{ name: 'Mild', sku: crypto.randomUUID(), unit: 'each', price: 300 }],
    },
  });
  const id = (product as { _id: string })._id;
  const [variant] = (await manager.do(subProductRoutes.list, { body: { filters: { productId: id } } }))
    .records;
  await manager.do(productRoutes.updateStatus, { params: { id }, body: { status: false } });
  await manager.do(categoryRoutes.merge, { params: { id: categoryId }, body: { intoId: into } });
  await manager.do(productRoutes.remove, { params: { id } });

  const products = await changesAfter(shop, manager, cursor, { topics: 'product', fat: '1' });
  const variants = await changesAfter(shop, manager, cursor, { topics: 'subProduct', fat: '1' });
  const categories = await changesAfter(shop, manager, cursor, { topics: 'category', fat: '1' });

  expect(seen(products)[0]).toEqual(['created', id]);
  expect(seen(products).at(-1)).toEqual(['deleted', id]);
  expect(products.at(-1)!.record).toBeNull();
  expect(seen(variants)).toEqual([
    ['created', variant!._id],
    ['deleted', variant!._id],
  ]);
  expect(seen(categories)).toContainEqual(['merged', categoryId]);
});

test('lists customers when they are added, edited, merged and erased', async () => {
  const [kept, other] = [await addCustomer(manager), await addCustomer(manager)];
  const added = await changesOf('customer', () => addCustomer(manager));
  const edited = await changesOf('customer', () =>
    manager.do(customerRoutes.edit, {
      params: { id: kept._id },
      body: { version: kept.version, firstName: 'Ida' },
    }),
  );
  const merged = await changesOf('customer', () =>
    manager.do(customerCareRoutes.merge, { body: { customerId: kept._id, otherId: other._id } } as never),
  );
  const erased = await changesOf('customer', () =>
    manager.do(customerCareRoutes.erase, { params: { id: kept._id }, body: { dryRun: false } } as never),
  );

  expect(added.map(({ type }) => type)).toEqual(['created']);
  expect(seen(edited)).toEqual([['changed', kept._id]]);
  expect(edited[0]).toMatchObject({ version: 2, record: { _id: kept._id, firstName: 'Ida' } });
  expect(seen(merged)).toContainEqual(['merged', other._id]);
  expect(seen(merged)).toContainEqual(['changed', kept._id]);
  expect(seen(erased)).toContainEqual(['deleted', kept._id]);
});

test('lists tickets, subscriptions and gift cards', async () => {
  let id = '';
  const tickets = await changesOf('ticket', async () => {
    const ticket = await addTicket(manager);
    id = ticket._id;
    const body = { version: ticket.version, priority: 'high' as const };
    await manager.do(supportRoutes.edit, { params: { id }, body });
  });
  const plan = await addPlan(manager);
  const customerId = await addSubscriber(manager);
  const subscriptions = await changesOf('subscription', () => subscribeTo(manager, customerId, plan._id));
  const cards = await changesOf('giftCard', addCard);

  expect(seen(tickets)).toEqual([
    ['created', id],
    ['changed', id],
  ]);
  expect(isAscending(tickets)).toBe((await manager.do(supportRoutes.get, { params: { id } })).version);
  expect(
    subscriptions.map(({ type, record }) => [type, (record as { customerId: string }).customerId]),
  ).toEqual([['created', customerId]]);
  expect(cards.map(({ type, id: one, record }) => [type, one, (record as { _id: string })._id])).toEqual([
    ['created', cards[0]!.id, cards[0]!.id],
  ]);
});

test('lists promotions, statements and payouts', async () => {
  let promotion = '';
  const promotions = await changesOf('promotion', async () => {
    promotion = (await publishPromotion(manager))._id;
  });
  const other = await addOrderLocation(shop);
  await owe(manager, other, 5000);
  let statement = '';
  const statements = await changesOf('statement', async () => {
    statement = (await state(manager, other))._id;
  });
  const payouts = await changesOf('payout', () =>
    manager.do(payoutRoutes.payout, {
      params: { id: statement },
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { method: 'check', reference: '1', paidOn: dayAgo(), version: 1 },
    } as never),
  );

  expect(seen(promotions)).toEqual([
    ['created', promotion],
    ['changed', promotion],
  ]);
  expect(seen(statements)).toEqual([['created', statement]]);
  expect(statements[0]!.record).toMatchObject({ _id: statement });
  expect(seen(payouts)).toEqual([['created', statement]]);
  expect((await manager.do(statementRoutes.view, { params: { id: statement } })).status).toBe('paid');
});

test('gives each topic the permission of the list that it reads', () => {
  const readers = changedRecords(() => () => Promise.reject(new Error('not called')));
  const lists = changeTopicNames.flatMap((topic) => {
    const { route } = readers[topic] as { route?: Route };
    return route ? [[topic, route.permission, route.everywhere ?? false] as const] : [];
  });

  expect(lists.length).toBeGreaterThan(12);
  expect(lists.map(([topic, , everywhere]) => [topic, changeTopic(topic).permission, everywhere])).toEqual(
    lists.map(([topic, permission, everywhere]) => [topic, permission, everywhere]),
  );
  expect(z.array(z.enum(changeTopicNames)).parse(Object.keys(readers))).toHaveLength(changeTopicNames.length);
});
