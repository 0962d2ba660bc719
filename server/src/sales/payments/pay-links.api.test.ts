import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes, type SendPayLink } from '@aisle/contract/sales/payments';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  addOrderLocation,
  advanceTo,
  moveTo,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';
import { newId } from '../../core/ids.ts';
import { closePages } from './close-pages.ts';
import { renewAuthorizations } from './renew-authorizations.ts';

const store = await openStripeStore({
  goods: { name: 'Fish', price: 1250, stock: 500 },
  // Only the demo keeps the text of sent messages.
  server: { smsProvider: 'webhook', demo: true },
});
const { shop, manager, stripe, standIn, pay, runGateway, addCardOrder, deliverEvents } = store;
const view = (order: Order) => viewOrder(manager, order._id);

const send = (order: Order, body: SendPayLink = { channel: 'email', to: 'ada@shoppers.example' }) =>
  manager.call(paymentRoutes.sendLink, { params: { id: order._id }, body });
const sentLink = async (order: Order, body?: SendPayLink): Promise<string> =>
  new URL((await send(order, body)).data.url!).pathname;
const request = (method: 'GET' | 'POST', url: string, payload = '') =>
  shop.server.inject({
    method,
    url,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    }),
  });
/** Opens the page of Stripe that the button of a link leads to. */
const follow = async (link: string, payload?: string): Promise<string> => {
  const answer = await request('POST', link, payload);
  expect(answer.statusCode).toBe(303);
  return String(answer.headers.location);
};
const payOn = (url: string) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ cardNumber: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }),
    redirect: 'manual',
  });
const sessionsOf = async (order: Order) => {
  const { data } = await stripe.checkout.sessions.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.order === order._id);
};

