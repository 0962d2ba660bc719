import { type RefundDraft, refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { expect, test } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import {
  addGoods,
  advanceTo,
  booksOf,
  openStore,
  place,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { completeRefund } from '../../../test/payable-builders.ts';
import { publishPromotion } from '../../../test/promotion-builders.ts';
import { completeReturn, requestReturn } from '../../../test/return-builders.ts';
import { refusal, refusedField } from '../../../test/shop.ts';

const { shop, manager, location } = await openStore();
const taxIds = [await addTax(shop, 10)];

/** A delivered order with 3 free yogurts and one coffee that is paid for. */
async function withFreeLine() {
  const yogurt = await addGoods(shop, location, { name: 'Yogurt', price: 333, stock: 50, taxIds });
  const coffee = await addGoods(shop, location, { name: 'Coffee', price: 650, stock: 50, taxIds });
  await publishPromotion(manager, {
    reward: { kind: 'percent', percent: 100 },
    goods: { subProductIds: [yogurt] },
    funding: { marketplace: 50, location: 50, vendor: 0 },
  });
  const lines = [
    { subProductId: yogurt, locationId: location, quantity: 3 },
    { subProductId: coffee, locationId: location, quantity: 1 },
  ];
  const { orders } = await place(manager, { lines, fulfilment: 'pickup' });
  const order = await advanceTo(manager, await viewOrder(manager, orders[0]!._id), 'delivered');
  const lineOf = (id: string) => order.lines.find(({ subProductId }) => subProductId === id)!._id;
  return { order, free: lineOf(yogurt), paid: lineOf(coffee) };
}
/** Everything of the sale is reversed: money came in and went out again. */
const onlyMoney = (amount: number) => ({ 'customerPayments payment': amount, 'refunds refund': -amount });
const plan = (id: string, body: RefundDraft) => manager.do(refundRoutes.plan, { params: { id }, body });
const refund = (id: string, body: object) =>
  manager.send(refundRoutes.create, { params: { id }, body: { reason: 'Spoiled', ...body } });
const refundDone = (id: string, body: RefundDraft) =>
  manager.do(refundRoutes.create, { params: { id }, body: { reason: 'Spoiled', ...body } });

test('reverses goods and discount of a free line by quantity, and leaves nothing in the books', async () => {
  const { order, free, paid } = await withFreeLine();
  const first = await plan(order._id, { lines: [{ lineId: free, quantity: 1 }] });

  expect(first).toMatchObject({ amount: 0, goods: 333, discount: 333, tax: 0, commission: 0, by: null });
  expect(first.lines.find(({ lineId }) => lineId === free)).toMatchObject({ refundableQuantity: 3 });
  for (const quantity of [1, 2]) {
    expect(await refundDone(order._id, { lines: [{ lineId: free, quantity }] })).toMatchObject({
      status: 'refunded',
      amount: 0,
      lines: [{ lineId: free, amount: 0, quantity }],
    });
  }
  await completeRefund(
    manager,
    (await refundDone(order._id, { lines: [{ lineId: paid, amount: 715 }] }))._id,
  );

  expect(await booksOf(shop, order._id)).toEqual(onlyMoney(715));
  expect((await viewOrder(manager, order._id)).refunded).toBe(715);
});

test('includes the rest of free lines in a refund of everything', async () => {
  const { order, free } = await withFreeLine();
  await refundDone(order._id, { lines: [{ lineId: free, quantity: 1 }] });

  const all = await refundDone(order._id, {});
  await completeRefund(manager, all._id);

  expect(all.lines).toContainEqual({ lineId: free, amount: 0, quantity: 2, reason: null });
  expect(await booksOf(shop, order._id)).toEqual(onlyMoney(715));
  expect(refusal(await refund(order._id, {}))).toEqual([409, 'refunds.too-much']);
});

test('refunds a paid line in proportion to the quantity, counted from the beginning', async () => {
  const item = await addGoods(shop, location, { price: 333, stock: 50, taxIds });
  await publishPromotion(manager, {
    reward: { kind: 'percent', percent: 50 },
    goods: { subProductIds: [item] },
  });
  const lines = [{ subProductId: item, locationId: location, quantity: 3 }];
  const { orders } = await place(manager, { lines, fulfilment: 'pickup' });
  const order = await advanceTo(manager, await viewOrder(manager, orders[0]!._id), 'delivered');
  const { _id, total, lines: placed } = order;
  const lineId = placed[0]!._id;
  const amounts: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    const { amount, _id: refundId } = await refundDone(_id, { lines: [{ lineId, quantity: 1 }] });
    await completeRefund(manager, refundId);
    amounts.push(amount);
  }

  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total);
  expect(await booksOf(shop, _id)).toEqual(onlyMoney(total));
  expect(refusedField(await refund(_id, { lines: [{ lineId, quantity: 1 }] }))).toEqual([
    400,
    'lines.0.quantity',
  ]);
});

test('rejects both or neither of amount and quantity, and amounts of free lines', async () => {
  const { order, free, paid } = await withFreeLine();
  const fieldOf = async (line: object) => refusedField(await refund(order._id, { lines: [line] }));

  expect(await fieldOf({ lineId: paid })).toEqual([400, 'lines.0.amount']);
  expect(await fieldOf({ lineId: paid, amount: 100, quantity: 1 })).toEqual([400, 'lines.0.amount']);
  expect(await fieldOf({ lineId: free, amount: 100 })).toEqual([400, 'lines.0.amount']);
  expect(await fieldOf({ lineId: free, quantity: 4 })).toEqual([400, 'lines.0.quantity']);
});

test('refunds the free line of a return', async () => {
  const { order, free } = await withFreeLine();
  const preview = await manager.do(returnRoutes.preview, {
    params: { id: order._id },
    body: { lines: [{ lineId: free, quantity: 3 }] },
  });
  const request = await requestReturn(manager, order, { lines: [{ lineId: free, quantity: 3 }] });
  await completeReturn(manager, request);

  const { refunds } = await viewOrder(manager, order._id);
  expect(preview).toMatchObject({ amount: 0, goods: 999, discount: 999 });
  expect(refunds).toMatchObject([
    { amount: 0, status: 'refunded', lines: [{ lineId: free, amount: 0, quantity: 3 }] },
  ]);
});

test('lets the database keep refunds of nothing only with a free line', async () => {
  const { order } = await withFreeLine();
  const insert = runSql(
    shop,
    `INSERT INTO refunds (location_id, order_id, id, amount, reason, lines)
     VALUES ('${order.locationId}', '${order._id}', gen_random_uuid(), 0, 'Nothing', '[{"amount": 0}]')`,
  );

  await expect(insert).rejects.toThrow('refunds_amount');
});
