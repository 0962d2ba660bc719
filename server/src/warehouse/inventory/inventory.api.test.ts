import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { afterEach, expect, test } from 'vitest';
import { addSubProduct } from '../../../test/catalogue-builders.ts';
import { catchUp } from '../../../test/change-readers.ts';
import { readPages } from '../../../test/list-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation, addStocked, dayAt, disagreements, levelOf } from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';
import { reserve } from '../../ledgers/stock/stock.ts';
import { noticeReader } from '../../system/notifications/notice-reader.ts';

const { create, bulkCreate, edit, remove, get, adjust, movements, expiring, levels, list, shelve } =
  inventoryRoutes;
const everything = ['inventory_add', 'inventory_edit', 'inventory_delete', 'inventory_view'] as const;

const shop = await openShop({}, { isBroken: true });
const place = await addLocation(shop, { name: 'Downtown' });
const other = await addLocation(shop, { name: 'Uptown' });
const manager = await shop.signIn({ permissions: [...everything] });
/** A user limited to the first location. */
const owner = await shop.signIn({ permissions: [...everything], locations: [place] });
afterEach(async () => expect(await disagreements(shop)).toEqual([]));

const promise = (subProductId: string, quantity: number) =>
  shop.look((tx) =>
    reserve(tx, {
      locationId: place,
      orderId: newId(),
      eventId: newId(),
      actor: { userId: null },
      lines: [{ lineId: newId(), subProductId, quantity }],
    }),
  );
const addVendor = async (name: string): Promise<string> =>
  (await shop.sql`INSERT INTO vendors (id, name) VALUES (${newId()}, ${name}) RETURNING id`)[0]!.id;

test('finds a received lot by its number, lot number and item name', async () => {
  const subProductId = await addSubProduct(shop, { name: 'Oat milk 1 l', sku: 'OAT-1' });
  const lot = await manager.do(create, {
    body: {
      locationId: place,
      subProductId,
      quantity: 12.5,
      costPrice: 99,
      lotNumber: 'B-77/2',
      expiresOn: '2031-01-31',
    },
  });

  expect(lot).toMatchObject({
    receivedQuantity: 12.5,
    onHand: 12.5,
    status: 'inStock',
    locationName: 'Downtown',
    expiresOn: '2031-01-31',
    version: 1,
  });
  for (const search of [lot.number, lot.number.slice(2), 'b-77/2', 'oat mi', 'OAT-1']) {
    const page = await manager.do(list, { body: { search } });
    expect(page.records.map((found) => found._id)).toContain(lot._id);
  }
});

test('receives once for the same Idempotency-Key', async () => {
  const subProductId = await addSubProduct(shop);
  const send = () =>
    manager.do(create, {
      headers: { 'idempotency-key': `receipt-${subProductId}` },
      body: { locationId: place, subProductId, quantity: 3 },
    });

  const [first, second] = [await send(), await send()];

  expect(second._id).toBe(first._id);
  expect((await levelOf(shop, place, subProductId)).onHand).toBe(3);
});

test('rejects receipts without quantity, with too many decimals or already expired, at the field', async () => {
  const subProductId = await addSubProduct(shop);
  const refused = async (parts: object) => {
    const got = await manager.call(create, {
      body: { locationId: place, subProductId, quantity: 1, ...parts },
    });
    expect(got.status).toBe(400);
    return got.paths;
  };

  expect(await refused({ quantity: 0 })).toEqual(['quantity']);
  expect(await refused({ quantity: 1.0005 })).toEqual(['quantity']);
  expect(await refused({ manufacturedOn: '2030-02-02', expiresOn: '2030-02-01' })).toEqual(['expiresOn']);
  for (const day of ['0001-01-01', '0026-11-21', '1899-12-31']) {
    expect(await refused({ expiresOn: day })).toEqual(['expiresOn']);
    expect(await refused({ manufacturedOn: day })).toEqual(['manufacturedOn']);
  }
  expect(await refused({ subProductId: newId() })).toEqual(['subProductId']);
  expect(await refused({ vendorId: newId() })).toEqual(['vendorId']);
});

