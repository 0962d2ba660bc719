import type { Order } from '@aisle/contract/sales/orders/order-view';
import { expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  cancelOrder,
  place,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { addPlan, addSubscriber, subscribeTo } from '../../../test/subscription-builders.ts';
import { detachCards } from './detach-cards.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { shop, manager, standIn, stripe, gateway, confirm, runGateway, addOrder, addCardOrder } = store;

const detach = () => detachCards(shop.db, [gateway]);
/** A card that the shopper typed at the storefront. */
const newCard = async () => (await stripe.paymentMethods.retrieve('pm_card_visa')).id;
const isAttached = async (card: string) => (await stripe.paymentMethods.retrieve(card)).customer !== null;
const pay = async (order: Pick<Order, 'mainOrder'>, card: string, rest?: object) => {
  await confirm(order, card, rest);
  await runGateway();
};
const finish = async (order: Order) => {
  await advanceTo(manager, await viewOrder(manager, order._id), 'delivered');
  await runGateway();
};
async function paidOrder(rest?: object) {
  const [order, card] = [await addCardOrder(), await newCard()];
  await pay(order, card, rest);
  return { order, card };
}

test('detaches the card when the order is handed over or cancelled', async () => {
  for (const end of [finish, (order: Order) => cancelOrder(manager, order).then(runGateway)]) {
    const { order, card } = await paidOrder();
    await detach();
    expect(await isAttached(card)).toBe(true);
    await end(order);
    await detach();
    expect(await isAttached(card)).toBe(false);
    const rows = await runSql(shop, `SELECT token, card FROM payments WHERE order_id = '${order._id}'`);
    expect(rows).toMatchObject([{ token: null, card: { last4: '4242' } }]);
  }
});

test('waits for the last order of the checkout', async () => {
  const other = await addOrderLocation(shop);
  const bread = await addGoods(shop, other, { name: 'Bread', price: 300 });
  const checkout = await place(manager, {
    paymentType: 'card',
    fulfilment: 'pickup',
    lines: [
      { subProductId: store.goods, locationId: store.location, quantity: 1 },
      { subProductId: bread, locationId: other, quantity: 1 },
    ],
  });
  const orders: Order[] = [];
  for (const { _id } of checkout.orders) orders.push(await viewOrder(manager, _id));
  const card = await newCard();
  await pay(orders[0]!, card);
  await finish(orders[0]!);
  await detach();
  expect(await isAttached(card)).toBe(true);
  await finish(orders[1]!);
  await detach();
  expect(await isAttached(card)).toBe(false);
});

test('waits for the charge', async () => {
  const { order, card } = await paidOrder();
  await advanceTo(manager, await viewOrder(manager, order._id), 'delivered');
  await detach();
  expect(await isAttached(card)).toBe(true);
  await runGateway();
  await detach();
  expect(await isAttached(card)).toBe(false);
});

test('keeps a card that the shopper saved', async () => {
  const { order, card } = await paidOrder({ saveCard: true });
  await finish(order);
  const { _id: customerId } = order.customer;
  const again = await addOrder({ customerId, paymentType: 'card', fulfilment: 'pickup' });
  await pay(again, card);
  await finish(again);
  await detach();
  expect(await isAttached(card)).toBe(true);
});

test('keeps a card that pays for a subscription', async () => {
  const { order, card } = await paidOrder();
  const plan = await addPlan(manager);
  await subscribeTo(manager, await addSubscriber(manager), plan._id, {
    paymentType: 'card',
    cardToken: card,
    autoRenew: true,
  });
  await finish(order);
  await detach();
  expect(await isAttached(card)).toBe(true);
});

test('is repeated after Stripe failed', async () => {
  const { order, card } = await paidOrder();
  await finish(order);
  standIn.fault({ kind: 'error500', path: '/v1/payment_methods', times: 1 });
  await expect(detach()).rejects.toThrow();
  standIn.clearFaults();
  await detach();
  expect(await isAttached(card)).toBe(false);
  await detach();
});
