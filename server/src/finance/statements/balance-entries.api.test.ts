import { type BalanceEntry, statementRoutes } from '@aisle/contract/finance/statements';
import { beforeEach, expect, test } from 'vitest';
import { addGoods, addOrderLocation } from '../../../test/order-builders.ts';
import { owe, state } from '../../../test/payable-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

let here: string;
let goods: string;

const shop = await openShop();
const finance = await shop.signIn();
beforeEach(async () => {
  here = await addOrderLocation(shop);
  goods = await addGoods(shop, here, { price: 1000 });
});

const entries = (body: object = {}) =>
  finance.do(statementRoutes.balanceEntries, { body: { locationId: here, ...body } });
const sumOf = (records: readonly Pick<BalanceEntry, 'amount'>[]) =>
  records.reduce((sum, { amount }) => sum + amount, 0);
const today = async (): Promise<string> =>
  (await finance.do(statementRoutes.explainBalance, { params: { id: here } })).asOf;
const adjust = (amount: number) => owe(finance, here, amount, 'Late truck');
test('adds up to the explained balance by part, with order and statement', async () => {
  const order = await deliver(finance, here, goods, { quantity: 2 });
  await adjust(-150);

  const explained = await finance.do(statementRoutes.explainBalance, { params: { id: here } });
  for (const { part, amount, entries: count } of explained.parts) {
    const { records, totalRecords } = await entries({ part });
    expect([part, sumOf(records), totalRecords]).toEqual([part, amount, count]);
  }
  const [sold] = (await entries({ part: 'goods' })).records;
  const of = { orderId: order._id, orderNumber: order.number };
  expect(sold).toMatchObject({ amount: 2000, ...of, statement: null });
  const [adjusted] = (await entries({ part: 'adjustments' })).records;
  expect(adjusted).toMatchObject({ amount: -150, cause: 'Late truck', orderId: null });

  const { number } = await state(finance, here);
  expect((await entries({ part: 'goods' })).records[0]?.statement?.number).toBe(number);
});

test('continues on the next page, and returns nothing for a day without entries', async () => {
  await adjust(100);
  await adjust(200);
  await adjust(300);

  const first = await entries({ limit: 2 });
  const second = await entries({ limit: 2, page: 2 });
  expect(first.records).toMatchObject([{ amount: 300 }, { amount: 200 }]);
  expect(second.records).toMatchObject([{ amount: 100 }]);
  expect(first.totalRecords).toBe(3);
  expect((await entries({ date: '2026-01-01' })).records).toEqual([]);
});

test('rejects a future date and an unknown location at their fields', async () => {
  const body = { locationId: here, date: '2999-01-01' };
  const late = await finance.call(statementRoutes.balanceEntries, { body });
  const unknown = await finance.call(statementRoutes.balanceEntries, { body: { locationId: newId() } });

  expect(late).toMatchObject({ status: 400, body: { error: { fields: [{ path: 'date' }] } } });
  expect(unknown.body).toMatchObject({ error: { fields: [{ path: 'locationId' }] } });
});

test('limits the tree of a part to its entries, down to the order', async () => {
  const order = await deliver(finance, here, goods, { quantity: 2 });
  await adjust(-150);
  const { _id: id, commission, adjustments } = await state(finance, here);
  const tree = (query: object) => finance.do(statementRoutes.tree, { params: { id }, query });
  const day = await today();

  expect((await tree({ part: 'commission' })).days).toEqual([{ day, orders: 1, total: commission }]);
  expect((await tree({ part: 'adjustments' })).days).toEqual([{ day, orders: 0, total: adjustments }]);
  expect((await tree({ part: 'refunds' })).days).toEqual([]);
  const { orders } = await tree({ part: 'commission', day });
  expect(orders).toMatchObject({ totalRecords: 1, records: [{ orderId: order._id, total: commission }] });
  const { entries: ofOrder } = await tree({ part: 'commission', day, orderId: order._id });
  expect(ofOrder?.map(({ section, amount }) => [section, amount])).toEqual([['commission', commission]]);
});
