import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { describe, expect, test } from 'vitest';
import { addCategory } from '../../../../test/catalogue-builders.ts';
import { addCustomer, addGoods, addOrderLocation, addStorefront } from '../../../../test/order-builders.ts';
import { addSubscriber } from '../../../../test/plan-builders.ts';
import { addPromotion, publishPromotion, setStatus } from '../../../../test/promotion-builders.ts';
import { gotOf, openShop, refusedField } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const downtown = await addOrderLocation(shop, { name: 'Downtown' });
const uptown = await addOrderLocation(shop, { name: 'Uptown' });
const owner = await shop.signIn({ permissions: ['assign_subProduct'], locations: [downtown] });
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '');

async function itemIn(price = 399) {
  const categoryId = await addCategory(shop);
  const subProductId = await addGoods(shop, downtown, { price, categoryId });
  return { categoryId, subProductId, goods: { categoryIds: [categoryId] } };
}
async function offersOn(subProductId: string, rest: object = {}, person = owner) {
  const body = { locationId: downtown, subProductIds: [subProductId], ...rest };
  const [item] = await person.do(promotionRoutes.offers, { body });
  return item!.offers;
}

describe('the offers of a shelf', () => {
  test('have the label, the end, and the price with a percentage or a special price', async () => {
    const { subProductId, goods } = await itemIn(399);
    const percent = await publishPromotion(admin, {
      goods,
      label: '20% off',
      schedule: { endsAt: tomorrow },
    });
    const price = await publishPromotion(admin, {
      goods,
      label: '$2.49',
      reward: { kind: 'price', price: 249 },
    });
    const buyGet = await publishPromotion(admin, {
      goods,
      label: 'Buy 1 get 1',
      reward: { kind: 'buyGet', buy: 1, get: 1, percent: 100 },
    });

    expect(await offersOn(subProductId)).toEqual([
      { promotionId: percent._id, label: '20% off', endsAt: tomorrow, unitPrice: 319 },
      { promotionId: price._id, label: '$2.49', endsAt: null, unitPrice: 249 },
      { promotionId: buyGet._id, label: 'Buy 1 get 1', endsAt: null },
    ]);
  });

  test('include only automatic promotions on items that run now and here', async () => {
    const { subProductId, goods } = await itemIn();
    await addPromotion(admin, { goods });
    await publishPromotion(admin, { goods, schedule: { startsAt: tomorrow } });
    await publishPromotion(admin, { goods, codes: { kind: 'shared', code: `C${newId().slice(0, 8)}` } });
    await publishPromotion(admin, { goods, locationIds: [uptown] });
    await publishPromotion(admin, { goods, reward: { kind: 'amount', amount: 100, per: 'order' } });
    await publishPromotion(admin, { goods, reward: { kind: 'price', price: 10_000 } });
    await setStatus(admin, await publishPromotion(admin, { goods }), 'paused');
    const today = new Date(new Date().toLocaleString('en-US', { timeZone: 'America/Chicago' })).getDay();
    const window = { day: (today + 3) % 7, from: '00:00', to: '23:59' };
    await publishPromotion(admin, { goods, schedule: { weekly: [window] } });

    expect(await offersOn(subProductId)).toEqual([]);
  });

  test('include conditions that the basket decides', async () => {
    const { subProductId, goods } = await itemIn();
    const { _id } = await publishPromotion(admin, {
      goods,
      conditions: { minGoods: 5000, minQuantity: 3, fulfilment: 'pickup', paymentTypes: ['card'] },
    });

    expect((await offersOn(subProductId)).map(({ promotionId }) => promotionId)).toEqual([_id]);
  });

  test('skip items on sale if the promotion does', async () => {
    const categoryId = await addCategory(shop);
    const subProductId = await addGoods(shop, downtown, { price: 400, salePrice: 300, categoryId });
    await publishPromotion(admin, { goods: { categoryIds: [categoryId], includeSale: false } });
    const all = await publishPromotion(admin, { goods: { categoryIds: [categoryId] } });

    expect(await offersOn(subProductId)).toMatchObject([{ promotionId: all._id, unitPrice: 240 }]);
  });

  test('show promotions with an audience only to their customers', async () => {
    const { subProductId, goods } = await itemIn();
    const { customerId, planId } = await addSubscriber(shop, admin);
    const { _id: other } = await addCustomer(admin);
    const ofPlan = await publishPromotion(admin, { goods, audience: { planIds: [planId] } });
    const ofCustomer = await publishPromotion(admin, { goods, audience: { customerIds: [other] } });
    const idsFor = async (id?: string) =>
      (await offersOn(subProductId, id ? { customerId: id } : {}, admin)).map(
        ({ promotionId }) => promotionId,
      );

    expect([await idsFor(), await idsFor(customerId), await idsFor(other)]).toEqual([
      [],
      [ofPlan._id],
      [ofCustomer._id],
    ]);
  });
});

test('lists an item that the location does not sell without offers', async () => {
  expect(await offersOn(newId())).toEqual([]);
});

test('refuses locations that the user has no access to', async () => {
  const body = { locationId: uptown, subProductIds: [newId()] };

  expect(refusedField(await owner.send(promotionRoutes.offers, { body }))).toEqual([400, 'locationId']);
});

test.each([
  ['prices', 200],
  ['catalogue', 200],
  ['stock', 403],
] as const)('answers API keys with the scope %s with %i', async (scope, status) => {
  const { subProductId } = await itemIn();
  const headers = await addStorefront(shop, [scope]);
  const answer = await shop.server.inject({
    method: 'POST',
    url: '/api/v2/promotion/offers',
    headers,
    payload: { locationId: downtown, subProductIds: [subProductId] },
  });

  expect(gotOf(answer).status).toBe(status);
});
