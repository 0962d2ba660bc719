import type { Order } from '@aisle/contract/sales/orders/order-view';
import { describe, expect, test } from 'vitest';
import { advanceTo, moveTo, viewOrder } from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { newId } from '../../core/ids.ts';

const store = await openStripeStore({ goods: { name: 'Fish', price: 1250, stock: 500 } });
const { manager, stripe, gateway, runGateway, pay, addCardOrder, deliverEvents } = store;
const view = (id: string) => viewOrder(manager, id);

describe('a page of Stripe', () => {
  const openPage = async (order: Order, parts: object = {}) => {
    const page = {
      reference: newId(),
      paymentId: newId(),
      orderId: order._id,
      checkoutId: order.mainOrder._id,
      customerId: order.customer._id,
      amount: order.total,
      description: `Order ${order.number}`,
      isCharge: false,
      savesCard: false,
      requestedAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString(),
      paidUrl: 'http://localhost:1/paid',
      backUrl: 'http://localhost:1/back',
      ...parts,
    };
    return { paymentId: page.paymentId, page, ...(await gateway.pages.open(page)) };
  };
  const payOn = (url: string, cardNumber = '4242 4242 4242 4242') =>
    fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ cardNumber, expiry: '12 / 40', cvc: '123' }),
      redirect: 'manual',
    });

  test('opens once, for a day at most, and its payment places the order', async () => {
    const order = await addCardOrder();
    const { page, ref, url, endsAt, paymentId } = await openPage(order);
    expect((await gateway.pages.open(page)).ref).toBe(ref);
    expect(Date.parse(endsAt)).toBeLessThan(Date.now() + 24 * 3600 * 1000);
    await deliverEvents();
    expect((await view(order._id)).status).toBe('pending');

    await payOn(url);
    await deliverEvents();
    expect(await view(order._id)).toMatchObject({
      status: 'orderPlaced',
      payments: [{ _id: paymentId, status: 'authorised', amount: 2500 }],
    });
    expect(await gateway.pages.read(ref)).toMatchObject({ status: 'paid', orderId: order._id, paymentId });
    await advanceTo(manager, order, 'delivered');
    await runGateway();
    expect(await view(order._id)).toMatchObject({ paid: 2500, payments: [{ status: 'captured' }] });
  });

  test('charges at once what was handed over already', async () => {
    const order = await addCardOrder();
    await pay(order);
    const { data } = await stripe.paymentIntents.list();
    await stripe.paymentIntents.cancel(data.find(({ metadata }) => metadata.order === order._id)!.id);
    await advanceTo(manager, await view(order._id), 'delivered');
    await deliverEvents();
    const { url } = await openPage(await view(order._id), { isCharge: true });
    await payOn(url);
    await deliverEvents();
    expect(await view(order._id)).toMatchObject({ paid: 2500 });
  });

  test('of a cancelled order gives back what was paid on it', async () => {
    for (const isCharge of [false, true]) {
      const order = await addCardOrder();
      const { url, ref } = await openPage(order, { isCharge });
      await moveTo(manager, order, 'cancelled');
      await payOn(url);
      await deliverEvents();
      expect((await view(order._id)).payments.map(({ status }) => status)).not.toContain('authorised');
      const session = await stripe.checkout.sessions.retrieve(ref, {
        expand: ['payment_intent.latest_charge'],
      });
      expect(session.payment_intent).toMatchObject(
        isCharge ? { latest_charge: { refunded: true } } : { status: 'canceled' },
      );
    }
  });

  test('closes, after which nobody can pay on it', async () => {
    const order = await addCardOrder();
    const { url, ref } = await openPage(order);
    expect(await gateway.pages.close(ref)).toMatchObject({ status: 'ended' });
    expect(await gateway.pages.close(ref)).toMatchObject({ status: 'ended' });
    await payOn(url);
    await deliverEvents();
    expect((await view(order._id)).payments).toMatchObject([{ status: 'due' }]);
  });

  test('pays only its own order', async () => {
    const [order, other] = [await addCardOrder(), await addCardOrder()];
    const { url, ref } = await openPage(order);
    await payOn(url);
    await pay(other, ref);
    expect((await view(other._id)).payments[0]).toMatchObject({
      status: 'failed',
      problem: 'This page is of another payment',
    });
  });
});
