import { customerRoutes } from '@aisle/contract/customers/customers';
import type { OrderMessage } from '@aisle/contract/sales/order-messages';
import { orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import { type OrderDetailsDraft, orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { standardTemplates } from '@aisle/contract/system/order-messages';
import { defaultSettings, settingsRoutes } from '@aisle/contract/system/settings';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  cancelOrder,
  decide,
  editLines,
  homeAddress,
  moveTo,
  newShopper,
  placeOne,
  runSql,
  viewOrder,
} from '../../../test/order-builders.ts';
import { completeRefund } from '../../../test/payable-builders.ts';
import { requestReturn, stepTo } from '../../../test/return-builders.ts';
import { openShop, refusedField } from '../../../test/shop.ts';
import { readChanges } from '../../core/changes/change-reader.ts';
import type { Tx } from '../../core/db/db.ts';
import { orderMessageReader, setUpOf } from './order-messages.service.ts';

let milk: string;
let email: string;
let orders = 0;

const shop = await openShop({ demo: true });
const location = await addOrderLocation(shop, { name: 'Downtown Market' });
const clerk = await shop.signIn();
beforeEach(async () => {
  await decide(shop, {});
  milk = await addGoods(shop, location, { name: 'Milk', price: 399 });
  orders += 1;
  email = `ada${orders}@shoppers.example`;
});

const placed = (more: Parameters<typeof placeOne>[3] = {}): Promise<Order> =>
  placeOne(clerk, location, milk, { customer: { ...newShopper(), email }, ...more });
const emailsOf = (order: Order, person = clerk): Promise<OrderMessage[]> =>
  person.do(orderMessageRoutes.list, { params: { id: order._id } });
const send = (tx: Tx) => readChanges(tx, orderMessageReader(setUpOf(shop.services.settings)));
const outbox = () =>
  runSql<{ subject: string; body: string }>(
    shop,
    `SELECT subject, body FROM mails WHERE recipient = '${email}' ORDER BY id`,
  );
const lastMail = async () => (await outbox()).at(-1)!;
const placedAt = async (status: OrderStatus, more: Parameters<typeof placeOne>[3] = {}) =>
  advanceTo(clerk, await placed(more), status);
const changeDetails = async (order: Order, wish: OrderDetailsDraft) => {
  const { version } = await viewOrder(clerk, order._id);
  await clerk.do(orderDetailRoutes.edit, { params: { id: order._id }, body: { version, ...wish } });
};
const pickOne = async (order: Order, rest: { note?: string } = {}) => {
  await editLines(clerk, order, { lines: [{ lineId: order.lines[0]!._id, pickedQuantity: 1, ...rest }] });
  await moveTo(clerk, order, 'prepared');
};
/** Waits until an order has this many emails. The server also sends them, and the two must not send any twice. */
const sent = (order: Order, count: number) =>
  vi.waitFor(
    async () => {
      await shop.look(send);
      const emails = await emailsOf(order);
      expect(emails).toHaveLength(count);
      return emails;
    },
    { timeout: 10_000, interval: 100 },
  );

test('sends one email for each stage of a delivery', async () => {
  const order = await placedAt('delivered');

  const emails = await sent(order, 3);
  await shop.look(send);

  expect(emails.map(({ kind }) => kind)).toEqual(['delivered', 'onTheWay', 'placed']);
  expect(emails.every(({ to }) => to === email)).toBe(true);
  expect((await outbox()).map(({ subject }) => subject)).toEqual([
    `Order ${order.number} confirmed`,
    `Order ${order.number} is on its way`,
    `Order ${order.number} was delivered`,
  ]);
});

test('sends no email for an undone step and confirms the order only once', async () => {
  const started = await placedAt('processing');
  const { _id, version } = started;
  await clerk.do(orderRoutes.undoStep, { params: { id: _id }, body: { version } });

  await advanceTo(clerk, started, 'delivered');

  expect((await sent(started, 3)).map(({ kind }) => kind)).toEqual(['delivered', 'onTheWay', 'placed']);
});

test('lists delivered items with the total on the receipt', async () => {
  const order = await placedAt('delivered', { quantity: 3 });
  await sent(order, 3);

  const receipt = (await lastMail()).body;
  expect(receipt).toContain('3 × Milk  $11.97');
  expect(receipt).toContain('Total: $11.97');
  expect(receipt).toContain('Contact Downtown Market.');
});

test('sends the store, the pickup code and the amount due when a pickup is ready', async () => {
  const order = await placedAt('pickup', { fulfilment: 'pickup' });
  await sent(order, 2);

  const ready = await lastMail();
  expect(ready.subject).toBe(`Order ${order.number} is ready for pickup`);
  expect(ready.body).toContain('Downtown Market, 1 Main St, Austin');
  expect(ready.body).toContain('Amount due: $7.98');
  const { handOverCode } = await viewOrder(clerk, order._id);
  expect(handOverCode).toMatch(/^\d{4}$/);
  expect(ready.body).toContain(`Your pickup code is ${handOverCode}.`);
});

test('sends the new total if items are missing', async () => {
  const order = await placedAt('processing', { quantity: 3 });
  await pickOne(order);
  await sent(order, 2);

  const changed = await lastMail();
  expect(changed.subject).toBe(`Order ${order.number} has changed`);
  expect(changed.body).toContain('- Milk: 1 of 3');
  expect(changed.body).toContain('Your new total is $3.99.');
});

test('sends changes of address or time with the total, but not of the note', async () => {
  const order = await placed();
  await changeDetails(order, { note: 'Ring twice' });
  await changeDetails(order, { address: { ...homeAddress, line1: '10 Elm St', line2: 'Apt 4' } });
  await sent(order, 2);

  const changed = await lastMail();
  expect(changed.subject).toBe(`Order ${order.number} has changed`);
  expect(changed.body).toContain('It will be delivered to 10 Elm St, Apt 4, Austin.');
  expect(changed.body).toContain('The total is $7.98.');
  expect(changed.body).not.toContain('Some items');
});

const changeMails = () =>
  runSql<{ attempts: number; seconds: number }>(
    shop,
    `SELECT attempts, extract(epoch FROM next_attempt_at - created_at)::int AS seconds FROM mails
     WHERE recipient = '${email}' AND subject LIKE '%has changed' ORDER BY id`,
  );

test('reports several changes in one message, two minutes after the first one', async () => {
  const order = await placed();
  await changeDetails(order, { address: { ...homeAddress, line1: '10 Elm St' } });
  await sent(order, 2);
  const from = new Date(Date.now() + 86_400_000).toISOString();
  const to = new Date(Date.now() + 93_600_000).toISOString();
  await changeDetails(order, { slot: { from, to } });
  await changeDetails(order, { address: { ...homeAddress, line1: '12 Elm St' } });
  const bread = await addGoods(shop, location, { name: 'Bread', price: 300 });
  const current = await viewOrder(clerk, order._id);
  await editLines(clerk, current, {
    lines: [{ lineId: order.lines[0]!._id, quantity: 0 }],
    add: [{ subProductId: bread, quantity: 1 }],
  });

  await vi.waitFor(async () => {
    await shop.look(send);
    expect((await lastMail()).body).toContain('- Milk was removed');
  });
  const { body } = await lastMail();
  expect(body).toContain('12 Elm St');
  expect(body).toContain('Delivery: ');
  expect(body).not.toContain('10 Elm St');
  expect(await changeMails()).toEqual([{ attempts: 0, seconds: 120 }]);
  expect((await emailsOf(order)).map(({ kind }) => kind)).toEqual(['changed', 'placed']);
});

test('sends a waiting change before the next message, and later changes in another one', async () => {
  const order = await placed();
  await changeDetails(order, { address: { ...homeAddress, line1: '10 Elm St' } });
  await sent(order, 2);
  await runSql(shop, `UPDATE mails SET attempts = 1, sent_at = now() WHERE recipient = '${email}'`);
  await changeDetails(order, { address: { ...homeAddress, line1: '14 Elm St' } });
  await sent(order, 3);
  expect(await changeMails()).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);

  await cancelOrder(clerk, await viewOrder(clerk, order._id), 'Moved away');
  await sent(order, 4);

  await vi.waitFor(async () => expect(await changeMails()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]));
  expect((await outbox()).map(({ subject }) => subject)).toEqual([
    `Order ${order.number} confirmed`,
    `Order ${order.number} has changed`,
    `Order ${order.number} has changed`,
    `Order ${order.number} was cancelled`,
  ]);
});

