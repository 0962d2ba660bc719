import { productRoutes } from '@aisle/contract/catalog/products';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { dayIn } from '@aisle/contract/core/dates';
import { coinRoutes } from '@aisle/contract/customers/coins';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { type StatementTreeQuery, statementParts, statementRoutes } from '@aisle/contract/finance/statements';
import { vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { handInRoutes } from '@aisle/contract/sales/hand-ins';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { messageRoutes } from '@aisle/contract/service/messages';
import { supportRoutes } from '@aisle/contract/service/support';
import { ticketStatuses } from '@aisle/contract/system/support-rules';
import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payoutRunWork } from '../src/finance/payouts/payout-run-work.ts';
import { makeDueStatements } from '../src/finance/statement-schedule/statement-schedule.ts';
import { findInstallation } from '../src/system/installation/installation.queries.ts';
import { checkInvariants } from '../test/invariants.ts';
import { jobOver, workJobs } from '../test/jobs-builders.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { makeDemo } from './demo.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const make = () => makeDemo(shop.db, shop.services, { orders: 1200 });
  // Two servers start at once: one creates the demo marketplace, the other finds it.
  expect((await Promise.all([make(), make()])).sort()).toEqual([false, true]);
}, 300_000);
afterAll(() => shop.close());

test('keeps stock, reservations and amounts consistent', async () => {
  await shop.look((tx) => checkInvariants(tx));
});

test('contains records of every kind', async () => {
  const admin = await shop.signIn();

  const orders = await admin.do(orderRoutes.list, { body: { limit: 100 } });
  const products = await admin.do(productRoutes.list, { body: { limit: 1 } });

  expect(orders.totalRecords).toBeGreaterThan(900);
  expect(products.totalRecords).toBeGreaterThan(550);
  for (const status of [
    'orderPlaced',
    'processing',
    'outOfDelivery',
    'delivered',
    'cancelled',
    'rejected',
    'refunded',
  ] as const) {
    const some = await admin.do(orderRoutes.list, { body: { filters: { headlineStatus: status } } });
    expect(some.records.length, status).toBeGreaterThan(0);
  }
});

test('shows the picker of an order, and a reason only for cancelled and rejected ones', async () => {
  const orders = await shop.look((tx) =>
    tx.selectFrom('orders').select(['number', 'status', 'picker_name', 'cancel_reason']).execute(),
  );

  const inPicking = orders.filter(({ status }) => status === 'processing');
  expect(inPicking.length).toBeGreaterThan(0);
  expect(inPicking.filter(({ picker_name }) => picker_name === null)).toEqual([]);
  const reasons = orders.filter(({ cancel_reason }) => cancel_reason !== null);
  expect([...new Set(reasons.map(({ status }) => status))].sort()).toEqual(['cancelled', 'rejected']);
});

test('has three hundred subscribers, including their previous periods', async () => {
  const admin = await shop.signIn();

  const plans = await admin.do(subscriptionPlanRoutes.list, { body: {} });
  const { counts } = await admin.do(subscriptionRoutes.list, { body: {} });
  const declined = await shop.look((tx) =>
    tx.selectFrom('subscription_payments').select('id').where('problem', 'is not', null).execute(),
  );

  expect(plans.totalRecords).toBe(4);
  expect(plans.records.reduce((sum, { monthlyIncome }) => sum + monthlyIncome, 0)).toBeGreaterThan(100_000);
  expect(counts.current).toBeGreaterThan(150);
  expect(counts.upcoming).toBeGreaterThan(5);
  expect(counts.cancelled).toBeGreaterThan(10);
  expect(counts.expired).toBeGreaterThan(100);
  expect(declined).not.toHaveLength(0);
});

test('has returns of every kind, and refunds in every status', async () => {
  const admin = await shop.signIn();
  const { records } = await admin.do(returnRoutes.list, { body: { limit: 100 } });
  const refunds = await shop.look((tx) =>
    tx.selectFrom('refunds').select('status').distinct().orderBy('status').execute(),
  );

  expect(new Set(records.map(({ status }) => status)).size).toBeGreaterThanOrEqual(11);
  expect(records.some(({ kind }) => kind === 'replace')).toBe(true);
  expect(refunds.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['refundInitiated', 'refundProcessing', 'refundFailed', 'refunded']),
  );
});

