import type { BodyInputOf } from '@aisle/contract/core/route';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { messageRoutes } from '@aisle/contract/service/messages';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openMailServer } from '../../../test/mail-server.ts';
import {
  addCustomer,
  addGoods,
  addOrderLocation,
  cancelOrder,
  decide,
  placeOne,
  runSql,
} from '../../../test/order-builders.ts';
import { openShop, refusedField } from '../../../test/shop.ts';
import { system, transaction } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { linkToken } from './link-token.ts';
import { countOrdersOfNext } from './messages.queries.ts';

const { send, get, list, results, orders, unsubscribe } = messageRoutes;
type Message = BodyInputOf<typeof send>;

const smtp = await openMailServer(async () => undefined);
const shop = await openShop({ smtpUrl: smtp.url, publicUrl: 'https://shop.example' });
await shop.jobs.start();
const marketer = await shop.signIn();
afterAll(() => smtp.close());

let city = 0;
const here = () => `Result ${city}`;
beforeEach(async () => {
  smtp.mails.length = 0;
  city += 1;
  await decide(shop, { countMessageClicks: true });
});

let people = 0;
const addPerson = (parts: object = {}) => {
  people += 1;
  return addCustomer(marketer, {
    email: `r${people}@shoppers.example`,
    marketingConsent: true,
    addresses: [{ line1: '1 Elm St', city: here(), state: 'TX', postalCode: '78701' }],
    ...parts,
  });
};
const button = { label: 'See <offers>', url: 'https://market.example/offers?from=mail&x=1' };
const message = (parts: Partial<Message> = {}): Message => ({
  name: 'Spring',
  audience: { city: here() },
  channel: 'email',
  subject: 'Hello {{customer.firstName}}',
  body: 'Dear {{customer.firstName}},\n\nfresh <greens> & more.',
  button,
  ...parts,
});
async function sendAll(parts: Partial<Message> = {}, by = marketer): Promise<string> {
  const { _id: id } = await by.do(send, { body: message(parts) });
  await vi.waitFor(async () => expect((await by.do(get, { params: { id: id! } })).state).toBe('sent'), {
    timeout: 20_000,
    interval: 30,
  });
  return id!;
}
const shown = (id: string) => marketer.do(get, { params: { id } });
/** A mail as its reader's program decodes it. */
const mailTo = (email: string | null) =>
  smtp.mails
    .find(({ to }) => to[0] === email)!
    .text.replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const buttonPath = (email: string | null) => /https:\/\/shop\.example(\/m\/[\w-]+)/.exec(mailTo(email))![1]!;
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => shop.server.inject({ method, url });

test('sends plain text and HTML with the same button', async () => {
  const ann = await addPerson({ firstName: 'Ann' });

  await sendAll();

  const mail = mailTo(ann.email);
  expect(mail).toContain('Content-Type: multipart/alternative');
  const address = `https://shop.example${buttonPath(ann.email)}`;
  expect(mail).toContain(`See <offers>: ${address}`);
  expect(mail).toContain(`<a href="${address}"`);
  expect(mail).toContain('See &#60;offers&#62;</a>');
  expect(mail).toContain('fresh &#60;greens&#62; &#38; more.');
  expect(mail).toMatch(/<html lang="en">/);
  expect(mail).not.toContain('<img');
});

