import { type NoticePage, notificationRoutes } from '@aisle/contract/system/notifications';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { catchUp } from '../../../test/change-readers.ts';
import { addGoods, addOrderLocation, decide, placeOne } from '../../../test/order-builders.ts';
import { mailsTo } from '../../../test/people-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { dayAt } from '../../../test/stock-builders.ts';
import { mailDigests, mailNewNotices, recheckNotices } from './notice-mails.ts';
import { noticeReader } from './notice-reader.ts';

const shop = await openShop();
const admin = await shop.signIn();
const location = await addOrderLocation(shop, { name: 'Downtown' });

const center = async (person = admin) => {
  await catchUp(shop, noticeReader);
  const found = await person.do(notificationRoutes.get);
  // The bell shows the center's count.
  expect(await person.do(notificationRoutes.unread)).toEqual({ unread: found.unread });
  return found;
};
const notices = async (filters: NoticePage['filters'] = {}, person = admin) => {
  await catchUp(shop, noticeReader);
  return (await person.do(notificationRoutes.list, { body: { filters, limit: 100 } })).records;
};
const adjust = (subProductId: string, quantity: number) =>
  admin.do(inventoryRoutes.adjust, {
    body: { locationId: location, subProductId, quantity, reason: 'correction' },
  });
/** Moves notices five minutes into the past. */
const ageNotices = () =>
  shop.sql`UPDATE notices SET at = at - interval '5 minutes';
    UPDATE notice_settings SET mailed_until = mailed_until - interval '5 minutes'`;

test('shows low and out-of-stock items with their start', async () => {
  const goods = await addGoods(shop, location, { stock: 20, name: 'Oat Milk' });
  await adjust(goods, -15);
  const low = await center();
  await placeOne(admin, location, goods, { quantity: 5 });
  const out = await center();

  expect(low).toMatchObject({ low: [{ subProductData: { name: 'Oat Milk' }, available: 5 }], lowCount: 1 });
  expect(out.low).toEqual([]);
  expect(out.outOfStock).toMatchObject([{ subProductData: { name: 'Oat Milk' }, locationName: 'Downtown' }]);
});

test("applies a location's threshold and its changes immediately", async () => {
  const goods = await addGoods(shop, location, { stock: 20 });
  const isLow = async () => (await center()).low.some(({ subProductData }) => subProductData._id === goods);
  const setThreshold = (threshold: number | null) =>
    shop.sql`UPDATE location_sub_products SET threshold = ${threshold} WHERE sub_product_id = ${goods}`;
  const first = await isLow();
  await setThreshold(25);
  const then = await isLow();
  await setThreshold(null);

  expect([first, then, await isLow()]).toEqual([false, true, false]);
});

test('opens and closes each notice once, even if changes are read again', async () => {
  const goods = await addGoods(shop, location, { stock: 1, name: 'Sesame Bagel' });
  const states = async (kind: 'low' | 'outOfStock') =>
    (await notices({ kind }))
      .filter(({ subProductId }) => subProductId === goods)
      .map(({ overAt }) => (overAt === null ? 'open' : 'over'));
  const readAllAgain = () =>
    shop.db.owner.query(
      "UPDATE change_readers SET transaction_id = '0', change_id = 0 WHERE name = 'notices'",
    );

  const added = [await states('outOfStock'), await states('low')];
  await adjust(goods, -1);
  const sold = [await states('outOfStock'), await states('low')];
  await readAllAgain();
  const repeated = [await states('outOfStock'), await states('low')];
  await adjust(goods, 1);
  const back = [await states('outOfStock'), await states('low')];

  expect(added).toEqual([[], ['open']]);
  expect(sold).toEqual([['open'], ['over']]);
  expect(repeated).toEqual(sold);
  expect(back).toEqual([['over'], ['open', 'over']]);
});

test('applies a changed default threshold in the scheduled check', async () => {
  const goods = await addGoods(shop, location, { stock: 40 });
  await decide(shop, { stockDefaults: { threshold: 50, expiringDays: 7 } });
  await recheckNotices(shop.db);
  const low = (await center()).low.map(({ subProductData }) => subProductData._id);
  await decide(shop, {});
  await recheckNotices(shop.db);

  expect(low).toContain(goods);
  expect((await center()).low.map(({ subProductData }) => subProductData._id)).not.toContain(goods);
});

test('shows lots close to expiration until they are gone', async () => {
  const expiresOn = await dayAt(shop, location, 2);
  const goods = await addGoods(shop, location, { stock: 30, expiresOn, name: 'Soft Cheese' });
  await recheckNotices(shop.db);
  await recheckNotices(shop.db);
  const open = await notices({ kind: 'expiring', state: 'open' });
  const { expiring, expiringCount } = await center();
  await adjust(goods, -30);
  await recheckNotices(shop.db);

  expect(open).toMatchObject([{ text: 'Soft Cheese', locationName: 'Downtown', isRead: false }]);
  expect(expiring).toMatchObject([{ subProductData: { name: 'Soft Cheese' }, expiresOn, onHand: 30 }]);
  expect(expiringCount).toBe(1);
  expect(await notices({ kind: 'expiring', state: 'open' })).toEqual([]);
});

