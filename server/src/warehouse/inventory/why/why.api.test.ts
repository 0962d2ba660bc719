import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { expect, test } from 'vitest';
import { readPages } from '../../../../test/list-builders.ts';
import { addGoods, addOrderLocation, advanceTo, placeOne } from '../../../../test/order-builders.ts';
import { openShop } from '../../../../test/shop.ts';
import { addLocation, addStocked } from '../../../../test/stock-builders.ts';

const { why, asOf, adjust } = inventoryRoutes;

const shop = await openShop();
const admin = await shop.signIn();
const place = await addOrderLocation(shop);

const adjustBy = (subProductId: string, quantity: number) =>
  admin.do(adjust, { body: { locationId: place, subProductId, quantity, reason: 'correction' } });

test('explains a level by its lots, open reservations and a running balance', async () => {
  const subProductId = await addGoods(shop, place, { stock: 20 });
  const order = await placeOne(admin, place, subProductId);
  const other = await placeOne(admin, place, subProductId);
  await advanceTo(admin, other, 'prepared');
  const elsewhere = await addLocation(shop);
  const sent = await admin.do(transferRoutes.create, {
    body: { fromLocationId: place, toLocationId: elsewhere, lines: [{ subProductId, quantity: 3 }] },
  });

  const explained = await admin.do(why, { body: { locationId: place, subProductId } });

  const { level, movements } = explained;
  expect(explained.reservations.map((open) => [open.orderId, open.orderStatus])).toEqual([
    [order._id, 'orderPlaced'],
  ]);
  expect(explained.reservations[0]!.quantity).toBe(level.reserved);
  expect(explained.lots.reduce((sum, lot) => sum + lot.onHand, 0)).toBe(level.onHand);
  expect([movements[0]!.onHandAfter, movements[0]!.reservedAfter]).toEqual([level.onHand, level.reserved]);
  const oldest = movements.at(-1)!;
  expect([oldest.kind, oldest.onHandAfter, oldest.reservedAfter]).toEqual(['receipt', oldest.onHand, 0]);
  expect(movements[0]).toMatchObject({
    kind: 'transferOut',
    cause: { kind: 'transfer', _id: sent._id, number: sent.number },
  });
  const picked = movements.find((movement) => movement.kind === 'pick')!;
  expect(picked.orderId).toBe((await admin.do(orderRoutes.view, { params: { id: other._id } }))._id);
});

test('continues the balance across pages', async () => {
  const { subProductId } = await addStocked(shop, admin, place, { quantity: 10 });
  for (const quantity of [5, -3, 2, -6]) await adjustBy(subProductId, quantity);
  const body = { locationId: place, subProductId };
  const whole = await admin.do(why, { body });

  const paged = await readPages(async (cursor) => {
    const page = await admin.do(why, { body: { ...body, limit: 2, ...(cursor && { cursor }) } });
    return { ...page, records: page.movements };
  });

  expect(paged.map(({ onHandAfter }) => onHandAfter)).toEqual([8, 14, 12, 15, 10]);
  expect(whole.movements).toEqual(paged);
  expect((await admin.call(why, { body: { ...body, cursor: 'nonsense' } })).status).toBe(400);
});

test('returns levels at any time in the past', async () => {
  const { subProductId } = await addStocked(shop, admin, place, { quantity: 10 });
  await adjustBy(subProductId, -4);
  await adjustBy(subProductId, 1);
  const rows = await shop.sql<{ at: string }>`SELECT created_at::text AS at FROM stock_movements
    WHERE sub_product_id = ${subProductId} ORDER BY created_at`;
  const then = async (at: string | undefined) => {
    const page = await admin.do(asOf, {
      body: { filters: { locationId: place, subProductId, ...(at && { at }) } },
    });
    return page.records.map((level) => [level.onHand, level.onHandNow]);
  };
  /** One millisecond later, because times in the API have millisecond precision. */
  const after = (index: number) => new Date(Date.parse(rows[index]!.at) + 1).toISOString();

  expect(await then('2020-01-01T00:00:00Z')).toEqual([[0, 7]]);
  expect(await then(after(0))).toEqual([[10, 7]]);
  expect(await then(after(1))).toEqual([[6, 7]]);
  expect(await then(undefined)).toEqual([[7, 7]]);
});

test("rejects explaining another location's level", async () => {
  const elsewhere = await addLocation(shop);
  const { subProductId } = await addStocked(shop, admin, elsewhere);
  const owner = await shop.signIn({ permissions: ['inventory_view'], locations: [place] });

  const body = { locationId: elsewhere, subProductId };
  const page = await owner.do(asOf, { body: { filters: body } });

  expect((await owner.call(why, { body })).status).toBe(404);
  expect(page.records).toEqual([]);
});
