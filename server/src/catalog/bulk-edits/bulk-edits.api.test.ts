import type { BulkChange } from '@aisle/contract/catalog/bulk-change';
import { type BulkEdit, type BulkTarget, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { expect, test } from 'vitest';
import { addProduct, addSubProduct, assign } from '../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';
import { bulkWork, undoWork } from '../../system/bulk/bulk.ts';
import { subProductChanges } from './bulk-edit-work.ts';

const work = () =>
  workJobs(shop, { bulkEdit: bulkWork(subProductChanges), bulkEditUndo: undoWork(subProductChanges) });

/** Adds a product with variants at these prices, and returns a target that selects exactly these variants. */
async function shelf(prices: { price: number; salePrice?: number }[]) {
  const productId = await addProduct(shop);
  const ids: string[] = [];
  for (const parts of prices) ids.push(await addSubProduct(shop, { productId, ...parts }));
  return { productId, ids, target: { filters: { productId } } };
}
const bulkEdit = (target: Partial<BulkTarget>, change: BulkChange) => ({
  body: { target: { filters: {}, ...target }, change },
});
const raise: BulkChange = { field: 'price', to: { by: 'percent', value: 10, rounding: 'nine' } };

async function done(person: Person, edit: BulkEdit): Promise<BulkEdit> {
  await jobOver(person, edit.jobId!);
  return person.do(bulkEditRoutes.get, { params: { id: edit._id } });
}
const change = async (target: Partial<BulkTarget>, to: BulkChange, person = manager) =>
  done(person, await person.do(bulkEditRoutes.create, bulkEdit(target, to)));

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['sub_product_edit', 'assign_subProduct'] });
let runner = await work();
const undo = async (edit: BulkEdit, person = manager) =>
  done(person, await person.do(bulkEditRoutes.undo, { params: { id: edit._id }, body: {} }));
const rowsOf = async (edit: BulkEdit) =>
  (await manager.do(bulkEditRoutes.rows, { body: { filters: { bulkEditId: edit._id } } })).records;
const pricesOf = async (productId: string) => {
  const { records } = await manager.do(subProductRoutes.list, {
    body: { filters: { productId }, sort: { field: 'createdAt' } },
  });
  return records.map(({ price }) => price);
};

test('raises prices of matching sub-products exactly as previewed', async () => {
  const other = await shelf([{ price: 100 }]);
  const { productId, target } = await shelf([{ price: 100 }, { price: 250 }, { price: 109 }]);

  const preview = await manager.do(bulkEditRoutes.preview, bulkEdit(target, raise));
  const edit = await change(target, raise);

  expect(preview).toMatchObject({ records: 3, rows: 3, changed: 3, same: 0, refused: 0, problems: [] });
  expect(preview.sample.map(({ before, after }) => [before, after])).toEqual(
    (await rowsOf(edit)).map(({ before, after }) => [before, after]),
  );
  expect(edit).toMatchObject({ state: 'changed', rows: 3, counts: { changed: 3 }, canUndo: true });
  expect(await pricesOf(productId)).toEqual([109, 279, 119]);
  expect(await pricesOf(other.productId)).toEqual([100]);
});

test('changes nothing in a preview', async () => {
  const { productId, target } = await shelf([{ price: 100 }]);

  await manager.do(bulkEditRoutes.preview, bulkEdit(target, raise));

  expect(await pricesOf(productId)).toEqual([100]);
});

test('rejects rows that would break a rule, with the reason, and changes the others', async () => {
  const { productId, target } = await shelf([{ price: 500 }, { price: 500, salePrice: 460 }]);
  const lower: BulkChange = { field: 'price', to: { by: 'percent', value: -10, rounding: 'cent' } };

  const preview = await manager.do(bulkEditRoutes.preview, bulkEdit(target, lower));
  const edit = await change(target, lower);

  const reason = 'Would not be above the sale price';
  expect(preview.problems).toEqual([{ reason, count: 1, refuses: true }]);
  expect((await rowsOf(edit)).map((row) => [row.outcome, row.reason]).sort()).toEqual([
    ['changed', null],
    ['refused', reason],
  ]);
  expect(await pricesOf(productId)).toEqual([450, 500]);
});

test('undoes everything except rows edited since, and names those', async () => {
  const { productId, ids, target } = await shelf([{ price: 100 }, { price: 200 }, { price: 300 }]);
  const edit = await change(target, raise);
  await manager.do(subProductRoutes.edit, { params: { id: ids[1]! }, body: { version: 2, price: 777 } });

  const undone = await undo(edit);

  expect(await pricesOf(productId)).toEqual([100, 777, 300]);
  expect(undone).toMatchObject({
    state: 'undone',
    counts: { undone: 2, kept: 1, changed: 0 },
    canUndo: false,
  });
  const kept = (await rowsOf(edit)).filter((row) => row.outcome === 'kept');
  expect(kept).toMatchObject([{ subProductId: ids[1], reason: 'Edited since' }]);
});

test('rejects a second undo', async () => {
  const { target } = await shelf([{ price: 100 }]);
  const edit = await change(target, raise);
  await undo(edit);

  const again = await manager.call(bulkEditRoutes.undo, { params: { id: edit._id }, body: {} });

  expect([again.status, again.code]).toEqual([409, 'bulk.nothing-to-undo']);
});

test('changes once if the same key is sent repeatedly', async () => {
  const { productId, target } = await shelf([{ price: 100 }]);
  const sent = { ...bulkEdit(target, raise), headers: { 'idempotency-key': 'raise-once' } };

  const [first, second] = [
    await manager.do(bulkEditRoutes.create, sent),
    await manager.do(bulkEditRoutes.create, sent),
  ];
  await done(manager, first);

  expect(second._id).toBe(first._id);
  expect(await pricesOf(productId)).toEqual([109]);
});

