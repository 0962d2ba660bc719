import { customerRoutes } from '@aisle/contract/customers/customers';
import { allPermissions } from '@aisle/contract/permissions';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import {
  defaultMessage,
  type RecallPlan,
  type RecallRowKind,
  recallRoutes,
} from '@aisle/contract/sales/recalls';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../../test/invariants.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import {
  addGoods,
  addOrderLocation,
  advanceTo,
  basketOf,
  moveTo,
  openStore,
  placeOne,
  viewOrder,
} from '../../../test/order-builders.ts';
import { mailsTo } from '../../../test/people-builders.ts';
import { publishPromotion } from '../../../test/promotion-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { refusal } from '../../../test/shop.ts';
import { levelOf } from '../../../test/stock-builders.ts';
import { recallWork } from './recall-work.ts';

const { shop, manager: admin, location } = await openStore({ location: { name: 'Downtown' } });

let lots = 0;
/** Adds an item whose whole stock is one lot with a vendor's lot number. */
async function goodsOfLot(at = location, quantity = 10) {
  lots += 1;
  const lotNumber = `BAD-${lots}`;
  const subProductId = await addGoods(shop, at, { stock: 0, price: 400 });
  const lot = await receive(at, subProductId, { quantity, lotNumber });
  return { subProductId, lotNumber, lotId: lot._id };
}
const recall = (lotNumber: string, person = admin) =>
  person.do(recallRoutes.create, {
    body: { title: 'Glass in jars', reason: 'Splinters were found', selection: { lotNumber } },
  });
const previewOf = (lotNumber: string) =>
  admin.do(recallRoutes.preview, { body: { selection: { lotNumber } } });
const view = (id: string, person = admin) => person.do(recallRoutes.view, { params: { id } });
const rowsOf = async (recallId: string, kind: RecallRowKind) =>
  (await admin.do(recallRoutes.rows, { body: { filters: { recallId, kind } } })).records;
const all: RecallPlan = { writeOff: true, refund: true, message: defaultMessage };
const act = (id: string, plan: RecallPlan = all, person = admin) =>
  person.call(recallRoutes.act, { params: { id }, body: plan });
/** Runs the recall job that a request starts. */
async function runJob(id: string, start: () => Promise<unknown>) {
  const runner = await workJobs(shop, { recall: recallWork });
  try {
    await start();
    return await jobOver(admin, (await view(id)).jobId!);
  } finally {
    await runner.stop();
  }
}
const actAndWait = (id: string, plan = all) => runJob(id, () => act(id, plan));
const resume = (id: string) => runJob(id, () => admin.do(recallRoutes.resume, { params: { id } }));
const receive = (locationId: string, subProductId: string, lot: { quantity: number; lotNumber?: string }) =>
  admin.do(inventoryRoutes.create, { body: { locationId, subProductId, costPrice: 250, ...lot } });
const withEmail = async (customerId: string, email: string) => {
  const customer = await admin.do(customerRoutes.show, { params: { id: customerId } });
  const body = { email, version: customer.version };
  await admin.do(customerRoutes.edit, { params: { id: customerId }, body });
};

test('previews stock and orders of the lots without blocking them', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  await deliver(admin, location, subProductId, { quantity: 3 });

  const preview = await previewOf(lotNumber);

  expect(preview).toMatchObject({ lots: 1, orders: 1, delivered: 1, customers: 1, withEmail: 0, sold: 1200 });
  const here = { locationId: location, name: 'Downtown', lots: 1, units: 7, cost: 1750 };
  expect(preview.locations).toEqual([here]);
  expect(await levelOf(shop, location, subProductId)).toMatchObject({ available: 7 });
});

