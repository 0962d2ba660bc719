import { locationRoutes } from '@aisle/contract/locations/locations';
import type { OrderDetailsDraft } from '@aisle/contract/sales/orders/order-details';
import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import { expect, test } from 'vitest';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  decide,
  everyPaymentType,
  homeAddress,
  openStore,
  payFor,
  placeOne,
  runSql,
  viewOrder,
} from '../../../../test/order-builders.ts';
import { refusal } from '../../../../test/shop.ts';
import { announceLate } from '../late-orders.queries.ts';

const store = await openStore({
  location: { name: 'North', deliveryFee: { base: 300, perMile: 100 } },
  goods: { name: 'Soap', price: 1000 },
});
const { shop, manager, location, addOrder } = store;

const edit = (order: Pick<Order, '_id' | 'version'>, wish: OrderDetailsDraft, person = manager) =>
  person.call(orderDetailRoutes.edit, {
    params: { id: order._id },
    body: { version: order.version, ...wish },
  });
const plan = (order: Pick<Order, '_id'>, wish: OrderDetailsDraft) =>
  manager.do(orderDetailRoutes.plan, { params: { id: order._id }, body: wish });
const view = (order: Pick<Order, '_id'>) => viewOrder(manager, order._id);

/** Five miles north of the store. */
const fartherAddress = {
  line1: '50 Elm St',
  line2: null,
  city: 'Austin',
  state: 'TX',
  postalCode: '78757',
  latitude: 30.3396,
  longitude: -97.7431,
};
const dallas = { line1: '1 Far St', city: 'Dallas', state: 'TX', postalCode: '75201' };
const fieldsOf = (refused: Awaited<ReturnType<typeof edit>>) => refused.body.error?.fields;
const slotRule = { lengthMinutes: 120, capacity: 1, leadMinutes: 0 };
const slotsAt = async (id: string) =>
  (await manager.do(locationRoutes.slots, { params: { id }, query: { days: 3 } })).slots.map(
    ({ from, to }) => ({
      from,
      to,
    }),
  );

test('updates distance, fee, total and amount due for a new address and records the change', async () => {
  const order = await addOrder();

  const planned = await plan(order, { address: fartherAddress });
  const { data: edited } = await edit(order, { address: fartherAddress });

  expect(planned).toEqual({
    distanceKm: edited.distanceKm,
    distanceIsApproximate: false,
    deliveryFee: edited.deliveryFee,
    total: edited.total,
    problems: [],
  });
  expect(edited.distanceKm).toBeCloseTo(8.05, 1);
  expect(edited).toMatchObject({ deliveryFee: 800, total: 2800, version: order.version + 1 });
  expect(edited.address).toEqual(fartherAddress);
  expect(edited.payments).toMatchObject([{ status: 'due', amount: 2800 }]);
  expect(edited.events.at(-1)).toMatchObject({
    kind: 'details',
    by: 'Ada Tester',
    note: expect.stringContaining('Address: 50 Elm St, Austin, 78757; Delivery fee: $8.00 instead of $4.'),
  });
  const { rows } = await shop.db.owner.query(
    `SELECT before -> 'total' AS before, after -> 'total' AS after FROM audit_entries
     WHERE record_id = '${order._id}' AND action = 'details'`,
  );
  expect(rows).toEqual([{ before: order.total, after: 2800 }]);
});

test('rejects an address outside the delivery area at its field', async () => {
  const order = await addOrder();

  const planned = await plan(order, { address: dallas });
  const refused = await edit(order, { address: dallas });

  const fields = [{ path: 'address.line1', message: "North doesn't deliver that far" }];
  expect(planned).toMatchObject({ problems: fields, distanceIsApproximate: true });
  expect(refusal(refused)).toEqual([409, 'orders.not-deliverable']);
  expect(fieldsOf(refused)).toEqual(fields);
  expect(await view(order)).toMatchObject({ version: order.version, total: order.total });
});

test('keeps the fee for a new apartment number even if fees have changed', async () => {
  const own = await addOrderLocation(shop, { deliveryFee: { base: 300, perMile: 0 } });
  const order = await placeOne(manager, own, await addGoods(shop, own));
  await runSql(shop, `UPDATE locations SET delivery_fee = '{"base": 900, "perMile": 0}' WHERE id = '${own}'`);

  const { data: edited } = await edit(order, { address: { ...homeAddress, line2: 'Apt 4' } });

  expect(edited).toMatchObject({ deliveryFee: 300, total: order.total, distanceKm: order.distanceKm });
  expect(edited.address?.line2).toBe('Apt 4');
});