test('has mark-downs, a completed recall, transfers, counts and on-time vendors', async () => {
  const admin = await shop.signIn();

  const markDowns = await admin.do(expiryRoutes.markDowns, { body: {} });
  const [recall] = (await admin.do(recallRoutes.list, { body: {} })).records;
  const { counts } = await admin.do(recallRoutes.view, { params: { id: recall!._id } });
  const transfers = await admin.do(transferRoutes.list, { body: {} });
  const stockCounts = await admin.do(stockCountRoutes.list, { body: {} });
  const [vendor] = (await admin.do(vendorRoutes.list, { body: {} })).records;
  const { onTime } = await admin.do(vendorRoutes.view, { params: { id: vendor!._id } });

  expect(new Set(markDowns.records.map(({ status }) => status))).toEqual(new Set(['active', 'undone']));
  expect(recall!.status).toBe('done');
  expect(counts.order.done).toBeGreaterThan(0);
  expect(transfers.records.map(({ status }) => status).sort()).toEqual(['draft', 'inTransit', 'received']);
  expect(stockCounts.records.map(({ status }) => status).sort()).toEqual(['open', 'posted']);
  expect(onTime.share).toBeGreaterThan(50);
});

test('has drivers with photos, locations and past deliveries', async () => {
  const admin = await shop.signIn();

  const { records } = await admin.do(driverRoutes.list, { body: { limit: 100 } });
  const seen = await admin.do(driverRoutes.view, { params: { id: records[0]!._id } });

  expect(records.length).toBeGreaterThanOrEqual(12);
  expect(records.every(({ photo, locations }) => photo && locations.length > 0)).toBe(true);
  expect(seen.deliveredCount).toBeGreaterThan(0);
  expect(seen.earnings).toBeGreaterThan(0);
});

test('has drivers with cash in hand, mostly handed in, and with a failed delivery', async () => {
  const admin = await shop.signIn();

  const handIns = await admin.do(handInRoutes.list, { body: { limit: 100 } });
  const { drivers, orders } = await admin.do(dispatchRoutes.board, {});

  expect(handIns.records.some(({ difference, note }) => difference < 0 && note)).toBe(true);
  expect(drivers.some(({ cash }) => cash.length > 0)).toBe(true);
  // One of the deliveries in progress at this time of day failed, unless there are none.
  const comingBack = orders.filter(({ comingBackFrom }) => comingBackFrom);
  const onTheWay = orders.filter(({ delivery }) => delivery?.status === 'onTheWay');
  expect(comingBack).toHaveLength(Math.min(1, comingBack.length + onTheWay.length));
});

test('has statements in every status, payout runs, corrections and adjustments', async () => {
  const finance = await shop.signIn({ permissions: ['statement_payment', 'statement_all_view'] });
  const count = async (status: 'open' | 'paid' | 'carried') =>
    (await finance.do(statementRoutes.list, { body: { filters: { status } } })).totalRecord;
  const { records: runs } = await finance.do(payoutRoutes.runs, { body: {} });
  const { records } = await finance.do(statementRoutes.list, { body: { limit: 100 } });
  const views = [];
  for (const { _id: id } of records) views.push(await finance.do(statementRoutes.view, { params: { id } }));
  const voided = await shop.look((tx) =>
    tx.selectFrom('payouts').select('id').where('voided_at', 'is not', null).execute(),
  );

  expect([await count('open'), await count('paid')]).toEqual([
    expect.toSatisfy((open) => open >= 8),
    expect.toSatisfy((paid) => paid >= 20),
  ]);
  const carried = views.filter(({ status, createdBy }) => status === 'carried' && createdBy === null);
  // On some days the first period is so short that a store's first statement is carried as well.
  expect(carried.filter(({ total }) => total < 0)).toHaveLength(1);
  expect(carried.filter(({ carriedInto }) => carriedInto === null)).toEqual([]);
  expect(runs.length).toBeGreaterThanOrEqual(2);
  expect(runs.every(({ status, failed, total }) => status === 'done' && failed === 0 && total > 0)).toBe(
    true,
  );
  expect(voided).toHaveLength(1);
  expect(views.filter(({ correctionRows }) => correctionRows.length > 0)).toHaveLength(1);
  expect(views.flatMap(({ adjustmentRows }) => adjustmentRows)).toHaveLength(2);
  expect(views.filter(({ carriedFrom }) => carriedFrom)).toHaveLength(carried.length);
});

