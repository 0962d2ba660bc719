import { defaultSettings, type SettingsEdit, settingsRoutes } from '@aisle/contract/system/settings';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../test/order-builders.ts';
import { addPerson, mailsTo } from '../../../test/people-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import { openTransactionOf } from '../../core/db/connection.ts';
import type { Tx } from '../../core/db/db.ts';
import { getSettings } from './settings.service.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['access_setting'] });

test('returns defaults for a new marketplace', async () => {
  const { version, updatedAt, ...values } = await manager.do(settingsRoutes.get);

  expect(values).toEqual(defaultSettings);
  expect(updatedAt).toBeTruthy();
  expect(version).toBe(1);
});

test('changes one group of settings from the next request on, and keeps the others', async () => {
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const { version } = await manager.do(settingsRoutes.get);
  await clerk.do(settingsRoutes.ordering);

  await manager.do(settingsRoutes.update, { body: { version, minimumOrder: 1500 } });

  expect(await clerk.do(settingsRoutes.ordering)).toMatchObject({
    minimumOrder: 1500,
    paymentTypes: defaultSettings.paymentTypes,
  });
});

test('rejects a brand color that is too light for white paper', async () => {
  const { version } = await manager.do(settingsRoutes.get);
  const send = (brandColor: string) => manager.call(settingsRoutes.update, { body: { version, brandColor } });

  const light = await send('#FFD54F');
  const unknown = await send('teal');

  expect([light.status, light.body.error?.fields?.[0]]).toMatchObject([
    400,
    { path: 'brandColor', message: expect.stringContaining('darker color') },
  ]);
  expect(unknown.body.error?.fields).toMatchObject([{ message: 'Enter a color like #0F766E' }]);
  expect((await send('#7A1F5C')).body.data).toMatchObject({ brandColor: '#7A1F5C' });
});

test("shows the second of two managers the first one's changes", async () => {
  const { version } = await manager.do(settingsRoutes.get);
  await manager.do(settingsRoutes.update, { body: { version, brandName: 'First Fresh' } });

  const late = await manager.call(settingsRoutes.update, { body: { version, brandName: 'Second' } });

  expect(late.status).toBe(409);
  expect(late.body.data).toMatchObject({ brandName: 'First Fresh', version: version + 1 });
});

test('merges concurrent changes of different groups', async () => {
  const { version } = await manager.do(settingsRoutes.get);
  await manager.do(settingsRoutes.update, { body: { version, returnWindowDays: 12 } });

  const { data, body } = await manager.call(settingsRoutes.update, {
    body: { version, paymentWindowMinutes: 45 },
  });

  expect(body.message).toMatch(/^Saved, merged with changes by /);
  expect(data).toMatchObject({ returnWindowDays: 12, paymentWindowMinutes: 45, version: version + 2 });
  expect(data).not.toHaveProperty('_id');
});

test('rejects a delivery slot that ends before it begins, at its field', async () => {
  const { version, deliveryInfo } = await manager.do(settingsRoutes.get);
  const slots = [{ from: '10:00', to: '08:00' }];

  const refused = await manager.call(settingsRoutes.update, {
    body: { version, deliveryInfo: { ...deliveryInfo, slots } },
  });

  expect(refused.status).toBe(400);
  expect(refused.paths[0]).toBe('deliveryInfo.slots.0.to');
});

test('lets store owners read settings, but not change those of the marketplace', async () => {
  const owner = await shop.signIn({ userType: 'store', permissions: ['access_setting'] });

  const { version } = await owner.do(settingsRoutes.get);

  expect((await owner.call(settingsRoutes.update, { body: { version } })).status).toBe(403);
});

test('reads cached settings without a statement', async () => {
  await shop.look(getSettings);

  const twice = await shop.look(async (tx) => [await getSettings(tx), await getSettings(tx)]);

  expect(twice[0]).toBe(twice[1]);
});

