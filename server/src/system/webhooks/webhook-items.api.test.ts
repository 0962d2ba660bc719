import type { BulkChange } from '@aisle/contract/catalog/bulk-change';
import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { assortmentRoutes } from '@aisle/contract/locations/assortments';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { type CellChange, priceRoutes } from '@aisle/contract/warehouse/prices';
import { beforeEach, expect, test } from 'vitest';
import { checkFile, runImported, undoImported } from '../../../test/import-builders.ts';
import { jobOver } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { dayAt } from '../../../test/stock-builders.ts';
import { recordWebhooks, type SentEvent } from '../../../test/webhook-builders.ts';
import { endDueMarkDowns } from '../../warehouse/expiry/expiry.service.ts';

/** A location, and a sub-product that it sells at its list price of 500. */
let here: string;
let item: string;
let product: string;
let sku: string;
let places = 0;

const shop = await openShop({ webhookAllowPrivate: true });
const admin = await shop.signIn();
await shop.jobs.start();
beforeEach(async () => {
  places += 1;
  here = await addOrderLocation(shop, { name: `Place ${places}` });
  item = await addGoods(shop, here, { price: 500, stock: 0 });
  sku = `SKU-${item}`;
  const { records } = await admin.do(subProductRoutes.list, { body: { search: sku } });
  product = records[0]!.productId;
});

const subscribe = () => recordWebhooks(shop, admin, ['price.changed', 'assignment.changed']);
/** Returns distinct events without their time: a writer that takes longer than 5 seconds causes two identical deliveries. */
const distinct = (sent: readonly SentEvent[]) => [
  ...new Map(sent.map(({ event, data }) => [JSON.stringify([event, data]), { event, ...data }])).values(),
];
const price = (locationId: string | null) => ({
  event: 'price.changed',
  locationId,
  subProductIds: [item],
  hasMore: false,
});
const assignment = (locationId: string) => ({ ...price(locationId), event: 'assignment.changed' });

const edit = (change: object) =>
  admin.do(subProductRoutes.edit, { params: { id: item }, body: { version: 1, ...change } });
const saveCell = (change: object) =>
  admin.do(priceRoutes.save, { body: { changes: [{ subProductId: item, ...change } as CellChange] } });
async function bulkEdit(change: BulkChange) {
  const target = { filters: { productId: product } };
  const { jobId, _id } = await admin.do(bulkEditRoutes.create, { body: { target, change } });
  await jobOver(admin, jobId!);
  return _id;
}
async function undoBulkEdit(id: string) {
  const { jobId } = await admin.do(bulkEditRoutes.undo, { params: { id }, body: {} });
  await jobOver(admin, jobId!);
}
const importFile = async (csv: string, kind: 'products' | 'prices') =>
  runImported(admin, await checkFile(admin, csv, { kind }));
const priceFile = () => importFile(`SKU,Location,Price here\n${sku},Place ${places},4.00\n`, 'prices');
const productFile = () => importFile(`sku,price\n${sku},4.00\n`, 'products');
const assignHere = (row: object) =>
  admin.do(locationRoutes.assign, {
    body: { locationId: here, subProducts: [{ subProductId: item, assigned: true, ...row }] },
  });
async function markDown() {
  const until = await dayAt(shop, here, 3);
  await admin.do(expiryRoutes.markDown, {
    body: { items: [{ locationId: here, subProductId: item, price: 400, until }] },
  });
}

interface Writer {
  name: string;
  prepare?: () => Promise<unknown>;
  /** `prepared` is the result of `prepare`. */
  write: (prepared: never) => Promise<unknown>;
  at: 'list' | 'here';
}
const cell = { field: 'price', was: null, to: 400 };
const priceWriters: Writer[] = [
  { name: 'an edit of a sub-product', write: () => edit({ price: 400 }), at: 'list' },
  { name: 'a sale price', write: () => edit({ salePrice: 400 }), at: 'list' },
  {
    name: 'an edit of a product',
    write: () =>
      admin.do(productRoutes.edit, {
        params: { id: product },
        body: {
          version: 1,
          subProducts: [{ _id: item, version: 1, name: 'Milk', sku, unit: 'each', price: 400 }],
        },
      }),
    at: 'list',
  },
  {
    name: 'the list price grid',
    write: () => saveCell({ field: 'listPrice', was: 500, to: 400 }),
    at: 'list',
  },
  { name: 'the price grid', write: () => saveCell({ ...cell, locationId: here }), at: 'here' },
  {
    name: 'a bulk edit',
    write: () => bulkEdit({ field: 'price', to: { by: 'set', value: 400 } }),
    at: 'list',
  },
  {
    name: 'the undo of a bulk edit',
    prepare: () => bulkEdit({ field: 'price', to: { by: 'set', value: 400 } }),
    write: undoBulkEdit,
    at: 'list',
  },
  { name: 'an import of products', write: productFile, at: 'list' },
  {
    name: 'the undo of an import of products',
    prepare: productFile,
    write: (done: { _id: string }) => undoImported(admin, done),
    at: 'list',
  },
  { name: 'an import of prices', write: priceFile, at: 'here' },
  {
    name: 'the undo of an import of prices',
    prepare: priceFile,
    write: (done: { _id: string }) => undoImported(admin, done),
    at: 'here',
  },
  { name: 'an assignment with a price', write: () => assignHere({ price: 400 }), at: 'here' },
  { name: 'a mark-down', write: markDown, at: 'here' },
  {
    name: 'the scheduled end of a mark-down',
    prepare: async () => {
      // Ends the mark-downs of other tests.
      await shop.look(endDueMarkDowns);
      await markDown();
    },
    write: () => shop.look(endDueMarkDowns),
    at: 'here',
  },
];
test.each(priceWriters)('sends price.changed after $name', async ({ prepare, write, at }) => {
  const prepared = await prepare?.();
  const deliveries = await subscribe();

  await write(prepared as never);

  expect(distinct(await deliveries())).toEqual([price(at === 'here' ? here : null)]);
});

