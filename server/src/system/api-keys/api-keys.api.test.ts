import { brandRoutes } from '@aisle/contract/catalog/brands';
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
import { addLocation } from '../../../test/stock-builders.ts';
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

test('rejects a key without a scope and a permission', async () => {
  const refused = await manager.call(apiKeyRoutes.create, { body: { name: 'Nothing', scopes: [] } });

  expect(refused.status).toBe(400);
});

test('gives a key its permissions and those that they depend on, and the defaults of its other rights', async () => {
  const admin = await shop.signIn();

  const made = await admin.do(apiKeyRoutes.create, {
    body: { name: 'Till', permissions: ['category_edit'] },
  });

  expect([...made.permissions].sort()).toEqual(['category_edit', 'category_list', 'category_view']);
  expect(made).toMatchObject({
    scopes: [],
    locationIds: null,
    mayMoveMoney: false,
    allowedAddresses: [],
    limitPerMinute: 600,
    version: 1,
  });
});

test('lets no user create, edit, rotate, keep or take over a key with more permissions than they hold', async () => {
  const admin = await shop.signIn();
  const permissions = ['category_edit' as const];
  const { _id, version } = await admin.do(apiKeyRoutes.create, { body: { name: 'Till', permissions } });
  const params = { id: _id };
  const lesser = await shop.signIn({ permissions: ['access_setting', 'category_list', 'category_view'] });

  const refused = [
    await lesser.call(apiKeyRoutes.create, { body: { name: 'Mine', permissions } }),
    await lesser.call(apiKeyRoutes.edit, { params, body: { name: 'Mine', version } }),
    await lesser.call(apiKeyRoutes.edit, { params, body: { permissions, version } }),
    await lesser.call(apiKeyRoutes.rotate, { params }),
    await lesser.call(apiKeyRoutes.keep, { params }),
    await lesser.call(apiKeyRoutes.takeOver, { params }),
  ];

  expect(refused.map(({ status, code }) => [status, code])).toEqual(
    refused.map(() => [403, 'apiKeys.more-than-you']),
  );
  await lesser.do(apiKeyRoutes.edit, { params, body: { permissions: ['category_view'], version } });
});

test('edits the rights of a key, and rejects an edit of an older version', async () => {
  const admin = await shop.signIn();
  const location = await addLocation(shop);
  const made = await admin.do(apiKeyRoutes.create, {
    body: { name: 'Till', permissions: ['category_list'] },
  });
  const params = { id: made._id };
  const body = {
    name: 'Back office',
    permissions: ['brand_list' as const],
    locationIds: [location],
    mayMoveMoney: true,
    allowedAddresses: ['203.0.113.0/24'],
    limitPerMinute: 60,
    version: made.version,
  };

  const edited = await admin.do(apiKeyRoutes.edit, { params, body });
  const late = await (await shop.signIn()).call(apiKeyRoutes.edit, {
    params,
    body: { name: 'Old', version: 1 },
  });

  expect(edited).toMatchObject({ ...body, version: 2 });
  expect(late.code).toBe('version-stale');
  expect(await admin.do(apiKeyRoutes.view, { params })).toEqual(edited);
});

test.each([
  ['allowedAddresses.0', { allowedAddresses: ['203.0.113.0/40'] }],
  ['permissions.0', { permissions: ['everything'] }],
  ['locationIds', { locationIds: [] }],
  ['locationIds.0', { locationIds: ['0190f5c8-0000-7000-8000-000000000000'] }],
  ['limitPerMinute', { limitPerMinute: 0 }],
])('rejects a wrong %s', async (path, wrong) => {
  const body = { name: 'Till', permissions: ['category_list'], ...wrong };

  const refused = await (await shop.signIn()).send(apiKeyRoutes.create, { body });

  expect(refused).toMatchObject({ status: 400, body: { error: { fields: [{ path }] } } });
});