test('posts valid rows of a bulk receipt, and returns the others with row and reason', async () => {
  const bySku = await addSubProduct(shop, { sku: 'BULK-A' });
  const byCode = await addSubProduct(shop, { barcode: '96385074' });
  const byId = await addSubProduct(shop);
  const body = {
    locationId: place,
    vendorId: await addVendor('Bulk Farms'),
    rows: [
      { sku: 'bulk-a', quantity: 5, costPrice: 120 },
      { sku: 'NO-SUCH', quantity: 1 },
      { barcode: '0000096385074', quantity: 2.5, expiresOn: '2031-05-01' },
      { subProductId: byId, quantity: -1 },
      { quantity: 4 },
      { sku: 'BULK-A', quantity: 1, surprise: true },
      { subProductId: byId, quantity: 7 },
    ],
  };

  const dry = await manager.do(bulkCreate, { body: { ...body, dryRun: true } });
  expect((await levelOf(shop, place, bySku)).onHand).toBe(0);
  const real = await manager.do(bulkCreate, { body });

  expect(dry).toEqual({ ...real, dryRun: true });
  expect(real.accepted).toBe(3);
  expect(real.rejected.map((row) => row.row)).toEqual([2, 4, 5, 6]);
  expect(real.rejected[0]!.reason).toBe("No sub-product has the SKU 'NO-SUCH'");
  expect(real.rejected[1]!.reason).toContain('Enter a quantity above 0');
  expect(real.rejected.map(({ fields }) => fields[0]!.path)).toEqual(['sku', 'quantity', 'sku', 'surprise']);
  expect((await levelOf(shop, place, bySku)).onHand).toBe(5);
  expect((await levelOf(shop, place, byCode)).onHand).toBe(2.5);
  expect((await levelOf(shop, place, byId)).onHand).toBe(7);
});

test('accepts a different vendor for each row, by name or ID', async () => {
  const subProductId = await addSubProduct(shop);
  const [whole, own] = [await addVendor('Whole Receipt'), await addVendor('Own Row')];
  const at = await addLocation(shop);

  const result = await manager.do(bulkCreate, {
    body: {
      locationId: at,
      vendorId: whole,
      expectedOn: '2031-01-02',
      rows: [
        { subProductId, quantity: 1 },
        { subProductId, quantity: 2, vendor: 'own row' },
        { subProductId, quantity: 3, vendorId: own },
        { subProductId, quantity: 4, vendor: 'Nobody' },
      ],
    },
  });
  const { records } = await manager.do(list, { body: { filters: { locationId: at } } });

  const reason = 'There is no vendor Nobody';
  expect(result.rejected).toEqual([{ row: 4, reason, fields: [{ path: 'vendor', message: reason }] }]);
  const found = records.map((lot) => [lot.receivedQuantity, lot.vendorData?.name, lot.expectedOn]);
  expect(found.sort()).toEqual([
    [1, 'Whole Receipt', '2031-01-02'],
    [2, 'Own Row', '2031-01-02'],
    [3, 'Own Row', '2031-01-02'],
  ]);
});

test('reports a missing vendor in a dry run like in posting', async () => {
  const rows = [{ subProductId: await addSubProduct(shop), quantity: 1 }];
  const send = (dryRun: boolean) =>
    manager.call(bulkCreate, { body: { locationId: place, vendorId: newId(), rows, dryRun } });

  const answers = [await send(true), await send(false)];

  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(answers[0]!.paths).toEqual(['vendorId']);
});

test('finds levels by shelf until the shelf is removed', async () => {
  const at = await addLocation(shop);
  const [milk, eggs] = [await addStocked(shop, manager, at), await addStocked(shop, manager, at)];
  const shelf = (rows: object[]) =>
    manager.do(shelve, { body: { locationId: at, rows: rows as { subProductId: string; shelf: string }[] } });

  const put = await shelf([
    { subProductId: milk.subProductId, shelf: ' a3-2 ' },
    { subProductId: eggs.subProductId, shelf: 'A10' },
    { sku: 'NO-SUCH', shelf: 'A3' },
    { subProductId: milk.subProductId, shelf: 'B1' },
  ]);
  const again = await shelf([{ subProductId: milk.subProductId, shelf: 'A3-2' }]);
  const onA3 = await manager.do(levels, { body: { filters: { locationId: at, shelf: 'a3' } } });
  const off = await shelf([{ subProductId: milk.subProductId, shelf: '' }]);
  const none = await manager.do(levels, { body: { filters: { locationId: at, shelf: 'a3' } } });

  expect(put.changed).toBe(2);
  expect(put.rejected.map(({ row }) => row)).toEqual([3, 4]);
  expect(again.changed).toBe(0);
  expect(onA3.records.map((level) => [level.subProductData._id, level.shelf])).toEqual([
    [milk.subProductId, 'A3-2'],
  ]);
  expect(off.changed).toBe(1);
  expect(none.records).toEqual([]);
});

test('rejects setting shelves of another store', async () => {
  const mine = await addLocation(shop);
  const { subProductId } = await addStocked(shop, manager, place);
  const owner = await shop.signIn({ permissions: ['inventory_edit'], locations: [mine] });

  const answer = await owner.call(shelve, {
    body: { locationId: place, rows: [{ subProductId, shelf: 'A1' }] },
  });

  expect(answer.status).toBe(404);
});

