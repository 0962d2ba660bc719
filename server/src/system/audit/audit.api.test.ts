import { auditSentence } from '@aisle/contract/audit-sentences';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { auditRoutes } from '@aisle/contract/system/audit';
import { userRoutes } from '@aisle/contract/system/users/users';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, place } from '../../../test/order-builders.ts';
import { addPlainLocation } from '../../../test/people-builders.ts';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();
const auditor = await shop.signIn({ permissions: ['access_setting'] });

test('finds changes by record, resource, user and time, with values before and after', async () => {
  const manager = await shop.signIn({ permissions: ['brand_add', 'brand_edit'] });
  const brand = await manager.do(brandRoutes.create, { body: { name: 'Old name' } });
  await manager.do(brandRoutes.edit, { params: { id: brand._id }, body: { name: 'New name', version: 1 } });

  const by = async (filters: object) => (await auditor.do(auditRoutes.list, { body: { filters } })).records;

  const entries = await by({ resource: 'brands', recordId: brand._id });
  expect(entries.map(({ action }) => action)).toEqual(['edit', 'create']);
  expect(entries[0]).toMatchObject({
    userId: manager.userId,
    actorName: 'Ada Tester',
    before: { name: 'Old name' },
    after: { name: 'New name' },
  });
  expect(await by({ userId: manager.userId })).toHaveLength(2);
  expect(await by({ userId: auditor.userId })).toHaveLength(0);
  expect(await by({ recordId: brand._id, to: entries[0]!.at })).toHaveLength(1);
  expect(await by({ recordId: brand._id, from: entries[0]!.at })).toHaveLength(1);
});

test('pages entries by cursor, newest first', async () => {
  const manager = await shop.signIn({ permissions: ['brand_add'] });
  for (let n = 0; n < 5; n += 1) await manager.do(brandRoutes.create, { body: { name: `Many ${n}` } });
  const filters = { userId: manager.userId };

  const first = await auditor.do(auditRoutes.list, { body: { filters, limit: 3 } });
  const rest = await auditor.do(auditRoutes.list, { body: { filters, limit: 3, cursor: first.nextCursor! } });

  const names = [...first.records, ...rest.records].map(({ after }) => (after as { name: string }).name);
  expect(names).toEqual(['Many 4', 'Many 3', 'Many 2', 'Many 1', 'Many 0']);
});

test('limits users of locations to the entries of their locations', async () => {
  const [mine, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
  const admin = await shop.signIn();
  for (const place of [mine, other]) {
    await admin.do(userRoutes.create, {
      body: {
        firstName: 'Sam',
        lastName: 'Staff',
        email: `${place}@people.example`,
        userType: 'store',
        locationIds: [place],
      },
    });
  }
  const owner = await shop.signIn({ permissions: ['access_setting'], locations: [mine] });

  expect((await owner.do(auditRoutes.list)).records.map(({ locationId }) => locationId)).toEqual([mine]);
});

test('names the record of an entry, even if the entry only has its number', async () => {
  const admin = await shop.signIn();
  const location = await addOrderLocation(shop);
  const goods = await addGoods(shop, location);
  const placed = await place(admin, {
    lines: [{ subProductId: goods, locationId: location, quantity: 1 }],
  });
  const { _id, number } = placed.orders[0]!;
  await admin.do(orderRoutes.updateStatus, { params: { id: _id }, body: { status: 'processing' } });
  await admin.do(inventoryRoutes.adjust, {
    body: { locationId: location, subProductId: goods, quantity: 1, reason: 'count' },
  });

  const about = async (recordId: string) =>
    (await auditor.do(auditRoutes.list, { body: { filters: { recordId } } })).records.map(
      ({ action, recordName }) => [action, recordName],
    );
  const entries = (await auditor.do(auditRoutes.list, { body: { filters: { recordId: _id } } })).records;
  expect(entries.every(({ recordExists, locationName }) => recordExists && locationName !== null)).toBe(true);
  const { name } = (await shop.sql`SELECT name FROM sub_products WHERE id = ${goods}`)[0]!;

  expect(await about(_id)).toContainEqual(['step', number]);
  expect(await about(goods)).toContainEqual(['adjust', name]);
});

test('finds the entries of a record by its name or number, and those of a user', async () => {
  const manager = await shop.signIn({ permissions: ['brand_add', 'brand_edit'] });
  const brand = await manager.do(brandRoutes.create, { body: { name: 'Quince Farm' } });
  await manager.do(brandRoutes.create, { body: { name: 'Another farm' } });
  const admin = await shop.signIn();
  const location = await addOrderLocation(shop);
  const goods = await addGoods(shop, location);
  const placed = await place(admin, {
    lines: [{ subProductId: goods, locationId: location, quantity: 1 }],
  });
  const { _id: orderId, number } = placed.orders[0]!;
  const found = async (search: string) => (await auditor.do(auditRoutes.list, { body: { search } })).records;

  expect((await found('quince')).map(({ recordId }) => recordId)).toEqual([brand._id]);
  expect(new Set((await found(number)).map(({ recordId }) => recordId))).toEqual(new Set([orderId]));
  expect((await found('Ada Tester')).some(({ recordId }) => recordId === brand._id)).toBe(true);
  expect(await found('nothing is called this')).toEqual([]);
});

test('says whether the record of an entry still exists', async () => {
  const manager = await shop.signIn({ permissions: ['brand_add', 'brand_edit', 'brand_delete'] });
  const [kept, gone] = [
    await manager.do(brandRoutes.create, { body: { name: 'Kept farm' } }),
    await manager.do(brandRoutes.create, { body: { name: 'Gone farm' } }),
  ];
  await manager.do(brandRoutes.edit, { params: { id: kept._id }, body: { name: 'Kept ranch', version: 1 } });
  await manager.do(brandRoutes.remove, { params: { id: gone._id } });

  const about = async (recordId: string) =>
    (await auditor.do(auditRoutes.list, { body: { filters: { recordId } } })).records.map((entry) => [
      entry.recordExists,
      auditSentence(entry),
    ]);

  expect(await about(kept._id)).toEqual([
    [true, 'Ada Tester edited brand Kept ranch'],
    [true, 'Ada Tester added brand Kept ranch'],
  ]);
  expect(await about(gone._id)).toEqual([
    [false, 'Ada Tester deleted brand Gone farm'],
    [false, 'Ada Tester added brand Gone farm'],
  ]);
});
