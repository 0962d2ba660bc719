import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RefundPart } from './order-payments.queries.ts';
import { partOfRefund } from './refund-reversals.ts';

const cents = (max: number) => fc.integer({ min: 0, max });
const line: fc.Arbitrary<RefundPart> = fc
  .record({
    tax: cents(900),
    goods: cents(9000),
    commission: cents(900),
    ofVendor: cents(300),
    ofPlan: cents(300),
  })
  .map(({ tax, goods, commission, ofVendor, ofPlan }) => ({
    lineId: 'line',
    amount: goods + tax,
    quantity: 1.5,
    goods: goods + ofVendor + ofPlan,
    discount: ofVendor + ofPlan,
    promotions: [{ promotionId: 'snacks', funder: 'vendor' as const, vendorId: 'v1', amount: ofVendor }],
    tax,
    commission,
  }));
const refund = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), deliveryFee: cents(999) })
  .map(({ lines, deliveryFee }) => ({
    lines,
    deliveryFee,
    amount: lines.reduce((sum, { amount }) => sum + amount, deliveryFee),
  }))
  .filter(({ amount }) => amount > 0);

type Parts = ReturnType<typeof partOfRefund>;
const componentsOf = ({ lines, deliveryFee }: Pick<Parts, 'lines' | 'deliveryFee'>) => [
  deliveryFee,
  ...lines.flatMap(({ amount, goods, discount, tax, commission, promotions, quantity }) => [
    amount,
    goods,
    discount,
    tax,
    commission,
    promotions![0]!.amount,
    Math.round(quantity! * 1000),
  ]),
];

test('splits a refund into parts whose components add up to it', () => {
  fc.assert(
    fc.property(refund, fc.array(fc.nat(10_000), { maxLength: 3 }), (whole, cuts) => {
      const ends = [...cuts.map((cut) => cut % (whole.amount + 1)), 0, whole.amount].sort((a, b) => a - b);
      const parts = ends.slice(1).map((end, index) => partOfRefund(whole, ends[index]!, end - ends[index]!));

      for (const part of parts) {
        const { lines, deliveryFee } = part;
        expect(lines.reduce((sum, { amount }) => sum + amount, deliveryFee)).toBe(part.amount);
        for (const { amount, goods, discount, tax } of lines) expect(goods - discount + tax).toBe(amount);
      }
      const sums = parts
        .map(componentsOf)
        .reduce((sum, next) => sum.map((value, index) => value + next[index]!));
      expect(sums).toEqual(componentsOf(whole));
    }),
  );
});

test('takes the same share of every line and of the delivery fee', () => {
  const half = {
    lineId: 'a',
    amount: 1000,
    goods: 950,
    discount: 50,
    promotions: [],
    tax: 100,
    commission: 90,
  };

  const part = partOfRefund(
    { amount: 2500, lines: [half, { ...half, lineId: 'b' }], deliveryFee: 500 },
    0,
    1250,
  );

  expect(part).toMatchObject({ amount: 1250, deliveryFee: 250 });
  expect(part.lines.map(({ amount, tax, commission }) => [amount, tax, commission])).toEqual([
    [500, 50, 45],
    [500, 50, 45],
  ]);
});