test('finds a lot by our number unless a vendor uses the same', async () => {
  const own = await goodsOfLot();
  const { number } = await admin.do(inventoryRoutes.get, { params: { id: own.lotId } });
  const found = async (lotNumber: string) => (await previewOf(lotNumber)).sample.map(({ _id }) => _id);

  expect(await found(number.toLowerCase())).toEqual([own.lotId]);
  expect(await found(number.slice(2))).toEqual([]);

  const subProductId = await addGoods(shop, location, { stock: 0, price: 400 });
  const printed = await receive(location, subProductId, { quantity: 1, lotNumber: number });
  expect(await found(number)).toEqual([printed._id]);
});

test('blocks a recalled lot from sale until the recall is lifted', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  const recalled = await recall(lotNumber);
  const basket = basketOf({ lines: [{ subProductId, locationId: location, quantity: 1 }] });

  const refused = await admin.call(mainOrderRoutes.create, { body: basket });
  const blocked = await levelOf(shop, location, subProductId);
  await admin.do(recallRoutes.lift, { params: { id: recalled._id }, body: { note: 'Only a scratch' } });

  expect(refusal(refused)).toEqual([409, 'stock.not-enough']);
  expect(blocked).toMatchObject({ onHand: 10, expired: 10, available: 0 });
  expect((await admin.call(mainOrderRoutes.create, { body: basket })).status).toBe(200);
});

test('picks reserved items from another lot', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  const order = await placeOne(admin, location, subProductId, { quantity: 4 });
  await recall(lotNumber);
  await receive(location, subProductId, { quantity: 4 });

  await advanceTo(admin, order, 'prepared');

  const level = { onHand: 10, reserved: 0, available: 0 };
  expect(await levelOf(shop, location, subProductId)).toMatchObject(level);
});

test('writes off, notifies customers and opens refunds for their items once in one job', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  const order = await deliver(admin, location, subProductId, { quantity: 3 });
  await withEmail(order.customer._id, 'grace@example.com');
  const silent = await deliver(admin, location, subProductId, { quantity: 1 });
  const { _id } = await recall(lotNumber);

  const message = { subject: '{firstName}: {orders}', text: defaultMessage.text };
  const job = await actAndWait(_id, { writeOff: true, refund: true, message });

  expect(job).toMatchObject({ status: 'done', percent: 100 });
  const after = await view(_id);
  const counts = { lot: { done: 1 }, order: { done: 2 }, customer: { done: 1, open: 1 } };
  expect(after).toMatchObject({ status: 'done', counts });
  const refunded = await viewOrder(admin, order._id);
  expect(refunded.refunds).toMatchObject([{ amount: 1200, status: 'refundInitiated' }]);
  expect((await viewOrder(admin, silent._id)).refunds).toMatchObject([{ amount: 400 }]);
  // The customer may also have emails about the order itself.
  const mail = (await mailsTo(shop, 'grace@example.com')).find(({ subject }) =>
    subject.startsWith('Grace: '),
  );
  expect(mail?.subject).toBe(`Grace: ${order.number}`);
  expect(await levelOf(shop, location, subProductId)).toMatchObject({ onHand: 0 });

  const again = await act(_id, { ...all, message: null });
  expect(again.body.error?.code).toBe('recalls.not-blocked');
  await shop.look(checkInvariants);
});

test('refunds recalled items that were free by their quantity', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  await publishPromotion(admin, {
    reward: { kind: 'percent', percent: 100 },
    goods: { subProductIds: [subProductId] },
  });
  const order = await deliver(admin, location, subProductId, { quantity: 3 });
  const { _id } = await recall(lotNumber);

  await actAndWait(_id);

  expect((await view(_id)).counts.order).toMatchObject({ done: 1 });
  const { refunds, lines } = await viewOrder(admin, order._id);
  expect(refunds).toMatchObject([
    { amount: 0, status: 'refunded', lines: [{ lineId: lines[0]!._id, amount: 0, quantity: 3 }] },
  ]);
});