test("rejects a higher fee that the card doesn't cover once picking has started", async () => {
  const placed = await addOrder({ paymentType: 'card' });
  await payFor(shop, placed._id, 'authorised');
  const order = await advanceTo(manager, placed, 'processing');

  const planned = await plan(order, { address: fartherAddress });
  const refused = await edit(order, { address: fartherAddress });

  expect(refusal(refused)).toEqual([409, 'orders.above-authorised']);
  expect(fieldsOf(refused)).toEqual(planned.problems);
  expect(planned.problems).toMatchObject([{ path: 'address.line1' }]);
});

test('refunds the difference if the fee of a paid order falls', async () => {
  const placed = await addOrder({ paymentType: 'card', address: fartherAddress });
  await payFor(shop, placed._id);

  const { data: edited } = await edit(await view(placed), { address: homeAddress });

  expect(edited.total).toBeLessThan(placed.total);
  expect(edited.refunds).toMatchObject([{ amount: placed.total - edited.total }]);
});

test('rejects a full slot and frees the previous place of a moved order', async () => {
  const own = await addOrderLocation(shop, { name: 'Slotted', deliverySlots: slotRule });
  const bread = await addGoods(shop, own);
  const [, first, second] = await slotsAt(own);
  const order = await placeOne(manager, own, bread, { slot: first! });
  const other = await placeOne(manager, own, bread);

  const planned = await plan(other, { slot: first! });
  const refused = await edit(other, { slot: first! });
  expect(planned.problems).toEqual([
    { path: 'slot', message: 'That slot is full at Slotted. Choose another one' },
  ]);
  expect([refused.status, fieldsOf(refused)]).toEqual([409, planned.problems]);

  const { data: moved } = await edit(order, { slot: second! });
  expect(Date.parse(moved.slot!.from)).toBe(Date.parse(second!.from));
  expect((await edit(other, { slot: first! })).status).toBe(200);
  const { data: anytime } = await edit(moved, { slot: null });
  expect(anytime).toMatchObject({ slot: null });
  expect(anytime.events.at(-1)?.note).toBe('Due: as soon as possible');
});

test("keeps an order's place in a full slot that gets shorter", async () => {
  const own = await addOrderLocation(shop, { deliverySlots: slotRule });
  const [, slot] = await slotsAt(own);
  const order = await placeOne(manager, own, await addGoods(shop, own), { slot: slot! });
  await shop.db.owner.query(
    `UPDATE locations SET delivery_slots = '${JSON.stringify({ ...slotRule, lengthMinutes: 60 })}' WHERE id = '${own}'`,
  );

  const shorter = { ...slot!, to: new Date(Date.parse(slot!.from) + 3_600_000).toISOString() };
  expect((await edit(order, { slot: shorter })).status).toBe(200);
});

