import type { Permission } from '@aisle/contract/permissions';
import { apiKeyRoutes, scopeNeeds } from '@aisle/contract/system/api-keys';
import { auditRoutes } from '@aisle/contract/system/audit';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { userRoutes } from '@aisle/contract/system/users/users';
import { eventNeeds, webhookEventNames } from '@aisle/contract/system/webhooks/webhooks';
import { expect, test } from 'vitest';
import { mailsTo } from '../../../test/people-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { remindOfKeys } from './key-reminders.ts';

const shop = await openShop();
const manager = await shop.signIn({
  permissions: ['access_setting', 'order_add', 'order_edit', 'product_view'],
});

test('shows a key once, and later only its beginning', async () => {
  const { key, ...made } = await manager.do(apiKeyRoutes.create, {
    body: { name: 'Storefront', scopes: ['orders'] },
  });

  const page = await manager.do(apiKeyRoutes.list, { body: { search: 'store' } });

  expect(page.records).toEqual([made]);
  expect(key.startsWith(made.prefix)).toBe(true);
  expect(JSON.stringify(page)).not.toContain(key);
  const kept = await shop.look((tx) => tx.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow());
  expect(JSON.stringify(kept)).not.toContain(key);
});

test('rejects a revoked key immediately', async () => {
  const { key, _id } = await manager.do(apiKeyRoutes.create, {
    body: { name: 'Old shop', scopes: ['catalogue'] },
  });
  const ask = () => shop.anonymous.call(settingsRoutes.get, { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status).toBe(403);

  await manager.do(apiKeyRoutes.revoke, { params: { id: _id } });

  expect((await ask()).status).toBe(401);
});

test('rejects a key without a scope', async () => {
  const refused = await manager.call(apiKeyRoutes.create, { body: { name: 'Nothing', scopes: [] } });

  expect(refused.status).toBe(400);
});

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const forgetPassword = (person: Person) =>
  shop.sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00Z' WHERE user_id = ${person.userId}`;
const addKey = (maker: Person, name: string) =>
  maker.do(apiKeyRoutes.create, { body: { name, scopes: ['catalogue'] } });
const ask = async (key: string) =>
  (await shop.anonymous.call(settingsRoutes.get, { headers: { authorization: `Bearer ${key}` } })).status;
const found = async (id: string) =>
  (await manager.do(apiKeyRoutes.list, { body: { limit: 100 } })).records.find(({ _id }) => _id === id)!;
const openNotices = async () =>
  (await manager.do(notificationRoutes.list, { body: { filters: { kind: 'keys', state: 'open' } } })).records;

test.each(['orders', 'catalogue', 'support', 'inbound-mail'] as const)(
  'requires the permissions of %s to create a key for it',
  async (scope) => {
    const clerk = await shop.signIn({ permissions: ['access_setting'] });

    const refused = await clerk.call(apiKeyRoutes.create, { body: { name: 'More', scopes: [scope] } });

    expect([refused.status, refused.code]).toEqual([403, 'permission-missing']);
  },
);

test('requires the password to create a key', async () => {
  const clerk = await shop.signIn();
  await forgetPassword(clerk);

  const refused = await clerk.call(apiKeyRoutes.create, { body: { name: 'Till', scopes: ['orders'] } });

  expect(refused.code).toBe('reauth-required');
});

test('expires a key on the chosen day, by default after a year', async () => {
  const { key, _id, expiresAt } = await addKey(manager, 'Usual');
  const until = inDays(200);
  const chosen = await manager.do(apiKeyRoutes.create, {
    body: { name: 'Chosen', scopes: ['orders'], expiresAt: until },
  });
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / dayMs)).toBe(365);
  expect(Date.parse(chosen.expiresAt)).toBe(Date.parse(until));
  expect(await ask(key)).toBe(403);

  await shop.sql`UPDATE api_keys SET expires_at = '2020-01-01T00:00:00Z' WHERE id = ${_id}`;
  shop.services.actors.forgetAll();

  expect(await ask(key)).toBe(401);
});

test.each([inDays(-1), inDays(5 * 365 + 5)])('rejects the expiration date %s', async (expiresAt) => {
  const refused = await manager.call(apiKeyRoutes.create, {
    body: { name: 'X', scopes: ['orders'], expiresAt },
  });

  expect(refused).toMatchObject({ status: 400, body: { error: { fields: [{ path: 'expiresAt' }] } } });
});

test('keeps the key of a deactivated creator, with a notice until a user keeps it', async () => {
  const maker = await shop.signIn();
  const { key, _id } = await addKey(maker, 'Left behind');
  const admin = await shop.signIn();
  expect(await openNotices()).toEqual([]);

  await admin.do(userRoutes.updateStatus, { params: { id: maker.userId }, body: { status: false } });

  expect((await found(_id)).makerLeftAt).not.toBeNull();
  expect(await ask(key)).toBe(403);
  expect((await openNotices()).map(({ text }) => text)).toEqual([
    'API keys or webhooks of someone who left or lost a permission: Ada Tester',
  ]);
  await manager.do(apiKeyRoutes.keep, { params: { id: _id } });
  expect((await found(_id)).makerLeftAt).toBeNull();
  expect(await openNotices()).toEqual([]);
});