describe('a link to pay an order', () => {
  test('leads to a page on which the shopper pays the order', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    expect((await view(order)).payLink).toMatchObject({
      state: 'sent',
      channel: 'email',
      to: 'ada@shoppers.example',
    });

    const page = await request('GET', link);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('$25.00');
    expect(page.body).toContain(order.number);
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' https: ${standIn.url}`);
    expect((await view(order)).payLink).toMatchObject({ state: 'sent' });
    expect(await sessionsOf(order)).toEqual([]);

    const url = await follow(link);
    expect((await view(order)).payLink).toMatchObject({ state: 'opened' });
    const answer = await payOn(url);
    expect(String(answer.headers.get('location'))).toContain(`${link}?paid`);
    expect((await request('GET', `${link}?paid`)).body).toContain('is being confirmed');
    await deliverEvents();
    expect(await view(order)).toMatchObject({
      status: 'orderPlaced',
      payLink: { state: 'paid' },
      payments: [{ status: 'authorised', amount: 2500 }],
    });
    expect((await request('GET', `${link}?paid`)).body).toContain('Your payment was received');
    expect((await request('POST', link)).body).toContain('Thank you');
    expect(await send(order)).toMatchObject({ status: 409, code: 'payments.nothing-due' });
  });

  test('is emailed with its address, of which the database has only the hash', async () => {
    const order = await addCardOrder();
    const { data } = await send(order);
    const token = data.url!.split('/').at(-1)!;
    const mails = await runSql<{ recipient: string; channel: string; body: string }>(
      shop,
      `SELECT recipient, channel, body FROM mails WHERE body LIKE '%${token}%' OR subject LIKE '%${order.number}%'`,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ recipient: 'ada@shoppers.example', channel: 'email' });
    const rows = await runSql<{ row: string }>(shop, `SELECT k::text AS row FROM pay_links k`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('isn’t told again when the request is repeated', async () => {
    const order = await addCardOrder();
    const sent = () =>
      manager.call(paymentRoutes.sendLink, {
        params: { id: order._id },
        body: { channel: 'email', to: 'ada@shoppers.example' },
        headers: { 'idempotency-key': `link-${order._id}` },
      });
    const first = await sent();
    expect(first.data.url).not.toBeNull();
    expect((await sent()).data).toEqual({ ...first.data, url: null });
  });

  test('goes to the phone of the order by text message', async () => {
    const order = await addCardOrder();
    await sentLink(order, { channel: 'sms' });
    expect((await view(order)).payLink).toMatchObject({ channel: 'sms', to: order.customer.phone });
  });

  test('lets the order wait for some time longer', async () => {
    const order = await addCardOrder();
    await runSql(
      shop,
      `UPDATE orders SET payment_due_at = now() + interval '5 minutes' WHERE id = '${order._id}'`,
    );
    const before = Date.now();
    const { data } = await send(order);
    const after = await view(order);
    expect(Date.parse(after.paymentDueAt!)).toBeGreaterThanOrEqual(before + 119 * 60_000);
    expect(Date.parse(data.expiresAt)).toBe(Date.parse(after.paymentDueAt!));
    await runSql(
      shop,
      `UPDATE orders SET payment_due_at = now() + interval '2 days' WHERE id = '${order._id}'`,
    );
    await send(order);
    expect(Date.parse((await view(order)).paymentDueAt!)).toBeGreaterThan(before + 47 * 3_600_000);
  });

  test('lasts as long as the page that it opened', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    const soon = `now() + interval '2 minutes'`;
    await runSql(shop, `UPDATE orders SET payment_due_at = ${soon} WHERE id = '${order._id}'`);
    await runSql(shop, `UPDATE pay_links SET expires_at = ${soon} WHERE order_id = '${order._id}'`);
    await follow(link);
    const [session] = await sessionsOf(order);
    const { paymentDueAt, payLink } = await view(order);
    expect(Date.parse(paymentDueAt!)).toBe(session!.expires_at * 1000);
    expect(Date.parse(payLink!.expiresAt)).toBe(session!.expires_at * 1000);
    expect(session!.expires_at * 1000).toBeGreaterThan(Date.now() + 30 * 60_000);
  });

  test('opens one page, however often it is followed', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    const urls = await Promise.all([follow(link), follow(link), follow(link)]);
    expect(new Set([...urls, await follow(link)]).size).toBe(1);
    expect(await sessionsOf(order)).toHaveLength(1);
  });

  test('ends when another one is sent, which closes its page', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    const url = await follow(link);
    const other = await sentLink(order);
    expect((await request('GET', link)).statusCode).toBe(404);
    expect((await request('POST', link)).statusCode).toBe(404);
    expect(await follow(other)).not.toBe(url);
    expect((await sessionsOf(order)).map(({ status }) => status)).toEqual(['open', 'expired']);
  });

  test('closes its page when it is replaced, the order is cancelled or paid otherwise', async () => {
    const endings: Record<string, (order: Order) => Promise<unknown>> = {
      replaced: (order) => send(order),
      cancelled: (order) => moveTo(manager, order, 'cancelled'),
      'paid otherwise': (order) =>
        manager.do(paymentRoutes.take, { params: { id: order._id }, body: { method: 'cash' } }),
    };
    for (const [name, end] of Object.entries(endings)) {
      const order = await addCardOrder();
      await follow(await sentLink(order));
      await closePages(shop.db, [store.gateway]);
      expect(await sessionsOf(order), name).toMatchObject([{ status: 'open' }]);
      await end(order);
      await closePages(shop.db, [store.gateway]);
      expect(await sessionsOf(order), name).toMatchObject([{ status: 'expired' }]);
    }
  });

  test('opens another page after Stripe ended the first one', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    const url = await follow(link);
    const [session] = await sessionsOf(order);
    await stripe.checkout.sessions.expire(session!.id);
    await deliverEvents();
    expect(await follow(link)).not.toBe(url);
  });

  test('counts as paid if the page of a former link was paid', async () => {
    const order = await addCardOrder();
    const url = await follow(await sentLink(order));
    await sentLink(order);
    await payOn(url);
    await closePages(shop.db, [store.gateway]);
    await deliverEvents();
    expect(await view(order)).toMatchObject({ status: 'orderPlaced', payLink: { state: 'paid' } });
  });

  test('saves the card if the shopper agrees, which then renews the authorization', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    const page = await request('GET', link);
    expect(page.body).toContain('name="saveCard"');
    await payOn(await follow(link, 'saveCard=on'));
    await deliverEvents();
    expect((await view(order)).payments).toMatchObject([{ status: 'authorised' }]);
    const ends = `UPDATE payments SET hold_until = now() + interval '1 hour' WHERE order_id = '${order._id}'`;
    await runSql(shop, ends);
    await renewAuthorizations(shop.db);
    await runGateway();
    expect((await view(order)).payments).toMatchObject([{ status: 'voided' }, { status: 'authorised' }]);

    const other = await addCardOrder();
    await payOn(await follow(await sentLink(other)));
    await deliverEvents();
    await runSql(shop, ends.replace(order._id, other._id));
    await renewAuthorizations(shop.db);
    expect((await view(other)).payments).toMatchObject([{ status: 'authorised', underWay: null }]);
  });

  test('opens another page if the shopper decides otherwise about the card', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    const url = await follow(link);
    expect(await follow(link, 'saveCard=on')).not.toBe(url);
    expect((await sessionsOf(order)).map(({ status }) => status)).toEqual(['open', 'expired']);
  });

  test('asks for what is due when it is followed, and closes the former page', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    const url = await follow(link);
    await manager.do(paymentRoutes.take, {
      params: { id: order._id },
      body: { method: 'cash', amount: 1000 },
    });
    expect((await request('GET', link)).body).toContain('$15.00');
    expect(await follow(link)).not.toBe(url);
    const sessions = await sessionsOf(order);
    expect(sessions.map(({ status, amount_total }) => [status, amount_total]).toSorted()).toEqual([
      ['expired', 2500],
      ['open', 1500],
    ]);
  });

  test('charges at once what was handed over already', async () => {
    const order = await addCardOrder();
    await pay(order);
    const { data } = await stripe.paymentIntents.list();
    await stripe.paymentIntents.cancel(data.find(({ metadata }) => metadata.order === order._id)!.id);
    await advanceTo(manager, await view(order), 'delivered');
    await deliverEvents();
    const { data: sent } = await send(order);
    expect(Date.parse(sent.expiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000);
    await payOn(await follow(new URL(sent.url!).pathname));
    await deliverEvents();
    await runGateway();
    expect(await view(order)).toMatchObject({ paid: 2500, payLink: { state: 'paid' } });
  });

  test('can be followed again after Stripe failed', async () => {
    const order = await addCardOrder();
    const link = await sentLink(order);
    standIn.fault({ kind: 'error500', path: '/v1/checkout/sessions', times: 10 });
    const failed = await request('POST', link);
    expect(failed.statusCode).toBe(503);
    expect(failed.body).toContain('Try again');
    standIn.world.faults.clear();
    // Stripe repeats a saved failure for the same request, so another one is sent after a while.
    await runSql(
      shop,
      `UPDATE pay_links SET requested_at = now() - interval '1 minute' WHERE order_id = '${order._id}'`,
    );
    await payOn(await follow(link));
    await deliverEvents();
    expect(await view(order)).toMatchObject({ status: 'orderPlaced' });
  });

  test('gives the same answer when it ended as when it never existed', async () => {
    const unknown = await request('GET', `/pay/${newId()}`);
    expect(unknown.statusCode).toBe(404);
    const late = await addCardOrder();
    const lateLink = await sentLink(late);
    await runSql(shop, `UPDATE pay_links SET expires_at = now() WHERE order_id = '${late._id}'`);
    const cancelled = await addCardOrder();
    const cancelledLink = await sentLink(cancelled);
    await moveTo(manager, cancelled, 'cancelled');
    const withoutNonce = (body: string) => body.replace(/nonce="\w+"/, '');
    for (const link of [lateLink, cancelledLink]) {
      const page = await request('GET', link);
      expect(page.statusCode).toBe(404);
      expect(withoutNonce(page.body)).toBe(withoutNonce(unknown.body));
      expect((await request('POST', link)).statusCode).toBe(404);
    }
    expect((await view(late)).payLink).toMatchObject({ state: 'expired' });
    expect((await view(cancelled)).payLink).toMatchObject({ state: 'expired' });
    expect(await send(cancelled)).toMatchObject({ code: 'payments.nothing-due' });
  });

  test('refuses addresses that are none', async () => {
    const order = await addCardOrder();
    for (const body of [
      { channel: 'email' as const, to: 'ada' },
      { channel: 'sms' as const, to: '12' },
    ]) {
      expect(await send(order, body)).toMatchObject({ status: 400, paths: ['to'] });
    }
  });

  test('needs a provider of text messages, and a gateway with pages', async () => {
    const { settings } = shop.services;
    const { smsProvider, cardGateway } = settings;
    onTestFinished(() => void Object.assign(settings, { smsProvider, cardGateway }));
    const order = await addCardOrder();
    const channels = async () =>
      (await manager.do(orderRoutes.paymentDetails, { params: { id: order._id } })).linkChannels;
    expect(await channels()).toEqual(['email', 'sms']);
    Object.assign(settings, { smsProvider: 'none' });
    expect(await channels()).toEqual(['email']);
    expect(await send(order, { channel: 'sms' })).toMatchObject({
      status: 409,
      code: 'messages.no-provider',
    });
    Object.assign(settings, { cardGateway: 'simulated' });
    expect(await channels()).toEqual([]);
    expect(await send(order)).toMatchObject({ status: 409, code: 'payments.no-gateway' });
  });

  test('is sent by staff of the location only, and by keys with the permission', async () => {
    const permissions = ['order_view', 'order_edit'] as const;
    const elsewhere = await addOrderLocation(shop);
    const clerk = await shop.signIn({ permissions: [...permissions], locations: [store.location] });
    const stranger = await shop.signIn({ permissions: [...permissions], locations: [elsewhere] });
    const reader = await shop.signIn({ permissions: ['order_view'], locations: [store.location] });
    const order = await addCardOrder();
    const call = { params: { id: order._id }, body: { channel: 'sms' as const } };
    expect((await stranger.call(paymentRoutes.sendLink, call)).status).toBe(404);
    expect((await reader.call(paymentRoutes.sendLink, call)).status).toBe(403);
    for (let times = 0; times < 2; times += 1) await clerk.do(paymentRoutes.sendLink, call);
    expect((await viewOrder(clerk, order._id)).payLink).toMatchObject({ to: order.customer.phone });
    expect(await follow(await sentLink(order))).toContain(standIn.url);

    const key = await shop.withKey({ permissions: [...permissions] });
    await key.do(paymentRoutes.sendLink, call);
    expect((await view(order)).payLink).toMatchObject({ state: 'sent', channel: 'sms' });
  });

  test('doesn’t show a storefront where it was sent', async () => {
    const storefront = await shop.withKey({ scopes: ['orders'] });
    const order = await placeOne(storefront, store.location, store.goods, { paymentType: 'card' });
    await sentLink(order);
    expect((await viewOrder(storefront, order._id)).payLink).toMatchObject({ state: 'sent', to: null });
  });

  test('isn’t sent while a card is being authorized', async () => {
    const order = await addCardOrder();
    await store.confirm(order);
    expect(await send(order)).toMatchObject({ status: 409, code: 'payments.under-way' });
    await runGateway();
  });
});
