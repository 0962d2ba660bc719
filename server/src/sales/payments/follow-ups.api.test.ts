import type { Order } from '@aisle/contract/sales/orders/order-view';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  addOrderLocation,
  advanceTo,
  cancelOrder,
  editLines,
  payOrder,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { followUpPayments } from './follow-ups.ts';
import { renewAuthorizations } from './renew-authorizations.ts';

const store = await openStripeStore({
  goods: { name: 'Fish', price: 1250, stock: 500 },
  // Only the demo keeps the text of sent messages.
  server: { smsProvider: 'webhook', demo: true },
});
const { shop, manager, stripe, pay, confirm, runGateway, deliverEvents, addOrder, addCardOrder } = store;

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
    `SELECT recipient, channel, body FROM mails WHERE body LIKE '%for order ${order.number}%' ORDER BY created_at`,
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
/** The shopper pays by the link that the last message has. */
const payByLink = async (order: Order) => {
  const { body } = (await mailsOf(order)).at(-1)!;
  const answer = await shop.server.inject({
    method: 'POST',
    url: /\/pay\/[\w-]+/.exec(body)![0],
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });
  await fetch(String(answer.headers.location), {
    method: 'POST',
    body: new URLSearchParams({ cardNumber: '5555 5555 5555 4444', expiry: '12 / 40', cvc: '123' }),
    redirect: 'manual',
  });
  await deliverEvents();
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

test("follows up a card that can't be charged at the hand-over", async () => {
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

describe('an authorization that ends within a day', () => {
  const endsSoon = async (order: Order) => {
    await runSql(
      shop,
      `UPDATE payments SET hold_until = now() + interval '20 hours' WHERE order_id = '${order._id}'`,
    );
    await Promise.all([renewAuthorizations(shop.db), renewAuthorizations(shop.db)]);
    await renewAuthorizations(shop.db);
    await runGateway();
    await followUp();
    await followUp();
  };
  const intentsOf = async (order: Order) => {
    const { data } = await stripe.paymentIntents.list({ limit: 100 });
    return data.filter(({ metadata }) => metadata.order === order._id).map(({ status }) => status);
  };
  const notSecured = (order: Order) =>
    `Card authorization of ${order.number} ends within a day: $25.00 not secured`;

  test('is replaced by a payment by link, once, and released after that', async () => {
    const order = await heldOrder();
    await endsSoon(order);
    expect(await noticesOf(order)).toMatchObject([{ text: notSecured(order), overAt: null }]);
    const mails = await mailsOf(order);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.body).toContain('Paying by this link replaces that hold');
    expect((await view(order)).payments).toMatchObject([{ status: 'authorised' }]);

    await payByLink(order);
    expect(await view(order)).toMatchObject({
      payLink: { state: 'paid' },
      payments: [
        { status: 'voided', amount: 2500 },
        { status: 'authorised', amount: 2500 },
      ],
    });
    expect((await intentsOf(order)).sort()).toEqual(['canceled', 'requires_capture']);
    await followUp();
    expect(await noticesOf(order)).toMatchObject([{ overAt: expect.any(String) }]);
    await advanceTo(manager, await view(order), 'delivered');
    await runGateway();
    expect(await view(order)).toMatchObject({ paid: 2500 });
  });

  test('is followed up if the card that the shopper saved declines', async () => {
    const order = await addCardOrder();
    await giveEmail(order);
    await confirm(order, 'pm_card_visa', { saveCard: true });
    await runGateway();
    await runSql(shop, `UPDATE payments SET token = 'pm_gone' WHERE order_id = '${order._id}'`);
    await endsSoon(order);
    expect((await view(order)).payments).toMatchObject([{ status: 'authorised' }, { status: 'failed' }]);
    expect(await noticesOf(order)).toMatchObject([{ text: notSecured(order) }]);
    await payByLink(order);
    expect((await view(order)).payments.map(({ status }) => status)).toEqual([
      'voided',
      'failed',
      'authorised',
    ]);
  });

  test('is charged if the order is handed over before the link is paid', async () => {
    const order = await heldOrder();
    await endsSoon(order);
    await advanceTo(manager, await view(order), 'delivered');
    await runGateway();
    await followUp();
    expect(await view(order)).toMatchObject({ paid: 2500 });
    expect(await noticesOf(order)).toMatchObject([{ overAt: expect.any(String) }]);
    expect(await intentsOf(order)).toEqual(['succeeded']);
  });

  test('stays if another one covers only an added item', async () => {
    const order = await heldOrder();
    await endsSoon(order);
    await editLines(manager, await view(order), { lines: [{ lineId: order.lines[0]!._id, quantity: 3 }] });
    await runGateway();
    expect((await view(order)).payments).toMatchObject([
      { status: 'authorised', amount: 2500 },
      { status: 'authorised', amount: 1250 },
    ]);
  });

  test('counts as a failed card once the bank ended it', async () => {
    const order = await heldOrder();
    await endsSoon(order);
    await endHold(order);
    await followUp();
    const notices = await noticesOf(order);
    expect(notices.filter(({ overAt }) => overAt === null)).toMatchObject([
      { text: `Card of ${order.number} failed: $25.00 due` },
    ]);
    expect(await mailsOf(order)).toHaveLength(2);
  });
});
