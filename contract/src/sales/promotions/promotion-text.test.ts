import { expect, test } from 'vitest';
import { PromotionConditions, PromotionGoods, type Reward } from './promotion-terms.ts';
import { conditionTexts, fundingText, goodsText, offerText } from './promotion-text.ts';

const [yogurt, kefir, milk, cream] = [
  '01a205eb-4793-73bc-a01c-093578ca8361',
  '01a205eb-4793-73bc-a01c-093578ca8362',
  '01a205eb-4793-73bc-a01c-093578ca8363',
  '01a205eb-4793-73bc-a01c-093578ca8364',
] as const;
const names = new Map([
  [yogurt, 'Yogurt'],
  [kefir, 'Kefir'],
  [milk, 'Milk'],
]);
const nameOf = (id: string) => names.get(id as typeof yogurt);
const goods = (parts: object = {}) => PromotionGoods.parse(parts);

test.each<[Reward, string]>([
  [{ kind: 'percent', percent: 20, maxAmount: 1000 }, '20% off Yogurt, up to $10.00'],
  [{ kind: 'price', price: 249 }, 'Yogurt for $2.49 each'],
  [{ kind: 'bundle', quantity: 2, price: 500 }, 'Any 2 of Yogurt for $5.00'],
  [
    { kind: 'buyGet', buy: 2, get: 1, percent: 100, getGoods: null, times: 3 },
    'Buy 2 of Yogurt, get 1 free, up to 3 times per order',
  ],
  [
    { kind: 'buyGet', buy: 1, get: 1, percent: 50, getGoods: goods({ categoryIds: [kefir] }), times: null },
    'Buy 1 of Yogurt, get 1 of Kefir 50% off',
  ],
  [{ kind: 'amount', amount: 1000, per: 'checkout' }, '$10.00 off Yogurt, once per checkout'],
  [{ kind: 'delivery', percent: 100 }, 'Free delivery'],
  [{ kind: 'delivery', amount: 499 }, '$4.99 off delivery'],
  [{ kind: 'coins', multiplier: 2 }, '2× coins'],
  [{ kind: 'coins', bonus: 50 }, '50 extra coins'],
])('reads %j as an offer', (reward, text) => {
  expect(offerText({ reward, goods: goods({ categoryIds: [yogurt] }) }, nameOf)).toBe(text);
});

test.each([
  [{}, 'all items'],
  [{ exclude: { categoryIds: [milk] } }, 'all items except Milk'],
  [{ categoryIds: [yogurt, kefir], brandIds: [milk] }, 'Yogurt, Kefir, and Milk'],
  [{ categoryIds: [yogurt, kefir], brandIds: [milk], tags: ['organic'] }, 'Yogurt, Kefir, and 2 more'],
  [{ tags: ['organic'], productIds: [cream] }, 'a deleted item and “organic”'],
])('names the goods of %j', (parts, text) => {
  expect(goodsText(goods(parts), nameOf)).toBe(text);
});

test('lists only the conditions that are set', () => {
  const conditions = PromotionConditions.parse({ minGoods: 4000, firstOrder: true, fulfilment: 'pickup' });

  expect(conditionTexts({ conditions })).toEqual(['from $40.00', 'first order', 'only pickup']);
});

test('names who pays', () => {
  expect(fundingText({ marketplace: 50, location: 0, vendor: 50, vendorId: yogurt })).toBe(
    'Marketplace 50%, Vendor 50%',
  );
});