test('sends an edit of a product with a new price as product.changed too', async () => {
  const deliveries = await recordWebhooks(shop, admin, ['product.changed']);

  await admin.do(productRoutes.edit, {
    params: { id: product },
    body: {
      version: 1,
      subProducts: [{ _id: item, version: 1, name: 'Milk', sku, unit: 'each', price: 400 }],
    },
  });

  const [{ data }] = (await deliveries()) as [SentEvent];
  expect(data).toMatchObject({ productId: product, change: 'edited', subProductIds: [item] });
});

test('sends no price.changed if other fields of a sub-product change', async () => {
  const deliveries = await subscribe();

  await edit({ name: 'Renamed' });
  await assignHere({ threshold: 3 });
  await saveCell({ locationId: here, field: 'maxPerOrder', was: null, to: 3 });

  expect(await deliveries()).toEqual([]);
});

test('sends no price.changed if a mark-down ends after another price was set', async () => {
  await markDown();
  await saveCell({ locationId: here, field: 'price', was: 400, to: 450 });
  const deliveries = await subscribe();

  await shop.look(endDueMarkDowns);

  expect(await deliveries()).toEqual([]);
});

const bulkAssign = (value: boolean) =>
  bulkEdit({ field: 'assigned', locationIds: [here], to: { by: 'set', value } });
const assignmentWriters: Omit<Writer, 'at'>[] = [
  { name: 'a removal', write: () => assignHere({ assigned: false }) },
  {
    name: 'a removal by filter',
    write: async () => {
      const { categoryId } = await admin.do(productRoutes.show, { params: { id: product } });
      const body = { locationIds: [here], filters: { categoryId }, assigned: false };
      await admin.do(locationRoutes.assignByFilter, { body });
    },
  },
  {
    name: 'the price grid',
    write: () => saveCell({ locationId: here, field: 'assigned', was: true, to: false }),
  },
  { name: 'a bulk edit', write: () => bulkAssign(false) },
  {
    name: 'the undo of a bulk edit',
    prepare: () => bulkAssign(false),
    write: undoBulkEdit,
  },
  {
    name: 'an import of prices',
    write: () => importFile(`SKU,Location,Sold here\n${sku},Place ${places},no\n`, 'prices'),
  },
];
test.each(assignmentWriters)('sends assignment.changed after $name', async ({ prepare, write }) => {
  const prepared = await prepare?.();
  const deliveries = await subscribe();

  await write(prepared as never);

  expect(distinct(await deliveries())).toEqual([assignment(here)]);
});

test('sends the assortment and the prices of a copied location', async () => {
  await assignHere({ price: 400 });
  const deliveries = await subscribe();

  const body = { name: 'Copy', code: `COPY-${places}` };
  const { _id: copy } = await admin.do(locationRoutes.clone, { params: { id: here }, body });

  expect(distinct(await deliveries()).toSorted((a, b) => a.event.localeCompare(b.event))).toEqual([
    assignment(copy),
    price(copy),
  ]);
});

test('sends the assortment and the prices that are copied to another location', async () => {
  await assignHere({ price: 400 });
  const there = await addOrderLocation(shop);
  const deliveries = await subscribe();

  await admin.do(assortmentRoutes.copy, {
    body: { fromLocationId: here, toLocationId: there, mode: 'add', withPrices: true },
  });

  expect(distinct(await deliveries()).toSorted((a, b) => a.event.localeCompare(b.event))).toEqual([
    assignment(there),
    price(there),
  ]);
});

test('names at most 500 sub-products of a location and reports that more exist', async () => {
  const { categoryId } = await admin.do(productRoutes.show, { params: { id: product } });
  await shop.sql`INSERT INTO sub_products (id, product_id, name, sku, unit, price)
    SELECT new_uuid_v7(), ${product}, 'Variant ' || n, 'MANY-' || n, 'each', 100 FROM generate_series(1, 600) AS n`;
  const deliveries = await subscribe();

  const body = { locationIds: [here], filters: { categoryId }, assigned: true };
  await admin.do(locationRoutes.assignByFilter, { body });

  const [{ data }] = (await deliveries()) as [SentEvent];
  expect(data).toMatchObject({ locationId: here, hasMore: true });
  expect(data.subProductIds).toHaveLength(500);
});
