import { moneyOf, type RefundDraft } from '@aisle/contract/sales/refunds/refunds';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SoldLine } from '../../ledgers/money/money-plan.ts';
import { coinValue, valueOfPlan } from '../orders/money/coins-taken-back.ts';
import type { RefundFacts } from '../orders/money/refund-facts.queries.ts';
import { planRefund, refundableOf } from './refund-plan.ts';

const milk: SoldLine = {
  id: 'milk',
  name: 'Milk',
  productName: 'Milk',
  variantName: 'Milk',
  unitPrice: 1000,
  quantity: 1,
  pickedQuantity: null,
  removed: false,
  discounts: [],
  discount: 0,
  tax: 80,
  total: 1080,
  commissionRate: 10,
};
const rye: SoldLine = {
  id: 'rye',
  name: 'Rye',
  productName: 'Rye',
  variantName: 'Rye',
  unitPrice: 500,
  quantity: 1,
  pickedQuantity: null,
  removed: false,
  discounts: [],
  discount: 0,
  tax: 0,
  total: 500,
  commissionRate: 10,
};
const lines = [milk, rye];

/** A delivered order with both lines and a fee of 4 dollars, paid by card. */
const facts = (change: Partial<RefundFacts> = {}): RefundFacts => ({
  locationId: 'l',
  id: 'o',
  customerId: 'c',
  status: 'delivered',
  itemsTotal: 1500,
  discountTotal: 0,
  coinMultiplier: 1,
  deliveryFee: 400,
  paid: 1980,
  opened: 0,
  overpaid: 0,
  isInProportion: false,
  feeOpened: 0,
  feePosted: 0,
  deliveryPromotion: null,
  lineOpened: {},
  unitsOpened: {},
  coinsEarned: 0,
  coinsOpened: 0,
  coinsWorth: 0,
  coinsWorthBack: 0,
  coinsOfLocation: 0,
  coinsOfLocationBack: 0,
  inCoins: 0,
  coinsPaid: 0,
  inCoinsOpened: 0,
  coinsReturned: 0,
  inCredit: 0,
  inCreditOpened: 0,
  giftCards: [],
  coinBalance: 1000,
  onCards: 1980,
  isDiscountOfPlan: false,
  discountsFundedBy: 'marketplace',
  taxRemittedBy: 'location',
  ...change,
});
const of = (lineId: string, amount: number) => ({ lines: [{ lineId, amount }] });
const planOf = (wish: RefundDraft = {}, change: Partial<RefundFacts> = {}) =>
  planRefund(facts(change), lines, wish);

describe('planRefund for a full refund', () => {
  test('refunds each line and the fee', () => {
    const plan = planOf();

    expect(plan.lines).toMatchObject([
      { lineId: 'milk', amount: 1080 },
      { lineId: 'rye', amount: 500 },
    ]);
    expect(plan).toMatchObject({ deliveryFee: 400, amount: 1980, refund: 1980, released: 0, by: 'card' });
  });

  test('refunds the rest after earlier refunds', () => {
    const plan = planOf({}, { opened: 1480, lineOpened: { milk: 1080 }, feeOpened: 400 });

    expect(plan).toMatchObject({ deliveryFee: 0, amount: 500, refundable: 500 });
  });

  test('refunds at most the paid amount', () => {
    const plan = planOf({}, { paid: 1200, onCards: 1200 });

    expect(plan.lines.map(({ amount }) => amount)).toEqual([1080, 120]);
    expect(plan).toMatchObject({ deliveryFee: 0, amount: 1200 });
  });

  test('refunds the paid amount after picking, also before delivery', () => {
    expect(planOf({}, { status: 'outOfDelivery' })).toMatchObject({ amount: 1980, inBooks: false });
  });

  test('refunds only the fee before picking, and nothing of an order that ended', () => {
    expect(planOf({}, { status: 'processing' })).toMatchObject({ amount: 400, deliveryFee: 400 });
    expect(refundableOf(facts({ status: 'processing', paid: 300 })).inAll).toBe(300);
    expect(refundableOf(facts({ status: 'cancelled' })).inAll).toBe(0);
    expect(planOf({}, { status: 'cancelled' })).toMatchObject({ amount: 0, by: null });
  });
});

