import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import type { ReplayResult } from '@aisle/contract/sales/promotions/promotion-replay';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { afterAll, describe, expect, test } from 'vitest';
import { addCategory } from '../../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../../test/jobs-builders.ts';
import {
  addGoods,
  addOrderLocation,
  cancelOrder,
  newShopper,
  place,
} from '../../../../test/order-builders.ts';
import { addPromotion, promotionOf, publishPromotion } from '../../../../test/promotion-builders.ts';
import { openShop, type Person, refusedField } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';
import { replayWork } from './replay-work.ts';

const shop = await openShop();
const admin = await shop.signIn();
const marketer = await shop.signIn({ permissions: ['promotion_view'] });
const runner = await workJobs(shop, { promotionReplay: replayWork });
afterAll(() => runner.stop());
const [downtown, uptown] = [
  await addOrderLocation(shop, { name: 'Downtown' }),
  await addOrderLocation(shop, { name: 'Uptown' }),
];
const dairy = await addCategory(shop, { name: 'Dairy' });
const goods = {
  yogurt: await addGoods(shop, downtown, { price: 399, categoryId: dairy, stock: 500 }),
  bread: await addGoods(shop, downtown, { price: 450, stock: 500 }),
  kefir: await addGoods(shop, uptown, { price: 500, categoryId: dairy, stock: 500 }),
};
const buy = (lines: [keyof typeof goods, number][], customer = newShopper()) =>
  place(admin, {
    lines: lines.map(([name, quantity]) => ({
      subProductId: goods[name],
      locationId: name === 'kefir' ? uptown : downtown,
      quantity,
    })),
    fulfilment: 'pickup',
    customer,
  });
const regular = newShopper();
const three = await buy(
  [
    ['yogurt', 3],
    ['bread', 1],
  ],
  regular,
);
await buy([['yogurt', 2]], regular);
await buy([
  ['yogurt', 6],
  ['kefir', 3],
]);
await buy([['bread', 5]]);
const cancelled = await buy([['yogurt', 30]]);
await cancelOrder(admin, cancelled.orders[0]!);

const yogurtOffer: Parameters<typeof promotionOf>[0] = {
  reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
  goods: { categoryIds: [dairy] },
};
async function replay(body: object, person: Person = admin): Promise<ReplayResult> {
  const got = await person.send(promotionRoutes.replay, { body: { days: 28, ...body } });
  expect(got.status, JSON.stringify(got.body)).toBe(200);
  const job = await jobOver(person, (got.data as { _id: string })._id);
  expect(job.error).toBeNull();
  return job.result as ReplayResult;
}
const half = { marketplace: 50, location: 50, vendor: 0 };

