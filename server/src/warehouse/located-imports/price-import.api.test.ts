import { importRoutes } from '@aisle/contract/system/imports/imports';
import { type PriceCell, priceRoutes } from '@aisle/contract/warehouse/prices';
import { expect, test } from 'vitest';
import { addSubProduct, assign } from '../../../test/catalogue-builders.ts';
import { checkFile, rowsOf, runImported, undoImported } from '../../../test/import-builders.ts';
import { exportList } from '../../../test/list-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation } from '../../../test/stock-builders.ts';

let [downtown, uptown] = ['', ''];

const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();
downtown = await addLocation(shop, { name: 'Downtown' });
uptown = await addLocation(shop, { name: 'Uptown' });
for (const [sku, price] of [
  ['MILK', 300],
  ['FIGS', 500],
] as const) {
  await assign(shop, downtown, await addSubProduct(shop, { sku, price, name: sku.toLowerCase() }));
}

const check = (csv: string, how: Parameters<typeof checkFile>[2] = {}, person = admin) =>
  checkFile(person, csv, { ...how, kind: 'prices' });
async function cell(sku: string, locationId: string): Promise<PriceCell> {
  const { records } = await admin.do(priceRoutes.grid, {
    body: { filters: { locationIds: [locationId] }, search: sku },
  });
  return records[0]!.cells[0]!;
}
const exported = async (): Promise<string> => {
  const body = { filters: { locationIds: [downtown, uptown] } };
  return (await exportList(shop, admin, 'prices', { body })).body;
};

test('imports, exports and re-imports every cell unchanged, and restores the rest with an undo', async () => {
  const before = await exported();
  expect((await check(before)).counts).toMatchObject({ rows: 4, same: 4 });

  const changing = await check(
    'SKU,Location,Sold here,Price here,Low at,Max per order\nmilk,downtown,no,"2,95 €",4,6\nFIGS,UPTOWN,yes,4.50,,\n',
  );
  expect(changing.counts).toMatchObject({ changed: 2, errors: 0 });
  expect((await rowsOf(admin, changing))[0]).toMatchObject({
    sku: 'MILK',
    name: 'milk · Downtown',
    changes: expect.arrayContaining([{ field: 'price', before: null, after: 295 }]),
  });
  await runImported(admin, changing);
  expect(await cell('MILK', downtown)).toMatchObject({
    assigned: false,
    price: 295,
    threshold: 4,
    maxPerOrder: 6,
  });
  expect(await cell('FIGS', uptown)).toMatchObject({ assigned: true, price: 450 });
  expect((await check(await exported())).counts).toMatchObject({ same: 4 });

  expect((await undoImported(admin, changing)).undone).toEqual({ rows: 2, kept: 0 });
  expect(await exported()).toBe(before);
});

test('keeps a price changed since when undone', async () => {
  const done = await runImported(admin, await check('SKU,Location,Price here\nMILK,Downtown,2.00\n'));
  const subProductId = (await rowsOf(admin, done)).length > 0 ? await idOf('MILK') : '';
  await admin.do(priceRoutes.save, {
    body: { changes: [{ locationId: downtown, subProductId, field: 'price', was: 200, to: 210 }] },
  });

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 0, kept: 1 });
  expect(await cell('MILK', downtown)).toMatchObject({ price: 210 });
});
const idOf = async (sku: string) =>
  (await admin.do(priceRoutes.grid, { body: { filters: { locationIds: [downtown] }, search: sku } }))
    .records[0]!._id;

test('uses the selected location for a file without a column of locations', async () => {
  const { data } = await admin.call(importRoutes.uploadPrices, {
    files: { file: { name: 'uptown.csv', bytes: Buffer.from('SKU,Price\nMILK,3.10\n') } },
  });
  const refused = await admin.call(importRoutes.dryRun, {
    params: { id: data._id },
    body: { mapping: data.mapping },
  });
  expect(refused.body.error).toMatchObject({ fields: [{ path: 'mapping.location' }] });

  const done = await runImported(
    admin,
    await check('SKU,Price\nMILK,3.10\n', { options: { locationId: uptown } }),
  );

  expect(done.counts).toMatchObject({ changed: 1 });
  expect(await cell('MILK', uptown)).toMatchObject({ price: 310 });
});

test('reports unknown items, unknown locations and invalid prices as errors of their rows', async () => {
  const checked = await check(
    'SKU,Location,Price\nNONE,Downtown,1\nMILK,Nowhere,1\nMILK,,1\nMILK,Downtown,0\nFIGS,Downtown,1\nfigs,DOWNTOWN,2\n',
  );

  expect(checked.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, null, 'No sub-product has the SKU NONE'],
    [3, 'Location', 'No location has this name or code'],
    [4, 'Location', 'Location is required'],
    [5, 'Price', "Isn't a price above 0 with at most 2 decimals"],
    [7, null, 'The SKU at Downtown FIGS is already used in row 6'],
  ]);
});

test('limits users of a location to its prices and to their own imports', async () => {
  const store = await shop.signIn({ permissions: ['assign_subProduct'], locations: [uptown] });
  const other = await shop.signIn({ permissions: ['assign_subProduct'], locations: [uptown] });

  const checked = await check('SKU,Location,Price here\nMILK,Downtown,1.00\nMILK,Uptown,1.11\n', {}, store);
  expect(checked.errors).toMatchObject([{ row: 2, message: 'No location has this name or code' }]);
  const done = await runImported(store, checked);

  expect(done.counts).toMatchObject({ changed: 1, errors: 1 });
  expect(done.errorFileUrl).not.toBeNull();
  expect(await cell('MILK', uptown)).toMatchObject({ price: 111 });
  expect(await other.call(importRoutes.get, { params: { id: done._id } })).toMatchObject({ status: 404 });
  expect(await other.do(importRoutes.list, { body: {} })).toMatchObject({ records: [] });
  expect((await undoImported(store, done)).undone).toEqual({ rows: 1, kept: 0 });
});