test('sends a change of the due time to as soon as possible, unless those emails are off', async () => {
  const from = new Date(Date.now() + 86_400_000).toISOString();
  const to = new Date(Date.now() + 93_600_000).toISOString();
  const order = await placed({ slot: { from, to } });
  await changeDetails(order, { slot: null });
  await sent(order, 2);
  expect((await lastMail()).body).toContain('Delivery: as soon as possible');

  await decide(shop, { orderEmails: { ...defaultSettings.orderEmails, changed: false } });
  await changeDetails(order, { slot: { from, to } });
  await cancelOrder(clerk, order, 'Moved away');

  expect((await sent(order, 3)).map(({ kind }) => kind)).toEqual(['cancelled', 'changed', 'placed']);
});

test('confirms a free replacement in a separate text without prices', async () => {
  const first = await placedAt('delivered');
  const reasonId = defaultSettings.reasons.replace.find(({ name }) => name === 'Damaged')!._id;
  const lines = [{ lineId: first.lines[0]!._id, quantity: 1, reasonId, noReturn: true }];
  await clerk.do(returnRoutes.create, { body: { orderId: first._id, kind: 'replace', lines } });
  const { returns } = await viewOrder(clerk, first._id);
  const order = await viewOrder(clerk, returns[0]!.replacementOrder!._id);
  await advanceTo(clerk, order, 'delivered');
  await sent(order, 3);

  const mails = (await outbox()).slice(-3);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Your replacement for order ${first.number}`,
    `Order ${order.number} is on its way`,
    `Your replacement for order ${first.number} was delivered`,
  ]);
  expect(mails[0]!.body).toContain("You won't be charged for it.");
  for (const { body } of mails) expect(body).not.toContain('$');
});

test('sends an email after a failed attempt', async () => {
  const order = await placedAt('outOfDelivery');
  await moveTo(clerk, order, 'awaitingForDelivery');
  await sent(order, 3);

  expect((await lastMail()).subject).toBe(`We couldn't deliver order ${order.number}`);
});

