import { expect, test } from 'vitest';
import type { PromotionTerms } from '../promotion-terms.ts';
import type { Candidate, CheckoutFacts } from './checkout.ts';
import { buyGet, checkoutOf, line, only, percent, promotion } from './engine.fixtures.ts';
import { discountsOfOrder, explainNotApplied, keptDiscounts } from './explain.ts';
import { priceCheckout } from './price-checkout.ts';

const noConditions = promotion(0, percent(1)).terms.conditions;
const code = 'SAVE';

function refusalOf(
  one: Partial<Omit<Candidate, 'terms'>> & { terms?: Partial<PromotionTerms> },
  facts: Partial<CheckoutFacts> = {},
): string | undefined {
  const candidate = promotion(1, percent(10), { code, ...one });
  const checkout = checkoutOf([line('a', 1000)], [candidate], facts);
  return explainNotApplied(priceCheckout(checkout), [candidate])[0]?.reason;
}
const schedule = (more: object) => ({
  schedule: { startsAt: '2026-01-01T00:00:00Z', endsAt: null, weekly: [], by: 'placed' as const, ...more },
});
const conditions = (more: object) => ({ terms: { conditions: { ...noConditions, ...more } } });
const audience = { customerGroupIds: ['group'], planIds: [], customerIds: [] };
const member = { id: 'customer', groupIds: ['group'], isFirstOrder: true };
const limits = { usesLeft: null, budgetLeft: null, usesPerCustomer: 1, usesByCustomer: 0 };

test.each([
  ['runs', {}, undefined],
  ['has not started', schedule({ startsAt: '2026-12-24T00:00:00Z' }), 'not-started'],
  ['has ended', schedule({ endsAt: '2026-11-01T00:00:00Z' }), 'ended'],
  ['is paused', { state: 'paused' as const }, 'paused'],
  ['runs on Tuesdays at noon', schedule({ weekly: [{ day: 2, from: '11:30', to: '12:30' }] }), undefined],
  ['runs on Tuesday evenings', schedule({ weekly: [{ day: 2, from: '18:00', to: '24:00' }] }), 'schedule'],
  [
    'runs from Monday night to Tuesday',
    schedule({ weekly: [{ day: 1, from: '22:00', to: '13:00' }] }),
    undefined,
  ],
  ['runs elsewhere', { locationIds: ['other'] }, 'other-location'],
  ['is used up', { limits: { ...limits, usesLeft: 0 } }, 'used-up'],
  ['is spent', { limits: { ...limits, budgetLeft: 0 } }, 'budget-spent'],
  ['was used by the customer', { limits: { ...limits, usesByCustomer: 1 } }, 'used-by-customer'],
  ['is for first orders', conditions({ firstOrder: true }), 'first-order'],
  ['needs more goods', conditions({ minGoods: 1001 }), 'minimum-not-met'],
  ['needs more units', conditions({ minQuantity: 2 }), 'minimum-not-met'],
  ['is for delivery', conditions({ fulfilment: 'delivery' }), 'fulfilment'],
  ['is for another payment type', conditions({ paymentTypes: ['onlinePayment'] }), 'payment-type'],
  ['is for the storefront', conditions({ sources: ['storefront'] }), 'source'],
  ['is for an area', conditions({ postalCodes: ['78701'] }), 'address'],
  ['is for other goods', { terms: { goods: only('b') } }, 'no-matching-goods'],
  ['is for a group', { terms: { audience } }, 'not-for-customer'],
] as const)('explains a promotion that %s', (_, one, reason) => {
  expect(refusalOf(one)).toBe(reason);
});

test('reads the slot in the zone of the location', () => {
  const bySlot = schedule({ by: 'slot', weekly: [{ day: 3, from: '06:00', to: '08:00' }] });

  expect(refusalOf(bySlot, { slot: { from: '2026-12-02T12:30:00Z' } })).toBeUndefined();
  expect(refusalOf(bySlot, { slot: { from: '2026-12-02T14:30:00Z' } })).toBe('schedule');
  expect(refusalOf(bySlot, { slot: null })).toBe('schedule');
});

test('counts open facts as met, except for an audience', () => {
  const open = { customer: undefined, paymentType: undefined };
  const first = promotion(1, percent(10), {
    limits,
    ...conditions({ firstOrder: true, paymentTypes: ['coins'] }),
  });
  const checkout = checkoutOf([line('a', 1000)], [first], open);
  const priced = priceCheckout(checkout);

  expect(discountsOfOrder(priced.orders[0]!, priced, checkout.facts)).toMatchObject([
    { amount: 100, provisional: true },
  ]);
  expect(refusalOf({ terms: { audience } }, open)).toBe('needs-customer');
  expect(refusalOf({ terms: { audience } }, { customer: member })).toBeUndefined();
});

test('names what is missing and offers that are better', () => {
  const welcome = promotion(
    1,
    { kind: 'amount', amount: 1000, per: 'order' },
    { code: 'WELCOME10', ...conditions({ minGoods: 4000 }) },
  );
  const yogurt = promotion(2, buyGet(2, 1), { label: 'Buy 2 get 1 free' });
  const worse = promotion(3, percent(5), { code: 'FIVE' });
  const candidates = [
    welcome,
    yogurt,
    worse,
    promotion(4, percent(10)),
    promotion(5, percent(1), conditions({ minGoods: 9999 })),
  ];
  const priced = priceCheckout(checkoutOf([line('a', 1000, 2)], candidates));

  expect(explainNotApplied(priced, candidates)).toMatchObject([
    {
      code: 'WELCOME10',
      reason: 'minimum-not-met',
      message: 'Add $20.00 of goods to use WELCOME10',
      missing: { amount: 2000 },
    },
    { promotionId: 'promotion-2', message: 'Add 1 item to use “Buy 2 get 1 free”', missing: { quantity: 1 } },
    { code: 'FIVE', reason: 'better-offer' },
  ]);
});

test('says that a promotion excludes others', () => {
  const combines = { goods: false, order: true, delivery: true, plan: true };
  const five = promotion(2, percent(5), { code: 'FIVE', terms: { goods: only('b') } });
  const priced = priceCheckout(
    checkoutOf([line('a', 1000), line('b', 100)], [promotion(1, percent(50), { terms: { combines } }), five]),
  );

  expect(explainNotApplied(priced, [five])).toMatchObject([{ reason: 'not-combinable' }]);
});

test('writes the rule of a discount', () => {
  const rules = (reward: PromotionTerms['reward']) => {
    const checkout = checkoutOf([line('a', 400, 3)], [promotion(1, reward, { label: 'Offer' })]);
    const [order] = priceCheckout(checkout).orders;
    return keptDiscounts(order!, checkout.orders[0]!.lines, checkout.facts)[0]![0]!.rule;
  };

  expect(rules(buyGet(2, 1))).toBe('Offer: 1 set of 3, the cheapest unit at 100% off');
  expect(rules(percent(20, 1000))).toBe('Offer: 20% off 3 units, up to $10.00 per order');
  expect(rules({ kind: 'price', price: 249 })).toBe('Offer: 3 units at $2.49');
  expect(rules({ kind: 'bundle', quantity: 3, price: 1000 })).toBe('Offer: 1 set of 3 for $10.00');
  expect(rules({ kind: 'amount', amount: 100, per: 'order' })).toBe(
    'Offer: part of $1.00 off, spread over the order',
  );
});
