import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { expect, test } from 'vitest';
import {
  addGoods,
  advanceTo,
  editLines,
  openStore,
  payOrder,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { settleGateway } from '../../../test/return-builders.ts';
import { refusal } from '../../../test/shop.ts';

// A placed order that is paid by card changes before it is picked, and its card payment follows.

const store = await openStore({
  server: { cardGateway: 'simulated' },
  goods: { name: 'Fish', price: 1000, stock: 500 },
});
const { shop, manager, location, addOrder } = store;
const bread = await addGoods(shop, location, { name: 'Bread', price: 300, stock: 500 });

const oneBread = [{ subProductId: bread, quantity: 1 }];
/** An order of two fish for $20, authorised on a card. */
async function promised(token = 'tok_ok'): Promise<Order> {
  const order = await addOrder({ paymentType: 'card', fulfilment: 'pickup' });
  await payOrder(manager, order, token);
  await settleGateway(shop);
  return viewOrder(manager, order._id);
}
const to = async (order: Order, quantity: number, rest: { add?: typeof oneBread } = {}) => {
  const current = await viewOrder(manager, order._id);
  return editLines(manager, current, { lines: [{ lineId: order.lines[0]!._id, quantity }], ...rest });
};
const money = async (order: Order) => {
  const { status, total, paid, payments } = await viewOrder(manager, order._id);
  return { status, total, paid, payments: payments.map((one) => [one.status, one.amount]) };
};
async function handedOver(order: Order) {
  await advanceTo(manager, await viewOrder(manager, order._id), 'delivered');
  await settleGateway(shop);
  return money(order);
}

test.each(['tok_ok', 'tok_twice', 'tok_timeout', 'tok_slow'])(
  'authorises an increased total on the same card: %s',
  async (token) => {
    const order = await promised(token);
    const requested = await to(order, 3, { add: oneBread });
    await settleGateway(shop);

    expect(requested.payments.map((one) => [one.status, one.amount])).toEqual([
      ['authorised', 2000],
      ['due', 1300],
    ]);
    expect(await money(order)).toMatchObject({
      status: 'orderPlaced',
      total: 3300,
      payments: [
        ['authorised', 2000],
        ['authorised', 1300],
      ],
    });
    expect(await handedOver(order)).toMatchObject({
      paid: 3300,
      payments: [
        ['captured', 2000],
        ['captured', 1300],
      ],
    });
  },
);

test('charges less for a reduced order and voids the unneeded authorisation', async () => {
  const order = await promised();
  await to(order, 3);
  await settleGateway(shop);
  await to(order, 1);
  expect((await viewOrder(manager, order._id)).refunds).toEqual([]);
  expect(await handedOver(order)).toMatchObject({
    paid: 1000,
    payments: [
      ['captured', 1000],
      ['voided', 1000],
    ],
  });
});

test('charges the final total if the order changes again before the card responds', async () => {
  const order = await promised();
  await to(order, 5);
  await to(order, 3);
  await settleGateway(shop);

  expect(await money(order)).toMatchObject({ status: 'orderPlaced', total: 3000 });
  expect(await handedOver(order)).toMatchObject({ total: 3000, paid: 3000 });
});

test('leaves an amount that the card declines due for another payment', async () => {
  const order = await promised();
  await runSql(shop, `UPDATE payments SET token = 'tok_declined' WHERE order_id = '${order._id}'`);
  await to(order, 3);
  await settleGateway(shop);
  const refused = await money(order);
  await manager.do(paymentRoutes.take, {
    params: { id: order._id },
    body: { method: 'terminal', reference: '0815' },
  });

  expect(refused).toMatchObject({
    status: 'orderPlaced',
    payments: [
      ['authorised', 2000],
      ['failed', 1000],
      ['due', 1000],
    ],
  });
  expect((await money(order)).payments.at(-1)).toEqual(['captured', 1000]);
});

test('limits the total to the authorised amount during picking', async () => {
  const order = await promised();
  await advanceTo(manager, order, 'processing');
  const { version } = await viewOrder(manager, order._id);

  const above = await manager.call(orderRoutes.editLines, {
    params: { id: order._id },
    body: { version, add: oneBread },
  });

  expect(refusal(above)).toEqual([409, 'orders.above-authorised']);
});
