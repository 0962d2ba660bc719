import { expect, test } from 'vitest';
import type { PickedLine } from '../../links/line-picker/picked-lines.ts';
import { line, moneyPlan, order, refund } from '../orders/order.fixtures.ts';
import { feeId, inputOf, refundableLines, toDraft } from './refund-draft.ts';

const one = (more: Partial<PickedLine> = {}): PickedLine => ({
  quantity: 1,
  amount: 250,
  reasonId: null,
  noReturn: false,
  ...more,
});

test('returns null without a selection or with an invalid amount', () => {
  expect(toDraft({}, [])).toBeNull();
  expect(toDraft({ a: one({ amount: null }) }, [])).toBeNull();
  expect(toDraft({ a: one(), b: one({ amount: Number.NaN }) }, [])).toBeNull();
});

test('includes the selected lines and the delivery fee, or 0 for the fee', () => {
  expect(toDraft({ a: one() }, [])).toEqual({ lines: [{ lineId: 'a', amount: 250 }], deliveryFee: 0 });
  expect(toDraft({ [feeId]: one({ quantity: null, amount: 99 }) }, [])).toEqual({ deliveryFee: 99 });
});

test('includes line reasons and a note', () => {
  const picked = { a: one({ reasonId: 'damaged' }), [feeId]: one({ reasonId: 'late' }) };
  expect(inputOf(picked, [], { note: ' Sorry ', to: 'storeCredit' })).toEqual({
    lines: [{ lineId: 'a', amount: 250, reasonId: 'damaged' }],
    deliveryFee: 250,
    deliveryFeeReasonId: 'late',
    reason: 'Sorry',
    to: 'storeCredit',
  });
});

test('omits refunded lines and shows partial refunds', () => {
  const [apples, bread] = [line(1, 'Apples'), line(2, 'Bread')];
  const shown = order({
    lines: [apples, bread],
    refunds: [refund(1, { lines: [{ lineId: apples._id, amount: 300, reason: null }] })],
  });
  const share = { goods: 0, discount: 0, tax: 0, commission: 0, amount: 0 };
  const plan = moneyPlan({
    lines: [
      {
        ...share,
        lineId: apples._id,
        name: 'Apples',
        productName: 'Apples',
        variantName: 'Apples',
        refundable: 700,
        refundableQuantity: 0,
      },
      {
        ...share,
        lineId: bread._id,
        name: 'Bread',
        productName: 'Bread',
        variantName: 'Bread',
        refundable: 0,
        refundableQuantity: 0,
      },
    ],
    deliveryFeeRefundable: 0,
  });

  expect(refundableLines(shown, plan)).toMatchObject([
    { name: 'Apples', most: 2, already: '$3.00 refunded', price: { refundable: 700 } },
  ]);
});

test('offers the rest of a free line by quantity', () => {
  const free = { ...line(1, 'Yogurt'), quantity: 3, pickedQuantity: 3, total: 0 };
  const refunded = refund(1, {
    amount: 0,
    lines: [{ lineId: free._id, amount: 0, quantity: 1, reason: null }],
  });
  const plan = moneyPlan({
    lines: [
      {
        lineId: free._id,
        name: 'Yogurt',
        productName: 'Yogurt',
        variantName: 'Yogurt',
        goods: 0,
        discount: 0,
        tax: 0,
        commission: 0,
        amount: 0,
        refundable: 0,
        refundableQuantity: 2,
      },
    ],
    deliveryFeeRefundable: 0,
  });
  const lines = refundableLines(order({ lines: [free], refunds: [refunded] }), plan);
  const picked = { [free._id]: one({ quantity: 2, amount: null }) };

  expect(lines).toMatchObject([{ name: 'Yogurt', most: 2, already: '1 refunded', worth: 0 }]);
  expect(toDraft(picked, lines)).toEqual({ lines: [{ lineId: free._id, quantity: 2 }], deliveryFee: 0 });
});
