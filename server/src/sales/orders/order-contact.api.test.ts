import { customerRoutes } from '@aisle/contract/customers/customers';
import { documentRoutes } from '@aisle/contract/sales/documents';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { defaultSettings } from '@aisle/contract/system/settings';
import { describe, expect, test } from 'vitest';
import { catchUp } from '../../../test/change-readers.ts';
import {
  addGoods,
  addOrderLocation,
  addStorefront,
  advanceTo,
  basketOf,
  cancelOrder,
  decide,
  openStore,
  placeOne,
  viewOrder,
} from '../../../test/order-builders.ts';
import { readPdfText } from '../../../test/pdf-text.ts';
import { requestReturn } from '../../../test/return-builders.ts';
import { newId } from '../../core/ids.ts';
import { orderMessageReader } from '../order-messages/order-messages.service.ts';

// Two people share a phone number, and therefore an account.

const store = await openStore({ goods: { price: 300, stock: 100_000 } });
const { shop, manager, location, goods, addOrder } = store;

let people = 0;
/** The account holder and another person with the same phone; names and emails are new in each test. */
function household() {
  people += 1;
  const phone = `51255581${String(people).padStart(2, '0')}`;
  const letter = String.fromCharCode(96 + people);
  const [anna, peter] = [`anna${people}@homes.example`, `peter${people}@homes.example`];
  return {
    anna: { firstName: `Anna${letter}`, lastName: 'Smith', phone, email: anna },
    peter: { firstName: `Jan Peter${letter}`, lastName: 'Jones', phone, email: peter },
  };
}
type Customer = { firstName: string; lastName: string; phone: string; email?: string | null };
const order = (customer: Customer, by = manager) =>
  placeOne(by, location, goods, { customer, fulfilment: 'pickup' });
const recipientsOf = async ({ _id }: Order) =>
  (await manager.do(orderMessageRoutes.list, { params: { id: _id } })).map(({ to }) => to);
const sendMessages = (setUp = { sms: false, push: false }) => catchUp(shop, orderMessageReader(setUp));
const view = (id: string, by = manager) => viewOrder(by, id);

test('keeps the name, phone and email that an order came with', async () => {
  const { anna, peter } = household();
  const first = await order(anna);
  const second = await order(peter);

  expect(second.customer).toMatchObject({
    _id: first.customer._id,
    name: `${peter.firstName} Jones`,
    email: peter.email,
    accountName: `${anna.firstName} Smith`,
    earlierOrders: 1,
  });
  expect(first.customer).toMatchObject({ email: anna.email, accountName: null });
  const checkout = await manager.do(mainOrderRoutes.view, { params: { id: second.mainOrder._id } });
  expect(checkout.customer).toMatchObject({ name: `${peter.firstName} Jones`, email: peter.email });
  const account = await manager.do(customerRoutes.show, { params: { id: first.customer._id } });
  expect(account).toMatchObject({ firstName: anna.firstName, email: anna.email });
});

test("doesn't fill in a missing last name from the account", async () => {
  const { anna } = household();
  const sukarno = { ...anna, lastName: '' };
  const first = await order(sukarno);
  const again = await order({ ...sukarno, email: null });
  const ofAccount = await addOrder({ customerId: first.customer._id, fulfilment: 'pickup' });

  for (const { customer } of [first, again, ofAccount]) {
    expect(customer).toMatchObject({ name: sukarno.firstName, email: sukarno.email, accountName: null });
  }
});

test("shows the order's name in lists, search and documents", async () => {
  const { anna, peter } = household();
  await order(anna);
  const { _id, number } = await order(peter);

  const list = await manager.do(orderRoutes.list, { body: { search: peter.firstName } });
  expect(list.records.map((row) => [row._id, row.customerName])).toEqual([[_id, `${peter.firstName} Jones`]]);
  const body = { kind: 'packingSlip' as const, target: { ids: [_id], filters: {} } };
  const { url } = await manager.do(documentRoutes.create, { body });
  const pages = readPdfText((await shop.server.inject(url!)).rawPayload);
  const text = pages.flatMap(({ lines }) => lines).join('\n');
  expect(text).toContain(`${peter.firstName} Jones`);
  expect(text).not.toContain(anna.firstName);
  expect(text).toContain(number);
});