test('gives the last place of a slot to one of two simultaneous orders', async () => {
  const own = await addOrderLocation(shop, { deliverySlots: slotRule });
  const bread = await addGoods(shop, own);
  const [, slot] = await slotsAt(own);
  const orders = [await placeOne(manager, own, bread), await placeOne(manager, own, bread)];

  const answers = await Promise.all(orders.map((order) => edit(order, { slot: slot! })));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('closes the late notice of an order that is due later and can report it late again', async () => {
  const order = await addOrder();
  const promise = `slot_from = now() - interval '2 hours', slot_to = now() - interval '1 minute'`;
  const miss = () => shop.db.owner.query(`UPDATE orders SET ${promise} WHERE id = '${order._id}'`);
  const late = async () => {
    const { records } = await manager.do(notificationRoutes.list, { body: { filters: { kind: 'late' } } });
    return records.filter(({ orderId }) => orderId === order._id).map(({ overAt }) => overAt !== null);
  };
  await miss();
  await shop.look(announceLate);
  expect(await late()).toEqual([false]);

  const missed = await view(order);
  const later = {
    from: new Date(Date.now() + 3_600_000).toISOString(),
    to: new Date(Date.now() + 7_200_000).toISOString(),
  };
  expect((await edit(missed, { slot: later })).data.version).toBe(missed.version + 1);
  expect(await late()).toEqual([true]);
  await miss();
  await shop.look(announceLate);
  expect((await late()).toSorted()).toEqual([false, true]);
});

test('allows only changes of the note during delivery', async () => {
  const order = await addOrder({ status: 'outOfDelivery' });

  const address = await edit(order, { address: fartherAddress });
  const slot = await edit(order, { slot: { from: '2027-01-01T10:00:00Z', to: '2027-01-01T12:00:00Z' } });
  const { data: noted } = await edit(order, { note: 'Ring twice' });

  expect(refusal(address)).toEqual([409, 'orders.not-editable']);
  expect([fieldsOf(address)?.[0]?.path, fieldsOf(slot)?.[0]?.path]).toEqual(['address.line1', 'slot']);
  expect(noted).toMatchObject({ note: 'Ring twice', status: 'outOfDelivery' });
  const delivered = await addOrder({ status: 'delivered' });
  expect(fieldsOf(await edit(delivered, { note: 'Too late' }))?.[0]?.path).toBe('note');
});

test('accepts an unpaid card order at once when it changes to cash', async () => {
  const order = await addOrder({ paymentType: 'card' });
  expect(order.status).toBe('pending');

  const { data: edited } = await edit(order, { paymentType: 'cashOnDelivery' });

  expect(edited).toMatchObject({
    status: 'orderPlaced',
    paymentType: 'cashOnDelivery',
    payments: [{ kind: 'cashOnDelivery', status: 'due', amount: order.total }],
  });
  const note = 'Payment: Cash on delivery instead of Card';
  expect(edited.events).toContainEqual(expect.objectContaining({ kind: 'details', note }));
  expect(await advanceTo(manager, edited, 'delivered')).toMatchObject({ paid: order.total });
});

test('rejects a new payment type once a card covers the order, or while the type is disabled', async () => {
  const paid = await addOrder({ paymentType: 'card' });
  await payFor(shop, paid._id, 'authorised');
  const unpaid = await addOrder();
  await decide(shop, { paymentTypes: { ...everyPaymentType, card: false } });

  const covered = await edit(await view(paid), { paymentType: 'cashOnDelivery' });
  const off = await edit(unpaid, { paymentType: 'card' });
  await decide(shop, { paymentTypes: everyPaymentType });

  const fields = [{ path: 'paymentType' }];
  expect(covered.body.error).toMatchObject({ code: 'orders.not-editable', fields });
  expect(off.body.error).toMatchObject({ code: 'orders.payment-type-off', fields });
});

test('ignores unchanged values and rejects an outdated version', async () => {
  const order = await addOrder({ note: 'Ring' });

  const { data: same } = await edit(order, { note: 'Ring', slot: null, paymentType: 'cashOnDelivery' });
  await edit(order, { note: 'Knock' });
  const outdated = await edit(order, { note: 'Shout' });

  expect(same).toMatchObject({ version: order.version, events: order.events });
  expect(refusal(outdated)).toEqual([409, 'version-stale']);
  expect((await view(order)).note).toBe('Knock');
});

test('rejects edits by other locations and read-only users', async () => {
  const order = await addOrder();
  const elsewhere = await addOrderLocation(shop);
  const stranger = await shop.signIn({ permissions: ['order_edit'], locations: [elsewhere] });
  const reader = await shop.signIn({ permissions: ['order_view'] });

  expect((await edit(order, { note: 'Mine' }, stranger)).status).toBe(404);
  expect((await edit(order, { note: 'Mine' }, reader)).status).toBe(403);
});

test("repeats an order at today's prices without items that are no longer sold", async () => {
  const bread = await addGoods(shop, location, { name: 'Bread', price: 400 });
  const milk = await addGoods(shop, location, { name: 'Milk' });
  const line = (subProductId: string, quantity: number) => ({ subProductId, locationId: location, quantity });
  const order = await addOrder({ lines: [line(bread, 3), line(milk, 1)] });
  await shop.db.owner.query(`UPDATE sub_products SET price = 450 WHERE id = '${bread}'`);
  await runSql(shop, `UPDATE location_sub_products SET assigned = false WHERE sub_product_id = '${milk}'`);

  const again = await manager.do(orderDetailRoutes.again, { params: { id: order._id } });

  expect(again).toMatchObject({
    number: order.number,
    locationId: location,
    fulfilment: 'delivery',
    customer: { _id: order.customer._id, name: 'Grace Shopper', status: 'active' },
    missing: ['Milk'],
  });
  expect(again.address).toMatchObject(homeAddress);
  expect(again.lines).toMatchObject([{ item: { name: 'Bread', price: 450 }, quantity: 3 }]);
});