test('closes the notice about a key when its creator is active again', async () => {
  const maker = await shop.signIn();
  const { _id } = await addKey(maker, 'Back again');
  const admin = await shop.signIn();
  for (const status of [false, true])
    await admin.do(userRoutes.updateStatus, { params: { id: maker.userId }, body: { status } });

  expect((await found(_id)).makerLeftAt).toBeNull();
  expect(await openNotices()).toEqual([]);
});

const keyPermissions: Permission[] = ['access_setting', 'product_view'];
const assign = (admin: Person, { userId }: Person, userRole: string[]) =>
  admin.do(userRoutes.assignRole, { body: { userId, userRole } });

test('shows a notice while the creator lacks a permission of the key', async () => {
  const admin = await shop.signIn();
  const maker = await shop.signIn({ permissions: [...keyPermissions, 'order_view'] });
  const { key, _id } = await addKey(maker, 'Beyond its maker');
  await assign(admin, maker, keyPermissions);
  expect((await found(_id)).makerLeftAt).toBeNull();

  await assign(admin, maker, ['access_setting', 'order_view']);

  expect((await found(_id)).makerLeftAt).not.toBeNull();
  expect(await openNotices()).toHaveLength(1);
  expect(await ask(key)).toBe(403);
  await assign(admin, maker, keyPermissions);
  expect((await found(_id)).makerLeftAt).toBeNull();
  expect(await openNotices()).toEqual([]);
});

test('shows no second notice for a kept key', async () => {
  const admin = await shop.signIn();
  const maker = await shop.signIn({ permissions: keyPermissions });
  const { _id } = await addKey(maker, 'Kept');
  await assign(admin, maker, ['access_setting']);
  await manager.do(apiKeyRoutes.keep, { params: { id: _id } });

  await assign(admin, maker, ['access_setting', 'order_view']);

  expect((await found(_id)).makerLeftAt).toBeNull();
});

test('shows a notice if the creator is active again with fewer permissions', async () => {
  const admin = await shop.signIn();
  const maker = await shop.signIn({ permissions: keyPermissions });
  const { _id } = await addKey(maker, 'Back with less');
  const turn = (status: boolean) =>
    admin.do(userRoutes.updateStatus, { params: { id: maker.userId }, body: { status } });
  await turn(false);
  await assign(admin, maker, ['access_setting']);

  await turn(true);

  expect((await found(_id)).makerLeftAt).not.toBeNull();
  await manager.do(apiKeyRoutes.revoke, { params: { id: _id } });
});

test('requires the same permissions in the database and the contract for each scope and event', async () => {
  const rows = await shop.sql<{ name: string; needs: string[] }>`
    SELECT name, key_needs(ARRAY[name]) AS needs FROM unnest(${Object.keys(scopeNeeds)}::text[]) AS name
    UNION ALL
    SELECT name, webhook_needs(ARRAY[name]) FROM unnest(${webhookEventNames}::text[]) AS name`;

  expect(Object.fromEntries(rows.map(({ name, needs }) => [name, needs]))).toEqual({
    ...scopeNeeds,
    ...Object.fromEntries(webhookEventNames.map((event) => [event, [eventNeeds(event)]])),
  });
});

test("keeps the name of a deleted creator; a user with the key's permissions takes the key over", async () => {
  const maker = await shop.signIn();
  const [mine, other] = [await addKey(maker, 'Mine'), await addKey(maker, 'Other')];
  await (await shop.signIn()).do(userRoutes.remove, { params: { id: maker.userId } });
  const params = { id: mine._id };
  expect(await found(mine._id)).toMatchObject({ createdBy: 'Ada Tester', makerLeftAt: expect.any(String) });

  const lesser = await shop.signIn({ permissions: ['access_setting'] });
  expect((await lesser.call(apiKeyRoutes.takeOver, { params })).status).toBe(403);
  await manager.do(apiKeyRoutes.takeOver, { params });
  expect(await openNotices()).toHaveLength(1);
  await manager.do(apiKeyRoutes.revoke, { params: { id: other._id } });

  expect(await openNotices()).toEqual([]);
  const { created_by } = (await shop.sql`SELECT created_by FROM api_keys WHERE id = ${mine._id}`)[0]!;
  expect(created_by).toBe(manager.userId);
  const { records } = await manager.do(auditRoutes.list, { body: { filters: { recordId: mine._id } } });
  expect(records.map(({ action }) => action)).toEqual(['takeOver', 'create']);
});

test('emails the creator once 30 days and once 7 days before the expiration', async () => {
  const email = 'maker@people.example';
  const maker = await shop.signIn({ email });
  const { _id } = await addKey(maker, 'Ending');
  const remindWith = async (days: number) => {
    await shop.sql`UPDATE api_keys SET expires_at = ${inDays(days)} WHERE id = ${_id}`;
    await remindOfKeys(shop.db, shop.services);
    await remindOfKeys(shop.db, shop.services);
    return (await mailsTo(shop, email)).map(({ subject }) => subject);
  };
  const subject = 'API key Ending expires soon';

  expect(await remindWith(31)).toEqual([]);
  expect(await remindWith(29)).toEqual([subject]);
  expect(await remindWith(6)).toEqual([subject, subject]);
  expect(await remindWith(5)).toEqual([subject, subject]);
});