test('resumes an interrupted job without repeating anything', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  const orders = [];
  for (let count = 0; count < 3; count += 1)
    orders.push(await deliver(admin, location, subProductId, { quantity: 1 }));
  const { _id } = await recall(lotNumber);
  let steps = 0;
  const dying = await workJobs(shop, {
    recall: (run) =>
      recallWork({
        ...run,
        progress: async (done, total) => {
          steps += 1;
          if (steps === 4) throw new Error('Killed');
          return run.progress(done, total);
        },
      }),
  });
  const quiet = console.error;
  console.error = () => undefined;
  await act(_id);
  const first = await jobOver(admin, (await view(_id)).jobId!);
  await dying.stop();
  console.error = quiet;
  expect([first.status, (await view(_id)).status]).toEqual(['failed', 'working']);

  await resume(_id);

  for (const order of orders) expect((await viewOrder(admin, order._id)).refunds).toHaveLength(1);
  expect((await levelOf(shop, location, subProductId)).onHand).toBe(0);
  await shop.look(checkInvariants);
});

test('keeps rows of reserved and undelivered orders open and completes them on retry', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  const placed = await placeOne(admin, location, subProductId, { quantity: 2, fulfilment: 'pickup' });
  const onTheWay = await advanceTo(admin, placed, 'pickup');
  const promised = await placeOne(admin, location, subProductId, { quantity: 5 });
  const { _id } = await recall(lotNumber);
  await actAndWait(_id);
  const open = await view(_id);
  const [lot] = await rowsOf(_id, 'lot');

  await advanceTo(admin, promised, 'cancelled');
  await moveTo(admin, onTheWay, 'delivered');
  await resume(_id);

  expect(open.counts).toMatchObject({ lot: { open: 1 }, order: { open: 1 } });
  expect(lot?.reason).toContain('3 written off. 5 more after');
  expect((await view(_id)).counts).toMatchObject({ lot: { done: 1 }, order: { done: 1 } });
  await shop.look(checkInvariants);
});

test('emails everyone who ordered with an account about their own orders', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  const phone = '5125558899';
  const people = ['Anna', 'Peter'].map((firstName) => ({
    firstName,
    lastName: 'Jones',
    phone,
    email: `${firstName.toLowerCase()}@homes.example`,
  }));
  const orders: Order[] = [];
  for (const customer of people) {
    orders.push(await deliver(admin, location, subProductId, { quantity: 1, customer }));
  }
  const { _id } = await recall(lotNumber);
  expect((await view(_id)).reach).toMatchObject({ customers: 1, withEmail: 1 });

  const message = { subject: '{firstName}: {orders}', text: defaultMessage.text };
  await actAndWait(_id, { writeOff: false, refund: false, message });

  const mails = await Promise.all(people.map(({ email }) => mailsTo(shop, email)));
  expect(mails.map((sent) => sent.map(({ subject }) => subject).filter((text) => /: O-/.test(text)))).toEqual(
    people.map(({ firstName }, index) => [`${firstName}: ${orders[index]!.number}`]),
  );
});

test('finds rows by lot, order and customer', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  await deliver(admin, location, subProductId);
  const { _id: recallId } = await recall(lotNumber);
  const page = async (search?: string) =>
    (await admin.do(recallRoutes.rows, { body: { ...(search && { search }), filters: { recallId } } }))
      .records;
  const rows = await page();
  const labelOf = (kind: RecallRowKind) => rows.find((row) => row.kind === kind)!.label;

  const byOrder = await page(labelOf('order'));
  const byLot = await page(lotNumber);
  const byCustomer = await page(labelOf('customer'));

  const place = { lot: 0, customer: 1, order: 2 };
  const places = rows.map(({ kind }) => place[kind]);
  expect(places).toEqual([...places].sort());
  expect(byOrder.map(({ kind }) => kind)).toEqual(['order']);
  expect(byLot.map(({ kind }) => kind)).toEqual(['lot']);
  expect(byCustomer.map(({ kind }) => kind).sort()).toEqual(['customer', 'order']);
  expect(await page('xyzzy-nothing')).toEqual([]);
});