test('changes more rows than one batch, each once, even if the job restarts', async () => {
  const productId = await addProduct(shop);
  await shop.look((tx) =>
    tx
      .insertInto('sub_products')
      .values(
        Array.from({ length: 1100 }, (_, at) => ({
          id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
          product_id: productId,
          name: `${at}`,
          sku: `BATCH-${at}`,
          price: 1000,
        })),
      )
      .execute(),
  );
  const started = await manager.do(
    bulkEditRoutes.create,
    bulkEdit(
      { filters: { productId } },
      { field: 'price', to: { by: 'amount', value: 5, rounding: 'cent' } },
    ),
  );
  // Interrupts the job wherever it is, as a server shutdown would.
  await runner.stop();
  runner = await work();

  const edit = await done(manager, started);

  const prices = await shop.sql`SELECT DISTINCT price FROM sub_products WHERE product_id = ${productId}`;
  expect(prices).toEqual([{ price: 1005 }]);
  expect(edit.counts).toMatchObject({ changed: 1100, waiting: 0 });
});

test('skips inactive sub-products in a bulk deactivation', async () => {
  const { ids } = await shelf([{ price: 100 }, { price: 100 }]);
  await manager.do(subProductRoutes.updateStatus, { params: { id: ids[0]! }, body: { status: false } });

  const edit = await change({ ids }, { field: 'status', to: { by: 'set', value: false } });

  expect(edit.counts).toMatchObject({ changed: 1, same: 1 });
});

test('changes thresholds where the location sells the item, also for store users, and undoes them', async () => {
  const [mine, foreign] = [await addLocation(shop), await addLocation(shop)];
  const { ids, target } = await shelf([{ price: 100 }, { price: 100 }]);
  await assign(shop, mine, ids[0]!);
  await assign(shop, foreign, ids[1]!);
  const owner = await shop.signIn({
    permissions: ['assign_subProduct', 'sub_product_list'],
    locations: [mine],
  });
  const to: BulkChange = { field: 'threshold', locationIds: [mine], to: { by: 'set', value: 4 } };
  const thresholds = () =>
    shop.sql`SELECT location_id, threshold FROM location_sub_products
      WHERE sub_product_id = ANY(${ids}) AND threshold IS NOT NULL`;

  const edit = await change(target, to, owner);

  expect(await thresholds()).toEqual([{ location_id: mine, threshold: 4 }]);
  await undo(edit, owner);
  expect(await thresholds()).toEqual([]);
  const elsewhere = { ...to, locationIds: [foreign] };
  const refused = await owner.call(bulkEditRoutes.create, bulkEdit(target, elsewhere));
  expect([refused.status, refused.paths[0]]).toEqual([404, 'change.locationIds.0']);
});

test('assigns and unassigns selected sub-products at locations, like products', async () => {
  const [here, there] = [await addLocation(shop), await addLocation(shop)];
  const { ids, target } = await shelf([{ price: 100 }, { price: 100 }]);
  await assign(shop, here, ids[0]!);
  const assigned = (value: boolean): BulkChange => ({
    field: 'assigned',
    locationIds: [here, there],
    to: { by: 'set', value },
  });

  expect((await change(target, assigned(true))).counts).toMatchObject({ changed: 3, same: 1 });
  expect((await change({ ids: [ids[0]!] }, assigned(false))).counts).toMatchObject({ changed: 2, same: 0 });
});

test('prevents store users from changing prices, and shows them only their own bulk edits', async () => {
  const { target } = await shelf([{ price: 100 }]);
  const edit = await change(target, raise);
  const owner = await shop.signIn({
    permissions: ['assign_subProduct', 'sub_product_list', 'sub_product_edit'],
    locations: [await addLocation(shop)],
  });

  const refused = await owner.call(bulkEditRoutes.create, bulkEdit(target, raise));
  const seen = await owner.call(bulkEditRoutes.get, { params: { id: edit._id } });
  const list = await owner.do(bulkEditRoutes.list, { body: {} });

  expect([refused.status, refused.code]).toEqual([403, 'not-allowed']);
  expect([seen.status, list.records]).toEqual([404, []]);
});

test('returns a conflict instead of starting a job if nothing matches', async () => {
  const { productId } = await shelf([]);

  const refused = await manager.call(bulkEditRoutes.create, bulkEdit({ filters: { productId } }, raise));

  expect([refused.status, refused.code]).toEqual([409, 'bulk.nothing']);
});

test.each<[string, unknown, string]>([
  ['a price of nothing', { field: 'price', to: { by: 'set', value: 0 } }, 'change.to.value'],
  ['no change at all', { field: 'price', to: { by: 'percent', value: 0 } }, 'change.to.value'],
  ['no way to change it', { field: 'status', to: { by: 'percent', value: true } }, 'change.to.by'],
  [
    'a threshold of nowhere',
    { field: 'threshold', locationIds: [], to: { by: 'clear' } },
    'change.locationIds',
  ],
  ['another field', { field: 'name', to: { by: 'set', value: 'x' } }, 'change.field'],
])('rejects %s at its field', async (_, wrong, path) => {
  const got = await manager.send(bulkEditRoutes.preview, {
    body: { target: { filters: {} }, change: wrong },
  });

  expect(got.status).toBe(400);
  expect(got.paths).toEqual([path]);
});

test('records each changed row with its previous value in the audit log', async () => {
  const { ids, target } = await shelf([{ price: 100 }]);

  await change(target, raise);

  const entries = await shop.sql`SELECT action, before, after FROM audit_entries
    WHERE record_id = ${ids[0]!}`;
  expect(entries).toEqual([{ action: 'edit', before: { price: 100 }, after: { price: 109 } }]);
});
