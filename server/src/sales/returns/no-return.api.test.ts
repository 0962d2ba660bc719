import type { ReturnKind } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { type ReturnInput, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { defaultSettings } from '@aisle/contract/system/settings';
import { beforeEach, expect, test } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import {
  addGoods,
  advanceTo,
  decide,
  moveTo,
  openStore,
  placeOne,
  stockOf,
  viewOrder,
} from '../../../test/order-builders.ts';
import { completeReturn, deliver } from '../../../test/return-builders.ts';
import { type Person, refusal } from '../../../test/shop.ts';

let peaches: string;

const { shop, manager, location } = await openStore();
const taxIds = [await addTax(shop)];
beforeEach(async () => {
  peaches = await addGoods(shop, location, { name: 'Peaches', price: 399, taxIds });
});

const reasonOf = (kind: ReturnKind, name: string) =>
  defaultSettings.reasons[kind].find((reason) => reason.name === name)!._id;
const keep = (
  person: Person,
  { _id: orderId, lines: [ordered] }: Pick<Order, '_id' | 'lines'>,
  kind: ReturnKind,
  rest: Partial<ReturnInput['lines'][number]> = {},
) => {
  const line = { lineId: ordered!._id, quantity: 1, reasonId: reasonOf(kind, 'Damaged'), noReturn: true };
  return person.call(returnRoutes.create, { body: { orderId, kind, lines: [{ ...line, ...rest }] } });
};

test('refunds damaged items that the customer keeps immediately', async () => {
  const order = await deliver(manager, location, peaches, { quantity: 3 });
  const preview = await manager.do(returnRoutes.preview, {
    params: { id: order._id },
    body: { lines: [{ lineId: order.lines[0]!._id, quantity: 1 }] },
  });

  const { data } = await keep(manager, order, 'return');

  expect(data).toMatchObject({
    status: 'returned',
    noReturn: true,
    allowed: [],
    refund: { amount: preview.amount, status: 'refundInitiated' },
    lines: [{ reason: 'Damaged', received: null, condition: null }],
    kept: { number: data.number },
  });
  expect(preview.amount).toBe(Math.round(order.lines[0]!.total / 3));
  expect(data.events).toMatchObject([
    { to: 'returned', note: 'No return needed' },
    { to: 'requested', note: null },
  ]);
  expect(await stockOf(shop, location, peaches)).toEqual([97, 0]);
  expect((await viewOrder(manager, order._id)).refunds).toMatchObject([
    { reason: 'Damaged', lines: [{ amount: preview.amount, reason: 'Damaged' }] },
  ]);
});

test('refunds exactly the price of a line for kept and returned units together', async () => {
  const order = await deliver(manager, location, peaches, { quantity: 3 });
  const lineId = order.lines[0]!._id;
  await keep(manager, order, 'return');
  const { data: rest } = await keep(manager, order, 'return', { quantity: 2, noReturn: false });
  await completeReturn(manager, rest);

  const { refunds, lines } = await viewOrder(manager, order._id);
  const { lines: left } = await manager.do(returnRoutes.returnable, { params: { id: order._id } });

  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(lines[0]!.total);
  expect(left).toEqual([{ lineId, quantity: 0 }]);
  expect((await keep(manager, order, 'return')).body.error?.code).toBe('returns.too-much');
});

test('reserves the items of a replacement without a return and delivers it like the order', async () => {
  const order = await advanceTo(manager, await placeOne(manager, location, peaches), 'delivered');

  const { data } = await keep(manager, order, 'replace', { quantity: 2 });

  expect(data).toMatchObject({ status: 'replaced', noReturn: true, refund: null });
  const replacement = await viewOrder(manager, data.replacementOrder!._id);
  expect(replacement).toMatchObject({
    status: 'orderPlaced',
    fulfilment: 'delivery',
    dispatchStatus: 'awaiting',
    address: order.address,
    total: 0,
    replacementFor: { returnId: data._id },
  });
  expect(await stockOf(shop, location, peaches)).toEqual([98, 2]);
  await advanceTo(manager, replacement, 'delivered');
  expect(await stockOf(shop, location, peaches)).toEqual([96, 0]);
  expect((await viewOrder(manager, order._id)).refunds).toEqual([]);
});

test('allows a refund after the replacement is cancelled', async () => {
  const order = await deliver(manager, location, peaches);
  const { data } = await keep(manager, order, 'replace', { quantity: 2 });
  expect((await keep(manager, order, 'return')).body.error?.code).toBe('returns.too-much');

  await moveTo(manager, data.replacementOrder!, 'cancelled');

  expect((await keep(manager, order, 'return', { quantity: 2 })).data).toMatchObject({ status: 'returned' });
  expect(await stockOf(shop, location, peaches)).toEqual([98, 0]);
});

test('rejects a replacement without stock and creates no request', async () => {
  const rare = await addGoods(shop, location, { name: 'Truffle', stock: 1 });
  const order = await deliver(manager, location, rare, { quantity: 1 });

  expect(refusal(await keep(manager, order, 'replace'))).toEqual([409, 'stock.not-enough']);
  expect((await viewOrder(manager, order._id)).returns).toEqual([]);
});

test('creates two requests for items to return and items to keep', async () => {
  const bread = await addGoods(shop, location, { name: 'Bread', price: 250 });
  const both = await deliver(manager, location, bread, {
    lines: [
      { subProductId: bread, locationId: location, quantity: 1 },
      { subProductId: peaches, locationId: location, quantity: 1 },
    ],
  });
  const [one, other] = both.lines;

  const lines = [
    { lineId: one!._id, quantity: 1, reasonId: reasonOf('return', 'Missing'), noReturn: true },
    { lineId: other!._id, quantity: 1 },
  ];
  const body = { orderId: both._id, kind: 'return' as const, lines };
  const data = await manager.do(returnRoutes.create, { body });

  expect(data).toMatchObject({ status: 'requested', noReturn: false, lines: [{ lineId: other!._id }] });
  expect(data.kept).not.toBeNull();
  const { returns } = await viewOrder(manager, both._id);
  expect(returns).toMatchObject([
    { status: 'requested', noReturn: false },
    { status: 'returned', noReturn: true },
  ]);
  const { records } = await manager.do(returnRoutes.list, { body: { filters: { orderId: both._id } } });
  expect(records.map(({ noReturn }) => noReturn).toSorted()).toEqual([false, true]);
});

test('rejects a second refund', async () => {
  const order = await deliver(manager, location, peaches);
  await manager.do(refundRoutes.create, { params: { id: order._id }, body: { reason: 'Goodwill' } });

  expect(refusal(await keep(manager, order, 'return'))).toEqual([409, 'refunds.too-much']);
  expect((await viewOrder(manager, order._id)).returns).toEqual([]);
});

test('requires a reason to let the customer keep items', async () => {
  const order = await deliver(manager, location, peaches);

  const refused = await keep(manager, order, 'return', { reasonId: undefined });

  const fields = [{ path: 'lines.0.reasonId', message: 'Reason is required' }];
  expect(refused).toMatchObject({ status: 400, body: { error: { fields } } });
});

test('requires the permission for refunds to refund, and that for returns to replace', async () => {
  const order = await deliver(manager, location, peaches);
  const clerk = await shop.signIn({ permissions: ['order_edit'], locations: [location] });

  const refund = await keep(clerk, order, 'return');
  const replacement = await keep(clerk, order, 'replace');

  expect([refund.status, refund.body.error?.details]).toEqual([403, { permission: 'cancel_order' }]);
  expect(replacement.data).toMatchObject({ status: 'replaced' });
});

test('requires the password for a refund above the limit of the settings', async () => {
  const order = await deliver(manager, location, peaches, { quantity: 3 });
  const agent = await shop.signIn();
  await shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z' WHERE user_id = ${agent.userId}`;
  await decide(shop, { refundConfirmAbove: Math.round(order.lines[0]!.total / 3) });

  const refused = await keep(agent, order, 'return', { quantity: 2 });
  const { data } = await keep(agent, order, 'return');

  expect(refused.body.error?.code).toBe('reauth-required');
  expect(data.status).toBe('returned');
  expect((await viewOrder(manager, order._id)).refunds).toHaveLength(1);
});
