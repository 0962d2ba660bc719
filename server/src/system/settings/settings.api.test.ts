import { defaultSettings, settingsRoutes } from '@aisle/contract/system/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import { getSettings } from './settings.service.ts';

let shop: Shop;
let manager: Person;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.signIn({ permissions: ['access_setting'] });
});
afterAll(() => shop.close());

test('a marketplace that has decided nothing has the defaults', async () => {
  const { version, updatedAt, ...values } = await manager.do(settingsRoutes.get);

  expect(values).toEqual(defaultSettings);
  expect(updatedAt).toBeTruthy();
  expect(version).toBe(1);
});

test('a change of one group leaves the others alone, and holds from the next request on', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const { version } = await manager.do(settingsRoutes.get);
  await clerk.do(settingsRoutes.ordering);

  await manager.do(settingsRoutes.update, { body: { version, minimumOrder: 1500 } });

  expect(await clerk.do(settingsRoutes.ordering)).toMatchObject({
    minimumOrder: 1500,
    paymentTypes: defaultSettings.paymentTypes,
  });
});

test('of two managers who edit the same settings, the second learns what the first changed', async () => {
  const { version } = await manager.do(settingsRoutes.get);
  await manager.do(settingsRoutes.update, { body: { version, brandName: 'First Fresh' } });

  const late = await manager.call(settingsRoutes.update, { body: { version, brandName: 'Second' } });

  expect(late.status).toBe(409);
  expect(late.body.data).toMatchObject({ brandName: 'First Fresh', version: version + 1 });
});

test('managers who change different groups at once both succeed', async () => {
  const { version } = await manager.do(settingsRoutes.get);
  await manager.do(settingsRoutes.update, { body: { version, returnWindowDays: 12 } });

  const { data, body } = await manager.call(settingsRoutes.update, {
    body: { version, paymentWindowMinutes: 45 },
  });

  expect(body.message).toMatch(/^Saved, merged with changes by /);
  expect(data).toMatchObject({ returnWindowDays: 12, paymentWindowMinutes: 45, version: version + 2 });
  expect(data).not.toHaveProperty('_id');
});

test('a delivery slot that ends before it begins is refused at its field', async () => {
  const { version, deliveryInfo } = await manager.do(settingsRoutes.get);
  const slots = [{ from: '10:00', to: '08:00' }];

  const refused = await manager.call(settingsRoutes.update, {
    body: { version, deliveryInfo: { ...deliveryInfo, slots } },
  });

  expect(refused.status).toBe(400);
  expect(refused.body.error?.fields?.[0]?.path).toBe('deliveryInfo.slots.0.to');
});

test('a store owner may look, but what belongs to the whole marketplace is not theirs to change', async () => {
  const owner = await shop.signIn({ userType: 'store', permissions: ['access_setting'] });

  const { version } = await owner.do(settingsRoutes.get);

  expect((await owner.call(settingsRoutes.update, { body: { version } })).status).toBe(403);
});

test('reading settings again costs no statement', async () => {
  await shop.look(getSettings);

  const twice = await shop.look(async (tx) => [await getSettings(tx), await getSettings(tx)]);

  expect(twice[0]).toBe(twice[1]);
});