test('receives 10,000 rows in one call', { timeout: 30_000 }, async () => {
  const goods = await Promise.all(Array.from({ length: 20 }, () => addSubProduct(shop)));
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    subProductId: goods[index % 20],
    quantity: 1,
    expiresOn: '2032-01-01',
  }));

  const result = await manager.do(bulkCreate, { body: { locationId: other, rows } });

  expect(result).toEqual({ accepted: 10_000, rejected: [], dryRun: false });
  expect((await levelOf(shop, other, goods[0]!)).onHand).toBe(500);
});

test('edits a lot, and rejects an edit of an outdated version', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place);
  const yesterday = await dayAt(shop, place, -1);

  const edited = await manager.do(edit, {
    params: { id: lotId },
    body: { expiresOn: yesterday, costPrice: 250, version: 1 },
  });
  const late = await manager.call(edit, { params: { id: lotId }, body: { costPrice: 1, version: 1 } });

  expect(edited).toMatchObject({ status: 'expired', costPrice: 250, version: 2, onHand: 10 });
  expect(await levelOf(shop, place, subProductId)).toMatchObject({ expired: 10, available: 0 });
  expect(late).toMatchObject({ status: 409, data: { costPrice: 250, version: 2 } });
});

test("merges two users' edits of different fields of a lot, including the vendor", async () => {
  const { lotId } = await addStocked(shop, manager, place);
  const vendors = [await addVendor('North Farms'), await addVendor('South Farms')];
  const change = (body: object) =>
    manager.call(edit, { params: { id: lotId }, body: { version: 1, ...body } });

  await change({ vendorId: vendors[0] });
  const merged = await change({ costPrice: 250 });
  const late = await change({ vendorId: vendors[1] });

  expect(merged.message).toMatch(/^Saved, merged with changes by /);
  expect(merged.data).toMatchObject({ vendorData: { _id: vendors[0] }, costPrice: 250, version: 3 });
  expect([late.status, late.code]).toEqual([409, 'version-stale']);
});

test("keeps a lot's version when its stock moves, so that edits still save", async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place);
  await manager.do(adjust, { body: { locationId: place, subProductId, quantity: -1, reason: 'damage' } });

  const saved = await manager.do(edit, { params: { id: lotId }, body: { lotNumber: 'X', version: 1 } });

  expect(saved.lotNumber).toBe('X');
});

test('undoes an unused receipt, keeps it in the ledger and hides it in lists', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place);

  await manager.do(remove, { params: { id: lotId } });

  expect((await levelOf(shop, place, subProductId)).onHand).toBe(0);
  expect((await manager.call(get, { params: { id: lotId } })).status).toBe(404);
  const ledger = await manager.do(movements, { body: { filters: { subProductId } } });
  expect(ledger.records.map((movement) => [movement.kind, movement.onHand])).toEqual([
    ['correction', -10],
    ['receipt', 10],
  ]);
});

test('rejects undoing a receipt that was used or reserved', async () => {
  const used = await addStocked(shop, manager, place);
  await manager.do(adjust, {
    body: { locationId: place, subProductId: used.subProductId, quantity: -1, reason: 'damage' },
  });
  const promised = await addStocked(shop, manager, place);
  await promise(promised.subProductId, 4);

  const first = await manager.call(remove, { params: { id: used.lotId } });
  const second = await manager.call(remove, { params: { id: promised.lotId } });

  expect(first).toMatchObject({ code: 'inventory.touched', message: expect.stringContaining('1 damaged') });
  expect(second.code).toBe('stock.reserved');
  expect(second.message).toBe('4 of these are reserved for orders. You can remove up to 6');
});

test('returns the new level of an adjustment, and never goes below reserved stock', async () => {
  const { subProductId } = await addStocked(shop, manager, place);
  await promise(subProductId, 4);
  const change = (quantity: number, reason: 'count' | 'waste' | 'damage' | 'correction') =>
    manager.call(adjust, { body: { locationId: place, subProductId, quantity, reason } });

  const counted = await change(-5.5, 'count');
  const tooMuch = await change(-1, 'damage');
  const tooMany = await change(-100, 'waste');
  const found = await change(3, 'count');
  const wasteUp = await change(3, 'waste');

  expect(counted.data).toMatchObject({ onHand: 4.5, reserved: 4, available: 0.5 });
  expect(tooMuch.body.error).toMatchObject({ code: 'stock.reserved', details: { reserved: 4, most: 0.5 } });
  expect(tooMany.code).toBe('stock.not-enough');
  expect(found.data).toMatchObject({ onHand: 7.5, available: 3.5 });
  expect(wasteUp.status).toBe(400);
});

