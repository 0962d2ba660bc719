import type { OrderLine } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { expect, test } from 'vitest';
import { line as lineOf } from '../order.fixtures.ts';
import { differenceText, orderedTotal, withPicks } from './picked-order.ts';
import { openLines, pickState, scanned, substitution } from './picking.ts';

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
const orderOf = (...lines: OrderLine[]) =>
  ({ lines, deliveryFee: 500, benefits: null, discounts: [], payments: [], total: 0 }) as unknown as Order;
const oats = { subProductId: 'oats', name: 'Oats', price: 250, available: 9 } as Sellable;

const ada = { _id: 'ada', name: 'Ada Byron' };
const total = 0;
const picked = (lineId: string, pickedQuantity: number | null) => ({
  pick: { line: { lineId, pickedQuantity } },
  by: ada,
  total,
});
const replaced = (lineId: string, quantity: number, own: object = {}) => ({
  pick: { line: { lineId, substitute: { subProductId: 'oats', quantity }, ...own } },
  item: oats,
  by: ada,
  total,
});
const totalOf = (order: Order, ...picks: Parameters<typeof withPicks>[1]) => withPicks(order, picks).total;

test('applies the plan discount to picked, weighed, added and substituted items', () => {
  const ham = line({ _id: 'h', unitPrice: 799, soldByWeight: true, quantity: 1.5, taxRate: 8.25 });
  const milk = line({ unitPrice: 333, quantity: 3, total: 999 });
  const order = { ...orderOf(ham, milk), benefits: { discountPercent: 7.5 } } as Order;
  const picks = [picked('h', 1.613), picked('a', 1)];
  const added = { pick: { item: { subProductId: 'oats', quantity: 1 } }, item: oats, by: ada, total };

  // 12.89 less 0.97 plus 0.98 tax, 3.33 less 0.25, the fee, and 2.50 less 0.19 for the added item.
  expect(totalOf(order, ...picks)).toBe(1290 + 308 + 500);
  expect(totalOf(order, ...picks, added)).toBe(2098 + 231);
});

test('reduces total and tax of a short pick', () => {
  const milk = line({ taxRate: 10, tax: 60, total: 660 });

  expect(totalOf(orderOf(milk), picked('a', 1))).toBe(830);
});

test('names the picker of a line until the pick is taken back', () => {
  const order = withPicks(orderOf(line({})), [picked('a', 1)]);
  expect(order.lines[0]).toMatchObject({ pickedQuantity: 1, pickedBy: ada });

  expect(withPicks(order, [picked('a', null)]).lines[0]).toMatchObject({
    pickedQuantity: null,
    pickedBy: null,
  });
});

test('shows a substitute as picked, also for the missing part of a line', () => {
  const order = orderOf(line({}));

  expect(withPicks(order, [replaced('a', 2, { answer: 'approved' })]).lines).toMatchObject([
    { _id: 'a', pickedQuantity: 0, total: 0, answer: null },
    {
      subProductId: 'oats',
      quantity: 2,
      pickedQuantity: 2,
      substituteFor: 'a',
      total: 500,
      answer: 'approved',
    },
  ]);
  expect(totalOf(order, picked('a', 1), replaced('a', 1))).toBe(500 + 300 + 250);
});

test('changes and takes out a substitute that is on the server', () => {
  const oatsLine = line({
    _id: 'b',
    subProductId: 'oats',
    substituteFor: 'a',
    addedByStaff: true,
    unitPrice: 250,
  });
  const order = orderOf(line({ pickedQuantity: 0, total: 0 }), {
    ...oatsLine,
    pickedQuantity: 2,
    total: 500,
  });

  expect(totalOf(order, replaced('a', 1))).toBe(750);
  const out = { pick: { line: { lineId: 'a', substitute: null, pickedQuantity: null } }, by: ada, total };
  expect(withPicks(order, [out]).lines).toMatchObject([
    { pickedQuantity: null, total: 600 },
    { removed: true, total: 0 },
  ]);
});

test('computes what the order costs as it was ordered', () => {
  const extra = line({ _id: 'b', addedByStaff: true });

  expect(orderedTotal(orderOf(line({ pickedQuantity: 0, total: 0 }), extra))).toBe(1100);
});

test('accepts weights within the tolerance', () => {
  const ham = line({ soldByWeight: true, unit: 'lb', quantity: 1 });
  const weighed = (pickedQuantity: number) => pickState({ ...ham, pickedQuantity }, 20);

  expect([0.79, 0.8, 1.2, 1.201].map(weighed)).toEqual(['short', 'full', 'full', 'tooMuch']);
  expect(pickState(line({ pickedQuantity: 1 }), 20)).toBe('short');
  expect(pickState(line({ pickedQuantity: Number.NaN }), 20)).toBe('unreadable');
});

test('increments a scanned line up to its quantity and rejects unknown codes', () => {
  const milk = line({ barcode: '0012345678905' });
  const ham = line({ _id: 'h', subProductId: 'h', sku: 'HAM', soldByWeight: true, unit: 'lb' });
  const order = orderOf(milk, ham);

  expect(scanned(order, '12345678905')).toMatchObject({ kind: 'picked', text: 'Milk: 1 of 2', quantity: 1 });
  expect(scanned(orderOf({ ...milk, pickedQuantity: 2 }), '0012345678905')).toMatchObject({
    kind: 'full',
    text: 'Milk is already picked. Put this one back.',
  });
  expect(scanned(order, 'ham').kind).toBe('weigh');
  expect(scanned(order, '4006381333931').kind).toBe('unknown');
});

test('substitutes what is missing, up to the stock', () => {
  const wanted = (pickedQuantity: number | null, available: number) =>
    substitution(line({ pickedQuantity }), { ...oats, available }, null).line;

  expect(wanted(null, 9)).toMatchObject({ pickedQuantity: 0, substitute: { quantity: 2 } });
  expect(wanted(1, 9)).toMatchObject({ pickedQuantity: 1, substitute: { quantity: 1 } });
  expect(wanted(null, 1)).toMatchObject({ substitute: { quantity: 1 } });
  expect(wanted(2, 9)).toMatchObject({ pickedQuantity: 0, substitute: { quantity: 2 } });
});

test('computes lines, totals, bags and cash of the picked order', () => {
  const milk = line({ taxRate: 10, tax: 60, total: 660 });
  const bread = line({ _id: 'b', name: 'Bread', subProductId: 'bread' });
  const dueBefore = { kind: 'cashOnDelivery', status: 'due', amount: 1760 } as Order['payments'][number];
  const order = { ...orderOf(milk, bread), total: 1760, payments: [dueBefore], bags: null };

  const after = withPicks(order, [picked('a', 1), replaced('b', 1), { pick: { bags: 2 }, by: ada, total }]);

  expect(after.lines).toMatchObject([
    { name: 'Milk', pickedQuantity: 1, tax: 30, total: 330 },
    { name: 'Bread', pickedQuantity: 0, total: 0 },
    { name: 'Oats', pickedQuantity: 1, substituteFor: 'b', total: 250 },
  ]);
  expect(after).toMatchObject({
    itemsTotal: 550,
    taxTotal: 30,
    total: 1080,
    bags: 2,
    payments: [{ amount: 1080 }],
  });
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
