import { notificationRoutes } from '@aisle/contract/system/notifications';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { syncRoutes } from '@aisle/contract/warehouse/sync';
import { describe, expect, test } from 'vitest';
import { addSubProduct } from '../../../../test/catalogue-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { addLocation, addStocked, dayAt, levelOf } from '../../../../test/stock-builders.ts';
import { minutesAgo, refusalsOf, statesOf } from '../../../../test/sync-builders.ts';
import { newId } from '../../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const [here, there] = [await addLocation(shop, { name: 'Here' }), await addLocation(shop, { name: 'There' })];
const till = await shop.withKey({ permissions: ['inventory_edit'] });

const newSku = () => `SKU-${newId()}`;
/** An item with 10 in stock. */
async function stocked(parts: object = {}) {
  const sku = newSku();
  const { subProductId } = await addStocked(shop, admin, here, { sku, name: sku, ...parts });
  return { sku, subProductId, at: { sku, locationId: here } };
}
/** Reserves part of the stock, or releases it with a negative quantity, as orders do. */
async function reserve(subProductId: string, quantity: number): Promise<void> {
  const kind = quantity > 0 ? 'reserve' : 'release';
  await shop.sql`INSERT INTO stock_movements (location_id, sub_product_id, id, kind, reserved, cause_kind, cause_id)
    VALUES (${here}, ${subProductId}, gen_random_uuid(), ${kind}, ${quantity}, 'order', gen_random_uuid())`;
  if (quantity > 0) {
    await shop.sql`INSERT INTO reservations (location_id, order_id, line_id, sub_product_id, quantity)
      VALUES (${here}, gen_random_uuid(), gen_random_uuid(), ${subProductId}, ${quantity})`;
  } else await shop.sql`DELETE FROM reservations WHERE sub_product_id = ${subProductId}`;
}
const sync = (rows: object[], person = till) => person.do(syncRoutes.stock, { body: { rows } });
const onHand = async (subProductId: string, at = here) => (await levelOf(shop, at, subProductId)).onHand;
const movements = async (subProductId: string) =>
  (await admin.do(inventoryRoutes.movements, { body: { filters: { subProductId } } })).records;
const notices = async (subProductId: string) =>
  (
    await admin.do(notificationRoutes.list, { body: { filters: { kind: 'countNeeded', state: 'open' } } })
  ).records.filter((one) => one.subProductId === subProductId);

describe('counts', () => {
  test('posts the difference as a count of the key, and nothing when repeated', async () => {
    const { at, subProductId } = await stocked();
    const row = { ...at, onHand: 7, countedAt: minutesAgo(0) };

    expect((await sync([row])).results[0]).toMatchObject({ state: 'changed', _id: subProductId });
    expect(statesOf(await sync([row]))).toEqual(['same']);

    expect(await onHand(subProductId)).toBe(7);
    expect((await movements(subProductId))[0]).toMatchObject({ kind: 'count', onHand: -3, userName: 'Till' });
  });

  test('keeps movements after the count', async () => {
    const { at, subProductId } = await stocked();
    const countedAt = new Date().toISOString();
    await admin.do(inventoryRoutes.adjust, {
      body: { locationId: here, subProductId, quantity: -4, reason: 'damage' },
    });

    await sync([{ ...at, onHand: 20, countedAt }]);
    await sync([{ ...at, onHand: 20, countedAt }]);

    expect(await onHand(subProductId)).toBe(16);
  });

  test('ignores a count that is older than another one', async () => {
    const { at, subProductId } = await stocked();
    await sync([{ ...at, onHand: 10, countedAt: minutesAgo(0) }]);

    const older = await sync([{ ...at, onHand: 3, countedAt: minutesAgo(0.01) }]);

    expect(older.results[0]).toMatchObject({ state: 'same', lost: [{ field: 'onHand', kept: 10 }] });
    expect(await onHand(subProductId)).toBe(10);
  });

  test('adds the first stock of an item', async () => {
    const sku = newSku();
    const subProductId = await addSubProduct(shop, { sku });

    const got = await sync([{ sku, locationId: there, onHand: 5, countedAt: minutesAgo(0) }]);

    expect(statesOf(got)).toEqual(['created']);
    expect(await onHand(subProductId, there)).toBe(5);
  });

  test('refuses a count below what is reserved, and asks the store to count until it did', async () => {
    const { at, subProductId } = await stocked();
    await reserve(subProductId, 6);

    const got = await sync([{ ...at, onHand: 5, countedAt: minutesAgo(0) }]);

    expect(got.results[0]).toMatchObject({ state: 'refused', code: 'stock.reserved', most: 4 });
    expect(await onHand(subProductId)).toBe(10);
    expect(await notices(subProductId)).toMatchObject([{ locationId: here }]);
    await sync([{ ...at, onHand: 6, countedAt: minutesAgo(0) }]);
    expect(await notices(subProductId)).toEqual([]);
    expect(await onHand(subProductId)).toBe(6);
    await reserve(subProductId, -6);
  });
});