test('takes waste from expired lots first, and other losses from sellable lots', async () => {
  const { subProductId, lotId } = await addStocked(shop, manager, place, {
    quantity: 5,
    expiresOn: await dayAt(shop, place, -3),
  });
  const good = await manager.do(create, {
    body: { locationId: place, subProductId, quantity: 5, expiresOn: await dayAt(shop, place, 9) },
  });
  const take = (quantity: number, reason: 'waste' | 'damage') =>
    manager.do(adjust, { body: { locationId: place, subProductId, quantity, reason } });
  const left = async () => [
    (await manager.do(get, { params: { id: lotId } })).onHand,
    (await manager.do(get, { params: { id: good._id } })).onHand,
  ];

  await take(-2, 'damage');
  expect(await left()).toEqual([5, 3]);
  await take(-6, 'waste');
  expect(await left()).toEqual([0, 2]);
});

test('adds a lot for a gain without an existing lot', async () => {
  const subProductId = await addSubProduct(shop);

  const level = await manager.do(adjust, {
    body: { locationId: place, subProductId, quantity: 2, reason: 'count', note: 'Found in the back' },
  });
  const ledger = await manager.do(movements, { body: { filters: { subProductId, locationId: place } } });

  expect(level).toMatchObject({ onHand: 2, available: 2, assigned: false });
  expect(ledger.records).toEqual([
    expect.objectContaining({ kind: 'count', note: 'Found in the back', userName: 'Ada Tester' }),
  ]);
});

test('removes no more than the stock in ten concurrent write-offs', async () => {
  const { subProductId } = await addStocked(shop, manager, place);

  const results = await Promise.all(
    Array.from({ length: 10 }, () =>
      manager.call(adjust, { body: { locationId: place, subProductId, quantity: -3, reason: 'waste' } }),
    ),
  );

  expect(results.filter((result) => result.status === 200)).toHaveLength(3);
  expect(results.every((result) => result.status === 200 || result.status === 409)).toBe(true);
});

test('filters lots by status, vendor and expiration', async () => {
  const vendorId = await addVendor('Filter Farms');
  const subProductId = await addSubProduct(shop);
  const receive = async (days: number | null) =>
    manager.do(create, {
      body: {
        locationId: place,
        subProductId,
        vendorId,
        quantity: 1,
        expiresOn: days === null ? null : await dayAt(shop, place, days),
      },
    });
  const expired = await receive(-1);
  const soon = await receive(3);
  const late = await receive(90);
  const never = await receive(null);
  const found = async (filters: object) => {
    const page = await manager.do(list, { body: { filters: { vendorId, ...filters } } });
    return page.records.map((lot) => lot._id).sort();
  };

  expect(await found({})).toEqual([expired, soon, late, never].map((lot) => lot._id).sort());
  expect(await found({ status: 'expired' })).toEqual([expired._id]);
  expect(await found({ status: 'expiring' })).toEqual([soon._id]);
  expect(await found({ status: 'inStock' })).toEqual([late, never].map((lot) => lot._id).sort());
  expect(await found({ status: 'empty' })).toEqual([]);
  expect(await found({ expiresBefore: await dayAt(shop, place, 4) })).toEqual(
    [expired, soon].map((lot) => lot._id).sort(),
  );
  const sort = { field: 'expiresOn', order: 'asc' } as const;
  const sorted = await readPages((cursor) =>
    manager.do(list, { body: { filters: { vendorId }, sort, limit: 2, cursor } }),
  );
  expect(sorted.map((lot) => lot._id)).toEqual([expired, soon, late, never].map((lot) => lot._id));
});

test('lists stock that expires soon with its value at risk', async () => {
  const vendorId = await addVendor('Risk Farms');
  const subProductId = await addSubProduct(shop);
  const receive = async (days: number) =>
    manager.do(create, {
      body: {
        locationId: place,
        subProductId,
        vendorId,
        quantity: 2.5,
        costPrice: 101,
        expiresOn: await dayAt(shop, place, days),
      },
    });
  await receive(20);
  await receive(5);
  await receive(-2);

  const page = await manager.do(expiring, { body: { filters: { vendorId, days: 10 } } });

  expect(page.records.map((lot) => [lot.daysLeft, lot.moneyAtRisk])).toEqual([
    [-2, 253],
    [5, 253],
  ]);
});