describe('a replay', () => {
  test('says what a promotion that is not saved would have cost, by funder, location and day', async () => {
    const result = await replay({ promotion: promotionOf({ ...yogurtOffer, funding: half }) });

    expect(result).toMatchObject({
      orders: 5,
      ordersTouched: 3,
      uses: 2,
      discount: 399 + 2 * 399 + 500,
      revenue: 11 * 399 + 6 * 450 + 3 * 500,
      assumesCode: false,
    });
    expect(result.byFunder.marketplace + result.byFunder.location).toBe(result.discount);
    expect(result.marginBefore - result.marginAfter).toBe(result.discount);
    expect(result.byLocation).toMatchObject([
      { name: 'Downtown', orders: 4, ordersTouched: 2, discount: 1197 },
      { name: 'Uptown', orders: 1, ordersTouched: 1, discount: 500 },
    ]);
    expect(result.byDay).toMatchObject([{ orders: 5, discount: 1697 }]);
  });

  test('names the orders with the largest discounts', async () => {
    const { examples } = await replay({ promotion: promotionOf(yogurtOffer) });

    expect(examples.map(({ discount }) => discount)).toEqual([798, 500, 399]);
    expect(examples[2]).toMatchObject({
      orderId: three.orders[0]!._id,
      locationName: 'Downtown',
      totalBefore: 1647,
      totalAfter: 1248,
    });
  });

  test('prices past orders with a promotion that starts later', async () => {
    const { _id: promotionId } = await addPromotion(admin, {
      ...yogurtOffer,
      schedule: { startsAt: '2099-01-01T00:00:00Z' },
    });

    expect((await replay({ promotionId })).discount).toBe(1697);
  });

  test.each([
    [{ uses: 1 }, 399],
    [{ usesPerCustomer: 1 }, 1697],
    [{ budget: 1000 }, 399],
  ])('takes the limits %j in the sequence of the orders', async (limits, discount) => {
    expect((await replay({ promotion: promotionOf({ ...yogurtOffer, limits }) })).discount).toBe(discount);
  });

  test('counts only first orders for a promotion of first orders', async () => {
    const promotion = promotionOf({
      reward: { kind: 'amount', amount: 100, per: 'checkout' },
      conditions: { firstOrder: true },
    });

    expect(await replay({ promotion })).toMatchObject({ uses: 3, discount: 300 });
  });

  test('assumes that every shopper knows the code', async () => {
    const promotion = promotionOf({ ...yogurtOffer, codes: { kind: 'shared', code: 'YOGURT' } });

    expect(await replay({ promotion })).toMatchObject({ assumesCode: true, discount: 1697 });
  });

  test('leaves the part of vendors in the margin', async () => {
    const { _id: vendorId } = await admin.do(vendorRoutes.create, { body: { name: 'Dairy Co-op' } });
    const funding = { marketplace: 0, location: 0, vendor: 100, vendorId };
    const result = await replay({ promotion: promotionOf({ ...yogurtOffer, funding }) });

    expect(result).toMatchObject({ marginAfter: result.marginBefore, byFunder: { vendor: 1697 } });
  });

  test('reads only the chosen locations, and only those that the user can see', async () => {
    const owner = await shop.signIn({ permissions: ['promotion_view'], locations: [uptown] });
    const promotion = promotionOf(yogurtOffer);

    expect(await replay({ promotion, locationIds: [uptown] })).toMatchObject({ orders: 1, discount: 500 });
    expect(await replay({ promotion }, owner)).toMatchObject({ orders: 1, discount: 500 });
    const foreign = await owner.send(promotionRoutes.replay, {
      body: { promotion, days: 7, locationIds: [downtown] },
    });
    expect(refusedField(foreign)).toEqual([400, 'locationIds.0']);
  });
});

test('equals the figures of a promotion that ran', async () => {
  const store = await addOrderLocation(shop, { name: 'Ran' });
  const categoryId = await addCategory(shop);
  const skyr = await addGoods(shop, store, { price: 333, categoryId, stock: 500 });
  const ran = await publishPromotion(admin, {
    goods: { categoryIds: [categoryId] },
    reward: { kind: 'percent', percent: 15 },
    limits: { uses: 2 },
  });
  await publishPromotion(admin, {
    goods: { categoryIds: [categoryId] },
    reward: { kind: 'percent', percent: 40 },
    conditions: { minQuantity: 5 },
  });
  for (const quantity of [1, 7, 2, 3]) {
    await place(admin, {
      lines: [{ subProductId: skyr, locationId: store, quantity }],
      fulfilment: 'pickup',
      customer: newShopper(),
    });
  }
  const { figures } = await admin.do(promotionRoutes.view, { params: { id: ran._id } });
  const { uses, ordersTouched, discount } = await replay({ promotionId: ran._id, locationIds: [store] });

  expect(figures).toMatchObject({ uses: 2, orders: 2, discount: 50 + 100 });
  expect([uses, ordersTouched, discount]).toEqual([figures.uses, figures.orders, figures.discount]);
});

test.each([
  [{ days: 0, promotion: promotionOf() }, 'days'],
  [{ days: 91, promotion: promotionOf() }, 'days'],
  [{ days: 7 }, 'promotionId'],
  [{ days: 7, promotionId: newId(), promotion: promotionOf() }, 'promotionId'],
  [{ days: 7, promotion: promotionOf({ goods: { productIds: [newId()] } }) }, 'promotion.goods.productIds.0'],
])('rejects %j at %s', async (body, path) => {
  expect(refusedField(await marketer.send(promotionRoutes.replay, { body }))).toEqual([400, path]);
});