describe('movements', () => {
  test('posts each kind once, whatever it is repeated', async () => {
    const [sold, received, wasted, corrected] = [
      await stocked(),
      await stocked(),
      await stocked(),
      await stocked(),
    ];
    const rows = [
      { ...sold.at, change: -2, kind: 'sold', movementId: 'm-1' },
      { ...received.at, change: 4, kind: 'receipt', movementId: 'm-2' },
      { ...wasted.at, change: -1, kind: 'waste', movementId: 'm-3' },
      { ...corrected.at, change: 3, kind: 'correction', movementId: 'm-4' },
    ];

    expect(statesOf(await sync(rows))).toEqual(['changed', 'changed', 'changed', 'changed']);
    expect(statesOf(await sync(rows))).toEqual(['same', 'same', 'same', 'same']);
    const second = await shop.withKey({ permissions: ['inventory_edit'], continues: till.userId });
    expect(statesOf(await sync(rows, second))).toEqual(['same', 'same', 'same', 'same']);

    const ids = [sold, received, wasted, corrected].map((one) => one.subProductId);
    expect(await Promise.all(ids.map((id) => onHand(id)))).toEqual([8, 14, 9, 13]);
    expect((await movements(sold.subProductId))[0]).toMatchObject({
      kind: 'sold',
      onHand: -2,
      userName: 'Till',
    });
  });

  test('posts a movement once for two calls at once', async () => {
    const { at, subProductId } = await stocked();
    const row = { ...at, change: -3, kind: 'sold', movementId: 'at-once' };

    const both = await Promise.all([sync([row]), sync([row]), sync([row])]);

    expect(both.flatMap(statesOf).sort()).toEqual(['changed', 'same', 'same']);
    expect(await onHand(subProductId)).toBe(7);
  });

  test('takes at most what is not reserved, reports the rest again, and asks the store to count', async () => {
    const { at, subProductId } = await stocked();
    await reserve(subProductId, 7);
    const row = { ...at, change: -5, kind: 'sold', movementId: 'short' };

    expect((await sync([row])).results[0]).toMatchObject({ state: 'changed', short: 2 });
    expect((await sync([row])).results[0]).toMatchObject({ state: 'same', short: 2 });

    expect(await levelOf(shop, here, subProductId)).toMatchObject({ onHand: 7, reserved: 7 });
    expect(await notices(subProductId)).toHaveLength(1);
    await reserve(subProductId, -7);
  });

  test('counts a movement that found nothing in stock once, also after a receipt', async () => {
    const sku = newSku();
    const subProductId = await addSubProduct(shop, { sku });
    const row = { sku, locationId: here, change: -2, kind: 'sold', movementId: 'nothing' };

    expect((await sync([row])).results[0]).toMatchObject({ state: 'same', short: 2 });
    await sync([{ sku, locationId: here, change: 5, kind: 'receipt', movementId: 'delivery' }]);
    await sync([row]);

    expect(await onHand(subProductId)).toBe(5);
  });

  test('sells the lot that expires first', async () => {
    const { at, subProductId } = await stocked({ expiresOn: await dayAt(shop, here, 20), quantity: 4 });
    const early = await admin.do(inventoryRoutes.create, {
      body: { locationId: here, subProductId, quantity: 2, expiresOn: await dayAt(shop, here, 3) },
    });

    await sync([{ ...at, change: -3, kind: 'sold', movementId: 'fefo' }]);

    const sold = (await movements(subProductId)).filter(({ kind }) => kind === 'sold');
    expect(sold.find(({ lotId }) => lotId === early._id)).toMatchObject({ onHand: -2 });
    expect(sold).toHaveLength(2);
  });
});

