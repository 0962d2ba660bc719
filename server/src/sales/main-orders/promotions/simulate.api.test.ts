import type { QuoteInput } from '@aisle/contract/sales/main-orders/main-orders';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { expect, test } from 'vitest';
import { addCategory } from '../../../../test/catalogue-builders.ts';
import { addCustomer, addGoods, addOrderLocation, place } from '../../../../test/order-builders.ts';
import { promotionOf, publishPromotion } from '../../../../test/promotion-builders.ts';
import { openShop, refusedField, type Sent } from '../../../../test/shop.ts';
import { newId } from '../../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();
const location = await addOrderLocation(shop);

async function basketIn(quantity = 3, rest: Partial<QuoteInput> = {}) {
  const categoryId = await addCategory(shop);
  const subProductId = await addGoods(shop, location, { price: 399, categoryId });
  const quote = {
    lines: [{ subProductId, locationId: location, quantity }],
    fulfilment: 'pickup' as const,
    ...rest,
  };
  return { quote, goods: { categoryIds: [categoryId] } };
}
const simulate = (sent: Sent<typeof promotionRoutes.simulate>) => admin.do(promotionRoutes.simulate, sent);
const buyGet = { kind: 'buyGet', buy: 2, get: 1, percent: 100 } as const;

test('quotes a basket as if the promotion were published, with the reason of each price', async () => {
  const { quote, goods } = await basketIn();
  const body = { promotion: promotionOf({ reward: buyGet, goods, label: 'Buy 2 get 1 free' }), quote };
  const simulated = await simulate({ body });

  expect(simulated).toMatchObject({ itemsTotal: 1197, discountTotal: 399, total: 798 });
  expect(simulated.orders[0]!.lines[0]!.why!.discounts).toMatchObject([
    { source: 'promotion', amount: 399, rule: expect.stringContaining('1 set of 3') },
  ]);
  const { _id } = await publishPromotion(admin, body.promotion);
  const quoted = await admin.do(mainOrderRoutes.quote, { body: { ...quote, explain: true } });
  expect(quoted.discounts).toMatchObject([{ promotionId: _id, amount: 399 }]);
  const { discounts: _, orders: __, ...rest } = quoted;
  expect(simulated).toMatchObject(rest);
});

test('saves nothing', async () => {
  const { quote, goods } = await basketIn();
  await simulate({ body: { promotion: promotionOf({ goods }), quote } });

  expect(await admin.do(mainOrderRoutes.quote, { body: quote })).toMatchObject({ discountTotal: 0 });
});

test('says why the promotion does not apply', async () => {
  const { quote, goods } = await basketIn(1);
  const reasons = async (parts: object, at?: string) => {
    const body = { promotion: promotionOf({ goods, ...parts }), quote, ...(at && { at }) };
    return (await simulate({ body })).notApplied.map(({ reason }) => reason);
  };

  expect(await reasons({ conditions: { minGoods: 9000 } })).toEqual(['minimum-not-met']);
  expect(await reasons({ goods: { tags: ['none of these'] } })).toEqual(['no-matching-goods']);
  expect(await reasons({ schedule: { startsAt: '2099-01-01T00:00:00Z' } })).toEqual(['not-started']);
  expect(await reasons({ schedule: { startsAt: '2099-01-01T00:00:00Z' } }, '2099-01-02T00:00:00Z')).toEqual(
    [],
  );
});

test('lets the promotion compete with the saved ones, and replaces the saved one that is edited', async () => {
  const { quote, goods } = await basketIn();
  const saved = await publishPromotion(admin, { goods, reward: { kind: 'percent', percent: 50 } });
  const promotion = promotionOf({ goods, reward: { kind: 'percent', percent: 10 } });

  const competing = await simulate({ body: { promotion, quote } });
  expect(competing).toMatchObject({ discountTotal: 599, notApplied: [{ reason: 'better-offer' }] });
  const replaced = await simulate({ body: { promotion, promotionId: saved._id, quote } });
  expect(replaced).toMatchObject({ discountTotal: 120, notApplied: [] });
});

test('knows whether it is the first order of the customer', async () => {
  const { quote, goods } = await basketIn();
  const promotion = promotionOf({ goods, conditions: { firstOrder: true } });
  const [regular, other] = [await addCustomer(admin), await addCustomer(admin)];
  await place(admin, { ...quote, customerId: regular._id });

  const of = async (customerId: string) =>
    (await simulate({ body: { promotion, quote: { ...quote, customerId } } })).discountTotal;
  expect([await of(regular._id), await of(other._id)]).toEqual([0, 239]);
});

test('names unknown records by their fields', async () => {
  const { quote } = await basketIn();
  const body = { promotion: promotionOf({ goods: { brandIds: [newId()] } }), quote };

  expect(refusedField(await admin.send(promotionRoutes.simulate, { body }))).toEqual([
    400,
    'promotion.goods.brandIds.0',
  ]);
});