test('accepts the old secret of a rotated key for 24 hours', async () => {
  const admin = await shop.signIn();
  const made = await admin.do(apiKeyRoutes.create, {
    body: { name: 'Till', permissions: ['category_list'] },
  });

  const rotated = await admin.do(apiKeyRoutes.rotate, { params: { id: made._id } });

  expect([await ask(made.key), await ask(rotated.key)]).toEqual([403, 403]);
  const hours = (Date.parse(rotated.oldSecretUntil!) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  await shop.sql`UPDATE api_key_old_secrets SET until = now()`;
  shop.services.actors.forgetAll();
  expect([await ask(made.key), await ask(rotated.key)]).toEqual([401, 403]);
});

test('continues the connection of a key that it replaces', async () => {
  const first = await addKey(manager, 'First');
  const body = { name: 'Second', scopes: ['catalogue' as const], connectionId: first.connectionId };

  const second = await manager.do(apiKeyRoutes.create, { body });
  const wrong = await manager.call(apiKeyRoutes.create, { body: { ...body, connectionId: first._id } });

  expect(second.connectionId).toBe(first.connectionId);
  expect((await addKey(manager, 'Other')).connectionId).not.toBe(first.connectionId);
  expect(wrong).toMatchObject({ status: 404, body: { error: { fields: [{ path: 'connectionId' }] } } });
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

test('marks the key of a creator who is limited to locations since', async () => {
  const admin = await shop.signIn();
  const maker = await shop.signIn({ permissions: keyPermissions });
  const { _id } = await addKey(maker, 'Limited');
  const params = { id: maker.userId };
  const { version } = await admin.do(userRoutes.get, { query: { _id: maker.userId } });
  const body = { userType: 'store' as const, locationIds: [await addLocation(shop)], version };

  await admin.do(userRoutes.edit, { params, body });

  expect((await found(_id)).makerLeftAt).not.toBeNull();
  await manager.do(apiKeyRoutes.revoke, { params: { id: _id } });
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
    SELECT name, key_needs(ARRAY[name], '{}') AS needs FROM unnest(${Object.keys(scopeNeeds)}::text[]) AS name
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

test('counts calls by day and route, and keeps the last 100 errors', async () => {
  const key = await shop.withKey({ permissions: ['brand_list'] });
  const params = { id: key.userId };
  const route = 'POST /brand/list';
  await key.do(brandRoutes.list, { body: {} });
  await key.call(brandRoutes.create, { body: { name: 'Refused' } });
  for (let count = 0; count < 105; count += 1) await key.send(brandRoutes.list, { body: { page: -count } });

  await shop.server.keyUsage.write();

  const { calls, errors } = await manager.do(apiKeyRoutes.usage, { params });
  const day = new Date().toISOString().slice(0, 10);
  expect(calls).toEqual([
    { day, route, calls: 106, errors: 105 },
    { day, route: 'POST /brand/create', calls: 1, errors: 1 },
  ]);
  expect(errors).toHaveLength(100);
  expect(errors[0]).toMatchObject({ route, status: 400, code: 'validation-failed', fields: ['page'] });
});

test('keeps the newest 100 errors across writes', async () => {
  const key = await shop.withKey({ permissions: ['brand_list'] });
  for (const code of [99, 98]) {
    for (let count = 0; count < 60; count += 1) await key.send(brandRoutes.list, { body: { page: -code } });
    await shop.server.keyUsage.write();
  }

  const { errors } = await manager.do(apiKeyRoutes.usage, { params: { id: key.userId } });
  expect(errors).toHaveLength(100);
});

test('rejects a key from other addresses than the allowed ones', async () => {
  const key = await shop.withKey({ permissions: ['brand_list'] });
  const list = () => key.call(brandRoutes.list, { body: {} });
  const allow = async (ranges: string[]) => {
    await shop.sql`UPDATE api_keys SET allowed_addresses = ${ranges} WHERE id = ${key.userId}`;
    shop.services.actors.forgetAll();
  };

  await allow(['203.0.113.0/24', '2001:db8::/32']);
  expect([(await list()).status, (await list()).code]).toEqual([403, 'apiKeys.address']);
  const { last_used_at } = (await shop.sql`SELECT last_used_at FROM api_keys WHERE id = ${key.userId}`)[0]!;
  expect(last_used_at).toBeNull();
  await allow(['203.0.113.0/24', '127.0.0.1']);
  expect((await list()).status).toBe(200);
});

test('limits the requests of a key per minute', async () => {
  const [slow, other] = [
    await shop.withKey({ permissions: ['brand_list'] }),
    await shop.withKey({ permissions: ['brand_list'] }),
  ];
  await shop.sql`UPDATE api_keys SET limit_per_minute = 5 WHERE id = ${slow.userId}`;
  const list = (key: Person) => key.call(brandRoutes.list, { body: {} });

  const answers = [];
  for (let count = 0; count < 7; count += 1) answers.push(await list(slow));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
  expect((await list(other)).status).toBe(200);
});
