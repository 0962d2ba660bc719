import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planOf, type Share, type SoldLine, shareOf } from './money-plan.ts';

const milk: SoldLine = {
  id: 'milk',
  name: 'Milk',
  productName: 'Milk',
  variantName: 'Milk',
  unitPrice: 0,
  quantity: 1,
  pickedQuantity: null,
  removed: false,
  discounts: [],
  discount: 100,
  tax: 72,
  total: 972,
  commissionRate: 10,
};

const anyLine = fc
  .record({
    goods: fc.integer({ min: 1, max: 100_000 }),
    off: fc.integer({ min: 0, max: 100 }),
    rate: fc.integer({ min: 0, max: 20 }),
    commissionRate: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ goods, off, rate, commissionRate }): SoldLine => {
    const discount = Math.floor((goods * off) / 101);
    const tax = Math.round(((goods - discount) * rate) / 100);
    return {
      id: 'a',
      name: 'A',
      productName: 'A',
      variantName: 'A',
      unitPrice: 0,
      quantity: 1,
      pickedQuantity: null,
      removed: false,
      discounts: [],
      discount,
      tax,
      total: goods - discount + tax,
      commissionRate,
    };
  });

/** Splits the refund of a whole line at these cuts. */
function inParts(line: SoldLine, cuts: readonly number[]): Share[] {
  const ends = [...new Set([...cuts.map((cut) => cut % (line.total + 1)), line.total])].sort((a, b) => a - b);
  return ends.map((end, at) => {
    const before = ends[at - 1] ?? 0;
    return shareOf(line, before, end - before);
  });
}
const sum = (shares: readonly Share[], of: 'amount' | 'goods' | 'discount' | 'tax' | 'commission') =>
  shares.reduce((total, share) => total + share[of], 0);

describe('shareOf', () => {
  test("splits an amount into items, discount and tax in the line's proportions", () => {
    expect(shareOf(milk, 0, 972)).toMatchObject({ goods: 1000, discount: 100, tax: 72, commission: 90 });
    expect(shareOf(milk, 0, 486)).toMatchObject({ goods: 500, discount: 50, tax: 36, commission: 45 });
  });

  test('returns zero for a line with a total of zero', () => {
    const gift: SoldLine = { ...milk, discount: 0, tax: 0, total: 0 };

    expect(shareOf(gift, 0, 0)).toMatchObject({ amount: 0, goods: 0, discount: 0, tax: 0, commission: 0 });
  });

  test('adds up to the whole line over any number of parts', () => {
    fc.assert(
      fc.property(anyLine, fc.array(fc.nat(), { maxLength: 8 }), (line, cuts) => {
        const shares = inParts(line, cuts);
        const whole = shareOf(line, 0, line.total);

        expect(sum(shares, 'amount')).toBe(line.total);
        expect(sum(shares, 'tax')).toBe(line.tax);
        expect(sum(shares, 'discount')).toBe(line.discount);
        expect(sum(shares, 'goods')).toBe(whole.goods);
        expect(sum(shares, 'commission')).toBe(whole.commission);
      }),
    );
  });

  test('equals items less discount plus tax, to the cent, in every part', () => {
    fc.assert(
      fc.property(anyLine, fc.array(fc.nat(), { maxLength: 8 }), (line, cuts) => {
        for (const { amount, goods, discount, tax } of inParts(line, cuts)) {
          expect(goods - discount + tax).toBe(amount);
          expect(Math.min(discount, tax)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('planOf', () => {
  const share = {
    ...shareOf(milk, 0, 972),
    name: 'Milk',
    productName: 'Milk',
    variantName: 'Milk',
    refundable: 972,
    refundableQuantity: 0,
  };
  const plan = (change: Partial<Parameters<typeof planOf>[0]> = {}) =>
    planOf({
      shares: [share],
      deliveryFee: 0,
      deliveryFeeRefundable: 0,
      deliveryPromotions: [],
      refund: 972,
      coins: 0,
      coinsNotTaken: 0,
      coinsWorth: 0,
      coinsOfLocation: 0,
      isDiscountOfPlan: false,
      inCoins: 0,
      coinsReturned: 0,
      inCredit: 0,
      inGiftCards: 0,
      giftCards: [],
      toCredit: 0,
      discountsFundedBy: 'marketplace',
      taxRemittedBy: 'location',
      inBooks: true,
      by: 'card',
      refundable: 972,
      ...change,
    });

  test('deducts items and tax less commission from the location if the marketplace funds discounts', () => {
    expect(plan()).toMatchObject({ amount: 972, released: 0, commission: 90, payout: -(1000 + 72 - 90) });
  });

  test('deducts less from a location that funds discounts and coins', () => {
    const own = plan({ discountsFundedBy: 'location', coins: 9, coinsWorth: 9, coinsOfLocation: 9 });

    expect(own.payout).toBe(-(1000 + 72 - 90 - 100 - 9));
  });

  test("excludes a plan's discount and coins from those that a location funds", () => {
    const own = plan({
      discountsFundedBy: 'location',
      coins: 9,
      coinsWorth: 9,
      coinsOfLocation: 3,
      isDiscountOfPlan: true,
    });

    expect(own.payout).toBe(-(1000 + 72 - 90 - 3));
  });

  test("excludes tax from the location's amount if the marketplace remits it", () => {
    expect(plan({ taxRemittedBy: 'marketplace' })).toMatchObject({ tax: 72, payout: -(1000 - 90) });
  });

  test('deducts nothing from the location for a refund of the delivery fee', () => {
    const fee = plan({ shares: [], deliveryFee: 400, refund: 400 });

    expect(fee).toMatchObject({ amount: 400, commission: 0, payout: 0 });
  });

  test('releases an unpaid amount instead of refunding it', () => {
    expect(plan({ refund: 500 })).toMatchObject({ amount: 972, refund: 500, released: 472 });
  });
});