describe('planRefund for a partial refund', () => {
  test('refunds only the requested amount', () => {
    expect(planOf(of('milk', 540))).toMatchObject({
      amount: 540,
      goods: 500,
      tax: 40,
      commission: 50,
      deliveryFee: 0,
    });
  });

  test('refunds the fee only', () => {
    expect(planOf({ deliveryFee: 400 })).toMatchObject({ amount: 400, goods: 0 });
  });

  const both = { lines: [...of('milk', 600).lines, ...of('rye', 500).lines] };
  const twice = { lines: [...of('rye', 1).lines, ...of('rye', 1).lines] };
  test.each<[string, RefundDraft, Partial<RefundFacts>, string]>([
    ['more than the total of the line', of('rye', 501), {}, 'lines.0.amount'],
    [
      'more than the refundable rest of the line',
      of('rye', 101),
      { opened: 400, lineOpened: { rye: 400 } },
      'lines.0.amount',
    ],
    ['more than the fee', { deliveryFee: 401 }, {}, 'deliveryFee'],
    ['more than the paid amount in total', both, { paid: 1000 }, 'lines'],
  ])('rejects %s at its field', (_, wish, change, path) => {
    const problem = { code: 'refunds.too-much', fields: [expect.objectContaining({ path })] };
    expect(() => planOf(wish, change)).toThrow(expect.objectContaining(problem));
  });

  test.each<[string, RefundDraft, string]>([
    ['of another order', of('tea', 1), 'lines.0.lineId'],
    ['that is listed twice', twice, 'lines.1.lineId'],
  ])('rejects a line %s', (_, wish, path) => {
    const fields = [expect.objectContaining({ path })];
    expect(() => planOf(wish)).toThrow(expect.objectContaining({ fields }));
  });
});

describe('refund method', () => {
  test("pays manually if the cards can't take the refund", () => {
    expect(planOf({}, { onCards: 1979 }).by).toBe('hand');
  });

  test('refunds money first, then coins', () => {
    const known = { onCards: 1480, inCoins: 500, coinsPaid: 50 };

    const money = { inCoins: 0, coinsReturned: 0, by: 'card' };
    expect(planOf(of('milk', 1080), known)).toMatchObject(money);
    expect(planOf({}, known)).toMatchObject({ inCoins: 500, coinsReturned: 50, by: 'card' });
  });

  test('returns the share of each tender in proportion to what it paid', () => {
    const known = {
      isInProportion: true,
      onCards: 990,
      inCoins: 495,
      coinsPaid: 99,
      inCredit: 495,
    };

    expect(planOf({ deliveryFee: 400 }, known)).toMatchObject({
      inCoins: 100,
      coinsReturned: 20,
      inCredit: 100,
      by: 'card',
    });
    expect(planOf({}, known)).toMatchObject({ inCoins: 495, coinsReturned: 99, inCredit: 495 });
  });

  test('refunds to store credit what money paid', () => {
    const known = { isInProportion: true, onCards: 990, inCredit: 990 };

    const plan = planOf({ deliveryFee: 400, to: 'storeCredit' }, known);

    expect(plan).toMatchObject({ inCredit: 200, toCredit: 200, by: 'storeCredit' });
  });

  test('refunds coins only if coins paid for everything', () => {
    const plan = planOf({ deliveryFee: 400 }, { onCards: 0, inCoins: 1980, coinsPaid: 198 });

    expect(plan).toMatchObject({ inCoins: 400, coinsReturned: 40, by: 'coins' });
  });
});

describe('earned coins', () => {
  const earned = { coinsEarned: 15, coinsWorth: 150 };

  test('reverses coins in proportion to the items', () => {
    expect(planOf(of('milk', 1080), earned)).toMatchObject({ coins: 10, coinsWorth: 100 });
  });

  test('reverses no coins for a refund of the fee', () => {
    expect(planOf({ deliveryFee: 400 }, earned).coins).toBe(0);
  });

  test('values coins at the time they were earned', () => {
    expect(coinValue(10, facts(earned))).toBe(100);
    expect(coinValue(10, facts())).toBe(0);
  });
});