describe('messages', () => {
  test("sends messages to the order's email and addresses the person who ordered", async () => {
    const { anna, peter } = household();
    const first = await order(anna);
    const second = await order(peter);

    await sendMessages();
    expect([await recipientsOf(first), await recipientsOf(second)]).toEqual([[anna.email], [peter.email]]);
    const template = { subject: '{{customer.firstName}} {{customer.lastName}}', body: 'x', text: 'x' };
    const body = { kind: 'placed' as const, template, orderNumber: second.number };
    const preview = await manager.do(orderMessageRoutes.preview, { body });
    expect(preview.subject).toBe(`${peter.firstName} Jones`);
  });

  test("uses the account's email only if the names match", async () => {
    const { anna, peter } = household();
    await order(anna);
    const { email: _, ...unreachable } = peter;
    const same = await order({ ...anna, email: null, firstName: anna.firstName.toUpperCase() });
    const other = await order(unreachable);

    await sendMessages();
    expect(await recipientsOf(same)).toEqual([anna.email]);
    expect(await recipientsOf(other)).toEqual([]);
    expect(other.customer.email).toBeNull();
  });

  test("sends push notifications to the account's devices only for its own orders", async () => {
    const { anna, peter } = household();
    const { orderMessages } = defaultSettings;
    const push = { ...orderMessages.push, placed: true };
    await decide(shop, { orderMessages: { ...orderMessages, push } });

    const [own, other] = [await order(anna), await order(peter)];
    await sendMessages({ sms: false, push: true });
    expect(await recipientsOf(own)).toContain(own.customer._id);
    await decide(shop, {});

    expect(await recipientsOf(other)).toEqual([peter.email]);
  });
});

test('addresses a free replacement to the person who ordered', async () => {
  const { anna, peter } = household();
  await order(anna);
  const delivered = await advanceTo(manager, await order(peter), 'delivered');
  const reasonId = defaultSettings.reasons.replace.find(({ name }) => name === 'Damaged')!._id;
  const lines = [{ lineId: delivered.lines[0]!._id, quantity: 1, noReturn: true, reasonId }];
  const request = await requestReturn(manager, delivered, { kind: 'replace', lines });

  const { replacementOrder } = (await view(delivered._id)).returns.find(({ _id }) => _id === request._id)!;
  if (!replacementOrder) throw new Error('There is no replacement');
  const contact = { name: `${peter.firstName} Jones`, email: peter.email };
  expect((await view(replacementOrder._id)).customer).toMatchObject(contact);
});

test("shows a storefront the data that it sent and none of the account's", async () => {
  const { anna, peter } = household();
  await order(anna);
  const headers = await addStorefront(shop);
  const { orders, _id } = await shop.anonymous.do(mainOrderRoutes.create, {
    headers: { ...headers, 'idempotency-key': newId() },
    body: basketOf({ customer: peter, lines: [{ subProductId: goods, locationId: location, quantity: 1 }] }),
  });

  const seen = await shop.anonymous.do(orderRoutes.view, { headers, params: { id: orders[0]!._id } });
  const checkout = await shop.anonymous.do(mainOrderRoutes.view, { headers, params: { id: _id } });

  const name = `${peter.firstName} Jones`;
  expect(seen.customer).toMatchObject({ name, email: null, accountName: null });
  expect(checkout.customer.email).toBeNull();
  expect(JSON.stringify([seen, checkout])).not.toContain(anna.firstName);
});

test("shows a store the person who ordered there and none of the account's data", async () => {
  const { anna, peter } = household();
  const elsewhere = await addOrderLocation(shop);
  const goodsElsewhere = await addGoods(shop, elsewhere, { price: 300, stock: 100 });
  await placeOne(manager, elsewhere, goodsElsewhere, { customer: anna, fulfilment: 'pickup' });
  const { _id } = await order(peter);
  const permissions = ['order_view', 'order_list', 'customer_view', 'customer_list'] as const;
  const clerk = await shop.signIn({ permissions: [...permissions], locations: [location] });
  const stranger = await shop.signIn({ permissions: [...permissions], locations: [elsewhere] });

  const seen = await view(_id, clerk);

  const name = `${peter.firstName} Jones`;
  expect(seen.customer).toMatchObject({ name, email: peter.email, accountName: null });
  const listed = await clerk.do(customerRoutes.list, { body: {} });
  expect(JSON.stringify([seen, listed])).not.toContain(anna.firstName);
  expect((await stranger.call(orderRoutes.view, { params: { id: _id } })).status).toBe(404);
});

test("keeps the order's name and email in a merge, exports them and erases them with the account", async () => {
  const { anna, peter } = household();
  const other = household();
  const kept = (await order(other.anna)).customer._id;
  await order(anna);
  const placed = await order(peter);
  const otherId = placed.customer._id;
  await manager.do(customerCareRoutes.merge, { body: { customerId: kept, otherId } });
  expect((await view(placed._id)).customer).toMatchObject({
    _id: kept,
    name: `${peter.firstName} Jones`,
    email: peter.email,
    accountName: `${other.anna.firstName} Smith`,
  });

  await cancelOrder(manager, placed, 'Too late');
  const { records } = await manager.do(orderRoutes.list, { body: { filters: { customerId: kept } } });
  for (const { _id, status } of records) if (status !== 'cancelled') await cancelOrder(manager, { _id });
  await manager.do(customerCareRoutes.erase, { params: { id: kept }, body: {} });
  const erased = await view(placed._id);
  expect(erased.customer.email).toBeNull();
  expect(JSON.stringify(erased)).not.toContain(peter.firstName);
  expect(JSON.stringify(erased)).not.toContain(peter.email);
});
