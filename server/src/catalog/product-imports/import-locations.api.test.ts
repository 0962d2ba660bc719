import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import { checkFile, rowsOf, runImported, uploadFile } from '../../../test/import-builders.ts';
import { openShop } from '../../../test/shop.ts';

// Categories and brands that an import adds beside products, and catalog values that replace those of the file.

const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();
const { _id: taxId } = await admin.do(taxRoutes.create, { body: { name: 'Food', rate: 5 } });
const { _id: parentId } = await admin.do(categoryRoutes.create, {
  body: { name: 'Produce', taxIds: [taxId] },
});
await admin.do(categoryRoutes.create, { body: { name: 'Vegetables', parentId } });
await admin.do(categoryRoutes.create, { body: { name: 'Snacks' } });

const csv = [
  'sku,name,category,subcategory,price,brand',
  'P1,Leeks,produce,fresh vegetables,1.10,Oak',
  'P2,Chard,produce,fresh vegetables,1.20,oak',
  'P3,Chips,snacks,,1.30,Birch',
  'P4,Typo,no such aisle,,1.40,',
].join('\n');

test('counts new categories and brands, and products that would be untaxed', async () => {
  expect((await checkFile(admin, csv)).extras).toEqual([
    {
      key: 'categories',
      count: 2,
      names: [
        { name: 'produce > fresh vegetables', rows: 2 },
        { name: 'no such aisle', rows: 1 },
      ],
    },
    {
      key: 'brands',
      count: 2,
      names: [
        { name: 'Oak', rows: 2 },
        { name: 'Birch', rows: 1 },
      ],
    },
    {
      key: 'untaxed',
      count: 2,
      names: [
        { name: 'snacks', rows: 1 },
        { name: 'no such aisle', rows: 1 },
      ],
    },
  ]);
});

test('replaces values of the file with chosen catalog values, and remembers them with the columns', async () => {
  const { data } = await uploadFile(admin, csv);
  const ask = (field: string, search: string) =>
    admin.do(importRoutes.values, { params: { id: data._id }, query: { field, search } });
  expect(await ask('category', 'veg')).toEqual(['Produce > Vegetables']);
  expect(await ask('name', '')).toEqual([]);
  const values = {
    category: { 'produce > fresh vegetables': 'Produce > Vegetables', 'no such aisle': 'Snacks' },
    brand: { oak: 'Oak Farm' },
  };

  const checked = await checkFile(admin, csv, { options: { values } });

  expect(checked.extras.map(({ key, count }) => [key, count])).toEqual([
    ['categories', 0],
    ['brands', 2],
    ['untaxed', 2],
  ]);
  const [first] = await rowsOf(admin, checked, { kind: 'new' });
  expect(first!.changes).toEqual(
    expect.arrayContaining([
      { field: 'category', before: null, after: 'Produce > Vegetables' },
      { field: 'brand', before: null, after: 'Oak Farm' },
    ]),
  );
  await runImported(admin, checked);
  const { data: next } = await uploadFile(admin, csv);
  expect(next.options.values).toEqual(values);
  expect((await checkFile(admin, csv)).counts).toMatchObject({ rows: 4, same: 4 });
});

test('lists unknown taxes of a file, and replaces them with the taxes chosen for them', async () => {
  const taxed = [
    'sku,name,category,price,taxes',
    'T1,Leeks,Produce,1.10,MwSt 7',
    'T2,Chips,Snacks,1.20,mwst 7; Food',
    'T3,Crisps,Snacks,1.30,Luxury',
    'T4,Nuts,Snacks,1.40,Food',
  ].join('\n');
  const { data } = await uploadFile(admin, taxed);
  const ask = (search: string) =>
    admin.do(importRoutes.values, { params: { id: data._id }, query: { field: 'taxes', search } });
  expect(await ask('foo')).toEqual(['Food']);

  const before = await checkFile(admin, taxed);
  expect(before.counts).toMatchObject({ new: 1, errors: 3 });
  expect(before.extras.find(({ key }) => key === 'unknownTaxes')).toEqual({
    key: 'unknownTaxes',
    count: 2,
    names: [
      { name: 'MwSt 7', rows: 2 },
      { name: 'Luxury', rows: 1 },
    ],
  });

  const values = { taxes: { 'mwst 7': 'Food' } };
  const checked = await checkFile(admin, taxed, { options: { values } });
  expect(checked.counts).toMatchObject({ new: 3, errors: 1 });
  // Their category has no tax, but the products have their own.
  expect(checked.extras.find(({ key }) => key === 'untaxed')?.count).toBe(0);
  const rows = await rowsOf(admin, checked, { kind: 'new' });
  expect(rows.map(({ changes }) => changes.find(({ field }) => field === 'taxes')?.after)).toEqual([
    ['Food'],
    ['Food'],
    ['Food'],
  ]);
});