test('writes the phone of the store as people do', async () => {
  await runSql(shop, `UPDATE locations SET phone = '+15125550100' WHERE id = '${location}'`);
  const order = await placed();
  await sent(order, 1);
  await runSql(shop, `UPDATE locations SET phone = NULL WHERE id = '${location}'`);

  expect((await lastMail()).body).toContain('Call Downtown Market at (512) 555-0100.');
});

test('sends the reason of a cancellation', async () => {
  const order = await placed();
  await cancelOrder(clerk, order, 'Ordered by mistake');
  await sent(order, 2);

  const { subject, body } = await lastMail();
  expect(subject).toBe(`Order ${order.number} was cancelled`);
  expect(body).toContain('was cancelled: Ordered by mistake');
  expect(body).toContain('You were not charged.');
});

test('sends the amount of a refund when it is complete', async () => {
  const order = await placedAt('delivered');
  await clerk.do(refundRoutes.create, {
    params: { id: order._id },
    body: { reason: 'Spoiled', lines: [{ lineId: order.lines[0]!._id, amount: 399 }] },
  });
  await sent(order, 3);
  const { refunds } = await viewOrder(clerk, order._id);
  await completeRefund(clerk, refunds[0]!._id);
  await sent(order, 4);

  expect((await lastMail()).body).toContain(`We refunded $3.99 for order ${order.number}.`);
});

test("doesn't send emails of disabled kinds", async () => {
  await decide(shop, { orderEmails: { ...defaultSettings.orderEmails, placed: false, delivered: false } });
  const order = await placedAt('delivered');

  expect((await sent(order, 1)).map(({ kind }) => kind)).toEqual(['onTheWay']);
});

test('sends nothing to a customer without an email address', async () => {
  const order = await placed({ customer: newShopper() });
  const reachable = await placed();
  await sent(reachable, 1);

  expect(await emailsOf(order)).toEqual([]);
});

test("resends an email to the customer's current address", async () => {
  const order = await placed();
  const [first] = await sent(order, 1);
  const resend = () =>
    clerk.call(orderMessageRoutes.resend, { params: { id: order._id }, body: { messageId: first!._id } });
  const changeEmail = async (to: string | null) => {
    const customer = await clerk.do(customerRoutes.show, { params: { id: order.customer._id } });
    const body = { version: customer.version, email: to };
    await clerk.do(customerRoutes.edit, { params: { id: customer._id }, body });
  };
  await changeEmail(null);
  const refused = await resend();
  await changeEmail(`new-${email}`);
  const { body } = await resend();

  expect(refused.body.error?.code).toBe('orders.no-email');
  expect(body.data).toMatchObject([
    { kind: 'placed', to: `new-${email}`, sentBy: expect.any(String) },
    { kind: 'placed', to: email, sentBy: null },
  ]);
});