test('keeps a customer without an email open until staff record that they called', async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  await deliver(admin, location, subProductId);
  const { _id } = await recall(lotNumber);
  await actAndWait(_id, { writeOff: false, refund: false, message: defaultMessage });
  const [row] = await rowsOf(_id, 'customer');

  const settling = { params: { id: row!._id }, body: { note: 'Called, will throw away' } };
  const settle = () => admin.call(recallRoutes.settleRow, settling);
  const first = await settle();

  expect(row?.reason).toMatch(/^No email address. Call \(512\) 555-/);
  expect([first.status, (await settle()).body.error?.code]).toEqual([200, 'recalls.row-over']);
  const counts = { customer: { done: 1, open: 0 }, lot: { skipped: 1 }, order: { skipped: 1 } };
  expect((await view(_id)).counts).toMatchObject(counts);
});

test('keeps a lot recalled when it arrives from a transfer', async () => {
  const other = await addOrderLocation(shop);
  const { subProductId, lotNumber } = await goodsOfLot();
  const sent = await admin.do(transferRoutes.create, {
    body: { fromLocationId: location, toLocationId: other, lines: [{ subProductId, quantity: 4 }] },
  });
  const recalled = await recall(lotNumber);
  const receiver = await shop.signIn({ permissions: [...allPermissions], locations: [other] });

  await receiver.do(transferRoutes.receive, { params: { id: sent._id }, body: {} });

  expect((await view(recalled._id)).lots).toBe(2);
  expect((await view(recalled._id, receiver)).reach.locations).toMatchObject([
    { locationId: other, lots: 1, units: 4 },
  ]);
  expect(await rowsOf(recalled._id, 'lot')).toMatchObject([
    { locationName: 'Downtown', units: 6, outcome: 'waiting' },
    { units: 4, outcome: 'open', reason: 'Came in by a transfer' },
  ]);
  expect(await levelOf(shop, other, subProductId)).toMatchObject({ onHand: 4, available: 0 });
});

test('shows users of one location their part and requires all locations for actions', async () => {
  const other = await addOrderLocation(shop);
  const here = await goodsOfLot();
  const there = await addGoods(shop, other, { stock: 0 });
  await receive(other, there, { quantity: 5, lotNumber: here.lotNumber });
  const { _id, lots } = await recall(here.lotNumber);
  const owner = await shop.signIn({ permissions: [...allPermissions], locations: [location] });

  const seen = await view(_id, owner);
  const acted = await act(_id, { writeOff: true, refund: false, message: null }, owner);

  expect(lots).toBe(2);
  expect(seen.reach.locations.map(({ locationId }) => locationId)).toEqual([location]);
  expect(refusal(acted)).toEqual([409, 'recalls.elsewhere']);
});

test("requires permission to cancel orders for refunds and hides customers from users who can't see orders", async () => {
  const { subProductId, lotNumber } = await goodsOfLot();
  await deliver(admin, location, subProductId);
  const clerk = await shop.signIn({ permissions: ['inventory_edit', 'inventory_view'] });
  const { _id } = await recall(lotNumber, clerk);

  const refused = await act(_id, { ...all, message: null }, clerk);
  const rows = await clerk.do(recallRoutes.rows, { body: { filters: { recallId: _id } } });

  expect(refused.status).toBe(403);
  expect(rows.records.map(({ kind }) => kind)).toEqual(['lot']);
});

test('rejects an empty selection and reports one without matches', async () => {
  const create = (selection: object) =>
    admin.send(recallRoutes.create, { body: { title: 'All', reason: 'Any', selection } });

  expect((await create({})).status).toBe(400);
  expect((await create({ lotNumber: 'NOWHERE' })).body.error?.code).toBe('recalls.nothing');
});
