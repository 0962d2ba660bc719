import { importRoutes } from '@aisle/contract/system/imports/imports';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { checkFile, rowsOf, runImported, undoImported } from '../../../test/import-builders.ts';
import { exportList } from '../../../test/list-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addLocation, addStocked, levelOf } from '../../../test/stock-builders.ts';

let [downtown, uptown] = ['', ''];
const goods: Record<string, string> = {};

const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();
downtown = await addLocation(shop, { name: 'Downtown' });
uptown = await addLocation(shop, { name: 'Uptown' });
for (const sku of ['MILK', 'FIGS', 'RICE', 'OATS']) {
  goods[sku] = (await addStocked(shop, admin, downtown, { sku, name: sku.toLowerCase() })).subProductId;
}

const check = (csv: string, person = admin) => checkFile(person, csv, { kind: 'stock' });
const onHand = async (sku: string, at = downtown) => (await levelOf(shop, at, goods[sku]!)).onHand;
const movements = async (sku: string, at = downtown) =>
  (
    await admin.do(inventoryRoutes.movements, {
      body: { filters: { locationId: at, subProductId: goods[sku]! } },
    })
  ).records.map(({ kind, onHand: by, note }) => [kind, by, note]);

test('re-imports an export of levels without changes', async () => {
  const checked = await check((await exportList(shop, admin, 'levels')).body);

  expect(checked.counts).toMatchObject({ rows: 4, same: 4, errors: 0 });
});

test('posts the difference with its reason, and the opposite when undone', async () => {
  const checked = await check(
    'SKU,Location,On hand,Reason,Note\nMILK,Downtown,7,waste,Left out\nFIGS,Downtown,12,,\nFIGS,Uptown,3,correction,\n',
  );
  expect(await rowsOf(admin, checked)).toMatchObject([
    { kind: 'changed', changes: [{ field: 'onHand', before: 10, after: 7 }] },
    { kind: 'changed', changes: [{ field: 'onHand', before: 10, after: 12 }] },
    { kind: 'changed', changes: [{ field: 'onHand', before: 0, after: 3 }] },
  ]);
  expect(await onHand('MILK')).toBe(10);

  const done = await runImported(admin, checked);
  expect(done.counts).toMatchObject({ changed: 3, errors: 0 });
  expect([await onHand('MILK'), await onHand('FIGS'), await onHand('FIGS', uptown)]).toEqual([7, 12, 3]);
  expect((await movements('MILK'))[0]).toEqual(['waste', -3, 'Left out']);
  expect((await movements('FIGS'))[0]).toEqual(['count', 2, 'Import of goods.csv']);
  expect(await movements('FIGS', uptown)).toEqual([['correction', 3, 'Import of goods.csv']]);

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 3, kept: 0 });
  expect([await onHand('MILK'), await onHand('FIGS'), await onHand('FIGS', uptown)]).toEqual([10, 10, 0]);
  expect((await movements('MILK'))[0]).toEqual(['correction', 3, 'Import undone']);
});

test('computes the difference from the level at the time of import', async () => {
  const checked = await check('SKU,Location,On hand\nRICE,Downtown,20\n');
  await admin.do(inventoryRoutes.adjust, {
    body: { locationId: downtown, subProductId: goods.RICE!, quantity: -4, reason: 'damage' },
  });

  const done = await runImported(admin, checked);

  expect(await onHand('RICE')).toBe(20);
  expect((await rowsOf(admin, done))[0]!.changes).toEqual([{ field: 'onHand', before: 6, after: 20 }]);
});

test('keeps a row when undone if its stock is no longer there', async () => {
  const done = await runImported(admin, await check('SKU,Location,On hand\nOATS,Downtown,30\n'));
  await admin.do(inventoryRoutes.adjust, {
    body: { locationId: downtown, subProductId: goods.OATS!, quantity: -25, reason: 'waste' },
  });

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 0, kept: 1 });
  expect(await rowsOf(admin, done, { undo: 'kept' })).toMatchObject([{ undoReason: 'Only 5 on hand' }]);
  expect(await onHand('OATS')).toBe(5);
});

test('reports invalid quantities as errors of their rows', async () => {
  const checked = await check(
    'SKU,Location,On hand,Reason\nMILK,Downtown,-1,\nMILK,Downtown,1.5,\nFIGS,Downtown,40,waste\nMILK,Downtown,many,\nMILK,Downtown,1,theft\n',
  );

  expect(checked.errors.map(({ row, message }) => [row, message])).toEqual([
    [2, "Isn't a quantity of 0 or more with at most 3 decimals"],
    [3, "Isn't a whole number"],
    [4, '10 on hand: waste and damage reduce stock'],
    [5, "Isn't a quantity of 0 or more with at most 3 decimals"],
    [6, 'Use count, waste, damage, correction'],
  ]);
});

test('limits users of a location to its stock, with permission to adjust it', async () => {
  const store = await shop.signIn({ permissions: ['inventory_edit'], locations: [uptown] });
  const checked = await check('SKU,Location,On hand\nMILK,Downtown,1\nMILK,Uptown,5\n', store);
  expect(checked.counts).toMatchObject({ changed: 1, errors: 1 });

  const done = await runImported(store, checked);

  expect(done.counts).toMatchObject({ changed: 1, errors: 1 });
  expect([await onHand('MILK'), await onHand('MILK', uptown)]).toEqual([10, 5]);
  const prices = await shop.signIn({ permissions: ['assign_subProduct'], locations: [uptown] });
  expect(await prices.call(importRoutes.run, { params: { id: done._id } })).toMatchObject({ status: 404 });
});
