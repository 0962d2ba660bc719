import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { expect, test } from 'vitest';
import { line as lineOf } from '../order.fixtures.ts';
import { asPicked, differenceText, previewTotal } from './picked-order.ts';
import { hasNoPicks, linesEdit, openLines, pickState, scanned, withPicked } from './picking.ts';

const bill = (own: Partial<Order>) =>
  ({
    paid: 0,
    paymentType: 'cashOnDelivery',
    payments: [],
    status: 'orderPlaced',
    total: 900,
    ...own,
  }) as Order;
const line = (own: Partial<OrderLine>) =>
  lineOf(1, 'Milk', {
    _id: 'a',
    subProductId: 's',
    sku: 'MILK',
    unitPrice: 300,
    total: 600,
    barcode: null,
    aisle: 'Dairy',
    ...own,
  });
const orderOf = (...lines: OrderLine[]) => ({ lines, deliveryFee: 500 }) as Order;
const oats = { subProductId: 'oats', price: 250 } as Sellable;

test('applies the plan discount to picked, weighed, added and substituted items', () => {
  const ham = line({ _id: 'h', unitPrice: 799, soldByWeight: true, quantity: 1.5, taxRate: 8.25 });
  const milk = line({ unitPrice: 333, quantity: 3, total: 999 });
  const order = { ...orderOf(ham, milk), benefits: { discountPercent: 7.5 } } as Order;
  const picked = withPicked(withPicked(hasNoPicks, ham, 1.613), milk, 1);

  // 12.89 less 0.97 plus 0.98 tax, 3.33 less 0.25, the fee, and 2.50 less 0.19 for the added item.
  expect(previewTotal(order, picked).total).toBe(1290 + 308 + 500);
  expect(previewTotal(order, { ...picked, added: [{ item: oats, quantity: 1 }] }).total).toBe(2098 + 231);
});

test("sends only the picker's changes", () => {
  const milk = line({});
  const draft = withPicked(withPicked(hasNoPicks, milk, 1), line({ _id: 'b', pickedQuantity: 2 }), 2);

  expect(linesEdit(draft, { version: 7, lines: [milk] })).toEqual({
    version: 7,
    lines: [{ lineId: 'a', pickedQuantity: 1 }],
  });
});

test('sends a replaced line without a pick', () => {
  const draft = {
    ...withPicked(hasNoPicks, line({}), 0),
    substitutes: { a: { item: oats, quantity: 2, answer: 'approved' as const } },
  };

  expect(linesEdit(draft, { version: 1, lines: [line({})] }).lines).toEqual([
    { lineId: 'a', substituteId: 'oats', quantity: 2, answer: 'approved' },
  ]);
});

test('reduces total and tax of a short pick', () => {
  const milk = line({ taxRate: 10, tax: 60, total: 660 });
  const short = withPicked(hasNoPicks, milk, 1);

  expect(previewTotal(orderOf(milk), hasNoPicks)).toEqual({ total: 1160, isExact: true });
  expect(previewTotal(orderOf(milk), short)).toEqual({ total: 830, isExact: true });
});

test('marks the total as inexact with added items', () => {
  const draft = { ...hasNoPicks, added: [{ item: oats, quantity: 2 }] };

  expect(previewTotal(orderOf(line({})), draft)).toEqual({ total: 1600, isExact: false });
});

test('accepts weights within the tolerance', () => {
  const ham = line({ soldByWeight: true, unit: 'lb', quantity: 1 });
  const weighed = (picked: number) => pickState(ham, withPicked(hasNoPicks, ham, picked), 20);

  expect([0.79, 0.8, 1.2, 1.201].map(weighed)).toEqual(['short', 'full', 'full', 'tooMuch']);
  expect(pickState(line({}), withPicked(hasNoPicks, line({}), 1), 20)).toBe('short');
  expect(pickState(line({}), withPicked(hasNoPicks, line({}), Number.NaN), 20)).toBe('unreadable');
});

