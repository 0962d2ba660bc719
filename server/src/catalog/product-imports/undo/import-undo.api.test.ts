import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import { receive } from '../../../../test/catalogue-builders.ts';
import { checkFile, rowsOf, runImported, undoImported } from '../../../../test/import-builders.ts';
import { openShop, type Person } from '../../../../test/shop.ts';
import { addLocation } from '../../../../test/stock-builders.ts';

const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();

const bring = async (csv: string) => runImported(admin, await checkFile(admin, csv));
const subProduct = async (sku: string) =>
  (await admin.do(subProductRoutes.list, { body: { search: sku } })).records.find(
    (found) => found.sku === sku,
  );
const names = (table: 'brands' | 'categories' | 'products') =>
  shop.look(async (tx) => (await tx.selectFrom(table).select('name').execute()).map(({ name }) => name));

test('removes added products with their brand and category, and restores changed cells', async () => {
  await bring('sku,name,category,price,brand,sale price\nA1,Milk,Dairy,2.00,Local,1.50\n');
  const done = await bring(
    'sku,name,category,price,brand\nA1,Fresh milk,Chilled > Milk,1.20,Alpine\nA2,Figs,Fruit > Dried,5.00,Oasis\n',
  );
  expect(await subProduct('A1')).toMatchObject({ price: 120, salePrice: null, name: 'Fresh milk' });

  expect(await undoImported(admin, done)).toMatchObject({ status: 'undone', undone: { rows: 2, kept: 0 } });
  expect(await subProduct('A1')).toMatchObject({ price: 200, salePrice: 150, name: 'Milk' });
  expect(await subProduct('A2')).toBeUndefined();
  expect(await names('brands')).toEqual(['Local']);
  expect(await names('categories')).toEqual(['Dairy']);
  expect(await names('products')).toEqual(['Milk']);
});

test('keeps records used or changed since, and lists them with the reason', async () => {
  await bring('sku,name,category,price\nB1,Rice,Dry,2.00\nB2,Oats,Dry,2.00\n');
  const done = await bring(
    'sku,name,category,price\nB1,Rice,Dry,3.00\nB2,Oats,Dry,3.00\nB3,Peas,Dry,1.00\nB4,Beans,Dry,1.00\nB5,Corn,Dry,1.00\n',
  );
  const { _id, version } = (await subProduct('B1'))!;
  await admin.do(subProductRoutes.edit, { params: { id: _id }, body: { version, price: 350 } });
  const location = await addLocation(shop);
  await receive(shop, location, (await subProduct('B3'))!._id);
  const beans = (await subProduct('B4'))!;
  const product = await admin.do(productRoutes.show, { params: { id: beans.productId } });
  await admin.do(productRoutes.edit, {
    params: { id: product._id },
    body: { version: product.version, description: 'Now with words' },
  });

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 2, kept: 3 });
  const kept = await rowsOf(admin, done, { undo: 'kept' });
  expect(kept.map(({ sku, undoReason }) => [sku, undoReason])).toEqual([
    ['B1', 'Changed since the import'],
    ['B3', 'Has had stock or orders since the import'],
    ['B4', 'Its product was changed since the import'],
  ]);
  expect(await subProduct('B1')).toMatchObject({ price: 350 });
  expect(await subProduct('B2')).toMatchObject({ price: 200 });
  expect(await subProduct('B5')).toBeUndefined();
});

test('restores a product once if several rows changed it', async () => {
  await bring('sku,name,product,category,price\nC1,Small,Cola,Soda,1\nC2,Large,Cola,Soda,2\n');
  const done = await bring(
    'sku,name,product,price,badge\nC1,,Cola light,1.10,newArrival\nC2,,Cola light,2,newArrival\n',
  );
  expect((await subProduct('C2'))!.productData.name).toBe('Cola light');

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 2, kept: 0 });

  const { productId, price, productData } = (await subProduct('C1'))!;
  expect([price, productData.name]).toEqual([100, 'Cola']);
  expect(await admin.do(productRoutes.show, { params: { id: productId } })).toMatchObject({ badge: 'none' });
});

test('restores codes passed between rows in reverse order', async () => {
  await bring('sku,name,category,price,barcode\nD1,A,x,1,96385074\nD2,B,x,1,\n');
  await bring('sku,barcode\nD1,40170725\n');
  const done = await bring('sku,barcode\nD2,96385074\n');

  await undoImported(admin, done);

  expect((await subProduct('D2'))!.barcode).toBeNull();
});

test('allows one undo after the import, for users who can delete its records', async () => {
  const checked = await checkFile(admin, 'sku,name,category,price\nE1,A,x,1\n');
  const undo = (person: Person, { _id }: { _id: string }) =>
    person.call(importRoutes.undo, { params: { id: _id } });
  expect((await undo(admin, checked)).code).toBe('imports.not-imported');
  const done = await runImported(admin, checked);

  const adder = await shop.signIn({ permissions: ['product_add'] });
  const editor = await shop.signIn({ permissions: ['product_add', 'product_edit'] });
  expect((await undo(adder, done)).status).toBe(403);
  const refused = await undo(editor, done);
  expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('product_delete')]);

  await undoImported(admin, done);
  expect((await undo(admin, done)).code).toBe('imports.undone');
  expect((await admin.call(importRoutes.run, { params: { id: done._id } })).code).toBe('imports.done');
});