test('breaks every statement down into amounts that add up to its total', async () => {
  const finance = await shop.signIn({ permissions: ['statement_all_view', 'location_report'] });
  const { records } = await finance.do(statementRoutes.list, { body: { limit: 100 } });
  const levelOf = (id: string, query: Partial<StatementTreeQuery>) =>
    finance.do(statementRoutes.tree, { params: { id }, query });
  const sum = (rows: readonly { total: number }[] = []) => rows.reduce((all, { total }) => all + total, 0);

  for (const statement of records) {
    const { _id: id, number, carriedFrom } = statement;
    const { days = [], carriedIn = 0, total } = await levelOf(id, {});
    expect(sum(days) + carriedIn, number).toBe(statement.total);
    expect(total, number).toBe(statement.total);
    expect(carriedIn !== 0, number).toBe(carriedFrom !== null);
    for (const part of statementParts) {
      const ofPart = await levelOf(id, { part });
      expect(sum(ofPart.days), `${number} ${part}`).toBe(statement[part]);
      expect(ofPart.total, `${number} ${part}`).toBe(statement[part]);
    }
    const [first] = days;
    const { orders } = await levelOf(id, { day: first!.day, limit: 100 });
    expect(orders!.totalRecords).toBeLessThanOrEqual(100);
    expect(sum(orders!.records), `${number} ${first!.day}`).toBe(first!.total);
  }
  expect(records.some(({ carriedIn }) => carriedIn !== 0)).toBe(true);
});

test('has coins that customers earned, that staff adjusted, and that expire this week', async () => {
  const admin = await shop.signIn();
  const { rows } = await shop.db.owner.query<{ id: string }>(`
    SELECT e.customer_id AS id FROM coin_entries e JOIN coin_lots l ON l.customer_id = e.customer_id
    WHERE e.kind = 'adjusted' AND l.coins_left > 0 AND l.expires_at < now() + interval '7 days'
      AND NOT EXISTS (SELECT FROM coin_entries t WHERE t.customer_id = e.customer_id AND t.kind = 'takenBack') LIMIT 1`);

  const { records, expiringSoon } = await admin.do(coinRoutes.history, {
    body: { customerId: rows[0]!.id, sort: { field: 'at', order: 'asc' } },
  });

  expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['earned', 'adjusted']));
  expect(records.map(({ at }) => at)).toEqual(records.map(({ at }) => at).toSorted());
  expect(expiringSoon!.coins).toBeGreaterThan(0);
});

test('continues the statement schedule without overdue statements', async () => {
  const statements = () => shop.look((tx) => tx.selectFrom('statements').select('id').execute());
  const before = await statements();

  await makeDueStatements(shop.db, shop.services);

  expect(await statements()).toHaveLength(before.length);
});

test("creates a file for the bank with today's payout run", async () => {
  const finance = await shop.signIn({ permissions: ['statement_payment', 'statement_all_view'] });
  const runner = await workJobs(shop, { payoutRun: payoutRunWork });
  const paidOn = dayIn('America/Chicago');

  const { runId, jobId } = await finance.do(payoutRoutes.run, {
    body: { filters: {}, method: 'bankTransfer', paidOn },
  });
  await jobOver(finance, jobId);
  await runner.stop();

  const run = await finance.do(payoutRoutes.viewRun, { params: { id: runId } });
  expect(run).toMatchObject({ status: 'done', failed: 0, noAchFile: null });
  expect(run.files.map(({ name }) => name)).toEqual([`Payouts ${paidOn}.csv`, `ACH credits ${paidOn}.ach`]);
});

test('has tickets in every status, with conversations, for two agents', async () => {
  const admin = await shop.signIn();
  const { records } = await admin.do(supportRoutes.list, { body: { limit: 100 } });
  const counts = await admin.do(supportRoutes.counts);

  for (const status of ticketStatuses) expect(counts[status], status).toBeGreaterThan(0);
  expect(counts.overdue).toBeGreaterThan(0);
  expect(new Set(records.flatMap(({ assignee }) => assignee?.name ?? [])).size).toBe(2);
  expect(records.some(({ location }) => location !== null)).toBe(true);
  const long = records.find(({ messageCount }) => messageCount > 3)!;
  const { messages } = await admin.do(supportRoutes.get, { params: { id: long._id } });
  expect(messages).toHaveLength(long.messageCount);
  expect(messages[0]!.text).not.toMatch(/\{\w+\}/);
});

test('is created once', async () => {
  expect(await shop.look(findInstallation)).toEqual({ isDemo: true, hasOwnPasswords: false });
  expect(await makeDemo(shop.db, shop.services)).toBe(false);
});

