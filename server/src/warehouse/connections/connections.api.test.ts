import { brandRoutes } from '@aisle/contract/catalog/brands';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { changeRoutes } from '@aisle/contract/system/changes';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { type ConnectionEdit, connectionRoutes } from '@aisle/contract/warehouse/connections';
import { syncRoutes } from '@aisle/contract/warehouse/sync';
import { beforeEach, expect, test } from 'vitest';
import { presentCursor } from '../../../test/change-builders.ts';
import { addGoods, addOrderLocation } from '../../../test/order-builders.ts';
import { openShop, type Person, refusal } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';
import { noticeSilence } from '../../system/api-keys/api-keys.queries.ts';

const shop = await openShop({ webhookAllowPrivate: true });
const admin = await shop.signIn();
const permissions = [
  'product_edit',
  'sub_product_edit',
  'assign_subProduct',
  'brand_list',
  'product_list',
] as const;

let till: Person;
let id: string;
beforeEach(async () => {
  till = await shop.withKey({ name: `Till ${newId()}`, permissions });
  const [key] = await shop.sql<{
    id: string;
  }>`SELECT connection_id AS id FROM api_keys WHERE id = ${till.userId}`;
  id = key!.id;
});

const view = (connectionId = id) => admin.do(connectionRoutes.view, { params: { id: connectionId } });
const edit = async (change: Omit<ConnectionEdit, 'version'>, connectionId = id) =>
  admin.call(connectionRoutes.edit, {
    params: { id: connectionId },
    body: { ...change, version: (await view(connectionId)).version },
  });
const turn = (status: boolean, connectionId = id) =>
  admin.do(connectionRoutes.updateStatus, { params: { id: connectionId }, body: { status } });
const sendPrices = (rows: object[]) => till.do(syncRoutes.prices, { body: { rows } as never });
const silentNotices = async () => {
  await shop.look(noticeSilence);
  const { records } = await admin.do(notificationRoutes.list, {
    body: { filters: { kind: 'keys', state: 'open' } },
  });
  return records.map(({ text }) => text);
};
async function addWebhook() {
  const made = await admin.do(webhookRoutes.create, {
    body: { name: `Hook ${newId()}`, url: 'http://127.0.0.1:9/hook', events: ['order.created'] },
  });
  const { records } = await admin.do(connectionRoutes.list, { body: { search: made.name } });
  return { webhook: made, connection: records[0]! };
}

test('lists a key and its successor as one connection, with the name of the newest', async () => {
  const next = await admin.do(apiKeyRoutes.create, {
    body: { name: 'Till, second secret', permissions: ['brand_list'], connectionId: id },
  });
  await till.do(brandRoutes.list);

  const { records } = await admin.do(connectionRoutes.list, { body: { search: 'second secret' } });
  const shown = await view();

  expect(records.map(({ _id, kind, name, status }) => [_id, kind, name, status])).toEqual([
    [id, 'apiKey', 'Till, second secret', true],
  ]);
  expect(shown.keys.map(({ _id }) => _id)).toEqual([next._id, till.userId]);
  expect(shown.lastSeenAt).not.toBeNull();
});

test('shows how far a key has read changes, and of which topics', async () => {
  const fresh = await view();
  const cursor = await presentCursor(shop, admin);
  await till.do(changeRoutes.list, { query: { cursor, topics: 'product' } });
  await shop.services.changeFeed.saveReadings();
  const current = await view();
  await admin.do(brandRoutes.create, { body: { name: `Brand ${newId()}` } });
  const here = await addOrderLocation(shop);
  await addGoods(shop, here, { stock: 1 });
  await presentCursor(shop, admin);
  await shop.sql`UPDATE change_feed SET at = now() - interval '90 seconds'`;
  const behind = await view();

  expect([fresh.lagSeconds, fresh.topics]).toEqual([null, []]);
  expect([current.lagSeconds, current.topics]).toEqual([0, ['product']]);
  expect(behind.lagSeconds).toBeGreaterThanOrEqual(90);
});