test('sends emails in the next run after a rollback', async () => {
  await decide(shop, { orderEmails: { ...defaultSettings.orderEmails, placed: true } });
  const order = await placed();
  await shop
    .look(async (tx) => {
      await send(tx);
      throw new Error('interrupted');
    })
    .catch(() => {});

  expect(await sent(order, 1)).toMatchObject([{ kind: 'placed', to: email }]);
  expect(await outbox()).toHaveLength(1);
});

test('hides emails from staff of other locations and rejects resending', async () => {
  const order = await placed();
  const [first] = await sent(order, 1);
  const elsewhere = await addOrderLocation(shop);
  const other = await shop.signIn({ permissions: ['order_edit'], locations: [elsewhere] });
  const own = await shop.signIn({ permissions: ['order_edit'], locations: [location] });
  const params = { id: order._id };

  expect((await other.call(orderMessageRoutes.list, { params })).status).toBe(404);
  const body = { messageId: first!._id };
  expect((await other.call(orderMessageRoutes.resend, { params, body })).status).toBe(404);
  expect(await emailsOf(order, own)).toMatchObject([{ kind: 'placed', to: email }]);
});

test('sends each step of a return, but not of items that the customer keeps', async () => {
  const order = await placedAt('delivered');
  const request = await stepTo(clerk, await requestReturn(clerk, order), 'approved');
  await sent(order, 5);

  const [requested, approved] = (await outbox()).slice(-2);
  expect(requested!.subject).toBe(`Return ${request.number} for order ${order.number}`);
  expect(requested!.body).toContain('We received your return request and will review it.');
  expect(approved!.body).toContain('Your return was approved.');
});

test('fills in custom texts and omits a sentence about a missing code', async () => {
  const template = {
    subject: 'Coming, {{customer.firstName}}: {{order.number}}',
    body: 'On its way!\n\nYour pickup code: {{pickup.code}}\n\nDoor code {{delivery.code}}',
    text: 'On its way: {{order.number}}',
  };
  const { orderMessages } = defaultSettings;
  await decide(shop, { orderMessages: { ...orderMessages, templates: { onTheWay: template } } });
  const order = await placedAt('outOfDelivery');
  await sent(order, 2);

  const mail = await lastMail();
  expect(mail.subject).toBe(`Coming, Grace: ${order.number}`);
  expect(mail.body).toBe('On its way!\n');
});

test('rejects a template with an unknown field and names the template', async () => {
  const admin = await shop.signIn();
  const { version, orderMessages } = await admin.do(settingsRoutes.get);
  const template = { ...standardTemplates.ready, body: 'Hi {{customer.name}}' };

  const refused = await admin.call(settingsRoutes.update, {
    body: { version, orderMessages: { ...orderMessages, templates: { ready: template } } },
  });

  expect(refusedField(refused)).toEqual([400, 'orderMessages.templates.ready.body']);
});

test('explains changes made during picking', async () => {
  const order = await placedAt('processing', { quantity: 3 });
  await pickOne(order, { note: 'The rest was damaged' });
  await sent(order, 2);

  expect((await lastMail()).body).toContain('- Milk: 1 of 3 (The rest was damaged)');
});

test('previews a text with a real order and sends a test without recording it', async () => {
  const admin = await shop.signIn();
  const order = await placed();
  const template = { ...standardTemplates.placed, subject: 'Hi {{customer.firstName}}, {{order.total}}' };
  const body = { kind: 'placed' as const, template, orderNumber: order.number };

  const seen = await admin.do(orderMessageRoutes.preview, { body });
  const { to } = await admin.do(orderMessageRoutes.test, { body });
  const missing = await admin.call(orderMessageRoutes.preview, { body: { ...body, orderNumber: 'O-1' } });

  expect(seen).toMatchObject({ orderNumber: order.number, subject: 'Hi Grace, $7.98' });
  expect(seen.body).toContain('2 × Milk  $7.98');
  expect(to).toBe(`${admin.userId}@test.example`);
  expect(refusedField(missing)).toEqual([400, 'orderNumber']);
  expect((await sent(order, 1)).map(({ kind }) => kind)).toEqual(['placed']);
});
