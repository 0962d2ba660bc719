import { api } from '@aisle/contract/api';
import { isOpenToKeys, paramsOf, type Route } from '@aisle/contract/core/route';
import { coinRoutes } from '@aisle/contract/customers/coins';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { allPermissions } from '@aisle/contract/permissions';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { messageRoutes } from '@aisle/contract/service/messages';
import { auditRoutes } from '@aisle/contract/system/audit';
import { defaultSettings } from '@aisle/contract/system/settings';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addGoods, decide, openStore } from '../../../test/order-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { sampleOf } from '../../../test/sample-body.ts';
import { newId } from '../../core/ids.ts';

const { shop, manager, location } = await openStore();
const goods = await addGoods(shop, location, { price: 500 });
const order = await deliver(manager, location, goods, { quantity: 4 });
const returned = await deliver(manager, location, goods, { quantity: 4 });
const refund = await manager.do(refundRoutes.create, {
  params: { id: order._id },
  body: { reason: 'Bruised', lines: [{ lineId: order.lines[0]!._id, amount: 100 }] },
});
const addRecall = async (title: string) => {
  const lot = await manager.do(inventoryRoutes.create, {
    body: { locationId: location, subProductId: goods, quantity: 5 },
  });
  return manager.do(recallRoutes.create, {
    body: { title, reason: 'Glass', selection: { lotIds: [lot._id] } },
  });
};
const [recall, begun] = [await addRecall('Jars'), await addRecall('Begun')];
await shop.sql`UPDATE recalls SET plan = '{"writeOff":true,"refund":true,"message":null}' WHERE id = ${begun._id}`;
const damaged = defaultSettings.reasons.return[0]!._id;
await manager.do(customerRoutes.create, {
  body: {
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '+15125550123',
    email: 'grace@people.example',
    marketingConsent: true,
  },
});
const message = {
  name: 'News',
  channel: 'email' as const,
  subject: 'News',
  body: 'Peaches are in',
  audience: {},
};
const sent = await manager.do(messageRoutes.send, { body: message });
await manager.do(messageRoutes.stop, { params: { id: sent._id! } });
await decide(shop, {
  refundConfirmAbove: 0,
  coinAdjustConfirmAbove: 10,
  creditConfirmAbove: 0,
  bulkMessages: { confirmAbove: 0, perMinute: 600 },
});
const customerId = order.customer._id;

/** Requests for which a user is asked for the password; for other routes, any valid one is. */
const requests: Record<string, { id?: string; body: unknown }> = {
  'refunds.create': { id: order._id, body: { reason: 'Bruised' } },
  'refunds.updateStatus': { id: refund._id, body: { status: 'refundProcessing' } },
  'returns.create': {
    body: {
      orderId: returned._id,
      kind: 'return',
      lines: [{ lineId: returned.lines[0]!._id, quantity: 1, reasonId: damaged, noReturn: true }],
    },
  },
  'recalls.act': { id: recall._id, body: { writeOff: true, refund: true, message: null } },
  'recalls.resume': { id: begun._id, body: undefined },
  'coins.adjust': { body: { customerId, coins: 11, reason: 'Sorry' } },
  'credits.adjust': { body: { customerId, amount: 100, reason: 'goodwill' } },
  'messages.send': { body: message },
  'messages.resume': { id: sent._id!, body: undefined },
};
const confirmed = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>)
    .filter(([, route]) => route.confirms === 'money' && isOpenToKeys(route))
    .map(([name, route]) => ({ name: `${resource}.${name}`, route })),
);
const requestOf = (name: string, { path, body }: Route) => ({
  params: Object.fromEntries(paramsOf(path).map(({ name: param }) => [param, requests[name]?.id ?? newId()])),
  body: requests[name] ? requests[name].body : body && sampleOf(body, () => newId()),
});

const forgetful = await shop.signIn();
await shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z' WHERE user_id = ${forgetful.userId}`;
const poor = await shop.withKey({ permissions: allPermissions });
const rich = await shop.withKey({ name: 'Rich till', permissions: allPermissions, mayMoveMoney: true });

test.each(confirmed)(
  '$name needs the right to move money where users need the password',
  async ({ name, route }) => {
    const asked = await forgetful.send(route, requestOf(name, route));
    const refused = await poor.send(route, requestOf(name, route));
    const done = await rich.send(route, requestOf(name, route));

    expect([asked.code, refused.status, refused.code]).toEqual(['reauth-required', 403, 'apiKeys.no-money']);
    expect(done.status).not.toBe(403);
  },
);

test('lets a key without that right do what users do without the password', async () => {
  const entry = await poor.do(coinRoutes.adjust, { body: { customerId, coins: 5, reason: 'Sorry' } });

  expect(entry).toMatchObject({ coins: 5 });
});

test('names the key and the user who is responsible for it in the audit log', async () => {
  await shop.sql`UPDATE api_keys SET created_by = ${forgetful.userId} WHERE name = 'Rich till'`;
  shop.services.actors.forgetAll();

  const params = { id: customerId };
  const { version } = await manager.do(customerRoutes.show, { params });
  await rich.do(customerRoutes.edit, { params, body: { firstName: 'Grace', version } });

  const { records } = await manager.do(auditRoutes.list, {
    body: { filters: { recordId: customerId }, limit: 1 },
  });
  expect(records[0]).toMatchObject({ actorName: 'Rich till (API key of Ada Tester)', userId: null });
});