test('counts the calls of keys and the deliveries of a webhook', async () => {
  await till.do(brandRoutes.list);
  await till.do(brandRoutes.list);
  await shop.server.keyUsage.write();
  const { webhook, connection } = await addWebhook();
  await admin.do(webhookRoutes.test, { params: { id: webhook._id } });

  const [ofKey, ofWebhook] = [await view(), await view(connection._id)];

  expect(ofKey.today).toBe(2);
  expect(ofKey.days.map(({ count }) => count)).toEqual([2]);
  expect([ofWebhook.kind, ofWebhook.webhookId, ofWebhook.today]).toEqual(['webhook', webhook._id, 1]);
  expect(ofWebhook.topics).toEqual(['order.created']);
});

test('rejects the calls of keys while their connection is off', async () => {
  await till.do(brandRoutes.list);
  await turn(false);
  const off = await till.call(brandRoutes.list);
  await turn(true);

  expect(refusal(off)).toEqual([403, 'connections.off']);
  expect((await till.call(brandRoutes.list)).status).toBe(200);
});

test('pauses and resumes a webhook, which asks for the password', async () => {
  const { webhook, connection } = await addWebhook();
  const off = await turn(false, connection._id);
  const paused = await admin.do(webhookRoutes.get, { params: { id: webhook._id } });
  await shop.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = ${admin.userId}`;
  const unconfirmed = await admin.call(connectionRoutes.updateStatus, {
    params: { id: connection._id },
    body: { status: true },
  });
  await shop.sql`UPDATE sessions SET confirmed_at = now() WHERE user_id = ${admin.userId}`;
  await turn(true, connection._id);

  expect([off.status, paused.status]).toEqual([false, false]);
  expect(refusal(unconfirmed)).toEqual([403, 'reauth-required']);
  expect((await admin.do(webhookRoutes.get, { params: { id: webhook._id } })).status).toBe(true);
});

test('notifies users of a silent connection until it calls again', async () => {
  await till.do(brandRoutes.list);
  const { data: watched } = await edit({ silentAfterMinutes: 30 });
  const before = await silentNotices();
  await shop.sql`UPDATE api_keys SET last_used_at = now() - interval '31 minutes' WHERE id = ${till.userId}`;
  const during = await silentNotices();
  const { isSilent } = await view();
  await shop.sql`UPDATE api_keys SET last_used_at = now() WHERE id = ${till.userId}`;

  expect(watched.silentAfterMinutes).toBe(30);
  expect(before).toEqual([]);
  expect(during).toEqual([`Silent connections: ${watched.name}`]);
  expect(isSilent).toBe(true);
  expect(await silentNotices()).toEqual([]);
});

test('notifies users of a webhook whose deliveries wait', async () => {
  const { webhook, connection } = await addWebhook();
  await edit({ silentAfterMinutes: 10 }, connection._id);
  await admin.do(webhookRoutes.test, { params: { id: webhook._id } });
  await shop.sql`UPDATE webhook_deliveries SET created_at = now() - interval '11 minutes' WHERE endpoint_id = ${webhook._id}`;

  expect(await silentNotices()).toEqual([`Silent connections: ${webhook.name}`]);
  expect((await view(connection._id)).lagSeconds).toBeGreaterThanOrEqual(660);
  await admin.do(webhookRoutes.remove, { params: { id: webhook._id } });
  expect(await silentNotices()).toEqual([]);
});

test('shows refused rows with their reason, and accepts them once the cause is gone', async () => {
  const here = await addOrderLocation(shop);
  const item = await addGoods(shop, here, { price: 500 });
  const late = `LATE-${newId()}`;
  await sendPrices([
    { sku: late, locationId: here, price: 400 },
    { sku: `NONE-${newId()}`, locationId: here, price: 400 },
  ]);
  const refused = await view();
  await shop.sql`UPDATE sub_products SET sku = ${late} WHERE id = ${item}`;
  const again = await admin.do(connectionRoutes.rerun, { params: { id }, body: {} });
  const after = await view();

  expect(refused.refused).toBe(2);
  expect(refused.refusals.map(({ name, code }) => [name, code])).toEqual([
    ['prices', 'not-found'],
    ['prices', 'not-found'],
  ]);
  expect(refused.refusals.map(({ row }) => (row as { sku: string }).sku)).toContain(late);
  expect([again.accepted, again.refused]).toEqual([1, 1]);
  expect(after.refused).toBe(1);
  const [price] = await shop.sql<{ price: number }>`
    SELECT price FROM location_sub_products WHERE location_id = ${here} AND sub_product_id = ${item}`;
  expect(price!.price).toBe(400);
});

test('sends chosen rows again, and none of another connection', async () => {
  const here = await addOrderLocation(shop);
  await sendPrices([{ sku: `NONE-${newId()}`, locationId: here, price: 400 }]);
  const [row] = (await view()).refusals;
  const other = await shop.withKey({ name: 'Other', permissions });
  const [key] = await shop.sql<{
    id: string;
  }>`SELECT connection_id AS id FROM api_keys WHERE id = ${other.userId}`;

  const foreign = await admin.do(connectionRoutes.rerun, {
    params: { id: key!.id },
    body: { rowIds: [row!._id] },
  });
  const own = await admin.do(connectionRoutes.rerun, { params: { id }, body: { rowIds: [row!._id] } });
  await shop.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${till.userId}`;
  const late = await admin.call(connectionRoutes.rerun, { params: { id }, body: {} });

  expect(foreign.results).toEqual([]);
  expect(own.results.map(({ state, message }) => [state, message === null])).toEqual([['refused', false]]);
  expect(refusal(late)).toEqual([409, 'connections.no-key']);
});