describe('rows', () => {
  test('refuses both rows about an item at a location, but not at two', async () => {
    const [one, two] = [await stocked(), await stocked()];
    const row = (at: object, movementId: string) => ({ ...at, change: -1, kind: 'sold', movementId });

    const got = await sync([
      row(one.at, 'twice-1'),
      row(one.at, 'twice-2'),
      row(two.at, 'two-1'),
      { ...row(two.at, 'two-2'), locationId: there },
    ]);

    expect(statesOf(got)).toEqual(['refused', 'refused', 'changed', 'same']);
    expect(refusalsOf(got).map(([code]) => code)).toEqual(['duplicate-in-call', 'duplicate-in-call']);
  });

  test('reports what is wrong with a row', async () => {
    const { at } = await stocked();
    const [countedAt, movementId] = [minutesAgo(1), 'wrong'];

    const got = await sync([
      { ...at, onHand: 1.5, countedAt },
      { ...at, onHand: 1 },
      { ...at, onHand: 1, countedAt: minutesAgo(-6) },
      { ...at, onHand: 1, countedAt, change: 1 },
      { ...at, change: 1, kind: 'sold', movementId },
      { ...at, change: -1, kind: 'receipt', movementId },
      { ...at, change: -1, kind: 'lost', movementId },
      { ...at, change: -1, kind: 'sold' },
      { locationId: here, onHand: 1, countedAt },
      { sku: at.sku, onHand: 1, countedAt },
      { sku: 'NO-SUCH', locationId: here, onHand: 1, countedAt },
      { sku: at.sku, locationCode: 'NO-SUCH', onHand: 1, countedAt },
    ]);

    expect(refusalsOf(got).map(([, path]) => path)).toEqual([
      'onHand',
      'countedAt',
      'countedAt',
      'onHand',
      'change',
      'change',
      'kind',
      'movementId',
      'sku',
      'locationId',
      'sku',
      'locationCode',
    ]);
  });

  test("refuses rows of locations that the key doesn't have like rows of unknown locations", async () => {
    const { at, subProductId } = await stocked();
    const store = await shop.withKey({ permissions: ['inventory_edit'], locations: [there] });

    const got = await sync(
      [
        { ...at, onHand: 0, countedAt: minutesAgo(0) },
        { sku: at.sku, locationId: there, onHand: 3, countedAt: minutesAgo(0) },
      ],
      store,
    );

    expect(statesOf(got)).toEqual(['refused', 'created']);
    expect(refusalsOf(got)).toEqual([['not-found', 'locationId']]);
    expect([await onHand(subProductId), await onHand(subProductId, there)]).toEqual([10, 3]);
    const kept =
      await shop.sql`SELECT FROM sync_refusals r JOIN api_keys k ON k.connection_id = r.connection_id
      WHERE k.id = ${store.userId}`;
    expect(kept).toHaveLength(1);
  });
});

test('has the same result for random rows in any order, sent twice by two keys at once', async () => {
  const items = await Promise.all(Array.from({ length: 8 }, () => stocked({ quantity: 100 })));
  const second = await shop.withKey({ permissions: ['inventory_edit'], continues: till.userId });
  const countedAt = new Date().toISOString();
  const random = (max: number) => Math.floor(Math.random() * max) + 1;
  const rows = items.flatMap(({ at }, nth) => [
    { ...at, onHand: 40 + nth, countedAt },
    ...Array.from({ length: 4 }, (_, movement) => ({
      ...at,
      change: -random(5),
      kind: 'sold',
      movementId: `${at.sku}-${movement}`,
    })),
  ]);
  const expected = items.map(({ at }, nth) =>
    rows.reduce((sum, row) => (row.sku === at.sku && 'change' in row ? sum + row.change : sum), 40 + nth),
  );
  const shuffled = () => [...rows].sort(() => Math.random() - 0.5);
  // An item can be in a call once.
  const sendAll = async (person: typeof till) => {
    for (const row of shuffled()) await sync([row], person);
  };

  await Promise.all([sendAll(till), sendAll(second)]);
  await Promise.all([sendAll(second), sendAll(till)]);

  expect(await Promise.all(items.map(({ subProductId }) => onHand(subProductId)))).toEqual(expected);
});