test('marks notices as read per user', async () => {
  await addGoods(shop, location, { stock: 3, name: 'Rye Bread' });
  const other = await shop.signIn();
  const [notice] = await notices({ kind: 'low', unread: true });
  await admin.do(notificationRoutes.markRead, { body: { ids: [notice!._id] } });
  const mine = await notices({ unread: true });
  const others = await notices({ unread: true }, other);
  await admin.do(notificationRoutes.markRead, { body: { all: true } });

  expect(mine.map(({ _id }) => _id)).not.toContain(notice!._id);
  expect(others.map(({ _id }) => _id)).toContain(notice!._id);
  expect(await notices({ unread: true })).toEqual([]);
});

test('shows users of a location its notices, and drift only to users with access to settings', async () => {
  const other = await addOrderLocation(shop);
  await addGoods(shop, other, { stock: 1 });
  await shop.sql`INSERT INTO notices (kind, permission, text) VALUES ('drift', 'access_setting', 'Off')`;
  const clerk = await shop.signIn({ permissions: ['inventory_list'], locations: [other] });
  const office = await shop.signIn({ permissions: ['inventory_list'] });

  expect(new Set((await notices({}, clerk)).map(({ locationId }) => locationId))).toEqual(new Set([other]));
  expect((await center(clerk)).low.map(({ locationId }) => locationId)).toEqual([other]);
  expect((await notices({ kind: 'drift' })).length).toBe(1);
  expect(await notices({ kind: 'drift' }, office)).toEqual([]);
});

test('sends all new notices in one email, once', async () => {
  const reader = await shop.signIn({ email: 'soon@example.com' });
  const ask = (mail: 'soon' | 'off') =>
    reader.do(notificationRoutes.changeSettings, { body: { mail, kinds: ['low'] } });
  await ask('soon');
  await ageNotices();
  await catchUp(shop, noticeReader);
  await shop.sql`DELETE FROM notices`;
  await addGoods(shop, location, { stock: 2, name: 'Butter' });
  await addGoods(shop, location, { stock: 2, name: 'Yeast' });
  await catchUp(shop, noticeReader);
  await mailNewNotices(shop.db);
  const tooFresh = (await mailsTo(shop, 'soon@example.com')).length;
  await ageNotices();

  await Promise.all([mailNewNotices(shop.db), mailNewNotices(shop.db)]);
  await mailNewNotices(shop.db);

  const mails = await mailsTo(shop, 'soon@example.com');
  expect([tooFresh, mails.length]).toEqual([0, 1]);
  expect(mails[0]?.subject).toContain('2 low stock');
});

test('sends one morning email per user and day, in the morning of the time zone', async () => {
  const reader = await shop.signIn({ email: 'daily@example.com' });
  await reader.do(notificationRoutes.changeSettings, {
    body: { mail: 'daily', kinds: ['low', 'outOfStock'] },
  });
  await addGoods(shop, location, { stock: 2, name: 'Salt' });
  await shop.sql`UPDATE locations SET time_zone = (SELECT name FROM pg_timezone_names
    WHERE name LIKE 'Etc/GMT%' AND extract(hour FROM now() AT TIME ZONE name) = 8 LIMIT 1)`;

  await Promise.all([mailDigests(shop.db), mailDigests(shop.db)]);
  await mailDigests(shop.db);

  const mails = await mailsTo(shop, 'daily@example.com');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toMatch(/low stock/);
});

test('shows one line per kind and location, and counts unread ones at the bell', async () => {
  const north = await addOrderLocation(shop, { name: 'North' });
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [north] });
  const emptied = async (name: string) => {
    const goods = await addGoods(shop, north, { name, stock: 2 });
    await placeOne(admin, north, goods);
  };
  await emptied('Figs');
  await emptied('Dates');
  const before = await center(clerk);
  await clerk.do(notificationRoutes.markRead, { body: { all: true } });
  const read = await center(clerk);
  await emptied('Plums');
  const after = await center(clerk);

  const group = { kind: 'outOfStock', locationId: north, locationName: 'North' };
  expect(before).toMatchObject({ unread: 2, groups: [{ ...group, count: 2, isUnread: true }] });
  expect(read).toMatchObject({ unread: 0, groups: [{ ...group, count: 2, isUnread: false }] });
  expect(after).toMatchObject({ unread: 1, groups: [{ ...group, count: 3, isUnread: true }] });
});

test('shows the first fifty, and counts each location up to a hundred', async () => {
  const far = await addOrderLocation(shop, { name: 'Far' });
  const keeper = await shop.signIn({ permissions: [], locations: [far] });
  const goods = await Promise.all(
    Array.from({ length: 104 }, (_, index) => addGoods(shop, far, { name: `Item ${index}`, stock: 1 })),
  );
  await shop.sql`UPDATE stock_levels SET out_since = now()
    WHERE location_id = ${far} AND sub_product_id = ANY (${goods})`;

  const { count, outOfStock, groups } = await center(keeper);

  expect([count, outOfStock.length]).toEqual([104, 50]);
  expect(groups).toMatchObject([{ kind: 'outOfStock', locationName: 'Far', count: 100 }]);
});