test('keeps the value in Aisle by precedence, and lists the value that lost', async () => {
  const here = await addOrderLocation(shop);
  const item = await addGoods(shop, here, { price: 500 });
  await edit({ precedence: [{ name: 'products', field: 'name', by: 'aisle' }] });
  const { results } = await till.do(syncRoutes.products, {
    body: { rows: [{ sku: `SKU-${item}`, name: 'Renamed by the till' }] } as never,
  });

  const { losses, lost, precedence } = await view();
  expect(results[0]!.lost?.map(({ field }) => field)).toEqual(['name']);
  expect([lost, losses.map(({ field, sent, recordId }) => [field, sent, recordId])]).toEqual([
    1,
    [['name', 'Renamed by the till', item]],
  ]);
  expect(precedence).toEqual([{ name: 'products', field: 'name', by: 'aisle' }]);
});

test('rejects unknown fields, repeated fields, and precedence of a webhook', async () => {
  const { connection } = await addWebhook();
  const entry = { name: 'products', field: 'name', by: 'aisle' } as const;
  const got = [
    await edit({ precedence: [{ ...entry, field: 'weight' }] }),
    await edit({ precedence: [entry, entry] }),
    await edit({ silentAfterMinutes: 0 }),
    await edit({ precedence: [entry] }, connection._id),
  ];

  expect(got.map(({ status, paths }) => [status, paths[0]])).toEqual([
    [400, 'precedence.0.field'],
    [400, 'precedence.1.field'],
    [400, 'silentAfterMinutes'],
    [400, 'precedence'],
  ]);
});

test('rejects an edit of an older version', async () => {
  const { version } = await view();
  await edit({ silentAfterMinutes: 5 });

  const late = await admin.call(connectionRoutes.edit, {
    params: { id },
    body: { version, silentAfterMinutes: 6 },
  });

  expect(refusal(late)).toEqual([409, 'version-stale']);
});

test('is closed to store users and to keys', async () => {
  const clerk = await shop.signIn({
    permissions: ['access_setting'],
    locations: [await addOrderLocation(shop)],
  });
  const key = await shop.withKey({ permissions: ['access_setting'] });

  expect((await clerk.call(connectionRoutes.list)).status).toBe(403);
  expect(refusal(await key.call(connectionRoutes.list))).toEqual([403, 'not-allowed']);
});