test("returns exactly the location's share of reversed coins, however they are split", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(15), { maxLength: 6 }), fc.nat(150), (parts, coinsOfLocation) => {
      let known = facts({ coinsEarned: 15, coinsWorth: 150, coinsOfLocation });
      for (const part of [...parts, 15]) {
        const worth = coinValue(Math.min(part, 15 - known.coinsWorthBack / 10), known);
        const ofPlan = valueOfPlan(worth, known);

        expect(Math.min(ofPlan, worth - ofPlan)).toBeGreaterThanOrEqual(0);
        known = {
          ...known,
          coinsWorthBack: known.coinsWorthBack + worth,
          coinsOfLocationBack: known.coinsOfLocationBack + worth - ofPlan,
        };
      }

      expect(known).toMatchObject({ coinsWorthBack: 150, coinsOfLocationBack: coinsOfLocation });
    }),
  );
});

test('refunds money, tenders and earned coins exactly once over any number of refunds', () => {
  const wish = fc.record({ milk: fc.integer({ min: 0, max: 1080 }), fee: fc.integer({ min: 0, max: 400 }) });
  const part = fc.integer({ min: 0, max: 495 });
  const tenders = fc.tuple(part, part, part, part);
  fc.assert(
    fc.property(
      fc.array(wish, { maxLength: 5 }),
      tenders,
      fc.boolean(),
      (wishes, paidWith, isInProportion) => {
        const [inCoins, inCredit, ...cards] = paidWith;
        const onCards = paidWith.reduce((left, amount) => left - amount, 1980);
        let known = facts({
          isInProportion,
          onCards,
          inCoins,
          inCredit,
          giftCards: cards.map((paid, index) => ({ giftCardId: `g${index}`, last4: '7K2M', paid, back: 0 })),
          coinsPaid: Math.ceil(inCoins / 7),
          coinsEarned: 15,
          coinsWorth: 150,
        });
        const open = (wanted: RefundDraft) => {
          const plan = planRefund(known, lines, wanted);
          const ofCards = new Map(plan.giftCards.map(({ giftCardId, amount }) => [giftCardId, amount]));
          expect(
            Math.min(plan.inCoins, plan.inCredit, moneyOf(plan), ...ofCards.values()),
          ).toBeGreaterThanOrEqual(0);
          const lineOpened = { ...known.lineOpened };
          for (const { lineId, amount } of plan.lines)
            lineOpened[lineId] = (lineOpened[lineId] ?? 0) + amount;
          known = {
            ...known,
            lineOpened,
            opened: known.opened + plan.amount,
            feeOpened: known.feeOpened + plan.deliveryFee,
            inCoinsOpened: known.inCoinsOpened + plan.inCoins,
            inCreditOpened: known.inCreditOpened + plan.inCredit,
            giftCards: known.giftCards.map((card) => ({
              ...card,
              back: card.back + (ofCards.get(card.giftCardId) ?? 0),
            })),
            coinsReturned: known.coinsReturned + plan.coinsReturned,
            coinsOpened: known.coinsOpened + plan.coins,
          };
        };
        for (const { milk: amount, fee } of wishes) {
          const { ofLine, ofFee } = refundableOf(known);
          const some = Math.min(amount, ofLine(milk));
          open({
            deliveryFee: Math.min(fee, ofFee),
            ...(some > 0 && { lines: [{ lineId: 'milk', amount: some }] }),
          });
        }
        open({});

        expect(known).toMatchObject({
          opened: 1980,
          feeOpened: 400,
          lineOpened: { milk: 1080, rye: 500 },
          inCoinsOpened: inCoins,
          inCreditOpened: inCredit,
          giftCards: cards.map((paid) => ({ back: paid })),
          coinsReturned: known.coinsPaid,
          coinsOpened: 15,
        });
      },
    ),
  );
});
