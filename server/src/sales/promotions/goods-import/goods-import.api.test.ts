import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import { addSubProduct } from '../../../../test/catalogue-builders.ts';
import { checkFile, rowsOf, runImported, undoImported } from '../../../../test/import-builders.ts';
import { addGoods, addOrderLocation, place } from '../../../../test/order-builders.ts';
import { addPromotion, publishPromotion, setStatus } from '../../../../test/promotion-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const admin = await shop.signIn();
await shop.jobs.start();
const location = await addOrderLocation(shop);
const [milk, figs, tea] = [
  await addSubProduct(shop, { sku: 'MILK', barcode: '4006381333931' }),
  await addSubProduct(shop, { sku: 'FIGS' }),
  await addSubProduct(shop, { sku: 'TEA' }),
];

const check = (csv: string, person = admin) => checkFile(person, csv, { kind: 'promotionGoods' });
const goodsOf = async (id: string) => {
  const { promotion } = await admin.do(promotionRoutes.view, { params: { id } });
  const { subProductIds, exclude } = promotion.goods;
  return { edition: promotion.edition, subProductIds, excluded: exclude.subProductIds };
};
const problemsIn = async (csv: string) =>
  (await rowsOf(admin, await check(csv), { kind: 'error' })).map(({ problems }) => problems[0]!.message);

test('includes, excludes and removes items, and restores them with an undo', async () => {
  const { _id, number } = await addPromotion(admin, {
    goods: { subProductIds: [figs], exclude: { subProductIds: [tea] } },
  });
  const other = await addPromotion(admin, { goods: { tags: ['spring'] } });

  const checked = await check(
    `Promotion,SKU,Selection\n${number},milk,\n${number.slice(2)},FIGS,Exclude\n${number},TEA,remove\n${other.number},TEA,include\n`,
  );
  expect(checked.counts).toMatchObject({ rows: 4, changed: 4, errors: 0 });
  expect((await rowsOf(admin, checked))[1]).toMatchObject({
    sku: 'FIGS',
    changes: [{ field: 'selection', before: 'include', after: 'exclude' }],
  });
  expect(await goodsOf(_id)).toMatchObject({ subProductIds: [figs] });

  await runImported(admin, checked);
  expect(await goodsOf(_id)).toMatchObject({ subProductIds: [milk], excluded: [figs] });
  expect(await goodsOf(other._id)).toMatchObject({ subProductIds: [tea], excluded: [] });
  const again = await check(`Promotion,SKU,Selection\n${number},MILK,include\n${number},TEA,remove\n`);
  expect(again.counts).toMatchObject({ same: 2 });

  expect((await undoImported(admin, checked)).undone).toEqual({ rows: 4, kept: 0 });
  expect(await goodsOf(_id)).toMatchObject({ subProductIds: [figs], excluded: [tea] });
  expect(await goodsOf(other._id)).toMatchObject({ subProductIds: [], excluded: [] });
});

test('finds items by barcode, and keeps what was changed since in an undo', async () => {
  const { _id, number } = await addPromotion(admin, { goods: { tags: ['spring'] } });
  const checked = await check(`Promotion,Barcode\n${number},4006381333931\n`);
  await runImported(admin, checked);
  expect(await goodsOf(_id)).toMatchObject({ subProductIds: [milk] });

  const { promotion } = await admin.do(promotionRoutes.view, { params: { id: _id } });
  await admin.do(promotionRoutes.edit, {
    params: { id: _id },
    body: { goods: { subProductIds: [figs] }, version: promotion.version },
  });

  expect((await undoImported(admin, checked)).undone).toEqual({ rows: 0, kept: 1 });
  expect(await goodsOf(_id)).toMatchObject({ subProductIds: [figs] });
});

test('creates an edition of a promotion that orders used', async () => {
  const item = await addGoods(shop, location, { price: 1000 });
  const { _id, number } = await publishPromotion(admin, { goods: { subProductIds: [item] } });
  await place(admin, {
    lines: [{ subProductId: item, locationId: location, quantity: 1 }],
    fulfilment: 'pickup',
  });

  await runImported(admin, await check(`Promotion,SKU\n${number},MILK\n${number},FIGS\n`));

  expect(await goodsOf(_id)).toMatchObject({ edition: 2, subProductIds: [item, milk, figs] });
});

test('says what is wrong with a row', async () => {
  const { number } = await addPromotion(admin, { goods: { subProductIds: [milk] } });
  const { number: ended } = await setStatus(
    admin,
    await publishPromotion(admin, { goods: { subProductIds: [milk] } }),
    'ended',
  );

  expect(await problemsIn(`Promotion,SKU\n${ended},FIGS\nV-999999,FIGS\nFruit,FIGS\n,FIGS\n`)).toEqual([
    'This promotion has ended',
    'No promotion has this number',
    'No promotion has this number',
    'Promotion is required',
  ]);
  expect(await problemsIn(`Promotion,SKU,Selection\n${number},NOPE,\n${number},FIGS,maybe\n`)).toEqual([
    'No sub-product has the SKU NOPE',
    'Use include, exclude or remove',
  ]);
  expect(await problemsIn(`Promotion,SKU\n${number},FIGS\n${number},figs\n`)).toEqual([
    expect.stringContaining('is already used in row 2'),
  ]);
  expect(await problemsIn(`Promotion,SKU,Selection\n${number},MILK,remove\n`)).toEqual([
    'Without its last item, the promotion would apply to all items',
  ]);
});

test('is closed to users of locations, and to users without the permission', async () => {
  const files = { file: { name: 'goods.csv', bytes: Buffer.from('Promotion,SKU\nV-1001,MILK\n') } };
  const owner = await shop.signIn({ permissions: ['promotion_edit'], locations: [location] });
  const reader = await shop.signIn({ permissions: ['promotion_view', 'promotion_list'] });

  for (const person of [owner, reader]) {
    expect((await person.call(importRoutes.uploadPromotionGoods, { files })).status).toBe(403);
  }
});