test('increments a scanned line up to its quantity and rejects unknown codes', () => {
  const milk = line({ barcode: '0012345678905' });
  const order = orderOf(
    milk,
    line({ _id: 'h', subProductId: 'h', sku: 'HAM', soldByWeight: true, unit: 'lb' }),
  );

  const once = scanned(order, hasNoPicks, '12345678905');
  expect(once).toMatchObject({ kind: 'picked', text: 'Milk: 1 of 2', draft: { picked: { a: 1 } } });
  const full = withPicked(hasNoPicks, milk, 2);
  expect(scanned(order, full, '0012345678905').kind).toBe('full');
  expect(scanned(order, hasNoPicks, 'ham').kind).toBe('weigh');
  expect(scanned(order, hasNoPicks, '4006381333931').kind).toBe('wrong');
});

test('reopens the original line of a returned substitute', () => {
  const order = {
    ...orderOf(line({ pickedQuantity: 0, total: 0 }), line({ _id: 'b', substituteFor: 'a' })),
    version: 3,
  };
  const draft = { ...hasNoPicks, takenBack: ['b'] };

  expect(linesEdit(draft, order).lines).toEqual([
    { lineId: 'b', quantity: 0 },
    { lineId: 'a', pickedQuantity: null },
  ]);
  expect(previewTotal(order, draft).total).toBe(1100);
});

test('substitutes the missing part of a line', () => {
  const draft = {
    ...withPicked(hasNoPicks, line({}), 1),
    substitutes: { a: { item: oats, quantity: 1, answer: null } },
  };

  expect(linesEdit(draft, { version: 1, lines: [line({})] }).lines).toEqual([
    { lineId: 'a', substituteId: 'oats', quantity: 1, pickedQuantity: 1 },
  ]);
  expect(previewTotal(orderOf(line({})), draft).total).toBe(500 + 300 + 250);
});

test('computes lines, totals and cash of the picked order', () => {
  const milk = line({ taxRate: 10, tax: 60, total: 660 });
  const bread = line({ _id: 'b', name: 'Bread', subProductId: 'bread' });
  const dueBefore = { kind: 'cashOnDelivery', status: 'due', amount: 1760 } as Order['payments'][number];
  const order = { ...orderOf(milk, bread), total: 1760, payments: [dueBefore], benefits: null } as Order;
  const draft = {
    ...withPicked(withPicked(hasNoPicks, milk, 1), bread, 0),
    substitutes: { b: { item: { ...oats, name: 'Oats' }, quantity: 1, answer: null } },
  };

  const picked = asPicked(order, draft);

  expect(picked.lines).toMatchObject([
    { name: 'Milk', pickedQuantity: 1, tax: 30, total: 330 },
    { name: 'Bread', pickedQuantity: 0, total: 0 },
    { name: 'Oats', pickedQuantity: 1, substituteFor: 'b', total: 250 },
  ]);
  expect(picked).toMatchObject({ itemsTotal: 550, taxTotal: 30, total: 1080, payments: [{ amount: 1080 }] });
  expect(previewTotal(order, draft).total).toBe(1080);
});

test('describes the settlement of a difference by payment', () => {
  const money = (cents: number) => `${cents}`;

  expect(differenceText(bill({ paid: 900, paymentType: 'card' }), 600, money)).toContain(
    '300 will be refunded',
  );
  expect(differenceText(bill({}), 600, money)).toBe('300 less in cash');
  expect(differenceText(bill({}), 900, money)).toBe('');
  const promised = {
    paymentType: 'card',
    payments: [{ kind: 'card', status: 'authorised' }],
  } as Partial<Order>;
  expect(differenceText(bill(promised), 1000, money)).toBe('100 more, charged to the card');
  expect(differenceText(bill({ paymentType: 'card' }), 1000, money)).toBe('100 more to pay');
});

test('sorts lines by aisle without removed ones', () => {
  const order = orderOf(
    line({ _id: 'x', walk: 2 }),
    line({ _id: 'y', walk: 1 }),
    line({ _id: 'z', removed: true }),
  );

  expect(openLines(order).map(({ _id }) => _id)).toEqual(['y', 'x']);
});

test('excludes a line with a substitute', () => {
  const order = orderOf(line({}), line({ _id: 'b', substituteFor: 'a' }));

  expect(openLines(order).map(({ _id }) => _id)).toEqual(['b']);
});
