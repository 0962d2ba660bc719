import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';

let shop: Shop;
let manager: Person;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.signIn({ permissions: ['access_setting'] });
});
afterAll(() => shop.close());

test('a key is shown once; afterwards there is only its beginning', async () => {
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

test('a revoked key is nobody’s key from that moment on', async () => {
  const { key, _id } = await manager.do(apiKeyRoutes.create, {
    body: { name: 'Old shop', scopes: ['catalogue'] },
  });
  const ask = () => shop.anonymous.call(settingsRoutes.get, { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status).toBe(403);

  await manager.do(apiKeyRoutes.revoke, { params: { id: _id } });

  expect((await ask()).status).toBe(401);
});

test('a key without a scope is refused', async () => {
  const refused = await manager.call(apiKeyRoutes.create, { body: { name: 'Nothing', scopes: [] } });

  expect(refused.status).toBe(400);
});
