import { reportRoutes } from '@aisle/contract/overview/reports';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { syncRoutes } from '@aisle/contract/warehouse/sync';
import { expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';
import { addLocation, addStocked, dayAt, levelOf } from '../../../../test/stock-builders.ts';
import { minutesAgo, refusalsOf, statesOf } from '../../../../test/sync-builders.ts';
import { newId } from '../../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const here = await addLocation(shop, { name: 'Here' });
const till = await shop.withKey({ permissions: ['inventory_edit'] });

async function stocked(quantity = 10) {
  const sku = `SKU-${newId()}`;
  const { subProductId } = await addStocked(shop, admin, here, { sku, name: sku, quantity });
  return { sku, subProductId };
}
const sale = (lines: object[], parts: object = {}) => ({
  saleId: newId(),
  at: minutesAgo(1),
  locationId: here,
  lines,
  ...parts,
});
const sync = (rows: Record<string, unknown>[], person = till) =>
  person.do(syncRoutes.sales, { body: { rows } });
const onHand = async (subProductId: string) => (await levelOf(shop, here, subProductId)).onHand;
const movements = async (subProductId: string) =>
  (await admin.do(inventoryRoutes.movements, { body: { filters: { subProductId } } })).records;

test('takes sales from stock once, also for calls at once and with a second key', async () => {
  const [milk, eggs] = [await stocked(), await stocked()];
  const row = sale([
    { sku: milk.sku, quantity: 2, amount: 798 },
    { sku: eggs.sku, quantity: 1 },
    { sku: milk.sku, quantity: 1, amount: 399 },
  ]);
  const second = await shop.withKey({ permissions: ['inventory_edit'], continues: till.userId });

  const both = await Promise.all([sync([row]), sync([row], second)]);

  expect(both.flatMap(statesOf).sort()).toEqual(['created', 'same']);
  expect(statesOf(await sync([row]))).toEqual(['same']);
  expect([await onHand(milk.subProductId), await onHand(eggs.subProductId)]).toEqual([7, 9]);
  expect((await movements(milk.subProductId))[0]).toMatchObject({
    kind: 'sold',
    onHand: -3,
    userName: 'Till',
  });
});

test('never takes reserved stock, and reports the rest by line, also when repeated', async () => {
  const { sku, subProductId } = await stocked();
  await shop.sql`INSERT INTO stock_movements (location_id, sub_product_id, id, kind, reserved, cause_kind, cause_id)
    VALUES (${here}, ${subProductId}, gen_random_uuid(), 'reserve', 6, 'order', gen_random_uuid())`;
  await shop.sql`INSERT INTO reservations (location_id, order_id, line_id, sub_product_id, quantity)
    VALUES (${here}, gen_random_uuid(), gen_random_uuid(), ${subProductId}, 6)`;
  const other = await stocked();
  const row = sale([
    { sku: other.sku, quantity: 1 },
    { sku, quantity: 5 },
  ]);

  const short = [{ line: 1, short: 1 }];
  expect((await sync([row])).results[0]).toMatchObject({ state: 'created', shortLines: short });
  expect((await sync([row])).results[0]).toMatchObject({ state: 'same', shortLines: short });

  expect(await levelOf(shop, here, subProductId)).toMatchObject({ onHand: 6, reserved: 6 });
  const notices =
    await shop.sql`SELECT FROM notices WHERE kind = 'countNeeded' AND sub_product_id = ${subProductId}`;
  expect(notices).toHaveLength(1);
  await shop.sql`DELETE FROM reservations`;
  await shop.sql`INSERT INTO stock_movements (location_id, sub_product_id, id, kind, reserved, cause_kind, cause_id)
    VALUES (${here}, ${subProductId}, gen_random_uuid(), 'release', -6, 'order', gen_random_uuid())`;
});

test('counts sales in product figures as sold at the counter, on the day and at the price of the sale', async () => {
  const { sku, subProductId } = await stocked();
  await shop.sql`UPDATE lots SET cost_price = 100 WHERE sub_product_id = ${subProductId}`;
  await sync([sale([{ sku, quantity: 2, amount: 900 }]), sale([{ sku, quantity: 1 }])]);
  const yesterday = sale([{ sku, quantity: 1, amount: 300 }], { at: minutesAgo(24 * 60) });
  await sync([yesterday]);
  const [{ price }] = (await shop.sql<{ price: string }>`
    SELECT price FROM sub_products WHERE id = ${subProductId}`) as [{ price: string }];
  const report = async (day: string) =>
    (await admin.do(reportRoutes.product, { body: { from: day, to: day } })).records.find(
      (row) => row.subProductId === subProductId,
    );

  const counted = {
    units: 3,
    revenue: 900 + Number(price),
    cost: 300,
    counterUnits: 3,
    counterRevenue: 900 + Number(price),
  };
  expect(await report(await dayAt(shop, here, 0))).toMatchObject(counted);
  await shop.sql`SELECT recount_marked_figures(500)`;
  expect(await report(await dayAt(shop, here, 0))).toMatchObject(counted);
  expect(await report(await dayAt(shop, here, -1))).toMatchObject({
    units: 1,
    revenue: 300,
    counterUnits: 1,
  });
});

test('takes no stock for a sale before the last count', async () => {
  const { sku, subProductId } = await stocked();
  const stockKey = await shop.withKey({ permissions: ['inventory_edit'] });
  await stockKey.do(syncRoutes.stock, {
    body: { rows: [{ sku, locationId: here, onHand: 10, countedAt: minutesAgo(0) }] },
  });

  expect((await sync([sale([{ sku, quantity: 2 }])])).results[0]).toEqual({
    index: 0,
    state: 'created',
    _id: expect.any(String),
  });

  expect(await onHand(subProductId)).toBe(10);
});

test('refuses a sale with all its lines', async () => {
  const { sku, subProductId } = await stocked();
  const saleId = newId();

  const got = await sync([
    sale([
      { sku, quantity: 1 },
      { sku: 'NO-SUCH', quantity: 1 },
    ]),
    sale([{ sku, quantity: 0.5 }]),
    sale([{ sku, quantity: 1 }], { at: minutesAgo(-6) }),
    sale([{ sku, quantity: 1 }], { at: minutesAgo(400 * 24 * 60) }),
    sale([{ sku, quantity: 1 }], { locationId: newId() }),
    sale([]),
    sale([{ sku, quantity: 1 }], { saleId }),
    sale([{ sku, quantity: 2 }], { saleId }),
  ]);

  expect(refusalsOf(got)).toEqual([
    ['not-found', 'lines.1.sku'],
    ['validation-failed', 'lines.0.quantity'],
    ['validation-failed', 'at'],
    ['validation-failed', 'at'],
    ['not-found', 'locationId'],
    ['validation-failed', 'lines'],
    ['duplicate-in-call', undefined],
    ['duplicate-in-call', undefined],
  ]);
  expect(await onHand(subProductId)).toBe(10);
});

test('is in no order, journal or statement', async () => {
  const { sku } = await stocked();
  await sync([sale([{ sku, quantity: 1, amount: 500 }])]);

  const counted = await shop.sql<{
    rows: string;
  }>`SELECT (SELECT count(*) FROM orders) + (SELECT count(*) FROM journals)
    + (SELECT count(*) FROM payable_entries) AS rows`;

  expect(Number(counted[0]!.rows)).toBe(0);
});

test('needs an Idempotency-Key of a key, and accepts at most 5,000 lines', async () => {
  const lines = Array.from({ length: 200 }, () => ({ sku: 'X', quantity: 1 }));
  const rows = Array.from({ length: 26 }, () => sale(lines));

  expect(await till.call(syncRoutes.sales, { body: { rows } })).toMatchObject({
    status: 400,
    paths: ['rows'],
  });
});
