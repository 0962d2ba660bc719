import type { Order } from '@aisle/contract/sales/orders/order-view';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { expect, onTestFinished, test } from 'vitest';
import {
  addOrderLocation,
  advanceTo,
  cancelOrder,
  payOrder,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { followUpPayments } from './follow-ups.ts';

const store = await openStripeStore({
  goods: { name: 'Fish', price: 1250, stock: 500 },
  // Only the demo keeps the text of sent messages.
  server: { smsProvider: 'webhook', demo: true },
});
const { shop, manager, stripe, pay, runGateway, deliverEvents, addOrder, addCardOrder } = store;

const view = (order: Order) => viewOrder(manager, order._id);
const followUp = () => followUpPayments(shop.db, shop.services);
const noticesOf = async (order: Order, person = manager) => {
  const { records } = await person.do(notificationRoutes.list, {
    body: { filters: { kind: 'cardPayments' } },
  });
  return records.filter(({ orderId }) => orderId === order._id);
};
const mailsOf = (order: Order) =>
  runSql<{ recipient: string; channel: string; body: string }>(
    shop,
    `SELECT recipient, channel, body FROM mails WHERE body LIKE '%for order ${order.number}%'`,
  );
const giveEmail = (order: Order) =>
  runSql(shop, `UPDATE orders SET contact = '{"email": "grace@shoppers.example"}' WHERE id = '${order._id}'`);
/** An order whose card was authorized, before the bank ends the authorization. */
const heldOrder = async () => {
  const order = await addCardOrder();
  await giveEmail(order);
  await pay(order);
  return order;
};
const endHold = async (order: Order) => {
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  await stripe.paymentIntents.cancel(data.find(({ metadata }) => metadata.order === order._id)!.id);
  await deliverEvents();
};

test('tells staff and sends the customer a link after an authorization ended', async () => {
  const order = await heldOrder();
  await endHold(order);
  await followUp();

  const [notice] = await noticesOf(order);
  expect(notice).toMatchObject({ text: `Card of ${order.number} failed: $25.00 due`, overAt: null });
  const [mail, ...more] = await mailsOf(order);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'grace@shoppers.example', channel: 'email' });
  expect(mail!.body).toContain("Your card couldn't be charged.");
  expect((await view(order)).payLink).toMatchObject({ state: 'sent', channel: 'email' });
  await followUp();
  expect(await mailsOf(order)).toHaveLength(1);
});

test('follows up a card that can’t be charged at the hand-over', async () => {
  const order = await heldOrder();
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  await stripe.paymentIntents.cancel(data.find(({ metadata }) => metadata.order === order._id)!.id);
  await advanceTo(manager, await view(order), 'delivered');
  await runGateway();
  await followUp();
  expect(await noticesOf(order)).toHaveLength(1);
  const { payLink } = await view(order);
  expect(Date.parse(payLink!.expiresAt)).toBeGreaterThan(Date.now() + 6.9 * 24 * 3_600_000);
});

test('sends a text message if the order has no email', async () => {
  const order = await addCardOrder();
  await pay(order);
  await endHold(order);
  await followUp();
  expect(await mailsOf(order)).toMatchObject([{ channel: 'sms', recipient: order.customer.phone }]);
});

test('only tells staff if there is no gateway with pages', async () => {
  const { settings } = shop.services;
  const order = await heldOrder();
  await endHold(order);
  settings.cardGateway = 'none';
  onTestFinished(() => void Object.assign(settings, { cardGateway: 'stripe' }));
  await followUp();
  expect(await noticesOf(order)).toHaveLength(1);
  expect(await mailsOf(order)).toEqual([]);
});

test('ends the notice when the order is paid or cancelled', async () => {
  const [paid, cancelled] = [await heldOrder(), await heldOrder()];
  for (const order of [paid, cancelled]) await endHold(order);
  await followUp();
  await payOrder(manager, paid);
  await cancelOrder(manager, cancelled);
  await followUp();
  for (const order of [paid, cancelled]) {
    expect(await noticesOf(order)).toMatchObject([{ overAt: expect.any(String) }]);
  }
});

test('sends nothing if the order was paid otherwise, or if the shopper is there', async () => {
  const order = await heldOrder();
  await endHold(order);
  await payOrder(manager, order);
  const declined = await addOrder({ paymentType: 'card', fulfilment: 'pickup' });
  await giveEmail(declined);
  await pay(declined, 'pm_card_visa_chargeDeclined');
  await followUp();
  for (const each of [order, declined]) {
    expect(await noticesOf(each)).toEqual([]);
    expect(await mailsOf(each)).toEqual([]);
  }
});

test('shows the notice to staff of the location, and not among notices about the system', async () => {
  const order = await heldOrder();
  await endHold(order);
  await followUp();
  const elsewhere = await addOrderLocation(shop);
  const clerk = await shop.signIn({ permissions: ['order_view'], locations: [store.location] });
  const stranger = await shop.signIn({ permissions: ['order_view'], locations: [elsewhere] });
  expect(await noticesOf(order, clerk)).toHaveLength(1);
  expect(await noticesOf(order, stranger)).toEqual([]);
  const { system } = await manager.do(notificationRoutes.get, {});
  expect(system.filter(({ text }) => text.includes(order.number))).toEqual([]);
});