test('marks levels as out of stock, low or sufficient', async () => {
  const sold = async (quantity: number) => {
    const { subProductId } = await addStocked(shop, manager, other, { quantity });
    await shop.sql`UPDATE location_sub_products SET threshold = 5 WHERE sub_product_id = ${subProductId}`;
    return subProductId;
  };
  const [fine, low, out] = [await sold(6), await sold(5), await sold(3)];
  await manager.do(adjust, {
    body: { locationId: other, subProductId: out, quantity: -3, reason: 'damage' },
  });
  const statusOf = async (subProductId: string, status?: 'out' | 'low' | 'ok') => {
    const page = await manager.do(levels, {
      body: { filters: { locationId: other, subProductId, ...(status && { status }) } },
    });
    return page.records[0]?.status;
  };

  expect([await statusOf(fine), await statusOf(low), await statusOf(out)]).toEqual(['ok', 'low', 'out']);
  expect([await statusOf(fine, 'ok'), await statusOf(low, 'low'), await statusOf(out, 'out')]).toEqual([
    'ok',
    'low',
    'out',
  ]);
  expect([await statusOf(fine, 'low'), await statusOf(low, 'out'), await statusOf(out, 'ok')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("hides and protects other locations' stock from store users", async () => {
  const mine = await addStocked(shop, manager, place);
  const elsewhere = await addStocked(shop, manager, other);
  const params = { id: elsewhere.lotId };
  const away = { locationId: other, subProductId: elsewhere.subProductId };

  const calls = [
    await owner.call(get, { params }),
    await owner.call(edit, { params, body: { costPrice: 1, version: 1 } }),
    await owner.call(remove, { params }),
    await owner.call(create, { body: { ...away, quantity: 1 } }),
    await owner.call(bulkCreate, {
      body: { locationId: other, rows: [{ subProductId: elsewhere.subProductId, quantity: 1 }] },
    }),
    await owner.call(adjust, { body: { ...away, quantity: -1, reason: 'waste' } }),
    await owner.call(adjust, {
      body: { ...away, locationId: place, lotId: elsewhere.lotId, quantity: -1, reason: 'waste' },
    }),
  ];

  expect(calls.map((call) => call.status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  const nowhere = await manager.call(create, { body: { ...away, locationId: newId(), quantity: 1 } });
  expect(nowhere.status).toBe(404);
  for (const route of [list, movements, levels, expiring]) {
    const page = (await owner.do(route as typeof levels, { body: { limit: 100 } })) as {
      records: { locationId: string }[];
    };
    expect(page.records.every((row) => row.locationId === place)).toBe(true);
  }
  expect((await owner.do(get, { params: { id: mine.lotId } })).movements).toHaveLength(1);
});

test('lets store users receive and count at their location', async () => {
  const subProductId = await addSubProduct(shop);

  await owner.do(create, { body: { locationId: place, subProductId, quantity: 4 } });
  const level = await owner.do(adjust, {
    body: { locationId: place, subProductId, quantity: -1, reason: 'count' },
  });

  expect(level.onHand).toBe(3);
});

test('announces a change of stock to the screens of its location', async () => {
  const { subProductId } = await addStocked(shop, manager, place, { quantity: 1 });
  // Creates the notice for low stock before the item is out of stock.
  await catchUp(shop, noticeReader);
  await manager.do(adjust, {
    body: { locationId: place, subProductId, quantity: -1, reason: 'damage' },
  });
  await catchUp(shop, noticeReader);

  const rows = await shop.sql<{ topic: string; action: string }>`
    SELECT resource AS topic, action FROM changes WHERE location_id = ${place} ORDER BY id DESC LIMIT 4`;

  expect(rows).toEqual([
    { topic: 'notifications', action: 'notLow' },
    { topic: 'notifications', action: 'outOfStock' },
    { topic: 'inventory', action: 'adjust' },
    { topic: 'stock', action: 'moved' },
  ]);
});

test('restores the leading zero of a barcode, unless a SKU equals it', async () => {
  const scanned = await addSubProduct(shop, { barcode: '036000291452' });
  const called = await addSubProduct(shop, { sku: '36000291469' });
  const other = await addSubProduct(shop, { barcode: '036000291469' });
  const rows = [
    { sku: '36000291452', quantity: 1 },
    { sku: '36000291469', quantity: 2 },
    { sku: '36000291453', quantity: 3 },
  ];

  const done = await manager.do(bulkCreate, { body: { locationId: place, rows } });

  expect(done).toMatchObject({ accepted: 2, rejected: [{ row: 3 }] });
  const onHand = async (id: string) => (await levelOf(shop, place, id))?.onHand ?? 0;
  expect([await onHand(scanned), await onHand(called), await onHand(other)]).toEqual([1, 2, 0]);
});
