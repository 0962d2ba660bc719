import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commissionOn, reversalEntries, saleEntries, taxRemitterOn } from './accounts.ts';

/** An empty sale; tests override its fields. */
const sale = {
  itemsTotal: 0,
  discountTotal: 0,
  taxTotal: 0,
  deliveryFee: 0,
  total: 0,
  commission: 0,
  discountsFundedBy: 'marketplace',
  taxRemittedBy: 'location',
} as const;
const refund = {
  goods: 0,
  discount: 0,
  tax: 0,
  commission: 0,
  deliveryFee: 0,
  amount: 0,
  inCoins: 0,
  earned: 0,
  discountsFundedBy: 'marketplace',
  taxRemittedBy: 'location',
} as const;
const cents = fc.integer({ min: 0, max: 10_000_000 });

test('sums the entries of any sale to zero', () => {
  fc.assert(
    fc.property(
      fc.record({
        itemsTotal: cents,
        taxTotal: cents,
        deliveryFee: cents,
        discountShare: fc.integer({ min: 0, max: 100 }),
        commission: cents,
        inCoins: fc.integer({ min: 1, max: 10_000 }),
        earned: fc.integer({ min: 0, max: 100_000 }),
        planShare: fc.integer({ min: 0, max: 100 }),
        discountsFundedBy: fc.constantFrom('marketplace' as const, 'location' as const),
        taxRemittedBy: fc.constantFrom('marketplace' as const, 'location' as const),
      }),
      ({ discountShare, planShare, ...sale }) => {
        const discountTotal = Math.floor((sale.itemsTotal * discountShare) / 100);
        const total = sale.itemsTotal - discountTotal + sale.taxTotal + sale.deliveryFee;

        const ofPlan = {
          discount: Math.floor((discountTotal * planShare) / 100),
          earned: Math.floor((sale.earned * planShare) / 100),
        };

        const entries = saleEntries({ ...sale, discountTotal, total, ofPlan });

        expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
        expect(entries.every(({ amount }) => amount !== 0)).toBe(true);
      },
    ),
  );
});

test('credits items and tax less commission to the location, the rest to the marketplace', () => {
  const amounts = { itemsTotal: 10_000, taxTotal: 825, deliveryFee: 599, total: 11_424, commission: 1_200 };
  const entries = saleEntries({ ...sale, ...amounts });
  const sum = (account: string) =>
    entries.filter((entry) => entry.account === account).reduce((total, { amount }) => total + amount, 0);

  expect(sum('customerPayments')).toBe(11_424);
  expect(sum('locationPayable')).toBe(-(10_000 + 825 - 1_200));
  expect(sum('commissionIncome')).toBe(-1_200);
  expect(sum('deliveryIncome')).toBe(-599);
});

test.each([
  ['marketplace', 'discounts'],
  ['location', 'locationPayable'],
] as const)(
  'charges coins that the %s funds when they are earned, and redeems them from the liability',
  (funder, by) => {
    const coins = { inCoins: 200, earned: 50, discountsFundedBy: funder };

    const entries = saleEntries({ ...sale, itemsTotal: 5_000, total: 5_000, ...coins });

    expect(entries).toContainEqual({ account: by, part: 'earned', amount: 50 });
    expect(entries).toContainEqual({ account: 'coinsLiability', part: 'earned', amount: -50 });
    expect(entries).toContainEqual({ account: 'coinsLiability', part: 'coins', amount: 200 });
  },
);

test("charges a plan's benefits to the marketplace even if locations fund discounts", () => {
  const ofPlan = { discount: 500, earned: 40 };
  const funded = { earned: 100, discountsFundedBy: 'location', ofPlan } as const;
  const sold = saleEntries({ ...sale, itemsTotal: 5_000, discountTotal: 500, total: 4_500, ...funded });
  const back = reversalEntries({ ...refund, goods: 5_000, discount: 500, amount: 4_500, ...funded });

  expect(sold.filter(({ part }) => part === 'discount')).toEqual([
    { account: 'discounts', part: 'discount', amount: 500 },
  ]);
  expect(sold.filter(({ part, amount }) => part === 'earned' && amount > 0)).toEqual([
    { account: 'locationPayable', part: 'earned', amount: 60 },
    { account: 'discounts', part: 'earned', amount: 40 },
  ]);
  for (const { account, part, amount } of sold) {
    const reversed =
      account === 'customerPayments' ? { account: 'refunds', part: 'refund' } : { account, part };
    expect(back).toContainEqual({ ...reversed, amount: -amount });
  }
});

test('posts tax that the marketplace remits to the tax account, and reverses it there', () => {
  const taxRemittedBy = 'marketplace';
  const sold = saleEntries({ ...sale, itemsTotal: 10_000, taxTotal: 825, total: 10_825, taxRemittedBy });
  const back = reversalEntries({ ...refund, goods: 10_000, tax: 825, amount: 10_825, taxRemittedBy });

  expect(sold.filter(({ part }) => part === 'tax')).toEqual([
    { account: 'taxPayable', part: 'tax', amount: -825 },
  ]);
  expect(back.filter(({ part }) => part === 'tax')).toEqual([
    { account: 'taxPayable', part: 'tax', amount: 825 },
  ]);
});

test.each([
  ['2026-03-31', 'location'],
  ['2026-04-01', 'marketplace'],
  ['2026-06-30', 'marketplace'],
  ['2026-07-01', 'location'],
])('decides that on %s tax is remitted by the %s, in any order of the rules', (day, by) => {
  const rules = [
    { from: '2026-07-01', by: 'location' as const },
    { from: '2026-04-01', by: 'marketplace' as const },
  ];

  expect(taxRemitterOn(rules, day)).toBe(by);
  expect(taxRemitterOn(rules.toReversed(), day)).toBe(by);
});

test('computes commission on items without tax, rounded per line', () => {
  const line = { total: 108, tax: 8, commissionRate: 12.5 };

  // 12.5 cents each: two lines add up to 26, not 25.
  expect(commissionOn([line, line])).toBe(26);
});
