import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { expect, test } from 'vitest';
import { addCategory } from '../../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation } from '../../../../test/order-builders.ts';
import { addPromotion, promotionOf } from '../../../../test/promotion-builders.ts';
import { openShop } from '../../../../test/shop.ts';

const shop = await openShop();
const admin = await shop.signIn();
const location = await addOrderLocation(shop);
const dairy = await addCategory(shop, { name: 'Dairy' });
const cheese = await addCategory(shop, { name: 'Cheese', parentId: dairy });
const item = async (price: number, costPrice: number | null, categoryId = cheese) => {
  const id = await addGoods(shop, location, { price, categoryId });
  await shop.sql`UPDATE sub_products SET cost_price = ${costPrice} WHERE id = ${id}`;
  return id;
};
const [brie, feta] = [await item(1000, 700), await item(1000, 450)];
await item(1000, null);
await item(1000, 999, await addCategory(shop, { name: 'Tea' }));

type Parts = Parameters<typeof promotionOf>[0];
const inDairy = { categoryIds: [dairy] };
const below = (parts: Parts, person = admin) =>
  person.send(promotionRoutes.belowCost, { body: { promotion: promotionOf({ goods: inDairy, ...parts }) } });

test.each<[string, Parts, [string, number][]]>([
  ['a percentage', { reward: { kind: 'percent', percent: 40 } }, [[brie, 600]]],
  ['a percentage with a cap', { reward: { kind: 'percent', percent: 40, maxAmount: 300 } }, []],
  [
    'a price',
    { reward: { kind: 'price', price: 400 } },
    [
      [brie, 400],
      [feta, 400],
    ],
  ],
  ['a bundle', { reward: { kind: 'bundle', quantity: 3, price: 1998 } }, [[brie, 666]]],
  ['a set', { reward: { kind: 'buyGet', buy: 1, get: 1, percent: 100 } }, [[brie, 500]]],
  [
    'a set whose free units are other goods',
    { goods: { tags: ['wine'] }, reward: { kind: 'buyGet', buy: 1, get: 1, percent: 60, getGoods: inDairy } },
    [
      [brie, 400],
      [feta, 400],
    ],
  ],
  [
    'an amount off the smallest order that gets it',
    { reward: { kind: 'amount', amount: 1000, per: 'order' }, conditions: { minGoods: 2500 } },
    [[brie, 600]],
  ],
  ['free delivery', { reward: { kind: 'delivery', percent: 100 } }, []],
  [
    'goods without an excluded item',
    { goods: { ...inDairy, exclude: { subProductIds: [brie] } }, reward: { kind: 'price', price: 400 } },
    [[feta, 400]],
  ],
])('finds the items that %s brings below their cost', async (_, parts, expected) => {
  const { data } = await below(parts);
  const { count, items } = data as { count: number; items: { subProductId: string; newPrice: number }[] };

  expect(items.map(({ subProductId, newPrice }) => [subProductId, newPrice])).toEqual(expected);
  expect(count).toBe(expected.length);
});

test('checks a saved promotion, with the price and the cost of each item', async () => {
  const { _id: promotionId } = await addPromotion(admin, {
    goods: inDairy,
    reward: { kind: 'percent', percent: 40 },
  });

  expect(await admin.do(promotionRoutes.belowCost, { body: { promotionId } })).toMatchObject({
    count: 1,
    items: [{ subProductId: brie, price: 1000, costPrice: 700, newPrice: 600 }],
  });
});

test('leaves out prices that are below cost without the promotion, unless it lowers them', async () => {
  const loss = await item(500, 600);

  expect(
    (await below({ goods: { subProductIds: [loss] }, reward: { kind: 'price', price: 700 } })).data,
  ).toMatchObject({ count: 0 });
  expect(
    (await below({ goods: { subProductIds: [loss] }, reward: { kind: 'price', price: 450 } })).data,
  ).toMatchObject({ count: 1 });
});

test("hides costs from users who can't list sub-products", async () => {
  const marketer = await shop.signIn({ permissions: ['promotion_view'] });

  expect((await below({}, marketer)).status).toBe(403);
});