describe('sensitive settings', () => {
  const { captcha, coins, bulkMessages, support, secondFactorRequired } = defaultSettings;
  const changes: [string, Partial<SettingsEdit>][] = [
    ['second factors', { secondFactorRequired: { ...secondFactorRequired, others: true } }],
    ['captcha', { captcha: { ...captcha, afterFailuresOfEmail: 100 } }],
    ['coins', { coins: { ...coins, redeemCents: 500 } }],
    ['the limit of coin adjustments', { coinAdjustConfirmAbove: 1_000_000 }],
    ['the limit of refunds', { refundConfirmAbove: 1_000_000 }],
    ['the limit of bulk messages', { bulkMessages: { ...bulkMessages, confirmAbove: 1_000_000 } }],
    ['tax remitters', { taxRemittedBy: [{ from: '2026-01-01', by: 'location' }] }],
    ['the funding of discounts', { discountsFundedBy: 'location' }],
    [
      'the ACH originator',
      {
        ach: {
          companyName: 'Aisle',
          companyId: '1234567890',
          originName: 'First Bank',
          originRouting: '021000021',
        },
      },
    ],
    ['the support address', { support: { ...support, address: 'elsewhere@example.com' } }],
  ];
  const someone = async (userType: 'admin' | 'others', isConfirmed: boolean) => {
    const person = await shop.signIn({ userType, permissions: ['access_setting'] });
    if (!isConfirmed) {
      await shop.sql`UPDATE sessions SET confirmed_at = now() - interval '20 minutes'
        WHERE user_id = ${person.headers._id}`;
    }
    return person;
  };
  const change = async (person: Person, body: Partial<SettingsEdit>) => {
    const { version } = await person.do(settingsRoutes.get);
    return person.call(settingsRoutes.update, { body: { ...body, version } });
  };

  test.each(changes)('requires the password again for %s', async (_, body) => {
    const before = await manager.do(settingsRoutes.get);
    const refused = await change(await someone('others', false), body);

    expect([refused.status, refused.code]).toEqual([403, 'reauth-required']);
    expect((await manager.do(settingsRoutes.get)).version).toBe(before.version);
    expect((await change(await someone('others', true), body)).status).toBe(200);
  });

  test('requires no password if nothing sensitive changes', async () => {
    const person = await someone('others', false);
    const { captcha: same } = await person.do(settingsRoutes.get);

    expect((await change(person, { captcha: same, minimumOrder: 700 })).status).toBe(200);
  });

  test('lets only administrators stop requiring a second factor of administrators', async () => {
    await change(manager, { secondFactorRequired: { admin: true, store: false, others: false } });
    const relaxed = { secondFactorRequired: { admin: false, store: false, others: false } };

    const refused = await change(await someone('others', true), relaxed);
    const done = await change(await someone('admin', true), relaxed);

    expect([refused.status, refused.code, refused.paths[0]]).toEqual([
      403,
      'not-allowed',
      'secondFactorRequired.admin',
    ]);
    expect(done.status).toBe(200);
  });

  test('emails all administrators only if sign-in is protected less', async () => {
    const admin = await addPerson(shop, { userType: 'admin' });
    const subjects = async () => (await mailsTo(shop, admin.email)).map(({ subject }) => subject);
    const by = await someone('admin', true);
    const current = (await by.do(settingsRoutes.get)).captcha;
    await change(by, { secondFactorRequired: { admin: true, store: true, others: true } });
    await change(by, { captcha: { ...current, afterFailuresOfEmail: 1 } });
    expect(await subjects()).toEqual([]);

    await change(by, { captcha: { ...current, afterFailuresOfEmail: 90 } });
    await change(by, { secondFactorRequired: { admin: false, store: true, others: true } });

    expect(await subjects()).toEqual(
      Array(2).fill(expect.stringMatching(/^Sign-in protection of .* relaxed$/)),
    );
  });
});

describe('the cache of settings', () => {
  /** Runs a step after the database responded to a transaction's first statement, before its caller gets the response. */
  function afterFirstAnswer(tx: Tx, step: () => Promise<unknown>): void {
    const transaction = openTransactionOf(tx);
    const execute = transaction.executeQuery.bind(transaction);
    transaction.executeQuery = async (query) => {
      transaction.executeQuery = execute;
      const answer = await execute<never>(query);
      await step();
      return answer;
    };
  }

  test('caches no settings that were read before a change was committed', async () => {
    const { version } = await manager.do(settingsRoutes.get);
    await decide(shop, { brandName: 'Old Market' });

    const read = await shop.look(async (tx) => {
      afterFirstAnswer(tx, () =>
        manager.do(settingsRoutes.update, { body: { version: version + 1, brandName: 'New Market' } }),
      );
      return getSettings(tx);
    });

    expect(read.brandName).toBe('Old Market');
    expect((await shop.look(getSettings)).brandName).toBe('New Market');
  });

  test('keeps the settings of two servers in one process apart', async () => {
    const other = await openShop();
    await decide(shop, { brandName: 'North Market' });
    await decide(other, { brandName: 'South Market' });
    const nameOf = async ({ look }: Shop) => (await look(getSettings)).brandName;

    const names = [await nameOf(shop), await nameOf(other), await nameOf(shop)];

    expect(names).toEqual(['North Market', 'South Market', 'North Market']);
  });
});