test('counts the first click of a recipient and leads to the address', async () => {
  const [ann, bea] = [await addPerson(), await addPerson()];
  const id = await sendAll();
  const path = buttonPath(ann.email);

  const opened = await open(path);
  expect([opened.statusCode, opened.headers.location]).toEqual([302, button.url]);
  expect(opened.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await open(path);

  expect(await shown(id)).toMatchObject({ clicked: 1, button });
  const clicked = await marketer.do(results, { body: { filters: { messageId: id, clicked: true } } });
  expect(clicked.records).toMatchObject([{ customerId: ann._id, clickedAt: expect.any(String) }]);
  const others = await marketer.do(results, { body: { filters: { messageId: id, clicked: false } } });
  expect(others.records).toMatchObject([{ customerId: bea._id, clickedAt: null }]);
});

test('leads to the address without counting a check by a mail server', async () => {
  const ann = await addPerson();
  const id = await sendAll();

  const checked = await open(buttonPath(ann.email), 'HEAD');

  expect([checked.statusCode, checked.headers.location]).toEqual([302, button.url]);
  expect((await shown(id)).clicked).toBe(0);
});

test('leads to the address without counting a customer who withdrew consent', async () => {
  const ann = await addPerson();
  const id = await sendAll();
  await marketer.do(customerRoutes.edit, {
    params: { id: ann._id },
    body: { marketingConsent: false, version: ann.version },
  });

  const opened = await open(buttonPath(ann.email));

  expect(opened.headers.location).toBe(button.url);
  expect((await shown(id)).clicked).toBe(0);
});

test('sends the address itself when clicks are not counted', async () => {
  const ann = await addPerson();
  const earlier = await sendAll();
  const path = buttonPath(ann.email);
  smtp.mails.length = 0;
  await decide(shop, { countMessageClicks: false });

  await sendAll();

  expect(mailTo(ann.email)).toContain(`See <offers>: ${button.url}`);
  expect(mailTo(ann.email)).not.toContain('/m/');
  expect((await open(path)).headers.location).toBe(button.url);
  expect((await shown(earlier)).clicked).toBe(0);
});

test('opens nothing with a forged link, a link for unsubscribing or without a button', async () => {
  const ann = await addPerson();
  const id = await sendAll();
  const plain = await sendAll({ button: null });
  const { unsubscribeKey } = shop.services;
  const ids = { customerId: ann._id, messageId: id };
  const forged = `${buttonPath(ann.email).slice(0, -4)}AAAA`;
  const others = [
    linkToken(unsubscribeKey, 'unsubscribe', ids),
    linkToken(unsubscribeKey, 'button', { ...ids, messageId: plain }),
    linkToken(unsubscribeKey, 'button', { ...ids, messageId: newId() }),
    'x',
  ];

  for (const path of [forged, ...others.map((token) => `/m/${token}`)]) {
    const opened = await open(path);
    expect([opened.statusCode, opened.headers.location]).toEqual([404, undefined]);
    expect(opened.body).toContain("This link doesn't work");
  }
  const token = linkToken(unsubscribeKey, 'button', ids);
  expect((await shop.anonymous.call(unsubscribe, { params: { token } })).status).toBe(404);
});

test('rejects addresses without https, and buttons of push notifications', async () => {
  const reject = async (url: string) =>
    refusedField(await marketer.call(send, { body: message({ button: { label: 'Go', url } }) }));
  for (const url of ['http://a.example', 'javascript:alert(1)', 'https://me:secret@a.example', 'a.example']) {
    expect(await reject(url)).toEqual([400, 'button.url']);
  }
  const push = await marketer.call(send, { body: message({ channel: 'push' }) });
  expect(refusedField(push)).toEqual([400, 'button']);
});

test('lists who unsubscribed by the link in a message', async () => {
  const ann = await addPerson();
  await addPerson();
  const id = await sendAll();
  const token = linkToken(shop.services.unsubscribeKey, 'unsubscribe', {
    customerId: ann._id,
    messageId: id,
  });

  await shop.anonymous.do(unsubscribe, { params: { token } });

  expect((await shown(id)).unsubscribed).toBe(1);
  const left = await marketer.do(results, { body: { filters: { messageId: id, unsubscribed: true } } });
  expect(left.records).toMatchObject([{ customerId: ann._id, unsubscribedAt: expect.any(String) }]);
});

test('counts orders that recipients placed within a week after their message', async () => {
  const [ann, bea, cleo] = [await addPerson(), await addPerson(), await addPerson()];
  const store = await addOrderLocation(shop);
  const goods = await addGoods(shop, store, { price: 500 });
  const orderFor = (customerId: string) =>
    placeOne(marketer, store, goods, { customerId, fulfilment: 'pickup' });
  await orderFor(ann._id);
  const id = await sendAll();
  const counted = await orderFor(ann._id);
  await cancelOrder(marketer, await orderFor(bea._id));
  const late = await orderFor(cleo._id);
  await runSql(
    shop,
    `UPDATE orders SET created_at = created_at + interval '8 days' WHERE id = '${late._id}'`,
  );

  const listed = async () =>
    (await marketer.do(list, { body: {} })).records.find(({ _id }) => _id === id)!.orders;
  expect(await listed()).toBeNull();
  while (await transaction(shop.db, system, countOrdersOfNext));

  const result = { count: 1, total: counted.total };
  expect(await listed()).toEqual(result);
  expect((await shown(id)).orders).toEqual(result);
  const { records } = await marketer.do(orders, { body: { filters: { messageId: id } } });
  expect(records).toMatchObject([
    {
      _id: counted._id,
      number: counted.number,
      customerId: ann._id,
      locationId: store,
      total: counted.total,
    },
  ]);
  const find = (search: string) => marketer.do(orders, { body: { search, filters: { messageId: id } } });
  expect((await find(counted.number)).records).toHaveLength(1);
  expect((await find(late.number)).records).toEqual([]);
});

test('counts only orders at the locations of a store that sent the message', async () => {
  const [ours, theirs] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const owner = await shop.signIn({
    permissions: ['customer_list', 'customer_add', 'order_list'],
    locations: [ours],
  });
  const ann = await owner.do(customerRoutes.create, {
    body: {
      firstName: 'Ann',
      phone: '+1 512 555 9911',
      email: 'ann@stores.example',
      marketingConsent: true,
      addresses: [{ line1: '1 Elm St', city: here(), state: 'TX', postalCode: '78701' }],
    },
  });
  const id = await sendAll({}, owner);
  for (const place of [ours, theirs]) {
    const goods = await addGoods(shop, place, { price: 500 });
    await placeOne(marketer, place, goods, { customerId: ann._id, fulfilment: 'pickup' });
  }
  while (await transaction(shop.db, system, countOrdersOfNext));

  for (const person of [owner, marketer]) {
    expect((await person.do(get, { params: { id } })).orders).toMatchObject({ count: 1 });
    expect((await person.do(list)).records.find(({ _id }) => _id === id)!.orders).toMatchObject({ count: 1 });
    const { records } = await person.do(orders, { body: { filters: { messageId: id } } });
    expect(records).toMatchObject([{ locationId: ours }]);
  }
});

test('sends a test with the button of the real message', async () => {
  await marketer.do(messageRoutes.test, {
    body: { channel: 'email', subject: 'Hi', body: 'Text', button },
  });

  const to = `${marketer.userId}@test.example`;
  await vi.waitFor(() => expect(smtp.recipients()).toContain(to), 10_000);
  const mail = mailTo(to);
  expect(mail).toContain('<a href="https://market.example/offers?from=mail&#38;x=1"');
  expect(mail).not.toContain('Unsubscribe');
});
