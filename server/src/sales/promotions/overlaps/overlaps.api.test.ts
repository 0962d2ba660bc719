import type { PromotionGoods } from '@aisle/contract/sales/promotions/promotion-terms';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { addBrand, addCategory } from '../../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation } from '../../../../test/order-builders.ts';
import { addPromotion, publishPromotion, setStatus } from '../../../../test/promotion-builders.ts';
import { openShop, type Person } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';

type Goods = z.input<typeof PromotionGoods>;
const shop = await openShop();
const admin = await shop.signIn();
const [here, there] = [await addOrderLocation(shop), await addOrderLocation(shop)];
const dairy = await addCategory(shop, { name: 'Dairy' });
const cheese = await addCategory(shop, { name: 'Cheese', parentId: dairy });
const tea = await addCategory(shop, { name: 'Tea' });
const brie = await addGoods(shop, here, { categoryId: cheese });
const earlGrey = await addGoods(shop, here, { categoryId: tea });
const [found] = await shop.sql<{ productId: string }>`
  SELECT product_id AS "productId" FROM sub_products WHERE id = ${brie}`;
const { productId } = found!;
const brandId = await addBrand(shop);
await shop.sql`UPDATE products SET brand_id = ${brandId}, tags = '{soft}' WHERE id = ${productId}`;

const overlaps = (promotionIds: string[], person: Person = admin) =>
  person.do(promotionRoutes.overlaps, { body: { promotionIds } });
/** Whether promotions of these goods compete, alone at one time. */
async function compete(one: Goods, other: Goods, more: object = {}): Promise<boolean> {
  const schedule = { startsAt: '2031-01-01T00:00:00Z', endsAt: '2031-02-01T00:00:00Z' };
  const first = await publishPromotion(admin, { goods: one, schedule });
  const second = await publishPromotion(admin, { goods: other, schedule, ...more });
  const answer = await overlaps([first._id, second._id]);
  expect(answer.map(({ count }) => count)).toHaveLength(2);
  expect(answer[0]!.count).toBe(answer[1]!.count);
  for (const promotion of [first, second]) await setStatus(admin, promotion, 'ended');
  return answer[0]!.count > 0;
}

test.each<[string, Goods, Goods, boolean]>([
  ['a category and a product in it', { categoryIds: [dairy] }, { productIds: [productId] }, true],
  ['a category and an item below it', { categoryIds: [dairy] }, { subProductIds: [brie] }, true],
  ['a category and one below it', { categoryIds: [dairy] }, { categoryIds: [cheese] }, true],
  ['a category and a brand in it', { categoryIds: [dairy] }, { brandIds: [brandId] }, true],
  ['a tag and a product with it', { tags: ['soft'] }, { productIds: [productId] }, true],
  ['all items and an item', {}, { subProductIds: [earlGrey] }, true],
  ['other categories', { categoryIds: [tea] }, { categoryIds: [cheese] }, false],
  ['a category and a product of another one', { categoryIds: [tea] }, { productIds: [productId] }, false],
  ['a category and a brand of another one', { categoryIds: [tea] }, { brandIds: [brandId] }, false],
  [
    'a category without the product',
    { categoryIds: [dairy], exclude: { productIds: [productId] } },
    { productIds: [productId] },
    false,
  ],
  ['all items but a category', { exclude: { categoryIds: [dairy] } }, { brandIds: [brandId] }, false],
])('compares %s', async (_, one, other, expected) => {
  expect(await compete(one, other)).toBe(expected);
});

test('compares the items that are reduced with those of others', async () => {
  const getGoods = { subProductIds: [brie] };
  const reward = { kind: 'buyGet', buy: 1, get: 1, percent: 100, getGoods } as const;

  expect(await compete({ categoryIds: [cheese] }, { categoryIds: [tea] }, { reward })).toBe(true);
});

test('compares promotions on delivery for any items', async () => {
  const schedule = { startsAt: '2032-01-01T00:00:00Z', endsAt: '2032-02-01T00:00:00Z' };
  const reward = { kind: 'delivery', percent: 100 } as const;
  const first = await publishPromotion(admin, { reward, goods: { categoryIds: [tea] }, schedule });
  await publishPromotion(admin, { reward, goods: { categoryIds: [cheese] }, schedule });

  expect(await overlaps([first._id])).toMatchObject([{ count: 1 }]);
});

test('respects locations, names the published ones, and includes a draft', async () => {
  const schedule = { startsAt: '2033-01-01T00:00:00Z', endsAt: '2033-02-01T00:00:00Z' };
  const draft = await addPromotion(admin, { schedule, locationIds: [here] });
  const name = `Everywhere ${newId()}`;
  const published = await publishPromotion(admin, { schedule, name });
  await addPromotion(admin, { schedule });
  await publishPromotion(admin, { schedule, locationIds: [there] });

  const { _id, number } = published;
  expect(await overlaps([draft._id])).toEqual([
    {
      promotionId: draft._id,
      count: 1,
      isPartial: false,
      promotions: [{ _id, number, name, status: 'scheduled' }],
    },
  ]);
  const owner = await shop.signIn({ permissions: ['promotion_list'], locations: [there] });
  expect(await overlaps([draft._id], owner)).toEqual([]);
});

test('tells that only the newest of more than 500 promotions were compared', async () => {
  const schedule = { startsAt: '2034-01-01T00:00:00Z', endsAt: '2034-02-01T00:00:00Z' };
  const [oldest, draft] = [
    await publishPromotion(admin, { schedule }),
    await addPromotion(admin, { schedule }),
  ];
  expect(await overlaps([draft._id])).toMatchObject([{ count: 1, isPartial: false }]);

  await shop.sql`
    WITH copies AS (SELECT gen_random_uuid() AS id FROM generate_series(1, 500)),
    editions AS (INSERT INTO promotion_editions (promotion_id, number, terms)
      SELECT copies.id, 1, e.terms FROM copies, promotion_editions e WHERE e.promotion_id = ${oldest._id})
    INSERT INTO promotions (id, name, label, state, starts_at)
    SELECT id, 'Copy', 'Copy', 'active', '2035-01-01' FROM copies`;

  expect(await overlaps([draft._id])).toMatchObject([{ count: 0, isPartial: true }]);
});
