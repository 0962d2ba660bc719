import { dispatchRoutes, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { supportRoutes } from '@aisle/contract/service/support';
import { authRoutes } from '@aisle/contract/system/auth/auth';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { pushRoutes } from '@aisle/contract/system/push';
import { userRoutes } from '@aisle/contract/system/users/users';
import { expect, test } from 'vitest';
import { catchUp } from '../../../test/change-readers.ts';
import { addDriver, offer, orderToDeliver, tokenOf } from '../../../test/driver-builders.ts';
import { addGoods, addOrderLocation, moveTo, placeOne, viewOrder } from '../../../test/order-builders.ts';
import { openPushService } from '../../../test/push-service.ts';
import { openShop, type Person, refusedField } from '../../../test/shop.ts';
import { addTicket } from '../../../test/support-builders.ts';
import { watchTickets } from '../../service/support/clock/support-clock.ts';
import { noticeReader } from '../notifications/notice-reader.ts';
import { queueDriverPush } from './push.queries.ts';
import { sendPushes } from './push-sender.ts';

const shop = await openShop({ webhookAllowPrivate: true, mailFrom: 'Aisle <hello@aisle.example>' });
const service = await openPushService();
const manager = await shop.signIn();
const location = await addOrderLocation(shop, { name: 'Downtown Market' });
const milk = await addGoods(shop, location, { name: 'Milk', price: 399, stock: 1000 });

/** A browser of this user with notifications turned on. */
async function turnOn(person: Person) {
  const browser = service.subscribe();
  await person.do(pushRoutes.turnOn, { body: browser.device });
  return browser;
}
async function sendAll() {
  await catchUp(shop, noticeReader);
  await sendPushes(shop.db, shop.services);
}
const devicesOf = ({ userId }: Person) =>
  shop.sql`SELECT endpoint FROM push_devices WHERE user_id = ${userId}`;
const titles = ({ received }: { received: { content: { title: string } }[] }) =>
  received.map(({ content }) => content.title);
const addClerk = (locations = [location]) => shop.signIn({ permissions: ['order_list'], locations });

test('notifies staff of the location of a new order, encrypted for their browser', async () => {
  const elsewhere = await addOrderLocation(shop);
  const [clerk, stranger, driverManager] = [
    await addClerk(),
    await addClerk([elsewhere]),
    await shop.signIn({ permissions: ['driver_list'] }),
  ];
  const browsers = await Promise.all([clerk, stranger, driverManager].map(turnOn));

  const order = await placeOne(manager, location, milk);
  await sendAll();

  const [own, ...others] = browsers;
  expect(own!.received.map(({ content }) => content)).toEqual([
    {
      title: `New order ${order.number}`,
      body: 'Downtown Market: 2 units, $7.98',
      url: `/orders/view/${order._id}`,
      tag: `order-${order._id}`,
    },
  ]);
  expect(others.map(titles)).toEqual([[], []]);
  const { headers, claims } = own!.received[0]!;
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' });
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:hello@aisle.example' });
  expect(headers.authorization).toContain((await shop.anonymous.do(pushRoutes.key)).publicKey);
  expect(await shop.sql`SELECT FROM push_messages`).toEqual([]);
});

test('says nothing of an order that was only moved back, and to the user who placed it', async () => {
  const clerk = await turnOn(await addClerk());
  const author = await turnOn(manager);
  const order = await placeOne(manager, location, milk);
  await sendAll();
  const started = await moveTo(manager, order, 'processing');
  const body = { version: (await viewOrder(manager, started._id)).version };
  await manager.do(orderRoutes.undoStep, { params: { id: order._id }, body });

  await sendAll();

  expect(titles(clerk)).toEqual([`New order ${order.number}`]);
  expect(titles(author)).toEqual([]);
});

test('combines orders that come in at the same time', async () => {
  const clerk = await turnOn(await addClerk());
  await placeOne(manager, location, milk);
  await placeOne(manager, location, milk);
  await placeOne(manager, location, milk);
  // The server also reads the changes, and may have read some of them before.
  await sendAll();

  const orders = titles(clerk).map((title) => Number(/^(\d+) new orders$/.exec(title)?.[1] ?? 1));
  expect(orders.reduce((sum, count) => sum + count, 0)).toBe(3);
});

test('notifies agents of their tickets, without the subject that the customer wrote', async () => {
  const [agent, colleague] = [
    await shop.signIn({ permissions: ['support_reply', 'support_edit'] }),
    await shop.signIn({ permissions: ['support_reply', 'support_edit'] }),
  ];
  const [browser, other] = [await turnOn(agent), await turnOn(colleague)];
  const ticket = await addTicket(manager, { assignee: agent.userId });
  await sendAll();
  await shop.sql`UPDATE tickets SET due_at = now() + interval '10 minutes' WHERE id = ${ticket._id}`;
  await watchTickets(shop.db);
  await sendAll();

  expect(browser.received.map(({ content }) => content)).toEqual([
    {
      title: `${ticket.number} was assigned to you`,
      body: '',
      url: `/supports/${ticket._id}`,
      tag: `ticket-${ticket._id}`,
    },
    expect.objectContaining({ title: `${ticket.number} is due soon` }),
  ]);
  expect(titles(other)).toEqual([]);
  const closing = { params: { id: ticket._id }, body: { status: 'resolved' as const } };
  await manager.do(supportRoutes.updateStatus, closing);
});

test('sends only the kinds that the user chose, and keeps their email alerts', async () => {
  const clerk = await addClerk();
  const browser = await turnOn(clerk);
  await clerk.do(notificationRoutes.changeSettings, { body: { mail: 'daily', kinds: ['late'] } });
  const saved = await clerk.do(notificationRoutes.changeSettings, { body: { pushKinds: ['ticketReply'] } });

  await placeOne(manager, location, milk);
  await sendAll();

  expect(saved).toEqual({ mail: 'daily', kinds: ['late'], pushKinds: ['ticketReply'] });
  expect(await clerk.do(notificationRoutes.settings)).toEqual(saved);
  expect(titles(browser)).toEqual([]);
});

test('ends with the session: by turning it off, signing out, or deactivation', async () => {
  const [off, signedOut, deactivated] = [
    await shop.signIn(),
    await shop.signIn(),
    await shop.signIn({ permissions: [] }),
  ];
  await Promise.all([off, signedOut, deactivated].map(turnOn));

  expect(await off.do(pushRoutes.show)).toEqual({ isOn: true });
  expect(await off.do(pushRoutes.turnOff)).toEqual({ isOn: false });
  await signedOut.do(authRoutes.logout);
  const body = { status: false };
  await manager.do(userRoutes.updateStatus, { params: { id: deactivated.userId }, body });

  expect(await off.do(pushRoutes.show)).toEqual({ isOn: false });
  for (const person of [off, signedOut, deactivated]) expect(await devicesOf(person)).toEqual([]);
});

test.for([404, 410])('forgets a browser whose push service responds with %d', async (status) => {
  const clerk = await addClerk();
  const browser = await turnOn(clerk);
  browser.answerWith(status);

  await placeOne(manager, location, milk);
  await sendAll();

  expect(await devicesOf(clerk)).toEqual([]);
  expect(await shop.sql`SELECT FROM push_messages`).toEqual([]);
});

test('tries again if the push service has trouble, and gives up when the news is old', async () => {
  const clerk = await addClerk();
  const browser = await turnOn(clerk);
  const waiting = () => shop.sql`SELECT attempts, next_attempt_at > now() AS "isLater" FROM push_messages`;
  const due = () => shop.sql`UPDATE push_messages SET next_attempt_at = now()`;
  browser.answerWith(503);
  const order = await placeOne(manager, location, milk);
  await sendAll();
  const failed = await waiting();

  browser.recover();
  await due();
  await sendAll();
  const delivered = await waiting();
  browser.answerWith(429);
  await placeOne(manager, location, milk);
  await sendAll();
  await shop.sql`UPDATE push_messages SET created_at = now() - interval '61 minutes'`;
  await sendAll();

  expect(failed).toEqual([{ attempts: 1, isLater: true }]);
  expect(delivered).toEqual([]);
  expect(titles(browser)).toEqual([`New order ${order.number}`]);
  expect(await waiting()).toEqual([]);
});

test('notifies a driver of the next offer on the phone that opened a trip', async () => {
  const driver = await addDriver(manager, location);
  const first = await offer(manager, driver, await orderToDeliver(manager, location, milk));
  const browser = service.subscribe();
  const params = { token: tokenOf(first.link) };
  await shop.anonymous.do(tripRoutes.notify, { params, body: browser.device });
  await shop.anonymous.do(tripRoutes.decline, { params, body: {} });
  const dispatcher = await shop.signIn({ permissions: ['order_edit'], locations: [location] });
  const next = await offer(dispatcher, driver, await orderToDeliver(manager, location, milk));
  await sendAll();

  expect(browser.received.map(({ content }) => content)).toEqual([
    {
      title: 'Downtown Market: 1 order to deliver',
      body: expect.stringMatching(/^Respond by .*\d/),
      url: `/d/${tokenOf(next.link)}`,
      tag: `trip-${next.tripId}`,
    },
  ]);
  // The link opens the trip, so nothing of it stays in the database.
  expect(await shop.sql`SELECT FROM push_messages WHERE content ->> 'url' LIKE '/d/%'`).toEqual([]);
});

test('ends notifications of a driver who turns them off, becomes inactive, or whose link staff revoke', async () => {
  const driver = await addDriver(manager, location);
  const { link, tripId } = await offer(manager, driver, await orderToDeliver(manager, location, milk));
  const params = { token: tokenOf(link) };
  const [off, kept] = [service.subscribe(), service.subscribe()];
  for (const { device } of [off, kept]) {
    await shop.anonymous.do(tripRoutes.notify, { params, body: device });
    // A phone that opens the page again is still one device.
    await shop.anonymous.do(tripRoutes.notify, { params, body: device });
  }
  const devices = () => shop.sql`SELECT endpoint FROM push_devices WHERE driver_id = ${driver}`;
  await shop.anonymous.do(tripRoutes.stopNotifying, { params, body: { endpoint: off.device.endpoint } });
  expect(await devices()).toEqual([{ endpoint: kept.device.endpoint }]);

  await shop.anonymous.do(tripRoutes.decline, { params, body: {} });
  await manager.do(driverRoutes.updateStatus, { params: { id: driver }, body: { status: false } });
  await shop.look((tx) => queueDriverPush(tx, driver, { title: 'News', body: '', url: '/', tag: 'news' }));
  await sendAll();
  await manager.do(dispatchRoutes.revokeLinks, { params: { id: tripId } });

  expect(titles(kept)).toEqual([]);
  expect(await devices()).toEqual([]);
});

test('rejects endpoints in private networks and keys of other lengths', async () => {
  const guarded = await openShop();
  const person = await guarded.signIn();
  const { device } = service.subscribe();
  const turnOnWith = (parts: object) => person.send(pushRoutes.turnOn, { body: { ...device, ...parts } });

  const refused = [
    await turnOnWith({}),
    await turnOnWith({ endpoint: 'https://10.0.0.8/send' }),
    await turnOnWith({ endpoint: 'http://push.example/send' }),
    await turnOnWith({ endpoint: 'https://push.example/send', auth: 'short' }),
  ];
  await person.do(pushRoutes.turnOn, { body: { ...device, endpoint: 'https://localhost.example/send' } });

  const wrong = ['endpoint', 'endpoint', 'endpoint', 'auth'].map((field) => [400, field]);
  expect(refused.map(refusedField)).toEqual(wrong);
});

test('never calls a name that leads to a private address', async () => {
  const { device, received } = service.subscribe();
  const clerk = await addClerk();
  await clerk.do(pushRoutes.turnOn, {
    body: { ...device, endpoint: device.endpoint.replace('127.0.0.1', 'localhost') },
  });
  await placeOne(manager, location, milk);
  await catchUp(shop, noticeReader);
  const settings = { ...shop.services.settings, webhookAllowPrivate: false };

  await sendPushes(shop.db, { ...shop.services, settings });

  expect(received).toEqual([]);
  expect(
    await shop.sql`
    SELECT m.attempts FROM push_messages m JOIN push_devices d ON d.id = m.device_id
    WHERE d.user_id = ${clerk.userId}`,
  ).toEqual([{ attempts: 1 }]);
});