test('contains some duplicate customers to merge', async () => {
  const admin = await shop.signIn();
  const { records } = await admin.do(customerCareRoutes.duplicates, { body: {} });

  expect(records.length).toBeGreaterThanOrEqual(2);
  expect(records[0]?.reasons).toEqual(['email']);
});

test('hides in the IDs of customers whether and since when they existed', async () => {
  const ids = await shop.look((tx) => tx.selectFrom('customers').select('id').execute());

  expect(ids.length).toBeGreaterThan(300);
  expect(ids.map(({ id }) => id).filter((id) => id[14] !== '4')).toEqual([]);
});

test('has orders with benefits of a plan, and a sent message', async () => {
  const admin = await shop.signIn();
  const waived = await shop.look((tx) =>
    tx.selectFrom('orders').select(['id', 'delivery_saved']).where('plan_id', 'is not', null).execute(),
  );

  const { records } = await admin.do(messageRoutes.list, { body: {} });

  expect(waived.length).toBeGreaterThan(0);
  const order = await admin.do(orderRoutes.view, { params: { id: waived[0]!.id } });
  expect(order).toMatchObject({ deliveryFee: 0, benefits: { deliverySaved: waived[0]!.delivery_saved } });
  expect(records).toMatchObject([{ name: 'Pumpkin week', state: 'sent', unsubscribed: 2 }]);
  expect(records[0]!.counts.sent).toBeGreaterThan(10);
  expect(records[0]!.counts.failed).toBeGreaterThan(0);
  expect(records[0]!.clicked).toBeGreaterThan(5);
  expect(records[0]!.orders!.count).toBeGreaterThan(0);
});

test('has customer groups, a draft and a template', async () => {
  const admin = await shop.signIn();
  const { records: groups } = await admin.do(customerGroupRoutes.list);
  const { records: drafts } = await admin.do(messageDraftRoutes.list);

  expect(groups).toHaveLength(4);
  for (const { name, count } of groups) expect(count, name).toBeGreaterThan(0);
  expect(groups.find(({ usedBy }) => usedBy.length > 0)).toMatchObject({ usedBy: [{ name: 'We miss you' }] });
  expect(drafts.map(({ kind }) => kind).sort()).toEqual(['draft', 'template']);
});

test('contains gift cards with outstanding balances, and customers with store credit', async () => {
  const admin = await shop.signIn();

  const cards = await admin.do(giftCardRoutes.list, { body: { limit: 100 } });
  const { rows } = await shop.db.owner.query<{ customers: number }>(
    'SELECT count(*)::int AS customers FROM credit_balances WHERE balance > 0',
  );

  expect(cards.totalRecords).toBe(60);
  expect(new Set(cards.records.map(({ status }) => status))).toEqual(new Set(['active', 'frozen', 'used']));
  expect(cards.outstanding[0]!.balance).toBeGreaterThan(0);
  expect(cards.records.filter(({ held }) => held > 0).length).toBeGreaterThan(2);
  const gifts = cards.records.filter(({ deliveredAt }) => !deliveredAt);
  expect(gifts.map(({ sentAt }) => sentAt !== null).sort()).toEqual([false, true]);
  expect(gifts.every(({ recipient, message }) => recipient?.email && message)).toBe(true);
  expect(rows[0]!.customers).toBeGreaterThan(20);
});

test('has orders with promotions, claims against vendors, and store credit from refunds', async () => {
  const admin = await shop.signIn();

  const { records: promotions } = await admin.do(promotionRoutes.list, { body: { limit: 100 } });
  const used = promotions.filter(({ figures }) => figures.uses > 0).map(({ name }) => name);
  const { records: claims } = await admin.do(vendorClaimRoutes.list, {
    body: { sort: { field: 'number', order: 'asc' } },
  });
  const due = await admin.do(vendorClaimRoutes.due, { body: {} });
  const { records: statements } = await admin.do(statementRoutes.list, { body: { limit: 100 } });
  const { rows: credits } = await shop.db.owner.query<{ amount: number }>(
    "SELECT amount FROM credit_entries WHERE kind = 'issued' AND reason = 'refund'",
  );

  expect(used).toEqual(expect.arrayContaining(['Fall cheese board', 'Pumpkin week', 'Welcome offer']));
  expect(claims.map(({ vendor, status }) => [vendor.name, status])).toEqual([
    ['Lavaca Cheese Merchants', 'settled'],
    ['Capital Dry Goods', 'open'],
  ]);
  expect(due.totalRecords).toBeGreaterThan(0);
  expect(statements.some((statement) => statement.promotions < 0)).toBe(true);
  expect(credits.length).toBeGreaterThan(2);
});
